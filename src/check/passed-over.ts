// Entries that would be on the path if there were something in them: the client passes over them to their parents (N2).

import type { Path } from '../context/index.js'
import { HELD } from '../context/path.js'
import { rowsByUuid } from '../conversation/graph.js'
import { NONE } from '../conversation/rows.js'

/** Does an entry that is not held lie between entries of the path, or right behind its end? */
export function passedOver(path: Path): (row: number) => boolean {
  const { rows, held, walked, on, leaf } = path
  const rowOf = rowsByUuid(rows)
  const passed = new Set<number>()
  for (const child of walked) {
    if (!on[child]) continue
    const seen = new Set<number>()
    for (let row = above(child); row !== NONE && held[row] !== HELD && !seen.has(row); row = above(row)) {
      seen.add(row)
      passed.add(row)
    }
  }
  return row => passed.has(row) || followsEnd(row)

  function above(row: number): number {
    return rowOf[rows.parentName[row]!]!
  }

  function followsEnd(start: number): boolean {
    const seen = new Set<number>()
    let row = start
    while (row !== NONE && held[row] !== HELD && !seen.has(row)) {
      seen.add(row)
      row = above(row)
    }
    return leaf !== NONE && row === leaf
  }
}
