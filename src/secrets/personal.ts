// Rules for what tells who somebody is: a home directory and a name.

import { inUtf8 } from './level.js'
import { at, type SecretRule } from './rule.js'

/** Home directories with all that is in them, by their paths. */
export function homeRules(homes: readonly string[]): readonly SecretRule[] {
  return homes.flatMap(home => {
    const cut = Math.max(home.lastIndexOf('/'), home.lastIndexOf('\\')) + 1
    const [above, name] = [home.slice(0, cut), home.slice(cut)]
    if (above === '' || name === '') return []
    const pattern = `(?<=(?<head>(?<![\\w.~-])${literal(above)}))${literal(name)}(?![\\w-]|\\.\\w)`
    return [{ kind: 'home', words: [lower(name)], pattern: at(new RegExp(pattern)) }]
  })
}

/** Names of users, as whole words. */
export function nameRules(names: readonly string[]): readonly SecretRule[] {
  return names.map(name => ({
    kind: 'user',
    words: [lower(name)],
    pattern: at(new RegExp(`(?<![A-Za-z0-9])${literal(name)}(?![A-Za-z0-9])`, 'i')),
  }))
}

/** Only of ASCII: the others are several bytes, and stand as they are. */
function lower(name: string): string {
  return name.replace(/[A-Z]/g, char => char.toLowerCase())
}

function literal(text: string): string {
  return inUtf8(text)
    .replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&')
    .replace(/\n/g, '\\n')
}
