// Thinking: signed, in its place, and never the end of a message (A0, A3). Empty text with a signature is normal (D13).

import { canonicalModel } from '../../context/models.js'
import type { Conversation, SeenEntry } from '../../conversation/conversation.js'
import type { BlockFacts } from '../../conversation/facts.js'
import type { Message, MessageBlock } from '../../conversation/messages.js'
import { hashOf } from '../../conversation/names.js'
import { type Rows, SIDECHAIN } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { rangeOf } from '../../format/json/walk.js'
import { type BlockNames, blockNames } from '../block-names.js'
import { finding, type NewFamily } from '../family.js'
import type { Sent } from '../sent.js'
import { judged, type Suspect } from '../suspects.js'
import { placeOf } from '../words.js'

export const thinking: NewFamily = () => {
  let block: BlockNames | undefined
  const suspects: Suspect[] = []
  /** Where each signature was first met, by its end and length: signatures are long, and differ there. */
  const signatures = new Map<number, { readonly row: number; readonly messageId: number }>()
  const repeated: { readonly row: number; readonly first: number }[] = []

  return {
    entry(seen, names) {
      const { facts, row, bytes } = seen
      block ??= blockNames(names)
      if ((facts.flags & SIDECHAIN) !== 0 || facts.blocks.length === 0) return
      for (const one of facts.blocks) {
        if (one.type === block.thinking) lookAtSignature(seen, one)
        else if (one.type === block.redactedThinking && !textOf(bytes, one, 'data'))
          suspects.push({ row, code: 'thinking-redacted-empty', message: 'redacted thinking without data' })
      }
    },
    finish: sent => (block === undefined ? [] : findings(sent, block)),
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

  function* findings(sent: Sent, types: BlockNames): Generator<Finding> {
    const { conversation } = sent
    const { rows } = conversation
    const found = sentThinking(sent, types)
    const { goes } = found
    const lost = `all ${found.blocks} thinking blocks are removed from the next request`
    for (const suspect of suspects) {
      if (sent.is[suspect.row] && !goes.has(suspect.row)) {
        const message = `${suspect.message}, but the client does not send it`
        yield finding('block-not-sent', message, placeOf(conversation.rows, suspect.row))
      } else yield judged(sent, { ...suspect, message: `${suspect.message}: ${lost}` })
    }
    for (const { row, first } of repeated) {
      if (!goes.has(row) || !goes.has(first)) continue
      const message = `same thinking as on line ${rows.line[first]}: ${lost}`
      yield finding('thinking-moved', message, placeOf(conversation.rows, row))
    }
    for (const message of conversation.eachMessage()) {
      const blocks = blocksSent(message, rows, sent, types)
      if (!blocks.some(one => isThinking(types, one))) continue
      yield* orderOf(conversation, blocks, types, lost)
      yield* positionOf(sent, blocks, types, message)
    }
    for (const { code, line, uuid } of sent.findings)
      if (code === 'thinking-last') yield finding(code, 'message ends with thinking', { line: line!, uuid })
    yield* otherModels(found.otherModels, sent)
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

/** A3.4 */
function* positionOf(
  { conversation: { rows }, model }: Sent,
  blocks: readonly MessageBlock[],
  types: BlockNames,
  message: Message,
): Generator<Finding> {
  const first = blocks[0]!
  const own = canonicalModel(rows.names.text(message.model))
  if (first.type === types.text && /-4-5\b/.test(model) && own === model)
    yield finding('thinking-not-first', 'text before the thinking', placeOf(rows, first.row))
}

function* otherModels(counts: ReadonlyMap<string, number>, { model }: Sent): Generator<Finding> {
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

function sentThinking(sent: Sent, types: BlockNames): SentThinking {
  const { conversation } = sent
  const { rows } = conversation
  const goes = new Set<number>()
  const otherModels = new Map<string, number>()
  let blocks = 0
  for (const message of conversation.eachMessage()) {
    const model = canonicalModel(rows.names.text(message.model))
    const isOther = !message.synthetic && model !== '' && model !== sent.model
    for (const one of message.blocks) {
      if (!isThinking(types, one)) continue
      if (isSent(sent, one)) {
        goes.add(one.row)
        blocks++
      } else if (isOther && sent.path.on[one.row]) otherModels.set(model, (otherModels.get(model) ?? 0) + 1)
    }
  }
  return { goes, blocks, otherModels }
}

function isSent({ blocks, path: { facts } }: Sent, { row, index }: MessageBlock): boolean {
  return blocks[facts.first[row]! + index] === 1
}

/** In the order of the file, as the client lays them together (N9). */
function blocksSent({ blocks }: Message, { line }: Rows, sent: Sent, types: BlockNames): readonly MessageBlock[] {
  if (!blocks.some(one => isThinking(types, one))) return []
  return blocks
    .filter(one => isSent(sent, one))
    .toSorted((a, b) => line[a.row]! - line[b.row]! || a.row - b.row || a.index - b.index)
}

function isThinking(types: BlockNames, { type }: MessageBlock): boolean {
  return type === types.thinking || type === types.redactedThinking
}

/** Inside the quotes of a text that is there and not empty. */
function textOf(bytes: Uint8Array, block: BlockFacts, key: string) {
  const range = rangeOf(bytes, block.start, [key])
  if (!range || bytes[range.start] !== 0x22 || range.end - range.start <= 2) return undefined
  return { start: range.start + 1, end: range.end - 1 }
}
