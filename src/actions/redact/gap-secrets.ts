// Secrets in damaged lines, as the reader tells these: in parts, which may be cut anywhere.

import type { FoundGap } from '../../format/found.js'
import type { SecretHit } from '../../secrets/index.js'

export interface GapSecrets {
  /** What was looked at: the part, and the end of the one before it where they touch. */
  readonly bytes: Uint8Array
  /** Places in there, of which none lies wholly in the part before. */
  readonly hits: readonly SecretHit[]
}

/** So much of a part is seen again with the next one. */
const SEEN_AGAIN = 4096

/** One for each file; the parts must come in order. */
export function gapSecrets(
  scan: (bytes: Uint8Array) => readonly SecretHit[],
): (gap: FoundGap, bytes: Uint8Array, start: number) => GapSecrets {
  let before: Uint8Array = new Uint8Array(0)
  let end = -1
  return ({ offset, length }, bytes, start) => {
    const own = bytes.subarray(start, start + length)
    const carried = offset === end ? before.length : 0
    const all = carried === 0 ? own : Buffer.concat([before, own])
    before = new Uint8Array(all.subarray(-SEEN_AGAIN))
    end = offset + length
    return { bytes: all, hits: scan(all).filter(hit => hit.end > carried) }
  }
}
