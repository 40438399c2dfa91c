// The requests inside a turn: what each called and said, what it took, and the point that names it.

import type { Conversation } from '../../conversation/conversation.js'
import { promptText } from '../../conversation/prompt-text.js'
import { ASSISTANT, NONE, timeOf, uuidOf } from '../../conversation/rows.js'
import type { ToolCallState } from '../../conversation/tool-calls.js'
import { contextTokens } from '../../conversation/usage.js'
import { type Grouped, grouped, type Request, type Requests, requestsOfTurns } from '../../reshape/zones/index.js'
import { targetOf } from '../../summarize/tool-target.js'
import { oneLine } from '../../summarize/words.js'
import { inputReader } from '../read/tools.js'
import type { OpenSession } from './open-session.js'

export interface RequestRow {
  /** `3.12`, as `--leaf` takes it. */
  readonly point: string
  /** Of the entry that the session would end at. */
  readonly uuid: string | null
  readonly startedAt: string | null
  readonly lines: readonly [first: number, last: number]
  readonly calls: readonly RequestCall[]
  /** The beginning of what the model said. */
  readonly says: string
  /** Tokens that the model wrote. */
  readonly tokens: number
  /** How full the window was after it, by the session's own figures; null where it has none. */
  readonly contextTokens: number | null
}

export interface RequestCall {
  readonly id: string
  readonly name: string
  /** What it is about: the file, the command, the pattern. */
  readonly target: string
  readonly state: ToolCallState
  readonly isError: boolean
}

const SAYS = 400
const TARGET = 200

export function requestRows(open: OpenSession): (turn: number) => readonly RequestRow[] {
  const { conversation } = open
  const requests = requestsOfTurns(conversation)
  const byTurn = requestsByTurn(conversation, requests)
  const callsOf = callsByRequest(conversation, requests)
  const messageOf = messageByRow(conversation)
  const inputs = inputReader(open)
  const { rows, turns, messages, toolCalls } = conversation

  return position => byTurn(position).map(at => row(requests.list[at]!, callsOf(at)))

  function row(request: Request, calls: readonly number[]): RequestRow {
    const own = request.rows
    const [first] = own
    const last = own.at(-1)!
    const answers = own.filter(one => rows.role[one] === ASSISTANT)
    const usage = messages[messageOf[answers[0]!]!]?.usage
    return {
      point: pointOf(turns.list[request.turn]!.index, request),
      uuid: uuidOf(rows, last) ?? null,
      startedAt: timeOf(rows, first!) ?? null,
      lines: [rows.line[first!]!, rows.line[last]!],
      calls: calls.map(requestCall),
      says: saidIn(answers),
      tokens: usage?.outputTokens ?? 0,
      contextTokens: usage ? contextTokens(usage) : null,
    }
  }

  function requestCall(position: number): RequestCall {
    const { use, result, state } = toolCalls.list[position]!
    const input = inputs(use.row, use.index)
    const target = typeof input === 'object' && input !== null ? targetOf(input as Record<string, unknown>, TARGET) : ''
    const text = (name: number): string => rows.names.text(name)
    return { id: text(use.id), name: text(use.name), target, state, isError: result?.isError ?? false }
  }

  function saidIn(answers: readonly number[]): string {
    for (const one of answers) {
      const entry = open.entry(one)
      const said = entry ? oneLine(promptText(entry), SAYS) : ''
      if (said !== '') return said
    }
    return ''
  }
}

/** A request as it stands in the graph: no text of it is read. */
export interface RequestMark {
  readonly point: string
  /** Its first row in the file. */
  readonly source: number
  readonly line: number
  readonly entries: number
  /** The names of the tools that it called, in their order. */
  readonly tools: readonly string[]
}

export function requestMarks(conversation: Conversation): (turn: number) => readonly RequestMark[] {
  const requests = requestsOfTurns(conversation)
  const byTurn = requestsByTurn(conversation, requests)
  const callsOf = callsByRequest(conversation, requests)
  const { rows, turns, toolCalls } = conversation
  return position =>
    byTurn(position).map(at => {
      const request = requests.list[at]!
      const own = request.rows
      return {
        point: pointOf(turns.at(position)!.index, request),
        source: own[0]!,
        line: rows.line[own[0]!]!,
        entries: own.length,
        tools: callsOf(at).map(call => rows.names.text(toolCalls.list[call]!.use.name)),
      }
    })
}

/** How many requests each turn has, by its position. */
export function requestCounts(conversation: Conversation): Int32Array {
  const counts = new Int32Array(conversation.turns.count)
  for (const { turn } of requestsOfTurns(conversation).list) counts[turn]!++
  return counts
}

function pointOf(turn: number, { number }: Request): string {
  return `${turn}.${number}`
}

function requestsByTurn({ turns }: Conversation, { list }: Requests): Grouped {
  return grouped(
    list.map(({ turn }) => turn),
    turns.count,
  )
}

function callsByRequest({ toolCalls }: Conversation, { list, of }: Requests): Grouped {
  return grouped(
    toolCalls.list.map(({ use }) => of[use.row]!),
    list.length,
  )
}

function messageByRow({ rows, messages }: Conversation): Int32Array {
  const of = new Int32Array(rows.count).fill(NONE)
  messages.forEach((message, position) => {
    for (const row of message.rows) of[row] = position
  })
  return of
}
