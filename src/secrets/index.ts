// Secrets in texts: the table of rules, and a scanner that finds them at any depth of escaping.

export { type ContentKind, contentKind, HEAD_SIZE, type Utf16, utf16Kind } from './content-kind.js'
export type { ByteSource } from './encoded.js'
export { type KnownSecret, MIN_KNOWN } from './known-secrets.js'
export { homeRules, nameRules } from './personal.js'
export { at, type SecretRule } from './rule.js'
export { SECRET_KINDS, SECRET_RULES } from './rules.js'
export {
  type ScanOptions,
  type SecretHit,
  type SecretScanner,
  secretScanner,
  type TextForm,
  type Unscanned,
} from './scan.js'
