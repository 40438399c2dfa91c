// Is this value a secret, or a word, a name, a variable, an example?

import { isNoMask } from './rule.js'

const PLACEHOLDER =
  /example|placeholder|changeme|change[-_]me|your[-_ ]|my[-_]?(?:password|secret|token|key)|redacted|undefined|abc123|123456|password|passwd|apikey|api[-_]key|\.\.\.|\*\*\*|xxxx|(?:^|[-_.])(?:your|sample|dummy|fake|mock|insert|replace|todo|null|true|false|none|test|foo|bar|secret|token|string|value|key|here)(?:$|[-_.\d])/i
/** Calls, variables, templates, paths, expressions. */
const CODE = /[(){}<>[\]$`|,;\\]|^[./~]|:\/\/|^%|^@|=>|::|^[a-z]+(?:[A-Z][a-z]+)+$|^[a-z_]+(?:\.[a-zA-Z_]+)+$/

/** A password or key that stands behind its name: nothing but its look tells that it is one. */
export function looksSecret(value: string): boolean {
  return isNoMask(value) && !PLACEHOLDER.test(value) && !CODE.test(value) && isMixed(value) && entropy(value) >= 2.75
}

/** Words with numbers that name something technical. */
const TECHNICAL =
  /^(?:sha|md|utf|base|oauth|ipv|http|argon|bcrypt|scrypt|aes|rsa|hmac|hs|rs|es|arg|param|string|str|int|uint|field|input|test|user|admin|node|python|es|ecma|web|v|line|col|step|level|h|x|y|t|c|p|id|var|val|num|opt|group|type|key|token|secret|pass|pwd|password|passwd)[-_.]?\d+[a-z]?$/i

/** The value of a setting that is called a password: a word with a number or a sign is one, a mere word is not. */
export function looksPassword(value: string): boolean {
  if (value.length < 6 || value.length > 200 || !isNoMask(value) || PLACEHOLDER.test(value)) return false
  if (CODE.test(value.replace(/[$,;|]/g, '')) || /^\$|\$\{/.test(value) || TECHNICAL.test(value)) return false
  if (/^[\d.:/-]+$/.test(value) || /^[A-Z][A-Z0-9_]*$/.test(value)) return /^\d{6,}$/.test(value)
  return /[A-Za-z]/.test(value) && (/\d/.test(value) || /[!@#$%^&*?~+]/.test(value.slice(1, -1)))
}

/** Names that code is made of: a path of names, a type, words in camel case or with underscores. */
export function isCodeName(value: string): boolean {
  if (/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) || /^[A-Z][a-z]+\d{0,3}(?:[A-Z][a-z]+)+\d?$/.test(value))
    return true
  const inWords = value.length - value.replace(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g, '').length
  return /^[A-Za-z_][\w.-]*$/.test(value) && inWords >= value.length * 0.6 && value.split(/\d+/).length <= 2
}

/** Letters and digits, or letters of both cases and more: no word of a language is written so. */
function isMixed(value: string): boolean {
  const digits = value.replace(/\D/g, '').length
  const letters = value.replace(/[^A-Za-z]/g, '').length
  // A name, perhaps with a number behind it; unless its letters are no words in camel case.
  if (digits === 0 || /^[a-z]+[-_.]?v?\d{1,4}$/i.test(value)) {
    return value.length >= 20 && value.replace(/[A-Z]?[a-z]{2,}/g, '').length >= value.length / 5
  }
  return letters > 0 && !/^[\d.:-]+[a-z]{0,3}$/i.test(value)
}

/** Shannon's, in bits a character. */
export function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

const USUAL_PASSWORDS = new Set([
  'password',
  'passwd',
  'pass',
  'secret',
  'user',
  'username',
  'admin',
  'root',
  'test',
  'guest',
  'mypassword',
  'your_password',
  'yourpassword',
  'example',
  'changeme',
  'foo',
  'bar',
  'baz',
  'pwd',
  'pw',
  'hunter2',
  'token',
  'key',
  // As images of servers have them, and everybody's own machine.
  'postgres',
  'mysql',
  'mariadb',
  'mongo',
  'redis',
  'rabbitmq',
  'minioadmin',
  'docker',
  'localhost',
  'anonymous',
  'xyz',
  'abc',
])

/** The password of an address: any that is no variable and no word of the documentation. */
export function isUrlPassword(value: string): boolean {
  return (
    value.length >= 2 &&
    !/^\d{1,5}$/.test(value) &&
    isNoMask(value) &&
    !USUAL_PASSWORDS.has(value.toLowerCase()) &&
    !/\$\{|\{\{|^\{|\$\(|^\$|^%[A-Z_]|^<|^\[|^:|^(.)\1{2,}$/.test(value)
  )
}
