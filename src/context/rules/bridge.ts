// Where a parent is missing the client goes on with the row before in time, if it is near enough. (N1)

import { NONE, type Rows, SIDECHAIN, STATES_SIDE } from '../../conversation/rows.js'
import { nearestEarlier } from '../nearest-earlier.js'
import type { Bridge, Walk } from '../path.js'
import type { PathRule } from '../profile.js'
import { subtypeOf } from './left-out.js'

/** A row so much older is still taken; one millisecond more and the history is cut. */
const WINDOW_MS = 5000

export const bridged: PathRule = {
  id: 'N1',
  does: 'bridges a missing parent to the newest row that is at most 5,000 ms older',
  apply(walk) {
    // Sorted when the first break is met: a sound file has none.
    const sorted = new Map<number, Int32Array>()
    walk.newBridge = () => {
      const finders = new Map<number, Bridge>()
      return (child, isSeen) => {
        if (Number.isNaN(walk.rows.time[child]!)) return NONE
        const side = sideOf(walk.rows, child)
        let own = sorted.get(side)
        if (!own) sorted.set(side, (own = candidates(walk, side)))
        let find = finders.get(side)
        if (!find) finders.set(side, (find = nearestEarlier(walk.rows.time, own)))
        const found = find(child, isSeen)
        return found !== NONE && walk.rows.time[child]! - walk.rows.time[found]! <= WINDOW_MS ? found : NONE
      }
    }
  },
}

/** Rows that do not say which side they are of are a side of their own. */
export function sideOf({ flags }: Rows, row: number): number {
  return flags[row]! & (SIDECHAIN | STATES_SIDE)
}

function candidates(walk: Walk, side: number): Int32Array {
  const { rows, order } = walk
  const { time } = rows
  return order
    .filter(row => sideOf(rows, row) === side && !Number.isNaN(time[row]!) && subtypeOf(walk, row) !== 'file_snapshot')
    .sort((a, b) => time[a]! - time[b]!)
}
