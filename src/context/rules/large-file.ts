// Files above 5 MiB, of which the client reads only what it thinks it needs. (B1)

import { NONE } from '../../conversation/rows.js'
import { HELD, type Held, NOT_HELD, parentOf, type Walk } from '../path.js'
import type { PathRule } from '../profile.js'
import { lastMainRow } from './leaf.js'

/** Up to so many bytes a file is read as a whole. */
const WHOLE_FILE = 5_242_880

export const skipsCompacted: PathRule = {
  id: 'B1',
  does: 'in a large file, reads nothing before the last compaction that keeps no rows',
  apply(walk) {
    if (!isLargeFile(walk)) return
    const boundary = lastPlainBoundary(walk)
    for (let row = 0; row < boundary; row++) {
      if (walk.held[row] !== HELD) continue
      walk.held[row] = NOT_HELD
      walk.why.set(row, 'before compaction')
    }
  },
}

/** What hangs below the last row is not read, unless a break in its chain has all of the file read. */
export const readsAncestors: PathRule = {
  id: 'B1-leaf',
  does: 'in a large file, ends at the last row, even if it has children',
  apply(walk) {
    if (isLargeFile(walk) && reachesRoot(walk, lastMainRow(walk))) walk.readsBelow = false
  },
}

export function isLargeFile({ conversation }: Pick<Held, 'conversation'>): boolean {
  return conversation.inventory.bytes > WHOLE_FILE
}

function lastPlainBoundary({ facts }: Walk): number {
  let last = NONE
  for (const [row, detail] of facts.details) {
    if (detail.kind === 'boundary' && !detail.keeps && !facts.unread.has(row)) last = row
  }
  return last
}

function reachesRoot(walk: Walk, from: number): boolean {
  const seen = new Set<number>()
  let row = from
  while (row >= 0 && !seen.has(row)) {
    seen.add(row)
    row = parentOf(walk, row)
  }
  return from !== NONE && row === NONE
}
