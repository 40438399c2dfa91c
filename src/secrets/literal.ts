// Rules for secrets that are known by now: one that was told by what stood before it is looked for everywhere else, and
// so are a home directory and a name.

import { at, type SecretRule } from './rule.js'
import type { SecretHit } from './scan.js'

/** Shorter ones are words by chance. */
const MIN_LENGTH = 8
const MAX_WORD = 24

/** Each secret that was found, wherever it stands. */
export function knownSecretRules(hits: Iterable<SecretHit>): readonly SecretRule[] {
  const kinds = new Map<string, string>()
  for (const { kind, secret } of hits) if (secret.length >= MIN_LENGTH && !kinds.has(secret)) kinds.set(secret, kind)
  return [...kinds].flatMap(([secret, kind]) => {
    // Up to the first character that JSON escapes.
    const [word = ''] = /^[ !#-.0-[\]-~]*/.exec(secret) ?? []
    if (word.length < 4) return []
    return [{ kind, words: [word.slice(0, MAX_WORD).toLowerCase()], pattern: at(new RegExp(literal(secret))) }]
  })
}

/** Home directories with all that is in them, by their paths. */
export function homeRules(homes: readonly string[]): readonly SecretRule[] {
  return homes.flatMap(home => {
    const cut = Math.max(home.lastIndexOf('/'), home.lastIndexOf('\\')) + 1
    const [above, name] = [home.slice(0, cut), home.slice(cut)]
    if (above === '' || name === '') return []
    const pattern = `(?<=(?<head>(?<![\\w.~-])${literal(above)}))${literal(name)}(?![\\w-]|\\.\\w)`
    return [{ kind: 'home', words: [name.toLowerCase()], pattern: at(new RegExp(pattern)) }]
  })
}

/** Names of users, as whole words. */
export function nameRules(names: readonly string[]): readonly SecretRule[] {
  return names.map(name => ({
    kind: 'user',
    words: [name.toLowerCase()],
    pattern: at(new RegExp(`(?<![A-Za-z0-9])${literal(name)}(?![A-Za-z0-9])`, 'i')),
  }))
}

function literal(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/-]/g, '\\$&').replace(/\n/g, '\\n')
}
