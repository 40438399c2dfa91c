// Where a parent is missing the client goes on with the row before in time, if it is near enough. (N1)

import { has, NONE, SIDECHAIN } from '../../conversation/rows.js'
import { nearestEarlier } from '../nearest-earlier.js'
import type { Rule } from '../profile.js'
import type { Bridge, Resume } from '../resume.js'

/** A row so much older is still taken; one millisecond more and the history is cut. */
const WINDOW_MS = 5000

export const bridged: Rule = {
  id: 'N1',
  does: 'bridges a missing parent to the newest row that is at most 5,000 ms older',
  apply(resume) {
    // Sorted when the first break is met: a sound file has none.
    let sorted: Int32Array | undefined
    resume.newBridge = () => {
      let find: Bridge | undefined
      return (child, isSeen) => {
        if (Number.isNaN(resume.rows.time[child]!)) return NONE
        sorted ??= candidates(resume)
        find ??= nearestEarlier(resume.rows.time, sorted)
        const found = find(child, isSeen)
        return found !== NONE && resume.rows.time[child]! - resume.rows.time[found]! <= WINDOW_MS ? found : NONE
      }
    }
  },
}

function candidates({ rows, order }: Resume): Int32Array {
  const { time } = rows
  return order
    .filter(row => !has(rows, row, SIDECHAIN) && !Number.isNaN(time[row]!))
    .sort((a, b) => time[a]! - time[b]!)
}
