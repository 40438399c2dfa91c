// Secrets in texts: the table of rules, and a scanner that finds them at any depth of escaping.

export { homeRules, knownSecretRules, nameRules } from './literal.js'
export { at, type SecretRule } from './rule.js'
export { SECRET_KINDS, SECRET_RULES } from './rules.js'
export { type ScanOptions, type SecretHit, type SecretScanner, secretScanner, type TextForm } from './scan.js'
