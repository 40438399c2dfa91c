// Rules that the user brings along: a JSON list of `{ "kind", "words", "pattern", "flags"? }`.

import { peekText } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import { at, type SecretRule } from '../../secrets/index.js'

const MAX_RULES = 1024 * 1024

export function ownRules(path: string): readonly SecretRule[] {
  const text = peekText(path, MAX_RULES)
  if (text === undefined) throw new InputError('usage', `--rules: cannot read ${path}`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InputError('usage', `--rules: ${path} is not valid JSON`)
  }
  if (!Array.isArray(value)) throw new InputError('usage', `--rules: ${path} is not a list of rules`)
  return value.map((rule: unknown, index) => ruleOf(rule, `--rules: rule ${index + 1} of ${path}`))
}

function ruleOf(rule: unknown, name: string): SecretRule {
  const { kind, words, pattern, flags = '' } = (rule ?? {}) as Readonly<Record<string, unknown>>
  const isOne =
    typeof kind === 'string' &&
    /^[a-z0-9-]{1,40}$/.test(kind) &&
    typeof pattern === 'string' &&
    typeof flags === 'string' &&
    Array.isArray(words) &&
    words.length > 0 &&
    words.every(word => typeof word === 'string' && /^[!#-.0-[\]-~ ]{3,}$/.test(word))
  if (!isOne)
    throw new InputError(
      'usage',
      `${name} needs a kind (a-z, 0-9, -), words (3 characters or more, no quotes and slashes) and a pattern that starts with one of the words`,
    )
  try {
    return { kind, words: words.map(word => String(word).toLowerCase()), pattern: at(new RegExp(pattern, flags)) }
  } catch {
    throw new InputError('usage', `${name}: the pattern is not a valid regular expression`)
  }
}
