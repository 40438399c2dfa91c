// Thinking: signed, in its place, and never the end of a message (A0, A3). Empty text with a signature is normal (D13).

import type { Conversation, SeenEntry } from '../../conversation/conversation.js'
import type { BlockFacts } from '../../conversation/facts.js'
import type { Message, MessageBlock } from '../../conversation/messages.js'
import { hashOf } from '../../conversation/names.js'
import { ASSISTANT, NONE, type Rows, SIDECHAIN, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { decodeString, rangeOf } from '../../format/json/walk.js'
import { isBlank } from '../blank-text.js'
import { type BlockNames, blockNames } from '../block-names.js'
import { finding, type NewFamily } from '../family.js'
import { lastSentBlock } from '../merged-order.js'
import { plainModel, type SentRows, sentRows } from '../sent-rows.js'
import { judged, type Suspect } from '../suspects.js'
import { placeOf } from '../words.js'

/** A row with thinking_stripped: the client leaves out the thinking before it (A0). */
interface Stripped {
  readonly row: number
  /** From this message on; undefined for all. */
  readonly fromMessage: string | undefined
}

export const thinking: NewFamily = () => {
  let block: BlockNames | undefined
  let strippedType = 0
  const suspects: Suspect[] = []
  const stripped: Stripped[] = []
  const blankTexts = new Set<number>()
  /** Where each signature was first met, by its end and length: signatures are long, and differ there. */
  const signatures = new Map<number, { readonly row: number; readonly messageId: number }>()
  const repeated: { readonly row: number; readonly first: number }[] = []

  return {
    entry(seen, names) {
      const { facts, row, bytes, start } = seen
      block ??= blockNames(names)
      strippedType ||= names.of('thinking_stripped')
      if (facts.subtype === strippedType) stripped.push(strippedAt(bytes, start, row))
      if ((facts.flags & SIDECHAIN) !== 0 || facts.blocks.length === 0) return
      for (let index = 0; index < facts.blocks.length; index++) {
        const one = facts.blocks[index]!
        if (one.type === block.text && one.textEnd > 0 && isBlank(bytes, one.textStart, one.textEnd))
          blankTexts.add(blockKey(row, index))
        else if (one.type === block.thinking) lookAtSignature(seen, one)
        else if (one.type === block.redactedThinking && !textOf(bytes, one, 'data'))
          suspects.push({ row, code: 'thinking-redacted-empty', message: 'redacted thinking without data' })
      }
    },
    finish(conversation) {
      if (block === undefined) return []
      return findings(conversation, block)
    },
  }

  function lookAtSignature({ bytes, row, facts }: SeenEntry, one: BlockFacts): void {
    const signature = textOf(bytes, one, 'signature')
    if (!signature) {
      suspects.push({ row, code: 'thinking-unsigned', message: 'thinking without a signature' })
      return
    }
    const { start, end } = signature
    const key = hashOf(bytes, Math.max(start, end - 64), end) * 0x100000 + (end - start)
    const first = signatures.get(key)
    if (first === undefined) signatures.set(key, { row, messageId: facts.messageId })
    // Within a message it may be a growing chunk (D1) or an entry written twice (N7).
    else if (first.messageId !== facts.messageId) repeated.push({ row, first: first.row })
  }

  function* findings(conversation: Conversation, types: BlockNames): Generator<Finding> {
    const { rows, messages } = conversation
    const sent = sentRows(conversation)
    const found = sentThinking(conversation, sent, types, leftOut(conversation, stripped))
    const { goes } = found
    const lost = `all ${found.blocks} thinking blocks are removed from the next request`
    for (const suspect of suspects) {
      if (sent.is[suspect.row] && !goes.has(suspect.row)) {
        const message = `${suspect.message}, but the client does not send it`
        yield finding('block-not-sent', message, placeOf(conversation.rows, suspect.row))
      } else yield judged(conversation, { ...suspect, message: `${suspect.message}: ${lost}` })
    }
    for (const { row, first } of repeated) {
      if (!goes.has(row) || !goes.has(first)) continue
      const message = `same thinking as on line ${rows.line[first]}: ${lost}`
      yield finding('thinking-moved', message, placeOf(conversation.rows, row))
    }
    for (const message of messages) {
      const blocks = blocksSent(message, rows, sent, types, goes)
      if (!blocks.some(one => isThinking(types, one)) || isDropped(blocks, types)) continue
      yield* orderOf(conversation, blocks, types, lost)
      yield* positionOf(conversation, sent, blocks, types, message)
    }
    yield* otherModels(found.otherModels, sent)
  }

  /** N12: an answer of thinking and white space alone is not sent. */
  function isDropped(blocks: readonly MessageBlock[], types: BlockNames): boolean {
    return blocks.every(one => isThinking(types, one) || blankTexts.has(blockKey(one.row, one.index)))
  }
}

/** A3.1: blocks say their place (`apiBlockIndex`), but the client sends them in file order (N9). */
function* orderOf(
  conversation: Conversation,
  blocks: readonly MessageBlock[],
  types: BlockNames,
  lost: string,
): Generator<Finding> {
  for (let at = 1; at < blocks.length; at++) {
    const [before, one] = [blocks[at - 1]!, blocks[at]!]
    const swapped = before.place >= 0 && one.place >= 0 && one.place < before.place
    if (!swapped || (!isThinking(types, one) && !isThinking(types, before))) continue
    const message = `block ${one.place} of its message comes after block ${before.place}: ${lost}`
    yield finding('thinking-moved', message, placeOf(conversation.rows, one.row))
    return
  }
}

/** A3.5, A3.4 */
function* positionOf(
  conversation: Conversation,
  sent: SentRows,
  blocks: readonly MessageBlock[],
  types: BlockNames,
  message: Message,
): Generator<Finding> {
  const last = lastSentBlock(blocks, types)
  if (isThinking(types, last) && !goesOnWithAnswer(conversation, sent, message))
    yield finding('thinking-last', 'message ends with thinking', placeOf(conversation.rows, last.row))
  const first = blocks[0]!
  const model = plainModel(conversation.rows.names.text(message.model))
  if (first.type === types.text && /-4-5\b/.test(sent.model) && model === sent.model)
    yield finding('thinking-not-first', 'text before the thinking', placeOf(conversation.rows, first.row))
}

/** A1.2: two answers in a row are one turn to the API, so the first one's end is not the end. */
function goesOnWithAnswer({ rows }: Conversation, { chain, is, place }: SentRows, message: Message): boolean {
  const from = message.rows.reduce((last, row) => Math.max(last, place[row]!), NONE)
  for (let at = from + 1; at < chain.length; at++) {
    const row = chain[at]!
    if (is[row] && rows.role[row] === ASSISTANT) return true
    if (is[row] && rows.role[row] === USER) return false
  }
  return false
}

function* otherModels(counts: ReadonlyMap<string, number>, { model }: SentRows): Generator<Finding> {
  const blocks = [...counts.values()].reduce((sum, one) => sum + one, 0)
  if (blocks === 0) return
  const names = [...counts.keys()].join(', ')
  yield finding('thinking-other-model', `${blocks} thinking blocks of ${names} are not sent to ${model}`)
}

interface SentThinking {
  /** Rows whose thinking is sent. */
  readonly goes: ReadonlySet<number>
  readonly blocks: number
  readonly otherModels: ReadonlyMap<string, number>
}

function sentThinking(
  { rows, messages }: Conversation,
  sent: SentRows,
  types: BlockNames,
  left: Int32Array,
): SentThinking {
  const goes = new Set<number>()
  const otherModels = new Map<string, number>()
  let blocks = 0
  for (const message of messages) {
    const model = plainModel(rows.names.text(message.model))
    const reads = message.synthetic || model === sent.model || model === ''
    for (const one of message.blocks) {
      if (!isThinking(types, one) || !sent.is[one.row] || left[one.row] !== 0) continue
      if (reads) {
        goes.add(one.row)
        blocks++
      } else otherModels.set(model, (otherModels.get(model) ?? 0) + 1)
    }
  }
  return { goes, blocks, otherModels }
}

/** In the order of the file, as the client lays them together (N9). */
function blocksSent(
  { blocks }: Message,
  { line }: Rows,
  sent: SentRows,
  types: BlockNames,
  goes: ReadonlySet<number>,
): readonly MessageBlock[] {
  if (!blocks.some(one => isThinking(types, one))) return []
  return blocks
    .filter(one => sent.is[one.row] && (!isThinking(types, one) || goes.has(one.row)))
    .toSorted((a, b) => line[a.row]! - line[b.row]! || a.row - b.row || a.index - b.index)
}

function isThinking(types: BlockNames, { type }: MessageBlock): boolean {
  return type === types.thinking || type === types.redactedThinking
}

/** Which thinking do the `thinking_stripped` rows of the chain leave out? By row: not 0 where it is. */
function leftOut(conversation: Conversation, stripped: readonly Stripped[]): Int32Array {
  const { rows, messages } = conversation
  const left = new Int32Array(rows.count + 1)
  const { is } = sentRows(conversation)
  const firstRow = new Map(messages.map(message => [message.id, message.rows[0]!]))
  for (const { row, fromMessage } of stripped) {
    if (!is[row]) continue // off the chain it has no effect
    // A message that is not there means all (A0).
    left[fromMessage === undefined ? 0 : (firstRow.get(rows.names.find(fromMessage)) ?? 0)]!++
    left[row]!--
  }
  for (let row = 1; row < left.length; row++) left[row]! += left[row - 1]!
  return left
}

function strippedAt(bytes: Uint8Array, start: number, row: number): Stripped {
  const from = rangeOf(bytes, start, ['attachment', 'from', 'messageId'])
  const isText = from !== undefined && bytes[from.start] === 0x22
  return { row, fromMessage: isText ? decodeString(bytes, from.start + 1, from.end - 1) : undefined }
}

/** Inside the quotes of a text that is there and not empty. */
function textOf(bytes: Uint8Array, block: BlockFacts, key: string) {
  const range = rangeOf(bytes, block.start, [key])
  if (!range || bytes[range.start] !== 0x22 || range.end - range.start <= 2) return undefined
  return { start: range.start + 1, end: range.end - 1 }
}

function blockKey(row: number, index: number): number {
  return row * 0x10000 + index
}
