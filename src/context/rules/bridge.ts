// Where a parent is missing the client goes on with the row before in time, if it is near enough. (N1)

import { NONE, type Rows, SIDECHAIN, STATES_SIDE } from '../../conversation/rows.js'
import { nearestEarlier } from '../nearest-earlier.js'
import type { Rule } from '../profile.js'
import type { Bridge, Resume } from '../resume.js'
import { subtypeOf } from './left-out.js'

/** A row so much older is still taken; one millisecond more and the history is cut. */
const WINDOW_MS = 5000

export const bridged: Rule = {
  id: 'N1',
  does: 'bridges a missing parent to the newest row that is at most 5,000 ms older',
  apply(resume) {
    // Sorted when the first break is met: a sound file has none.
    const sorted = new Map<number, Int32Array>()
    resume.newBridge = () => {
      const finders = new Map<number, Bridge>()
      return (child, isSeen) => {
        if (Number.isNaN(resume.rows.time[child]!)) return NONE
        const side = sideOf(resume.rows, child)
        let own = sorted.get(side)
        if (!own) sorted.set(side, (own = candidates(resume, side)))
        let find = finders.get(side)
        if (!find) finders.set(side, (find = nearestEarlier(resume.rows.time, own)))
        const found = find(child, isSeen)
        return found !== NONE && resume.rows.time[child]! - resume.rows.time[found]! <= WINDOW_MS ? found : NONE
      }
    }
  },
}

/** Rows that do not say which side they are of are a side of their own. */
export function sideOf({ flags }: Rows, row: number): number {
  return flags[row]! & (SIDECHAIN | STATES_SIDE)
}

function candidates(resume: Resume, side: number): Int32Array {
  const { rows, order } = resume
  const { time } = rows
  return order
    .filter(
      row => sideOf(rows, row) === side && !Number.isNaN(time[row]!) && subtypeOf(resume, row) !== 'file_snapshot',
    )
    .sort((a, b) => time[a]! - time[b]!)
}
