// Of rows sorted by their time: which is the newest one that a row may go on with? (N1)

import { NONE } from '../conversation/rows.js'

/** NONE where every row that is not younger has been passed. */
export type NearestEarlier = (row: number, isPassed: (row: number) => boolean) => number

/**
 * The newest row that is not younger and was not passed yet; of several at one time the first in the file. Rows only
 * ever become passed, so those that are stepped over once are never looked at again.
 */
export function nearestEarlier(time: ArrayLike<number>, sorted: Int32Array): NearestEarlier {
  const down = Int32Array.from({ length: sorted.length + 1 }, (_, at) => at) // place + 1 → place + 1 that may be free
  const up = Int32Array.from({ length: sorted.length + 1 }, (_, at) => at)
  return (row, isPassed) => {
    const free = (at: number): boolean => !isPassed(sorted[at]!) && sorted[at] !== row
    const last = step(down, firstAfter(time, sorted, time[row]!), -1, at => at === 0 || free(at - 1))
    if (last === 0) return NONE
    const start = firstAfter(time, sorted, time[sorted[last - 1]!]! - 1)
    return sorted[step(up, start, 1, at => at === sorted.length || free(at))] ?? NONE
  }
}

/** The first place with a greater time. */
export function firstAfter(time: ArrayLike<number>, sorted: Int32Array, limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (time[sorted[middle]!]! > limit) high = middle
    else low = middle + 1
  }
  return low
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
