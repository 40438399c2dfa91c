// What happened in some turns, in the order in which the model got it: what was asked and said, which tools ran on what
// and how that ended. Read from the entries one after the other; nothing is held but calls that wait for their result.

import { type Context, WHOLE } from '../context/index.js'
import type { Conversation } from '../conversation/conversation.js'
import { textOf } from '../conversation/prompt-text.js'
import { kindOf, NONE } from '../conversation/rows.js'
import { decodeText } from '../format/json/walk.js'

/** `row`: the entry that it stands in; of a tool that of the call. */
export type TurnEvent = { readonly turn: number; readonly row: number } & (
  | { readonly kind: 'asked'; readonly text: string }
  | { readonly kind: 'said'; readonly text: string }
  | ToolEvent
  /** A compaction before these turns. */
  | { readonly kind: 'earlier-summary'; readonly text: string }
  | { readonly kind: 'interrupted' }
)

export interface ToolEvent {
  readonly kind: 'tool'
  readonly id: string
  readonly name: string
  readonly input: Value
  /** Undefined where no result is known. */
  readonly result: ToolOutcome | undefined
}

export interface ToolOutcome {
  /** Beginning and end of a long one. */
  readonly text: string
  readonly isError: boolean
}

export type Value = Readonly<Record<string, unknown>>

export interface EventSource {
  readonly conversation: Conversation
  read(offset: number, length: number): Uint8Array
}

/** Of a result so much is kept at both ends. */
const EDGE = 2000

/**
 * `turns`: positions in the conversation's list of turns; what is sent before the first of all turns that the model
 * gets belongs to it.
 */
export function* turnEvents(source: EventSource, context: Context, turns: ReadonlySet<number>): Generator<TurnEvent> {
  const { rows, turns: all } = source.conversation
  const open = new Map<string, OpenCall>()
  // Nested too deep to be handled safely.
  const isTooDeep = deepEntries(source)
  let at: { readonly row: number; readonly entry: Value } | undefined
  let isIn = context.messages.length > 0 && turns.has(firstTurn(source, context))
  let index = all.list[firstTurn(source, context)]?.index ?? 0
  for (const { parts } of context.messages) {
    for (const part of parts) {
      const row = part.row ?? NONE
      if (row === NONE || part.kind !== 'stored') continue
      const turn = all.of[row]!
      if (all.list[turn]?.row === row) {
        isIn = turns.has(turn)
        index = all.list[turn]!.index
      }
      if (!isIn) continue
      if (at?.row !== row) at = { row, entry: isTooDeep(row) ? {} : entryAt(source, row) }
      yield* events(at.entry, row, part.block)
    }
  }
  for (const [id, call] of open) yield { ...call, kind: 'tool', id, result: undefined }

  function* events(entry: Value, row: number, place: number): Generator<TurnEvent> {
    const block = blockAt(entry, place)
    const kind = kindOf(rows, row)
    if (block === undefined) return
    if (typeof block === 'string' || block['type'] === 'text') {
      const text = typeof block === 'string' ? block : wordsIn(block['text'])
      if (kind === 'compact-summary') yield { turn: index, row, kind: 'earlier-summary', text }
      else if (kind === 'interrupt') yield { turn: index, row, kind: 'interrupted' }
      else if (kind === undefined) yield { turn: index, row, kind: 'said', text }
      else if (ASKED.has(kind)) yield { turn: index, row, kind: 'asked', text: asTyped(text) }
    } else if (block['type'] === 'tool_use') {
      const { id, name, input } = block
      open.set(wordsIn(id), { turn: index, row, name: wordsIn(name), input: objectOf(input) })
    } else if (block['type'] === 'tool_result') {
      const id = wordsIn(block['tool_use_id'])
      const call = open.get(id)
      if (!call) return
      open.delete(id)
      yield { ...call, kind: 'tool', id, result: outcomeOf(block) }
    }
  }
}

interface OpenCall {
  readonly turn: number
  readonly row: number
  readonly name: string
  readonly input: Value
}

const ASKED: ReadonlySet<string> = new Set(['prompt', 'queued', 'command', 'bash'])

function firstTurn({ conversation: { turns } }: EventSource, { messages }: Context): number {
  for (const { parts } of messages) {
    for (const { row = NONE } of parts) {
      if (row !== NONE && turns.list[turns.of[row]!]?.row === row) return turns.of[row]!
    }
  }
  return NONE
}

function deepEntries({ conversation: { rows, findings } }: EventSource): (row: number) => boolean {
  const offsets = new Set(findings.flatMap(({ code, offset }) => (code === 'line-too-deep' ? [offset] : [])))
  return row => offsets.size > 0 && offsets.has(rows.offset[row]!)
}

function entryAt({ conversation: { rows }, read }: EventSource, row: number): Value {
  const bytes = read(rows.offset[row]!, rows.length[row]!)
  return objectOf(JSON.parse(decodeText(bytes, 0, bytes.length)))
}

function blockAt(entry: Value, place: number): Value | string | undefined {
  const { message, attachment } = entry
  const content = attachment === undefined ? objectOf(message)['content'] : objectOf(attachment)['prompt']
  if (typeof content === 'string') return content
  if (typeof message === 'string') return message
  return Array.isArray(content) ? objectOf(content[place === WHOLE ? 0 : place]) : undefined
}

function outcomeOf(block: Value): ToolOutcome {
  const text = textOf(block['content'])
  const ends = text.length > 2 * EDGE ? `${text.slice(0, EDGE)}\n…\n${text.slice(-EDGE)}` : text
  return { text: ends, isError: block['is_error'] === true }
}

/** Commands and bash mode are stored in tags. */
function asTyped(text: string): string {
  const name = tagged(text.slice(0, 1000), 'command-name')
  if (name !== undefined)
    return `${name.startsWith('/') ? name : `/${name}`} ${tagged(text, 'command-args') ?? ''}`.trim()
  const bash = tagged(text, 'bash-input')
  return bash === undefined ? text : `! ${bash}`
}

function tagged(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`)
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start)
  return end < 0 ? undefined : text.slice(start + tag.length + 2, end)
}

/** A transcript may hold anything in place of a text, also what cannot be made one. */
export function wordsIn(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : ''
}

export function objectOf(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
}
