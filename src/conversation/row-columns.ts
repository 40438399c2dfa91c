// What is kept of every entry while a session is read: one column a fact, one row an entry. Only the reading writes here;
// everybody else gets the rows as `rows.ts` shows them.

import { type ColumnsOf, growColumns, newColumns } from './columns.js'
import type { Names } from './names.js'

/** Every column, declared once. */
export const ROW_COLUMNS = {
  offset: Float64Array,
  length: Float64Array,
  line: Int32Array,
  type: Int32Array,
  /** USER, ASSISTANT, SYSTEM, ATTACHMENT, PROGRESS or OTHER. */
  role: Uint8Array,
  /** The subtype of a system entry, the attachment's type of an attachment, the operation of a queue operation. */
  subtype: Int32Array,
  uuid: Int32Array,
  parentName: Int32Array,
  logicalParentName: Int32Array,
  messageId: Int32Array,
  agentId: Int32Array,
  sessionId: Int32Array,
  flags: Int32Array,
  /** Index into USER_KINDS, or NO_KIND. */
  kind: Uint8Array,
  /** Milliseconds since 1970; NaN where the timestamp is missing or invalid. */
  time: Float64Array,
  /** Hash of what the entry says (prompt text or first block): equal prompts and answers have equal hashes. */
  contentHash: Int32Array,
  /** Where its message ends, counted from its beginning; 0 where it has none, -1 where it has several. */
  messageEnd: Int32Array,
} as const

export interface GrowingRows extends ColumnsOf<typeof ROW_COLUMNS> {
  count: number
  readonly names: Names
}

export const NO_KIND = 255

export function newRows(names: Names): GrowingRows {
  return { count: 0, names, ...newColumns(ROW_COLUMNS, 16) }
}

/** Room for one more row; returns its number. */
export function addRow(rows: GrowingRows): number {
  if (rows.count === rows.line.length) growColumns(rows, ROW_COLUMNS, rows.count + 1)
  return rows.count++
}
