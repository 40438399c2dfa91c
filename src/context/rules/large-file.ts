// Files above 5 MiB, of which the client reads only what it thinks it needs. (B1)

import { NONE } from '../../conversation/rows.js'
import type { Rule } from '../profile.js'
import { HELD, NOT_HELD, parentOf, type Resume } from '../resume.js'
import { lastMainRow } from './leaf.js'

/** Up to so many bytes a file is read as a whole. */
const WHOLE_FILE = 5_242_880

export const skipsCompacted: Rule = {
  id: 'B1',
  does: 'in a large file, reads nothing before the last compaction that keeps no rows',
  apply(resume) {
    if (!isLarge(resume)) return
    const boundary = lastPlainBoundary(resume)
    for (let row = 0; row < boundary; row++) {
      if (resume.held[row] !== HELD) continue
      resume.held[row] = NOT_HELD
      resume.why.set(row, 'before compaction')
    }
  },
}

/** What hangs below the last row is not read, unless a break in its chain has all of the file read. */
export const readsAncestors: Rule = {
  id: 'B1-leaf',
  does: 'in a large file, ends at the last row, even if it has children',
  apply(resume) {
    if (isLarge(resume) && reachesRoot(resume, lastMainRow(resume))) resume.ways.readsBelow = false
  },
}

function isLarge({ conversation }: Resume): boolean {
  return conversation.inventory.bytes > WHOLE_FILE
}

function lastPlainBoundary({ facts }: Resume): number {
  let last = NONE
  for (const [row, detail] of facts.details) {
    if (detail.kind === 'boundary' && !detail.keeps && !facts.unread.has(row)) last = row
  }
  return last
}

function reachesRoot(resume: Resume, from: number): boolean {
  const seen = new Set<number>()
  let row = from
  while (row >= 0 && !seen.has(row)) {
    seen.add(row)
    row = parentOf(resume, row)
  }
  return from !== NONE && row === NONE
}
