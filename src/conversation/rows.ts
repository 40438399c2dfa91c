// The entries of a file as columns: a few numbers an entry, so that a million of them fit into memory (I5).
// A row is the position of an entry among the entries of its file; every derived value refers to rows, and a row
// knows its line, offset and length.

import type { ReadColumns } from './columns.js'
import type { Name, Names } from './names.js'
import type { ROW_COLUMNS } from './row-columns.js'
import { USER_KINDS, type UserKind } from './user-kind.js'

export const SIDECHAIN = 1
export const META = 1 << 1
export const API_ERROR = 1 << 2
export const SYNTHETIC = 1 << 3
export const HAS_TOOL_RESULT = 1 << 4
export const HAS_TOOL_USE = 1 << 5
export const HAS_TEXT = 1 << 6
export const HAS_MESSAGE = 1 << 7
/** The timestamp is written as something else than a text; the client takes texts only (R-L9). */
export const TIME_NUMBER = 1 << 8
export const DELETED = 1 << 9
export const ABORTED = 1 << 10
/** Output of a local command that is shown and never sent (N27). */
export const DISPLAY_ONLY = 1 << 11
export const BAD_TIME = 1 << 12
export const VIRTUAL = 1 << 13
export const THINKING_TRIGGER = 1 << 14
export const COMPACT_SUMMARY = 1 << 15
/** It says whether it is of a sidechain: rows that do not say it are a side of their own to the client (N1). */
export const STATES_SIDE = 1 << 16
/** It says where the prompt came from, so it is no record of a local command (N25). */
export const PROMPT_SOURCE = 1 << 17
/** Written beside a turn by the client: it neither opens nor closes one (N15). */
export const COMPANION = 1 << 18
/** It has what a tool returned besides the result for the model. */
export const TOOL_USE_RESULT = 1 << 19
/** Written because the client was ended, not because the user stopped it (N15). */
export const BY_SHUTDOWN = 1 << 20
/** It was queued and is shown only: it opens no turn (N24). */
export const SHOWN_ONLY = 1 << 21
/** A result with which the turn was to end (N16). */
export const ENDS_TURN = 1 << 22
/** A result that the tool has given to end the turn (N16). */
export const TOOL_ENDS_TURN = 1 << 23
/** The result of a call that went on in the background when the turn was stopped (N16). */
export const BACKGROUNDED = 1 << 25
/** It names messages that were taken back (N26). */
export const RETRACTS = 1 << 24

/** What a row is in the chain; anything else, known or not, is OTHER. */
export const OTHER = 0
export const USER = 1
export const ASSISTANT = 2
export const SYSTEM = 3
export const ATTACHMENT = 4
export const PROGRESS = 5

/** No row: a parent that is absent, or named but not in the file. */
export const NONE = -1

/** The rows as one reads them: a column by its name, a fact by its row. The reading alone writes (`row-columns.ts`). */
export interface Rows extends ReadColumns<typeof ROW_COLUMNS> {
  readonly count: number
  readonly names: Names
}

export function has(rows: Rows, row: number, flag: number): boolean {
  return (rows.flags[row]! & flag) !== 0
}

export function isMain(rows: Rows, row: number): boolean {
  return rows.uuid[row] !== 0 && (rows.flags[row]! & SIDECHAIN) === 0
}

export function kindOf(rows: Rows, row: number): UserKind | undefined {
  return USER_KINDS[rows.kind[row]!]
}

export function typeOf(rows: Rows, row: number): string {
  return rows.names.text(rows.type[row]!)
}

export function uuidOf(rows: Rows, row: number): string | undefined {
  return textOf(rows, rows.uuid[row]!)
}

export function textOf(rows: Rows, name: Name): string | undefined {
  return name === 0 ? undefined : rows.names.text(name)
}

export function timeOf(rows: Rows, row: number): string | undefined {
  const time = rows.time[row]!
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The first entry on that line; -1 where none was read there. */
export function rowOfLine(rows: Rows, line: number): number {
  const row = rows.line.indexOf(line)
  return row < rows.count ? row : -1
}
