// Where a parent is missing the client goes on with the row before in time, if it is near enough. (N1)

import { rowsByUuid } from '../../conversation/graph.js'
import { NONE, type Rows, SIDECHAIN, STATES_SIDE } from '../../conversation/rows.js'
import { firstAfter, nearestEarlier } from '../nearest-earlier.js'
import { type Bridge, type Held, isConversation } from '../path.js'
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
        if (!own) sorted.set(side, (own = candidates(walk, walk.order, side)))
        let find = finders.get(side)
        if (!find) finders.set(side, (find = nearestEarlier(walk.rows.time, own)))
        const found = find(child, isSeen)
        return found !== NONE && walk.rows.time[child]! - walk.rows.time[found]! <= WINDOW_MS ? found : NONE
      }
    }
  },
}

/**
 * The same from any row, whichever way leads there: rows below it are not asked, because whoever comes by it has been
 * at them. Rows that a compaction has made the client forget are asked too: the session may be made to end before it.
 */
export function bridgeFromAnywhere(held: Held): (child: number) => number {
  const { time } = held.rows
  const { graph } = held.conversation
  const sorted = new Map<number, Int32Array>()
  const rowOf = rowsByUuid(held.rows)
  const standing = Int32Array.from({ length: held.rows.count }, (_, row) => row).filter(
    row => isConversation(held, row) && rowOf[held.rows.uuid[row]!] === row && !held.facts.unread.has(row),
  )
  return child => {
    const own = time[child]!
    if (Number.isNaN(own)) return NONE
    const side = sideOf(held.rows, child)
    let places = sorted.get(side)
    if (!places) sorted.set(side, (places = candidates(held, standing, side)))
    let best: number = NONE
    for (let at = firstAfter(time, places, own) - 1; at >= 0; at--) {
      const row = places[at]!
      if (own - time[row]! > WINDOW_MS || (best !== NONE && time[row]! < time[best]!)) break
      if (row !== child && (time[row]! < own || !isBelow(row, child))) best = row
    }
    return best
  }

  function isBelow(row: number, top: number): boolean {
    let at = row
    // What was written at the same moment is near.
    for (let steps = 0; at !== NONE && steps < 1000; steps++) {
      if (at === top) return true
      at = graph.parent[at]!
    }
    return false
  }
}

/** Rows that do not say which side they are of are a side of their own. */
export function sideOf({ flags }: Rows, row: number): number {
  return flags[row]! & (SIDECHAIN | STATES_SIDE)
}

function candidates(held: Held, order: Int32Array, side: number): Int32Array {
  const { rows } = held
  const { time } = rows
  return order
    .filter(row => sideOf(rows, row) === side && !Number.isNaN(time[row]!) && subtypeOf(held, row) !== 'file_snapshot')
    .sort((a, b) => time[a]! - time[b]!)
}
