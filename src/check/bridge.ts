// To which row does the client go on when a parent is not there? (N1)

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
 * The newest row that is not younger than the one asked for and not seen on the way to it, the first in the file of those.
 * Rows are sorted when the first break is met: a sound file has none.
 */
export function bridges(
  rows: Rows,
  counts: (row: number) => boolean,
  sidechain: boolean,
): (row: number, isSeen: (row: number) => boolean) => number {
  let sorted: Int32Array | undefined
  return (row, isSeen) => {
    const own = rows.time[row]!
    if (Number.isNaN(own)) return NONE
    sorted ??= candidates(rows, counts, sidechain)
    let best: number = NONE
    for (let at = firstAfter(rows, sorted, own) - 1; at >= 0; at--) {
      const one = sorted[at]!
      if (own - rows.time[one]! > WINDOW_MS || (best !== NONE && rows.time[one]! < rows.time[best]!)) break
      if (one !== row && !isSeen(one)) best = one
    }
    return best
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

/** The first place whose time is greater. */
function firstAfter(rows: Rows, sorted: Int32Array, time: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows.time[sorted[middle]!]! > time) high = middle
    else low = middle + 1
  }
  return low
}
