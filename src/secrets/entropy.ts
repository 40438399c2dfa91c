// What looks random, whatever stands before it. Much that is harmless looks so too, so this is only done on request;
// ids, hashes of commits and uuids are left out.

import { entropy } from './likeness.js'
import { latin1 } from './window.js'

const CANDIDATE = /(?<![\w+/=.-])[A-Za-z0-9+/_=-]{24,200}(?![\w+/=-])/g
const PIECE = 1 << 16

export function* entropyHits(
  bytes: Uint8Array,
): Generator<{ readonly kind: string; readonly start: number; readonly end: number; readonly secret: string }> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    const start = Math.max(0, from - 256)
    const text = latin1(bytes, start, Math.min(bytes.length, from + PIECE))
    for (const { 0: secret, index } of text.matchAll(CANDIDATE)) {
      const at = start + index
      if (at + secret.length <= from || !isRandom(secret)) continue
      yield { kind: 'high-entropy', start: at, end: at + secret.length, secret }
    }
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const ID = /^(?:toolu|msg|req|srvtoolu|agent|call|chatcmpl|run|thread|file)[_-]/
const HEX = /^[0-9a-f]+$/i

function isRandom(text: string): boolean {
  if (UUID.test(text) || ID.test(text) || HEX.test(text)) return false
  if (!/\d/.test(text) || !/[a-z]/.test(text) || !/[A-Z]/.test(text) || /\//.test(text.slice(0, 1))) return false
  return entropy(text) >= 4.2
}
