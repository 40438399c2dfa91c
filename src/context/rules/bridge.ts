// Where a parent is missing the client goes on with the row before in time, if it is near enough. (N1)

import { has, NONE, SIDECHAIN } from '../../conversation/rows.js'
import type { Rule } from '../profile.js'
import type { Resume } from '../resume.js'

/** A row so much older is still taken; one millisecond more and the history is cut. */
const WINDOW_MS = 5000

export const bridged: Rule = {
  id: 'N1',
  does: 'bridges a missing parent to the newest row that is at most 5,000 ms older',
  apply(resume) {
    let sorted: Int32Array | undefined
    resume.bridge = (child, isSeen) => {
      const own = resume.time[child]!
      if (Number.isNaN(own)) return NONE
      // Sorted when the first break is met: a sound file has none.
      sorted ??= candidates(resume)
      const found = nearest(resume, sorted, child, own, isSeen)
      return found !== NONE && own - resume.time[found]! <= WINDOW_MS ? found : NONE
    }
  },
}

function candidates({ rows, time, order }: Resume): Int32Array {
  return order
    .filter(row => !has(rows, row, SIDECHAIN) && !Number.isNaN(time[row]!))
    .sort((a, b) => time[a]! - time[b]!)
}

/** The newest that is not younger; of several at one time the first in the file. */
function nearest(
  { time }: Resume,
  sorted: Int32Array,
  child: number,
  own: number,
  isSeen: (row: number) => boolean,
): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (time[sorted[middle]!]! > own) high = middle
    else low = middle + 1
  }
  let best: number = NONE
  for (let at = low - 1; at >= 0; at--) {
    const row = sorted[at]!
    if (best !== NONE && time[row]! < time[best]!) break
    if (own - time[row]! > WINDOW_MS) break
    if (row !== child && !isSeen(row)) best = row
  }
  return best
}
