// The messages of a session as columns: what a message is, the entries it is made of, its blocks.

import { type ColumnsOf, growColumns, grown, newColumns } from './columns.js'
import type { UsageFacts } from './facts.js'
import { NONE } from './rows.js'

export const SYNTHETIC_MESSAGE = 1
export const SIDECHAIN_MESSAGE = 1 << 1
/** Its usage is that of an entry with a stop reason. */
export const FINAL_USAGE = 1 << 2
/** An entry of it says where its blocks stand in the message. */
export const PLACED = 1 << 3

const OF_MESSAGE = {
  id: Int32Array,
  model: Int32Array,
  stopReason: Int32Array,
  flags: Uint8Array,
  /** Place in `usages`, or NONE. */
  usage: Int32Array,
  /** Its entries: the first, the last, how many; from one to the next by `nextRow`. */
  firstRow: Int32Array,
  lastRow: Int32Array,
  rowCount: Int32Array,
  /** Its blocks, in the same way. */
  firstBlock: Int32Array,
  lastBlock: Int32Array,
  blockCount: Int32Array,
} as const

const OF_BLOCK = {
  type: Int32Array,
  row: Int32Array,
  index: Int32Array,
  place: Int32Array,
  hash: Int32Array,
  length: Int32Array,
  next: Int32Array,
} as const

export interface MessageColumns extends ColumnsOf<typeof OF_MESSAGE> {
  count: number
  readonly usages: UsageFacts[]
  /** By row. */
  nextRow: Int32Array
  readonly blocks: MessageBlockColumns
}

export interface MessageBlockColumns extends ColumnsOf<typeof OF_BLOCK> {
  count: number
}

export function newMessageColumns(): MessageColumns {
  return {
    count: 0,
    usages: [],
    ...newColumns(OF_MESSAGE, 0),
    nextRow: new Int32Array(0),
    blocks: { count: 0, ...newColumns(OF_BLOCK, 0) },
  }
}

/** There may be thousands of agents with a message or two each. */
const SMALL = 16

/** Room for one more message; returns its position. */
export function addMessage(messages: MessageColumns): number {
  const at = messages.count
  if (at === messages.id.length) growColumns(messages, OF_MESSAGE, at + SMALL)
  messages.usage[at] = NONE
  messages.firstRow[at] = NONE
  messages.lastRow[at] = NONE
  messages.firstBlock[at] = NONE
  messages.lastBlock[at] = NONE
  messages.count++
  return at
}

/** Lays one more entry to the end of a message. */
export function linkRow(messages: MessageColumns, at: number, row: number): void {
  if (row >= messages.nextRow.length) messages.nextRow = grown(messages.nextRow, row + SMALL)
  messages.nextRow[row] = NONE
  if (messages.lastRow[at] === NONE) messages.firstRow[at] = row
  else messages.nextRow[messages.lastRow[at]!] = row
  messages.lastRow[at] = row
  messages.rowCount[at]!++
}

/** Room for one more block, at the end of a message; returns its number. */
export function linkBlock(messages: MessageColumns, at: number): number {
  const { blocks } = messages
  const block = blocks.count
  if (block === blocks.type.length) growColumns(blocks, OF_BLOCK, block + SMALL)
  blocks.next[block] = NONE
  if (messages.lastBlock[at] === NONE) messages.firstBlock[at] = block
  else blocks.next[messages.lastBlock[at]!] = block
  messages.lastBlock[at] = block
  messages.blockCount[at]!++
  blocks.count++
  return block
}

export function* rowsOf({ firstRow, nextRow }: MessageColumns, at: number): Generator<number> {
  for (let row = firstRow[at]!; row !== NONE; row = nextRow[row]!) yield row
}

export function* blocksOf({ firstBlock, blocks }: MessageColumns, at: number): Generator<number> {
  for (let block = firstBlock[at]!; block !== NONE; block = blocks.next[block]!) yield block
}

/** Puts the entries and blocks of a message into another order. */
export function relink(messages: MessageColumns, at: number, rows: readonly number[], blocks: readonly number[]): void {
  const chain = (items: readonly number[], next: Int32Array): void => {
    items.forEach((item, place) => {
      next[item] = items[place + 1] ?? NONE
    })
  }
  chain(rows, messages.nextRow)
  chain(blocks, messages.blocks.next)
  messages.firstRow[at] = rows[0] ?? NONE
  messages.lastRow[at] = rows.at(-1) ?? NONE
  messages.firstBlock[at] = blocks[0] ?? NONE
  messages.lastBlock[at] = blocks.at(-1) ?? NONE
}
