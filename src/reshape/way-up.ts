// The way from an entry up, as the client goes it: over parents, over the break where a parent is missing and another
// entry is near enough in time (N1), and over compactions to what was before them.

import { bridges } from '../check/bridge.js'
import type { Conversation } from '../conversation/conversation.js'
import { rowsByUuid } from '../conversation/graph.js'
import { NONE } from '../conversation/rows.js'

/** The row above, or NONE. */
export type WayUp = (row: number) => number

export interface Read {
  readonly conversation: Conversation
  /** Rows on damaged lines, which the client passes over (R-F1 to R-F3). */
  readonly facts: { readonly unread: ReadonlySet<number> }
}

export function wayUp(read: Read): WayUp {
  const { branches } = read.conversation
  const parent = parentsOf(read)
  return row => {
    const found = parent(row)
    // Over a compaction; never to an entry that the client does not read.
    const up = branches.up[row]!
    return found !== NONE || up === NONE || read.facts.unread.has(up) ? found : up
  }
}

/** The same, but for what a compaction cuts off. */
export function parentsOf({ conversation: { rows, graph }, facts: { unread } }: Read): WayUp {
  let bridge: ((row: number) => number) | undefined
  return row => {
    const parent = graph.parent[row]!
    if (parent !== NONE && !unread.has(parent)) return parent
    if (rows.parentName[row] === 0 || graph.cycles.includes(row)) return NONE
    if (!bridge) {
      const rowOf = rowsByUuid(rows)
      bridge = bridges(rows, one => rowOf[rows.uuid[one]!] === one && !unread.has(one), false)
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
