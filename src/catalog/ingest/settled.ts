// Up to where a transcript need not be read again when it grows, and whether its time can be relied on.

import type { Transcript } from '../../disk/list-transcripts.js'
import type { FoundEntry } from '../../format/found.js'

export interface Settled {
  readonly offset: number
  readonly line: number
  /** The last record stands on a line of its own, and no damage before it reaches any further. */
  readonly isClean: boolean
}

const NEWLINE = 0x0a

/** Behind this record, as far as it can be told from it. */
export function settledBehind(found: FoundEntry, bytes: Uint8Array, start: number): Settled {
  const isClean = found.before === 'nothing' && !found.afterDamage && found.ending !== ''
  const at = bytes.indexOf(NEWLINE, start)
  const isOneLine = at < 0 || at >= start + found.length
  return {
    offset: found.offset + found.length + found.ending.length,
    line: found.line + 1,
    isClean: isClean && isOneLine,
  }
}

/** File times go in steps of some milliseconds: two changes within one step have the same time. */
const STEP_MS = 20

/** It may change again without another time. */
export function isFresh({ mtimeMs }: Pick<Transcript, 'mtimeMs'>, listedAt: number): boolean {
  // A time far in the future is somebody's choice, not a change of now.
  return mtimeMs > listedAt - STEP_MS && mtimeMs < listedAt + 100 * STEP_MS
}
