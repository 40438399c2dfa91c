// One entry while its edits are found.

import type { Edit } from '../../format/changes.js'
import type { RowChange } from '../plan/draft.js'

export interface EntryAtHand {
  readonly row: number
  /** Its JSON text. */
  readonly bytes: Uint8Array
  readonly change: RowChange | undefined
  /** Where the session's own id stands in it, fields included; empty where the session keeps its id. */
  readonly mentions: readonly number[]
  /** The bytes from `start` to `end` become these. */
  put(start: number, end: number, content: Uint8Array): void
}

/** Edits found within the entry, as edits of the file. */
export function entryAtHand(
  row: number,
  bytes: Uint8Array,
  offset: number,
  change: RowChange | undefined,
  mentions: readonly number[],
  into: Edit[],
): EntryAtHand {
  return {
    row,
    bytes,
    change,
    mentions,
    put: (start, end, content) => into.push({ offset: offset + start, length: end - start, content }),
  }
}
