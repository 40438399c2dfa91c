// Clients up to 2.0 end the history at the row with the newest timestamp, wherever it stands and whatever hangs on it.
// (O3, O4)

import { has, NONE, SIDECHAIN, TIME_NUMBER } from '../../conversation/rows.js'
import { refuse, type Walk } from '../path.js'
import type { PathRule } from '../profile.js'
import { NO_CONVERSATION } from './leaf.js'

export const newestMainRow: PathRule = {
  id: 'O3',
  does: 'ends at the newest row by timestamp outside of sidechains',
  apply(walk) {
    endAtNewest(walk, row => !has(walk.rows, row, SIDECHAIN))
  },
}

export const newestRow: PathRule = {
  id: 'O4',
  does: 'ends at the newest row by timestamp, even in a sidechain',
  apply(walk) {
    endAtNewest(walk, () => true)
  },
}

/** Of several at one time the first in the file. Without any row there is nothing to walk (R-F14). */
function endAtNewest(walk: Walk, holds: (row: number) => boolean): void {
  const rows = Array.from(walk.order).filter(holds)
  walk.leaf = newest(
    rows,
    rows.map(row => timeOf(walk, row)),
  )
  if (walk.leaf === NONE) refuse(walk, NO_CONVERSATION)
}

function newest(rows: readonly number[], times: readonly number[]): number {
  if (!times.some(Number.isNaN)) {
    let best = 0
    for (let at = 1; at < times.length; at++) if (times[at]! > times[best]!) best = at
    return rows[best] ?? NONE
  }
  // The client sorts. With rows that have no time its order is no order, and what comes out on top is up to the sort of
  // the JavaScript engine: only the same sort of the same list tells.
  const [top] = times.map((time, at) => ({ time, at })).sort((a, b) => b.time - a.time)
  return rows[top!.at]!
}

/** As `new Date` takes it: null is 1970. */
function timeOf({ rows }: Walk, row: number): number {
  const time = rows.time[row]!
  return Number.isNaN(time) && has(rows, row, TIME_NUMBER) ? 0 : time
}
