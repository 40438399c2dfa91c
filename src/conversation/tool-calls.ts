// Tool calls: each use with its result, wherever in the file that stands (D4).

import type { Branches } from './branches.js'
import type { Graph } from './graph.js'
import { type MessageColumns, rowsOf, SYNTHETIC_MESSAGE } from './message-columns.js'
import type { Name } from './names.js'
import { NONE, type Rows } from './rows.js'
import type { Turns } from './turns.js'

/** A tool_use block as it was met in the file. */
export interface ToolUse {
  readonly row: number
  /** Place of the block in the entry's content; NONE for a flat entry (D14). */
  readonly index: number
  readonly id: Name
  readonly name: Name
  readonly messageId: Name
  readonly inputBytes: number
  /** Hash of `input.prompt` as written: an agent's first entry has the same (D9). 0 where there is none. */
  readonly promptHash: number
}

export interface ToolResult {
  readonly row: number
  readonly index: number
  readonly id: Name
  readonly isError: boolean
  readonly contentBytes: number
  /** From `toolUseResult`: the agent that ran, the file that holds the output, the time it took. */
  readonly agentId: Name
  readonly file: Name
  readonly durationMs: number
}

/** 'pending': at the tip, it may still come. 'lost': the conversation went on without it. */
export type ToolCallState = 'paired' | 'pending' | 'lost'

export interface ToolCall {
  readonly use: ToolUse
  readonly result: ToolResult | undefined
  readonly state: ToolCallState
  /** Position in the list of turns, or NONE. */
  readonly turn: number
  readonly durationMs: number | undefined
}

export interface ToolCalls {
  readonly list: readonly ToolCall[]
  readonly orphanResults: readonly ToolResult[]
  /** Ids that stand for two calls, or have two results. */
  readonly duplicateIds: readonly Name[]
}

export interface ToolCallsInput {
  readonly rows: Rows
  readonly graph: Graph
  readonly branches: Branches
  readonly turns: Turns
  readonly messages: MessageColumns
  readonly uses: readonly ToolUse[]
  readonly results: readonly ToolResult[]
}

export function pairToolCalls(input: ToolCallsInput): ToolCalls {
  const { rows, turns, uses, results } = input
  const duplicates = new Set<Name>()
  const calls = distinctUses(rows, uses, duplicates)
  const resultOf = new Map<Name, ToolResult>()
  const orphanResults: ToolResult[] = []
  const isUse = new Set(calls.map(use => use.id))
  for (const result of results) {
    const first = resultOf.get(result.id)
    if (result.id === 0 || !isUse.has(result.id)) orphanResults.push(result)
    else if (!first) resultOf.set(result.id, result)
    else if (first.row === result.row || !isSameEntry(rows, first.row, result.row)) duplicates.add(result.id)
  }
  const isTip = tips(input)
  const taken = new Set<Name>()
  const list = calls.map((use): ToolCall => {
    // A second call with the same id has no result of its own (R-T9).
    const result = use.id !== 0 && !taken.has(use.id) ? resultOf.get(use.id) : undefined
    taken.add(use.id)
    return {
      use,
      result,
      state: result ? 'paired' : isTip(use) ? 'pending' : 'lost',
      turn: turns.of[use.row]!,
      durationMs: result && duration(rows, use, result),
    }
  })
  return { list, orphanResults, duplicateIds: [...duplicates] }
}

/**
 * A call that is written again within its own message (growing chunks) or entry (doubled files) is one call; the
 * longest input is the whole one.
 */
function distinctUses(rows: Rows, uses: readonly ToolUse[], duplicates: Set<Name>): readonly ToolUse[] {
  const calls: ToolUse[] = []
  const seen = new Map<Name, number>()
  for (const use of uses) {
    const position = use.id === 0 ? undefined : seen.get(use.id)
    const before = position === undefined ? undefined : calls[position]
    const again =
      before !== undefined &&
      ((before.messageId === use.messageId && use.messageId !== 0) || isSameEntry(rows, before.row, use.row))
    if (before && again) {
      if (use.inputBytes > before.inputBytes) calls[position!] = use
      continue
    }
    if (before) duplicates.add(use.id)
    else seen.set(use.id, calls.length)
    calls.push(use)
  }
  return calls
}

/** One entry, written twice. */
function isSameEntry(rows: Rows, a: number, b: number): boolean {
  return rows.uuid[a] === rows.uuid[b] && rows.uuid[a] !== 0
}

function duration(rows: Rows, use: ToolUse, result: ToolResult): number | undefined {
  if (result.durationMs > 0) return result.durationMs
  const elapsed = rows.time[result.row]! - rows.time[use.row]!
  return elapsed >= 0 ? elapsed : undefined
}

/** A call is at the tip when its message is the last of its line and no new turn began behind it. */
function tips(input: ToolCallsInput): (use: ToolUse) => boolean {
  const { rows, graph, branches, turns, messages } = input
  const lastMessage = new Map<number, number>() // line → position of its last message
  const roots = rootRows(input)
  // Sidechains by their root, as negative numbers, so that they never meet a branch number.
  const lineOf = (row: number): number => branches.of[row]! || -1 - roots[row]!
  const messageOf = new Int32Array(rows.count).fill(NONE)
  for (let at = 0; at < messages.count; at++) {
    for (const row of rowsOf(messages, at)) messageOf[row] = at
    if ((messages.flags[at]! & SYNTHETIC_MESSAGE) === 0) lastMessage.set(lineOf(messages.firstRow[at]!), at)
  }
  const lastStart = new Map<number, number>()
  // A prompt that is written twice stands where it stood first (N7); the call below it may stand between the two.
  for (const row of turns.starts) lastStart.set(branches.of[row]! || 1, graph.copies.get(rows.uuid[row]!)?.first ?? row)
  return use => {
    const line = lineOf(use.row)
    if (line > 1) return false // an abandoned branch: nothing will come any more
    if (lastMessage.get(line) !== messageOf[use.row]) return false
    if ((lastStart.get(line) ?? NONE) > use.row) return false
    const turn = turns.at(turns.of[use.row]!)
    return turn === undefined || turn.state !== 'interrupted'
  }
}

function rootRows({ rows, graph }: ToolCallsInput): Int32Array {
  const roots = new Int32Array(rows.count)
  for (const row of graph.order) roots[row] = graph.parent[row] === NONE ? row : roots[graph.parent[row]!]!
  return roots
}
