// Which tree does a row stand in? A row that is to be hung elsewhere is the root of one. Trees are joined as rows are hung,
// and never come apart again.

import { NONE } from '../../conversation/rows.js'
import type { DamagedSession } from './damaged-session.js'

export interface Trees {
  /** The root of the tree that it stands in by now. */
  rootOf(row: number): number
  /** `root` and all below it hang on `parent` from now on. */
  join(root: number, parent: number): void
}

export function treesOf({ source: { conversation } }: DamagedSession, isBroken: (row: number) => boolean): Trees {
  const { rows, graph } = conversation
  const root = new Int32Array(rows.count)
  for (let row = 0; row < rows.count; row++) root[row] = row
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    if (parent !== NONE && !isBroken(row)) root[row] = root[parent]!
  }
  const joined = new Map<number, number>()
  return {
    join: (row, parent) => void joined.set(row, parent),
    rootOf(row) {
      let at = root[row]!
      const way: number[] = []
      for (let next = joined.get(at); next !== undefined; next = joined.get(at)) {
        way.push(at)
        at = root[next]!
      }
      for (const one of way) joined.set(one, at)
      return at
    },
  }
}
