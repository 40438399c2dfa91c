// One API message from the entries that share its id (D1).
//
// The client writes one entry a content block, all with the same message id. Keeping "the last one", as several
// readers do, loses half of the blocks; here they are laid together in order. Old slow streams repeat or grow a block:
// a repeated block is dropped, one that extends the block at its place replaces it. (What a *client* sends for such
// chunks is another matter: R-M2.)

import { blockHash } from './fact-reader.js'
import type { BlockFacts, Facts, UsageFacts } from './facts.js'
import {
  addMessage,
  blocksOf,
  FINAL_USAGE,
  linkBlock,
  linkRow,
  type MessageColumns,
  newMessageColumns,
  PLACED,
  relink,
  rowsOf,
  SIDECHAIN_MESSAGE,
  SYNTHETIC_MESSAGE,
} from './message-columns.js'
import { hashOf, type Name } from './names.js'
import { NONE, SIDECHAIN, SYNTHETIC } from './rows.js'
import { isBetterFigure } from './usage.js'

export interface MessageBlock {
  readonly type: Name
  /** The entry that holds it, and its place in that entry's content. */
  readonly row: number
  readonly index: number
  /** Its place in the message, where the entry says it (`apiBlockIndex`); else NONE. */
  readonly place: number
  readonly hash: number
  /** Bytes of its text as written, or of the whole block where it has none. */
  readonly length: number
}

export interface Message {
  /** 0 for an entry without message id, which is a message of its own. */
  readonly id: Name
  readonly model: Name
  readonly rows: readonly number[]
  readonly blocks: readonly MessageBlock[]
  readonly stopReason: Name
  readonly usage: UsageFacts | undefined
  /** The usage of an entry with a stop reason is final; else the one with the highest output count. */
  readonly usageIsFinal: boolean
  readonly synthetic: boolean
  readonly sidechain: boolean
}

export function messageAt(columns: MessageColumns, at: number): Message {
  return new MessageView(columns, at)
}

/** Two numbers instead of a copy: a session has a hundred thousand of them, and most are asked for little (I5). */
class MessageView implements Message {
  readonly #columns: MessageColumns
  readonly #at: number

  constructor(columns: MessageColumns, at: number) {
    this.#columns = columns
    this.#at = at
  }

  get id(): Name {
    return this.#columns.id[this.#at]!
  }

  get model(): Name {
    return this.#columns.model[this.#at]!
  }

  get rows(): readonly number[] {
    return [...rowsOf(this.#columns, this.#at)]
  }

  get blocks(): readonly MessageBlock[] {
    const { blocks } = this.#columns
    return Array.from(blocksOf(this.#columns, this.#at), block => ({
      type: blocks.type[block]!,
      row: blocks.row[block]!,
      index: blocks.index[block]!,
      place: blocks.place[block]!,
      hash: blocks.hash[block]!,
      length: blocks.length[block]!,
    }))
  }

  get stopReason(): Name {
    return this.#columns.stopReason[this.#at]!
  }

  get usage(): UsageFacts | undefined {
    return usageOf(this.#columns, this.#at)
  }

  get usageIsFinal(): boolean {
    return this.#has(FINAL_USAGE)
  }

  get synthetic(): boolean {
    return this.#has(SYNTHETIC_MESSAGE)
  }

  get sidechain(): boolean {
    return this.#has(SIDECHAIN_MESSAGE)
  }

  #has(flag: number): boolean {
    return (this.#columns.flags[this.#at]! & flag) !== 0
  }
}

export function usageOf({ usage, usages }: MessageColumns, at: number): UsageFacts | undefined {
  return usage[at] === NONE ? undefined : usages[usage[at]!]
}

export interface MessageCollector {
  /** Lays the blocks of one more entry into its message. */
  add(facts: Facts, row: number, bytes: Uint8Array): void
  finish(): MessageColumns
}

/** From so many blocks on, the blocks of a message are looked up instead of searched. */
const MANY = 32

/** What the blocks of a large message are found by. */
interface Lookup {
  /** By what a block is: its position in the message. */
  readonly known: Map<string, number>
  /** By position in the message: its number. */
  readonly at: number[]
}

export function messageCollector(): MessageCollector {
  const columns = newMessageColumns()
  const { blocks } = columns
  const byId = new Map<Name, number>()
  const large = new Map<number, Lookup>()

  function add(facts: Facts, row: number, bytes: Uint8Array): void {
    const at = (facts.messageId === 0 ? undefined : byId.get(facts.messageId)) ?? begin(facts)
    linkRow(columns, at, row)
    columns.model[at] ||= facts.model
    for (const [index, block] of facts.blocks.entries())
      addBlock(at, blockAt(block, row, index, facts, bytes), facts.blocks.length === 1, block, bytes)
    if (facts.stopReason !== 0) columns.stopReason[at] = facts.stopReason
    if (facts.hasUsage) addUsage(at, facts)
  }

  function begin({ messageId, flags }: Facts): number {
    const at = addMessage(columns)
    columns.id[at] = messageId
    columns.flags[at] =
      ((flags & SYNTHETIC) === 0 ? 0 : SYNTHETIC_MESSAGE) | ((flags & SIDECHAIN) === 0 ? 0 : SIDECHAIN_MESSAGE)
    if (messageId !== 0) byId.set(messageId, at)
    return at
  }

  function addBlock(at: number, added: MessageBlock, alone: boolean, block: BlockFacts, bytes: Uint8Array): void {
    if (added.place !== NONE) columns.flags[at]! |= PLACED
    const lookup = lookupOf(at)
    const same = sameBlock(at, added, lookup)
    if (same !== NONE && blocks.row[same] !== added.row) {
      // A call whose input was still to come: the longer one is the whole one.
      if (block.id !== 0 && blocks.length[same]! < added.length) put(same, added)
      return
    }
    const count = columns.blockCount[at]!
    // An entry with one block may continue the last one; else a block continues the one at its place.
    const former = [added.index, ...(alone ? [count - 1] : [])].find(
      position => position >= 0 && position < count && isExtended(numberAt(at, position, lookup), added, block, bytes),
    )
    const number = former === undefined ? linkBlock(columns, at) : numberAt(at, former, lookup)
    put(number, added)
    lookup?.known.set(keyOf(added), former ?? count)
    if (former === undefined) lookup?.at.push(number)
  }

  function lookupOf(at: number): Lookup | undefined {
    if (columns.blockCount[at]! < MANY) return undefined
    let lookup = large.get(at)
    if (!lookup) {
      lookup = { known: new Map(), at: [...blocksOf(columns, at)] }
      for (const [position, number] of lookup.at.entries()) {
        const key = keyOf({ type: blocks.type[number]!, place: blocks.place[number]!, hash: blocks.hash[number]! })
        if (!lookup.known.has(key)) lookup.known.set(key, position)
      }
      large.set(at, lookup)
    }
    return lookup
  }

  /** Two places that are said to differ hold two blocks, however equal. */
  function sameBlock(at: number, { type, place, hash }: MessageBlock, lookup: Lookup | undefined): number {
    if (lookup) {
      const position = lookup.known.get(keyOf({ type, place, hash }))
      return position === undefined ? NONE : lookup.at[position]!
    }
    for (let block = columns.firstBlock[at]!; block !== NONE; block = blocks.next[block]!)
      if (blocks.hash[block] === hash && blocks.type[block] === type && blocks.place[block] === place) return block
    return NONE
  }

  function numberAt(at: number, position: number, lookup: Lookup | undefined): number {
    if (lookup) return lookup.at[position]!
    let block = columns.firstBlock[at]!
    for (let left = position; left > 0; left--) block = blocks.next[block]!
    return block
  }

  function isExtended(before: number, added: MessageBlock, { textStart, textEnd }: BlockFacts, bytes: Uint8Array) {
    const length = blocks.length[before]!
    return (
      textEnd > 0 &&
      blocks.row[before] !== added.row &&
      blocks.type[before] === added.type &&
      blocks.place[before] === added.place &&
      length > 0 &&
      length < added.length &&
      hashOf(bytes, textStart, textStart + length) === blocks.hash[before]
    )
  }

  function put(number: number, { type, row, index, place, hash, length }: MessageBlock): void {
    blocks.type[number] = type
    blocks.row[number] = row
    blocks.index[number] = index
    blocks.place[number] = place
    blocks.hash[number] = hash
    blocks.length[number] = length
  }

  function addUsage(at: number, facts: Facts): void {
    const final = facts.stopReason !== 0
    const wasFinal = (columns.flags[at]! & FINAL_USAGE) !== 0
    const before = usageOf(columns, at)
    if (before && !isBetterFigure(final, facts.usage.outputTokens, wasFinal, before.outputTokens)) return
    if (before === undefined) columns.usage[at] = columns.usages.push(facts.usage) - 1
    else columns.usages[columns.usage[at]!] = facts.usage
    if (final) columns.flags[at]! |= FINAL_USAGE
  }

  return {
    add,
    finish() {
      for (let at = 0; at < columns.count; at++)
        if ((columns.flags[at]! & PLACED) !== 0 && columns.rowCount[at]! > 1) orderByPlace(columns, at)
      return columns
    },
  }
}

function blockAt(block: BlockFacts, row: number, index: number, facts: Facts, bytes: Uint8Array): MessageBlock {
  const length = block.textEnd > 0 ? block.textEnd - block.textStart : block.end - block.start
  const place = facts.apiBlockIndex < 0 ? NONE : facts.apiBlockIndex + index
  return { type: block.type, row, index, place, hash: blockHash(bytes, block), length }
}

function keyOf({ type, place, hash }: Pick<MessageBlock, 'type' | 'place' | 'hash'>): string {
  return `${type} ${place} ${hash}`
}

/** Blocks that say their place in the message (`apiBlockIndex`) are put there; all others keep the file's order. */
function orderByPlace(columns: MessageColumns, at: number): void {
  const { row: rowOf, place, index } = columns.blocks
  const rows = [...rowsOf(columns, at)]
  const blocks = [...blocksOf(columns, at)]
  const order = new Map(rows.map((row, position) => [row, position]))
  const placeOf = new Map(order)
  for (const block of blocks) if (place[block] !== NONE) placeOf.set(rowOf[block]!, place[block]! - index[block]!)
  const compare = (a: number, b: number): number => placeOf.get(a)! - placeOf.get(b)! || order.get(a)! - order.get(b)!
  rows.sort(compare)
  blocks.sort((a, b) => compare(rowOf[a]!, rowOf[b]!) || index[a]! - index[b]!)
  relink(columns, at, rows, blocks)
}
