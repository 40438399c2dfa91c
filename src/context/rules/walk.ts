// From the leaf up to the root, or to where the history is cut. (R-L7, R-L11, N1 to N3)

import { NONE } from '../../conversation/rows.js'
import { MISSING, parentOf, type Walk } from '../path.js'
import type { PathRule } from '../profile.js'

export const walkUp: PathRule = {
  id: 'walk',
  does: 'follows the parents from the leaf, wherever the rows are in the file and whichever side they belong to',
  apply(walk) {
    walk.walked = chainTo(walk, walk.leaf)
    walk.chain = walk.walked.slice()
  },
}

/** The rows from the root to this one. */
export function chainTo(walk: Walk, leaf: number): number[] {
  const seen = new Uint8Array(walk.rows.count)
  const isSeen = (row: number): boolean => seen[row] === 1
  const bridge = walk.newBridge()
  const chain: number[] = []
  for (let row = leaf; row !== NONE; ) {
    seen[row] = 1
    chain.push(row)
    const parent = parentOf(walk, row)
    const isBroken = parent === MISSING || (parent !== NONE && isSeen(parent))
    row = isBroken ? bridge(row, isSeen) : parent
  }
  return chain.reverse()
}
