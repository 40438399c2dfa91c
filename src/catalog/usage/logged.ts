// Everything that was logged, as columns: a million entries fit into a hundred megabytes.

import { type ColumnsOf, growColumns, newColumns } from '../../conversation/columns.js'

/** Numbers of names: 0 is none. */
const COLUMNS = {
  /** Hashes of the message's id and the request's; 0 where there is no request. */
  id: Float64Array,
  request: Float64Array,
  /** NaN where there is none. */
  time: Float64Array,
  input: Float64Array,
  output: Float64Array,
  cacheRead: Float64Array,
  cacheCreation: Float64Array,
  write5m: Float64Array,
  write1h: Float64Array,
  line: Int32Array,
  source: Int32Array,
  model: Int32Array,
  /** Tier, place and speed. */
  manner: Int32Array,
  session: Int32Array,
  cwd: Int32Array,
  flags: Uint8Array,
} as const

/** One row an entry. */
export interface Logged extends ColumnsOf<typeof COLUMNS> {
  count: number
  /** By source: where its path stands among those of all; known when all of them are there. */
  sourceRank: Int32Array
}

export const FINAL = 1
export const IS_PROGRESS = 2
/** It says that it was copied from another session. */
export const IS_COPY = 4

export interface NameNumbers {
  of(text: string): number
  text(number: number): string
  readonly count: number
}

/** All columns with what their numbers take, the widest first. */
export const COLUMN_KINDS = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map(name => ({
  name,
  Kind: COLUMNS[name],
  size: COLUMNS[name].BYTES_PER_ELEMENT,
}))

/** The number of a new row. */
export function newRow(rows: Logged): number {
  if (rows.count === rows.id.length) growColumns(rows, COLUMNS, rows.count + 1)
  return rows.count++
}

/** All rows of another table; the number of the first. */
export function addRows(rows: Logged, other: Logged): number {
  const first = rows.count
  if (first + other.count > rows.id.length) growColumns(rows, COLUMNS, first + other.count)
  for (const { name } of COLUMN_KINDS) rows[name].set(other[name].subarray(0, other.count), first)
  rows.count += other.count
  return first
}

/** Enough for a session: columns that begin with nothing are made anew a dozen times before they hold one. */
const ROOM = 1024

export function emptyRows(): Logged {
  return { count: 0, ...newColumns(COLUMNS, ROOM), sourceRank: new Int32Array(0) }
}
