// Where a parent is missing the client goes on with the row before in time, if it is near enough. (N1)

import { NONE, type Rows, SIDECHAIN, STATES_SIDE } from '../../conversation/rows.js'
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
        if (!find) finders.set(side, (find = nearest(resume, own)))
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

/**
 * The newest row that is not younger and was not passed yet; of several at one time the first in the file. Rows only
 * ever become passed, so those that are stepped over once are never looked at again.
 */
function nearest({ rows: { time } }: Resume, sorted: Int32Array): Bridge {
  const down = Int32Array.from({ length: sorted.length + 1 }, (_, at) => at) // place + 1 → place + 1 that may be free
  const up = Int32Array.from({ length: sorted.length + 1 }, (_, at) => at)
  return (child, isSeen) => {
    const free = (at: number): boolean => !isSeen(sorted[at]!) && sorted[at] !== child
    const last = step(down, firstAfter(time[child]!), -1, at => at === 0 || free(at - 1))
    if (last === 0) return NONE
    const start = firstAfter(time[sorted[last - 1]!]! - 1)
    return sorted[step(up, start, 1, at => at === sorted.length || free(at))] ?? NONE
  }

  /** The first place with a greater time. */
  function firstAfter(limit: number): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (time[sorted[middle]!]! > limit) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Follows the links to the next place that holds, and shortens them on the way. */
function step(links: Int32Array, from: number, by: 1 | -1, holds: (at: number) => boolean): number {
  let at = from
  const passed: number[] = []
  for (;;) {
    if (links[at] !== at) {
      passed.push(at)
      at = links[at]!
    } else if (holds(at)) break
    else {
      links[at] = at + by
      passed.push(at)
      at += by
    }
  }
  for (const one of passed) links[one] = at
  return at
}
