// What a `last-prompt` entry says: where the conversation goes on (R-L2 to R-L5, N5, N6).

import type { SeenEntry } from '../conversation/conversation.js'
import { decodeString, rangeOf } from '../format/json/walk.js'

export interface CheckpointEntry {
  readonly row: number
  /** undefined for null: the start. */
  readonly leafUuid: string | undefined
  readonly explicit: boolean
}

/** What the client writes when somebody rewinds to the very start. */
const NOWHERE = '00000000-0000-0000-0000-000000000000'

/** Entries of older clients name no leaf. */
export function checkpointEntry({ row, bytes, start }: SeenEntry): CheckpointEntry | undefined {
  const leaf = rangeOf(bytes, start, ['leafUuid'])
  if (!leaf) return undefined
  const explicit = rangeOf(bytes, start, ['explicit'])
  return {
    row,
    leafUuid: bytes[leaf.start] === 0x22 ? decodeString(bytes, leaf.start + 1, leaf.end - 1) : undefined,
    explicit: explicit !== undefined && bytes[explicit.start] === 0x74,
  }
}

export function isNowhere({ leafUuid }: CheckpointEntry): boolean {
  return leafUuid === undefined || leafUuid === NOWHERE
}

/** Does this entry say that the conversation was rewound to its start? */
export function clearedCheckpoint(seen: SeenEntry): boolean {
  const checkpoint = checkpointEntry(seen)
  return checkpoint?.explicit === true && isNowhere(checkpoint)
}
