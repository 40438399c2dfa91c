// From the leaf up to the root, or to where the history is cut. (R-L7, R-L11, N1 to N3)

import { NONE } from '../../conversation/rows.js'
import type { Rule } from '../profile.js'
import { MISSING, parentOf, type Resume } from '../resume.js'

export const walkUp: Rule = {
  id: 'walk',
  does: 'follows the parents from the leaf, wherever the rows are in the file and whichever side they belong to',
  apply(resume) {
    resume.chain = chainTo(resume, resume.leaf)
    resume.items = resume.chain.slice()
  },
}

/** The rows from the root to this one. */
export function chainTo(resume: Resume, leaf: number): number[] {
  const seen = new Uint8Array(resume.rows.count)
  const isSeen = (row: number): boolean => seen[row] === 1
  const bridge = resume.newBridge()
  const chain: number[] = []
  for (let row = leaf; row !== NONE; ) {
    seen[row] = 1
    chain.push(row)
    const parent = parentOf(resume, row)
    const isBroken = parent === MISSING || (parent !== NONE && isSeen(parent))
    row = isBroken ? bridge(row, isSeen) : parent
  }
  return chain.reverse()
}
