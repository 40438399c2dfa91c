// A conversation prepared for reading it row by row: which call, message, compaction or queued prompt stands where.

import type { Compaction } from '../../../conversation/compactions.js'
import type { Message } from '../../../conversation/messages.js'
import type { QueuedPrompt } from '../../../conversation/queue.js'
import { NONE, type Rows, timeOf } from '../../../conversation/rows.js'
import type { ToolCall, ToolResult } from '../../../conversation/tool-calls.js'
import { HELD } from '../../../format/json/cut-text.js'
import type { OpenConversation } from '../../session/open-session.js'
import { excerpt, type Limit, WHOLE } from './excerpt.js'
import { DEPTHS, type Depth, type Excerpt, type LeftOut, type ShownAgent } from './report.js'

/** An entry or a part of one, of which nothing is taken for granted. */
export type Value = Readonly<Record<string, unknown>>

export interface Reading {
  readonly open: OpenConversation
  readonly rows: Rows
  readonly depth: Depth
  /** At most so much of a text, whatever the depth and the kind say. */
  readonly atMost: Limit | undefined
  /** Pictures with their data. */
  readonly withMedia: boolean
  entry(row: number): Value
  /** The call whose block stands there, or a copy of it under another uuid. */
  callAt(row: number, index: number): ToolCall | undefined
  orphanAt(row: number, index: number): ToolResult | undefined
  messageAt(row: number): Message | undefined
  compactionAt(row: number): Compaction | undefined
  compactionOfSummary(row: number): Compaction | undefined
  queuedAt(row: number): QueuedPrompt | undefined
  isFlatResult(row: number): boolean
  agentsOf(callId: string): readonly ShownAgent[]
}

/** How much is told of what is there. */
export interface Telling {
  readonly depth: Depth
  readonly atMost?: Limit | undefined
  readonly withMedia?: boolean | undefined
  /** Without the paths of the session's own files, which say whose machine they are on. */
  readonly withoutFiles?: boolean | undefined
}

export function readingOf(
  open: OpenConversation,
  { depth, atMost, withMedia = false }: Telling,
  agentsOf: (reading: Reading, callId: string) => readonly ShownAgent[],
): Reading {
  const { rows, messages, toolCalls, compactions, queue, graph } = open.conversation
  const calls = new Map(toolCalls.list.map(call => [place(call.use.row, call.use.index), call]))
  const flatResults = new Set(
    toolCalls.list.flatMap(call => (call.use.index === NONE && call.result ? [call.result.row] : [])),
  )
  const orphans = new Map(toolCalls.orphanResults.map(result => [place(result.row, result.index), result]))
  const messageOf = new Int32Array(rows.count).fill(NONE)
  messages.forEach((message, position) => {
    for (const row of message.rows) messageOf[row] = position
  })
  const compactionOf = new Map(compactions.map(one => [one.row, one]))
  const summaryOf = new Map(
    compactions.flatMap(one => (one.summaryRow === NONE ? [] : [[one.summaryRow, one] as const])),
  )
  const queued = new Map(queue.map(one => [one.enqueuedRow, one]))
  const shadowed = new Set(graph.duplicates)
  // Only what is not found at its place is looked up by its id, and only in another entry: within one a repeated block
  // is no call of its own.
  const callById = new Map(toolCalls.list.map(call => [call.use.id, call]))
  const copiedCall = (row: number, index: number): ToolCall | undefined => {
    const id = string(object(list(object(reading.entry(row)['message'])['content'])[index])['id'])
    const call = id === undefined ? undefined : callById.get(rows.names.find(id))
    return call && messageOf[call.use.row] === messageOf[row] && isElsewhere(call.use.row, row) ? call : undefined
  }
  const isElsewhere = (a: number, b: number): boolean =>
    shadowed.has(a) || open.conversation.turns.of[a] !== open.conversation.turns.of[b]
  const whole = (atMost?.characters ?? (depth === 'all' ? WHOLE.characters : 0)) > MOST_OF_CUT
  const reading: Reading = {
    open,
    rows,
    depth,
    atMost,
    withMedia,
    entry: lastFew(rows, row => ((whole ? open.entry(row) : open.entryCut(row)) ?? {}) as Value),
    callAt: (row, index) => calls.get(place(row, index)) ?? copiedCall(row, index),
    orphanAt: (row, index) => orphans.get(place(row, index)),
    messageAt: row => messages[messageOf[row]!],
    compactionAt: row => compactionOf.get(row),
    compactionOfSummary: row => summaryOf.get(row),
    queuedAt: row => queued.get(row),
    isFlatResult: row => flatResults.has(row),
    agentsOf: callId => agentsOf(reading, callId),
  }
  return reading
}

/** An entry that a string can hold has fewer blocks than this; a flat entry's NONE fits as well. */
const MAX_BLOCKS = 2 ** 28

function place(row: number, index: number): number {
  return row * MAX_BLOCKS + index + 1
}

/** So many characters are there of a text that is held cut, whatever its bytes: escapes are up to six for one. */
const MOST_OF_CUT = Math.floor(HELD / 6)

/** So many bytes of entries are kept decoded, besides the two that were asked for last. */
const MOST_BYTES = 1 << 22
const MOST_ENTRIES = 8

/**
 * The blocks of an entry are asked for one by one, those of a call and of its result in turn; each is decoded once for
 * all of them. What was not asked for the longest goes first.
 */
function lastFew(rows: Rows, decode: (row: number) => Value): (row: number) => Value {
  const kept = new Map<number, Value>()
  let bytes = 0
  return row => {
    const known = kept.get(row)
    if (known) {
      kept.delete(row)
      kept.set(row, known)
      return known
    }
    bytes += rows.length[row]!
    for (const oldest of kept.keys()) {
      if (kept.size < 2 || (kept.size < MOST_ENTRIES && bytes <= MOST_BYTES)) break
      bytes -= rows.length[oldest]!
      kept.delete(oldest)
    }
    const value = decode(row)
    kept.set(row, value)
    return value
  }
}

export function isShownAt(reading: Reading, depth: Depth): boolean {
  return DEPTHS.indexOf(reading.depth) >= DEPTHS.indexOf(depth)
}

/** Short at every depth but `all`. */
export function shortened(reading: Reading, text: string, limit: Limit): Excerpt {
  return excerpt(text, reading.atMost ?? (reading.depth === 'all' ? WHOLE : limit))
}

export function placeOf(reading: Reading, ...rows: readonly number[]) {
  const lines = [...new Set(rows.map(row => reading.rows.line[row]!))].toSorted((a, b) => a - b)
  return { lines, at: timeOf(reading.rows, rows[0]!) }
}

/** Keeps account of what is shown and what is not. */
export interface Tally {
  shown(...rows: readonly number[]): void
  left(what: string, ...rows: readonly number[]): void
  result(): LeftOut
}

export function newTally(): Tally {
  const shown = new Set<number>()
  const left = new Set<number>()
  const what = new Map<string, number>()
  return {
    shown(...rows) {
      for (const row of rows) shown.add(row)
    },
    left(name, ...rows) {
      for (const row of rows) left.add(row)
      what.set(name, (what.get(name) ?? 0) + 1)
    },
    result() {
      let entries = 0
      for (const row of left) if (!shown.has(row)) entries++
      return { entries, what: Object.fromEntries(what) }
    },
  }
}

export function object(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {}
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
