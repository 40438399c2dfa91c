// One API message from the entries that share its id (D1).
//
// The client writes one entry a content block, all with the same message id. Keeping "the last one", as several
// readers do, loses half of the blocks; here they are laid together in order. Old slow streams repeat or grow a block:
// a repeated block is dropped, one that extends the block at its place replaces it. (What a *client* sends for such
// chunks is another matter: R-M2.)

import { blockHash } from './fact-reader.js'
import type { BlockFacts, Facts, UsageFacts } from './facts.js'
import { hashOf, type Name } from './names.js'

export interface MessageBlock {
  readonly type: Name
  /** The entry that holds it, and its place in that entry's content. */
  readonly row: number
  readonly index: number
  readonly hash: number
  /** Bytes of its text as written, or of the whole block where it has none. */
  readonly length: number
}

export interface Message {
  /** 0 for an entry without message id, which is a message of its own. */
  readonly id: Name
  model: Name
  readonly rows: number[]
  readonly blocks: MessageBlock[]
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
    stopReason: 0,
    usage: undefined,
    usageIsFinal: false,
    synthetic,
    sidechain,
  }
}

/** Lays the blocks of one more entry into its message. */
export function addToMessage(message: Message, facts: Facts, row: number, bytes: Uint8Array): void {
  message.rows.push(row)
  message.model ||= facts.model
  facts.blocks.forEach((block, index) => {
    addBlock(message, block, row, index, bytes)
  })
  if (facts.stopReason !== 0) message.stopReason = facts.stopReason
  if (facts.hasUsage) addUsage(message, facts)
}

function addBlock(message: Message, block: BlockFacts, row: number, index: number, bytes: Uint8Array): void {
  const hash = blockHash(bytes, block)
  const hasText = block.textEnd > 0
  const length = hasText ? block.textEnd - block.textStart : block.end - block.start
  const added: MessageBlock = { type: block.type, row, index, hash, length }
  const before = message.blocks[index]
  const grows =
    hasText &&
    before !== undefined &&
    before.row !== row &&
    before.type === block.type &&
    before.length > 0 &&
    before.length < length &&
    hashOf(bytes, block.textStart, block.textStart + before.length) === before.hash
  if (grows) message.blocks[index] = added
  else if (!message.blocks.some(other => other.row !== row && isSame(other, added))) message.blocks.push(added)
}

function isSame(a: MessageBlock, b: MessageBlock): boolean {
  return a.hash === b.hash && a.type === b.type && a.length === b.length
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

/** Rows that say their place in the message (`apiBlockIndex`) are put there; all others keep the file's order. */
export function orderByBlockIndex(message: Message, blockIndexOf: (row: number) => number): void {
  if (!message.rows.some(row => blockIndexOf(row) >= 0)) return
  const order = new Map(message.rows.map((row, position) => [row, position]))
  const key = (row: number): number => (blockIndexOf(row) >= 0 ? blockIndexOf(row) : (order.get(row) ?? 0))
  message.rows.sort((a, b) => key(a) - key(b) || order.get(a)! - order.get(b)!)
  message.blocks.sort((a, b) => key(a.row) - key(b.row) || order.get(a.row)! - order.get(b.row)! || a.index - b.index)
}
