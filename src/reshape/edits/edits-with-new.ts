// Edits that were found before, but for a few rows whose edits are found again: the file is read at those rows only.

import type { Edit, Edits } from '../../format/changes.js'
import type { ReshapeSource } from '../plan/plan.js'
import type { RowEdits } from './row-edits.js'

/** `found` and `rows` in the order of the file; the rows stay, each in its own place. */
export function editsWithNew(
  found: Edits,
  rows: readonly number[],
  { conversation, read }: Pick<ReshapeSource, 'conversation' | 'read'>,
  editsOf: RowEdits,
): Edits {
  const { offset, length } = conversation.rows
  return {
    *[Symbol.iterator](): Generator<Edit> {
      let next = 0
      let end = 0 // of the row whose old edits are left out
      const isBefore = (at: number): boolean => next < rows.length && offset[rows[next]!]! < at
      const newEdits = (): readonly Edit[] => {
        const row = rows[next++]!
        end = offset[row]! + length[row]!
        return editsOf(row, read(offset[row]!, length[row]!))
      }
      for (const edit of found) {
        // What is put before a row stands at its beginning, and is none of its own edits.
        while (isBefore(edit.offset)) yield* newEdits()
        if (edit.offset >= end) yield edit
      }
      while (next < rows.length) yield* newEdits()
    },
  }
}
