// The `last-prompt` entries of a file that say where the conversation goes on (R-L2 to R-L5, N5, N6).

import type { Path } from '../context/index.js'

export interface CheckpointEntry {
  readonly row: number
  /** null: the start. */
  readonly leafUuid: string | null
  readonly explicit: boolean
}

/** What the client writes when somebody rewinds to the very start. */
const NOWHERE = '00000000-0000-0000-0000-000000000000'

/** In the order of the file. Entries of older clients name no leaf and are none. */
export function checkpointsOf({ facts: { details, unread } }: Path): readonly CheckpointEntry[] {
  const found: CheckpointEntry[] = []
  for (const [row, detail] of details) {
    if (detail.kind !== 'checkpoint' || unread.has(row)) continue
    const { leafUuid, explicit } = detail
    if (leafUuid !== null || explicit) found.push({ row, leafUuid, explicit })
  }
  return found
}

export function isNowhere({ leafUuid }: CheckpointEntry): boolean {
  return leafUuid === null || leafUuid === NOWHERE
}
