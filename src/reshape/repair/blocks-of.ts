// The blocks of some kinds, entry by entry.

import type { Name } from '../../conversation/names.js'
import { OTHER } from '../../conversation/rows.js'
import type { ReshapeSource } from '../plan/plan.js'

export interface PlacedBlock {
  readonly row: number
  /** Its place in the content. */
  readonly index: number
  readonly kind: number
  /** Of the call, also in a result. */
  readonly id: Name
  readonly flags: number
}

export function* blocksOf({ conversation, facts }: ReshapeSource, ...kinds: readonly number[]): Generator<PlacedBlock> {
  const { count, role } = conversation.rows
  // Records of requests hold the same blocks again.
  for (let row = 0; row < count; row++) if (role[row] !== OTHER) yield* blocksIn({ facts }, row, ...kinds)
}

export function* blocksIn(
  { facts }: Pick<ReshapeSource, 'facts'>,
  row: number,
  ...kinds: readonly number[]
): Generator<PlacedBlock> {
  const { kind, id, flags } = facts.blocks
  const first = facts.first[row]!
  for (let block = first; block < facts.first[row + 1]!; block++) {
    if (kinds.includes(kind[block]!))
      yield { row, index: block - first, kind: kind[block]!, id: id[block]!, flags: flags[block]! }
  }
}
