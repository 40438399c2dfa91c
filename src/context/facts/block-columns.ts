// The content blocks of all entries as columns: what the client's rules look at, in a few numbers a block and without
// any text. A row's blocks stand next to each other; content that is a plain text counts as one text block.

import { type ColumnsOf, growColumns, newColumns } from '../../conversation/columns.js'

/** What a block is to the client's rules. */
/** No block: it has no type, or it is a text without one. The client drops it when it reads the row. */
export const NO_BLOCK = 0
export const TEXT = 1
export const THINKING = 2
export const TOOL_USE = 3
export const TOOL_RESULT = 4
/** A call that the API answers itself, inside the same message. */
export const SERVER_USE = 5
export const SERVER_RESULT = 6
export const MEDIA = 7
export const OTHER_BLOCK = 8

/** Text: nothing but white space. */
export const BLANK = 1
/** Text: the client's own word for an answer without content. */
export const SAYS_NO_CONTENT = 1 << 1
/** Text: opens as the note above the output of local commands (N25). */
export const OPENS_CAVEAT = 1 << 2
/** Text: opens as the record of a local command (N25). */
export const OPENS_COMMAND = 1 << 3
/** Text: the client's own words behind a tool_reference (N22). */
export const SAYS_TOOL_LOADED = 1 << 4
/** Thinking of which the API keeps the text to itself. */
export const REDACTED = 1 << 5
/** tool_result */
export const IS_ERROR = 1 << 6
/** tool_result: holds something else than text (N23). */
export const HOLDS_MEDIA = 1 << 7
/** tool_result: holds tool_reference blocks (N22). */
export const HOLDS_REFERENCES = 1 << 8
/** tool_use of Edit whose input has `edits` (N21). */
export const HAS_EDITS = 1 << 9
/** The content of the entry, or of the result, is a plain text. */
export const PLAIN = 1 << 10
/** An image beyond what the API takes (A4.2). */
export const TOO_LARGE = 1 << 11
/** Text of no characters at all. */
export const EMPTY = 1 << 12
/** tool_result whose content is neither a text nor blocks, nor absent. */
export const ODD_CONTENT = 1 << 14
/** A call to the client's own adviser, or its answer, which is never sent again (A2.13). */
export const ADVISER = 1 << 15
/** null in place of a block (O7). */
export const IS_NULL = 1 << 16
/** Text: opens as the output of a local command (N25). */
export const OPENS_OUTPUT = 1 << 17
/** Text: what the client says to the model by itself in the middle of a turn (N15). */
export const OPENS_NUDGE = 1 << 18
/** Text: opens with a slash, as a command does that was typed (N25). */
export const OPENS_SLASH = 1 << 19
/** Text: an interruption by the user, as the client writes it. */
export const SAYS_INTERRUPTED = 1 << 13
/** Text: the client's own word for going on with a turn that was broken off (N17). */
export const SAYS_CONTINUE = 1 << 20
/** tool_result: the client's own word for a call that was given up for a message of the user (N16). */
export const SAYS_GIVEN_UP = 1 << 21
/** Text: opens with a reminder's tag that is none, since white space follows its name (N27). */
export const OPENS_ODD_TAG = 1 << 23
/** tool_use of SendMessage whose input says the same in an older way as well (N21). */
export const HAS_OLD_FIELDS = 1 << 22

const COLUMNS = {
  kind: Uint8Array,
  flags: Int32Array,
  /** The name of the block's type. */
  type: Int32Array,
  /** tool_use: its id; a result: the id that it answers. */
  id: Int32Array,
  toolName: Int32Array,
  /** tool_result: characters of its texts, images counted as clients up to 2.0 do (B2, O19). */
  size: Int32Array,
  /** About its tokens (tokens-weight.ts). */
  weight: Int32Array,
} as const

export interface BlockColumns extends ColumnsOf<typeof COLUMNS> {
  count: number
  /** All flags that any block has: a rule about others has nothing to do. */
  seenFlags: number
}

export type Block = { readonly [Name in keyof typeof COLUMNS]: number }

/** There may be thousands of agents with a few entries each. */
export const SMALL = 16

export function newBlockColumns(): BlockColumns {
  return { count: 0, seenFlags: 0, ...newColumns(COLUMNS, SMALL) }
}

export function addBlock(columns: BlockColumns, block: Block): void {
  const at = columns.count++
  if (at === columns.kind.length) growColumns(columns, COLUMNS, at + 1)
  columns.kind[at] = block.kind
  columns.flags[at] = block.flags
  columns.seenFlags |= block.flags
  columns.type[at] = block.type
  if (block.id !== 0) columns.id[at] = block.id
  if (block.toolName !== 0) columns.toolName[at] = block.toolName
  columns.size[at] = block.size
  columns.weight[at] = Math.round(block.weight)
}
