// The way from an entry up, as the client goes it: over parents, over the break where a parent is missing and another
// entry is near enough in time (N1), and over compactions to what was before them.

import { bridges } from '../check/bridge.js'
import type { Conversation } from '../conversation/conversation.js'
import { rowsByUuid } from '../conversation/graph.js'
import { NONE } from '../conversation/rows.js'

/** The row above, or NONE. */
export type WayUp = (row: number) => number

export function wayUp({ rows, graph, branches }: Conversation): WayUp {
  let bridge: ((row: number) => number) | undefined
  return row => {
    const up = branches.up[row]!
    if (up !== NONE || rows.parentName[row] === 0 || graph.parent[row] !== NONE) return up
    if (!bridge) {
      const rowOf = rowsByUuid(rows)
      bridge = bridges(rows, one => rowOf[rows.uuid[one]!] === one, false)
    }
    return bridge(row)
  }
}

/** From the leaf up to the first entry; each row once. */
export function* rowsAbove(up: WayUp, leaf: number): Generator<number> {
  const seen = new Set<number>()
  for (let row = leaf; row !== NONE && !seen.has(row); row = up(row)) {
    seen.add(row)
    yield row
  }
}
