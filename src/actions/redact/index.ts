// What other layers use of this part.

export type { FoundSecret } from './find-secrets.js'
export { type RedactCall, type RedactReport, redact, redactAll } from './redact.js'
