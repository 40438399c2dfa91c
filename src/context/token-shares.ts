// Where the tokens of a context go: every block that is sent, under one key or another.

import { ASSISTANT, ATTACHMENT, COMPACT_SUMMARY, has, kindOf, NONE } from '../conversation/rows.js'
import { type Context, type Part, WHOLE } from './context.js'
import { MEDIA, SERVER_RESULT, SERVER_USE, TEXT, THINKING, TOOL_RESULT, TOOL_USE } from './facts/block-columns.js'
import type { Reading } from './path.js'
import type { Calibration } from './tokens.js'
import { partWeight } from './tokens-sent.js'
import { MESSAGE_WEIGHT } from './tokens-weight.js'

/** One block, or what stands around a message. */
export interface WeighedPart {
  readonly role: 'user' | 'assistant' | 'system'
  readonly kind: PartKind
  readonly tokens: number
  /** The entry that it stands in; NONE where the client wrote it. */
  readonly row: number
  /** The id of the call that it belongs to, as a name; 0 for none. */
  readonly call: number
}

export const PART_KINDS = [
  'system prompt and tools',
  'prompts',
  'answers',
  'thinking',
  'tool calls',
  'tool results',
  'images and documents',
  'summaries',
  'notes of the client',
] as const
export type PartKind = (typeof PART_KINDS)[number]

/** In the order in which they are sent; together with what is sent besides the history they are the estimate. */
export function* weighedParts(reading: Reading, context: Context, { base, rate }: Calibration): Generator<WeighedPart> {
  yield { role: 'system', kind: 'system prompt and tools', tokens: base, row: NONE, call: 0 }
  for (const { role, parts } of context.messages) {
    for (const [at, part] of parts.entries()) {
      const around = at === 0 ? MESSAGE_WEIGHT : 0
      const tokens = rate * (partWeight(reading, part) + around)
      yield { role, ...lookOf(reading, role, part), tokens, row: part.row ?? NONE }
    }
  }
}

/** What an entry holds as it stands in the file, by kind and weight; whether it is still sent is another question. */
export function* storedShares(
  reading: Reading,
  row: number,
): Generator<{ readonly kind: PartKind; readonly weight: number }> {
  const { rows } = reading.conversation
  const { facts } = reading
  const role = rows.role[row] === ASSISTANT ? 'assistant' : 'user'
  const [first, end] = [facts.first[row]!, facts.first[row + 1]!]
  for (let at = first; at < end; at++) {
    const { kind } = lookOf(reading, role, { kind: 'stored', row, block: at - first })
    yield { kind, weight: facts.blocks.weight[at]! + (at === first ? MESSAGE_WEIGHT : 0) }
  }
}

function lookOf(
  { conversation: { rows }, facts }: Reading,
  role: WeighedPart['role'],
  part: Part,
): Pick<WeighedPart, 'kind' | 'call'> {
  if (part.kind === 'written') return { kind: 'notes of the client', call: 0 }
  const { row } = part
  const block = facts.first[row]! + (part.block === WHOLE ? 0 : part.block)
  if (block >= facts.first[row + 1]!)
    return { kind: part.block === WHOLE ? 'notes of the client' : 'images and documents', call: 0 }
  const call = facts.blocks.id[block]!
  switch (facts.blocks.kind[block]) {
    case TOOL_USE:
    case SERVER_USE:
      return { kind: 'tool calls', call }
    case TOOL_RESULT:
    case SERVER_RESULT:
      return { kind: 'tool results', call }
    case THINKING:
      return { kind: 'thinking', call: 0 }
    case MEDIA:
      return { kind: 'images and documents', call: 0 }
    case TEXT:
      if (role === 'assistant') return { kind: 'answers', call: 0 }
      if (has(rows, row, COMPACT_SUMMARY)) return { kind: 'summaries', call: 0 }
      return {
        kind: isPrompt(kindOf(rows, row), rows.role[row] === ATTACHMENT) ? 'prompts' : 'notes of the client',
        call: 0,
      }
    default:
      return { kind: role === 'assistant' ? 'answers' : 'notes of the client', call: 0 }
  }
}

const PROMPTS: ReadonlySet<string | undefined> = new Set(['prompt', 'queued', 'command', 'bash', 'interrupt'])

function isPrompt(kind: string | undefined, isAttachment: boolean): boolean {
  return PROMPTS.has(kind) || isAttachment
}
