// To which row does the client go on when a parent is not there? (N1)

import { type NearestEarlier, nearestEarlier } from '../context/nearest-earlier.js'
import { HAS_MESSAGE, has, NONE, OTHER, PROGRESS, type Rows, SIDECHAIN, SYSTEM } from '../conversation/rows.js'

/** A row so much older is still taken; one millisecond more and the history is cut. */
const WINDOW_MS = 5000

/** A row that the client takes as part of a conversation: with a message, where its type asks for one (N2). */
export function isLink(rows: Rows, row: number): boolean {
  const role = rows.role[row]!
  if (role === OTHER || role === PROGRESS) return false
  return role >= SYSTEM || has(rows, row, HAS_MESSAGE)
}

/**
 * The newest row that is not younger than the one asked for and not seen on the way to it, the first in the file of
 * those. Rows are sorted when the first break is met: a sound file has none.
 */
export function bridges(rows: Rows, counts: (row: number) => boolean, sidechain: boolean): NearestEarlier {
  let nearest: NearestEarlier | undefined
  return (row, isSeen) => {
    const own = rows.time[row]!
    if (Number.isNaN(own)) return NONE
    nearest ??= nearestEarlier(rows.time, candidates(rows, counts, sidechain))
    const found = nearest(row, isSeen)
    return found !== NONE && own - rows.time[found]! <= WINDOW_MS ? found : NONE
  }
}

function candidates(rows: Rows, counts: (row: number) => boolean, sidechain: boolean): Int32Array {
  const found: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const dated = rows.uuid[row] !== 0 && !Number.isNaN(rows.time[row]!)
    if (dated && counts(row) && isLink(rows, row) && has(rows, row, SIDECHAIN) === sidechain) found.push(row)
  }
  return Int32Array.from(found).sort((a, b) => rows.time[a]! - rows.time[b]! || a - b)
}
