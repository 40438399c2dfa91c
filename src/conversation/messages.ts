// One API message from the entries that share its id (D1).
//
// The client writes one entry a content block, all with the same message id. Keeping "the last one", as several
// readers do, loses half of the blocks; here they are laid together in order. Old slow streams repeat or grow a block:
// a repeated block is dropped, one that extends the block at its place replaces it. (What a *client* sends for such
// chunks is another matter: R-M2.)

import { blockHash } from './fact-reader.js'
import type { BlockFacts, Facts, UsageFacts } from './facts.js'
import { hashOf, type Name } from './names.js'
import { NONE } from './rows.js'

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
  model: Name
  rows: number[]
  blocks: MessageBlock[]
  /** Where each of many blocks is, by what it is. */
  known: Map<string, number> | undefined
  stopReason: Name
  usage: UsageFacts | undefined
  /** The usage of an entry with a stop reason is final; else the one with the highest output count. */
  usageIsFinal: boolean
  readonly synthetic: boolean
  readonly sidechain: boolean
}

export function newMessage(facts: Facts, synthetic: boolean, sidechain: boolean): Message {
  return {
    id: facts.messageId,
    model: facts.model,
    rows: [],
    blocks: [],
    known: undefined,
    stopReason: 0,
    usage: undefined,
    usageIsFinal: false,
    synthetic,
    sidechain,
  }
}

/** Lays the blocks of one more entry into its message. */
export function addToMessage(message: Message, facts: Facts, row: number, bytes: Uint8Array): void {
  message.rows = withOne(message.rows, row)
  message.model ||= facts.model
  facts.blocks.forEach((block, index) => {
    addBlock(message, blockAt(block, row, index, facts, bytes), facts.blocks.length === 1, block, bytes)
  })
  if (facts.stopReason !== 0) message.stopReason = facts.stopReason
  if (facts.hasUsage) addUsage(message, facts)
}

function blockAt(block: BlockFacts, row: number, index: number, facts: Facts, bytes: Uint8Array): MessageBlock {
  const length = block.textEnd > 0 ? block.textEnd - block.textStart : block.end - block.start
  const place = facts.apiBlockIndex < 0 ? NONE : facts.apiBlockIndex + index
  return { type: block.type, row, index, place, hash: blockHash(bytes, block), length }
}

function addBlock(message: Message, added: MessageBlock, alone: boolean, block: BlockFacts, bytes: Uint8Array): void {
  const { blocks } = message
  const known = message.known ?? (blocks.length < MANY ? undefined : (message.known = keysOf(blocks)))
  const same = known ? (known.get(keyOf(added)) ?? NONE) : blocks.findIndex(other => isSame(other, added))
  if (same !== NONE && blocks[same]!.row !== added.row) {
    // A call whose input was still to come: the longer one is the whole one.
    if (block.id !== 0 && blocks[same]!.length < added.length) blocks[same] = added
    return
  }
  // An entry with one block may continue the last one; else a block continues the one at its place.
  const former = [added.index, ...(alone ? [blocks.length - 1] : [])].find(at =>
    extendsFormer(blocks[at], added, block, bytes),
  )
  const at = former ?? blocks.length
  if (at === blocks.length) message.blocks = withOne(blocks, added)
  else blocks[at] = added
  known?.set(keyOf(added), at)
}

function extendsFormer(
  before: MessageBlock | undefined,
  added: MessageBlock,
  block: BlockFacts,
  bytes: Uint8Array,
): boolean {
  return (
    before !== undefined &&
    block.textEnd > 0 &&
    before.row !== added.row &&
    before.type === added.type &&
    before.place === added.place &&
    before.length > 0 &&
    before.length < added.length &&
    hashOf(bytes, block.textStart, block.textStart + before.length) === before.hash
  )
}

/** An array that grows by itself makes room for 17 at once; most messages have two or three entries (I5). */
function withOne<Item>(list: Item[], item: Item): Item[] {
  if (list.length < MANY) return list.concat([item])
  list.push(item)
  return list
}

/** From so many blocks on, the blocks of a message are looked up instead of searched. */
const MANY = 32

function keysOf(blocks: readonly MessageBlock[]): Map<string, number> {
  const keys = new Map<string, number>()
  blocks.forEach((block, at) => {
    if (!keys.has(keyOf(block))) keys.set(keyOf(block), at)
  })
  return keys
}

function keyOf(block: MessageBlock): string {
  return `${block.type} ${block.place} ${block.hash}`
}

/** Two places that are said to differ hold two blocks, however equal. */
function isSame(a: MessageBlock, b: MessageBlock): boolean {
  return a.hash === b.hash && a.type === b.type && a.place === b.place
}

function addUsage(message: Message, facts: Facts): void {
  const final = facts.stopReason !== 0
  const before = message.usage
  const better =
    before === undefined ||
    (final && !message.usageIsFinal) ||
    (final === message.usageIsFinal && facts.usage.outputTokens >= before.outputTokens)
  if (!better) return
  message.usage = facts.usage
  message.usageIsFinal = final
}

/** Blocks that say their place in the message (`apiBlockIndex`) are put there; all others keep the file's order. */
export function orderByPlace(message: Message): void {
  if (message.rows.length < 2 || !message.blocks.some(block => block.place !== NONE)) return
  const placeOf = new Map(message.rows.map((row, position) => [row, position]))
  const order = new Map(placeOf)
  for (const { row, place, index } of message.blocks) if (place !== NONE) placeOf.set(row, place - index)
  const compare = (a: number, b: number): number => placeOf.get(a)! - placeOf.get(b)! || order.get(a)! - order.get(b)!
  message.rows.sort(compare)
  message.blocks.sort((a, b) => compare(a.row, b.row) || a.index - b.index)
}
