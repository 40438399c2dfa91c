// What other layers use of this part.

export { type EntrySecret, secretsInEntry, secretsInLongEntry } from './entry-secrets.js'
export { redact, type SecretStretch, type SecretsFound, type SecretsIn } from './redact.js'
