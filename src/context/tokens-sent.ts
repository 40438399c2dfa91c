// A context as the token estimate sees it: what each message weighs, and which request it answers.

import type { Conversation } from '../conversation/conversation.js'
import { NONE } from '../conversation/rows.js'
import { type BlockChange, type Context, type Part, WHOLE, type WrittenBlock } from './context.js'
import type { SessionFacts } from './facts/session-facts.js'
import type { Reading } from './path.js'
import {
  type Calibration,
  calibrate,
  estimateTokens,
  inheritedCalibration,
  type TokenEstimate,
  type WeighedMessage,
} from './tokens.js'
import { recordedRequests } from './tokens-requests.js'
import type { RecordedRequest } from './tokens-steps.js'
import { IMAGE_WEIGHT, MESSAGE_WEIGHT, textWeight } from './tokens-weight.js'

/** The tokens of a context. A changed session is estimated with the calibration of the original. */
export function contextEstimate(reading: Reading, context: Context, calibration?: Calibration): TokenEstimate {
  const { sent, requests } = weighed(reading, context)
  return estimateTokens(sent, calibration ?? calibrated(reading, context, sent, requests))
}

export function contextCalibration(reading: Reading, context: Context): Calibration {
  const { sent, requests } = weighed(reading, context)
  return calibrated(reading, context, sent, requests)
}

function calibrated(
  { conversation, inherited }: Reading,
  { model }: Context,
  sent: Iterable<WeighedMessage>,
  requests: readonly RecordedRequest[],
): Calibration {
  if (inherited && requests.length === 0) return inheritedCalibration(inherited)
  return calibrate(sent, requests, conversation.rows.names.find(model))
}

/** The session's own requests, and the context weighed as they had it and as it is now. */
function weighed(whole: Reading, context: Context) {
  const { conversation, inherited } = whole
  // What was taken out when the session was made, its own requests never had.
  const facts = inherited ? { ...whole.facts, leftOut: new Map<number, number>() } : whole.facts
  const reading = { ...whole, facts }
  const own = inherited?.until ?? 0
  const requests = recordedRequests(conversation, row => weightThen(facts, row)).filter(
    ({ row }) => conversation.rows.offset[row]! >= own,
  )
  return { sent: weighedMessages(reading, context, requestsByRow(conversation, requests)), requests }
}

/** Held as columns, and told one by one: there may be hundreds of thousands (I5). */
function weighedMessages(
  reading: Reading,
  { messages }: Context,
  requestOf: (row: number) => RecordedRequest | undefined,
): Iterable<WeighedMessage> {
  const { leftOut } = reading.facts
  const weight = new Float64Array(messages.length)
  const stored = new Float64Array(messages.length)
  const newest = new Int32Array(messages.length)
  const answer = new Int32Array(messages.length).fill(NONE)
  const reduced = new Uint8Array(leftOut.size > 0 ? messages.length : 0)
  for (const [at, { role, parts }] of messages.entries()) {
    weight[at] = MESSAGE_WEIGHT + total(parts, part => partWeight(reading, part))
    stored[at] = MESSAGE_WEIGHT + total(parts, part => storedWeight(reading, part))
    newest[at] = parts.reduce((row, part) => Math.max(row, part.kind === 'stored' ? part.row : NONE), NONE)
    if (role === 'assistant') answer[at] = firstRow(parts)
    if (leftOut.size > 0 && parts.some(part => part.kind === 'stored' && leftOut.has(blockOf(reading.facts, part))))
      reduced[at] = 1
  }
  return {
    *[Symbol.iterator]() {
      for (let at = 0; at < weight.length; at++)
        yield {
          weight: weight[at]!,
          storedWeight: stored[at]!,
          newestRow: newest[at]!,
          request: requestOf(answer[at]!),
          isReduced: reduced[at] === 1,
        }
    },
  }
}

/** The request that an entry of an answer belongs to. */
function requestsByRow(conversation: Conversation, requests: readonly RecordedRequest[]) {
  const place = new Int32Array(conversation.rows.count).fill(NONE)
  let next = 0
  for (const { rows: own } of conversation.eachMessage()) {
    const { row } = requests[next] ?? { row: NONE }
    if (!own.includes(row)) continue
    for (const one of own) place[one] = next
    next++
  }
  return (row: number): RecordedRequest | undefined => (row === NONE ? undefined : requests[place[row]!])
}

function firstRow(parts: readonly Part[]): number {
  return parts.find(part => part.kind === 'stored')?.row ?? NONE
}

/** What one block of a message weighs; times the rate of a calibration these are its tokens. */
export function partWeight(reading: Reading, part: Part): number {
  if (part.kind === 'written') return writtenWeight(part.block)
  const stored = blockWeight(reading, part)
  return part.change ? changedWeight(stored, part.change) : stored
}

function changedWeight(stored: number, change: BlockChange): number {
  switch (change.kind) {
    case 'stand-in':
      return Math.min(stored, textWeight(change.text.length))
    case 'framed':
    case 'reminder':
      return stored + textWeight(change.before.length + change.after.length)
    default:
      return stored
  }
}

function writtenWeight(block: WrittenBlock): number {
  return textWeight(block.type === 'text' ? block.text.length : block.content.length)
}

/** As it stood in the file when its request was made: before it was taken out (left-out.ts), or cut by the client (B2). */
function storedWeight(reading: Reading, part: Part): number {
  if (part.kind === 'written') return writtenWeight(part.block)
  return reading.facts.leftOut.get(blockOf(reading.facts, part)) ?? blockWeight(reading, part)
}

type StoredPart = Extract<Part, { readonly kind: 'stored' }>

function blockOf({ first }: SessionFacts, { row, block }: StoredPart): number {
  return first[row]! + (block === WHOLE ? 0 : block)
}

function blockWeight({ facts, conversation }: Reading, part: StoredPart): number {
  const block = blockOf(facts, part)
  if (block < facts.first[part.row + 1]!) return facts.blocks.weight[block]!
  // Attachments have no blocks of their own: images, and words that the client makes of the entry.
  return part.change ? textWeight(conversation.rows.length[part.row]!) : IMAGE_WEIGHT
}

/** Of the entry's content, before anything was taken out of it. */
function weightThen({ first, blocks, leftOut }: SessionFacts, row: number): number {
  let weight = 0
  for (let block = first[row]!; block < first[row + 1]!; block++) weight += leftOut.get(block) ?? blocks.weight[block]!
  return weight
}

function total(parts: readonly Part[], weigh: (part: Part) => number): number {
  return parts.reduce((sum, part) => sum + weigh(part), 0)
}
