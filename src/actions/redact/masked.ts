// What stands around a secret, so that one can judge it, without showing it or its neighbours.

import type { SecretHit } from '../../secrets/index.js'

const BEFORE = 32
const AFTER = 16

export function maskedContext(bytes: Uint8Array, hits: readonly SecretHit[], at: number): string {
  const { start, end, secret } = hits[at]!
  const from = Math.max(hits[at - 1]?.end ?? 0, start - BEFORE, 0)
  const to = Math.min(hits[at + 1]?.start ?? bytes.length, end + AFTER, bytes.length)
  return `${words(bytes, from, start)}${masked(secret)}${words(bytes, end, to)}`
}

/** Long ones begin with what tells their kind; of short ones nothing is shown. */
export function masked(secret: string): string {
  return secret.length >= 20 ? `${words(new TextEncoder().encode(secret.slice(0, 4)), 0, 4)}…` : '…'
}

function words(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder()
    .decode(bytes.subarray(from, to))
    .replace(/^\uFFFD+|\uFFFD+$/g, '')
    .replace(/\\+[nrt]|\s+/g, ' ')
    .replace(/\\+"/g, '"')
}
