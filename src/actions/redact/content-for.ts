// The placeholder for a secret, in the form that its place needs.

import type { EntrySecret } from '../../reshape/redact/index.js'
import type { SecretHit } from '../../secrets/index.js'

export type Mark = (hit: SecretHit) => string

export function contentFor(hit: SecretHit & Pick<EntrySecret, 'isBare'>, mark: Mark): Uint8Array {
  const text = mark(hit)
  if (hit.as === 'base64') return Buffer.from(Buffer.from(text).toString('base64'))
  if (hit.as === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (hit.as === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  return Buffer.from(hit.isBare ? JSON.stringify(text) : text)
}
