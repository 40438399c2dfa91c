// The turns of a session: what was asked, and what it took.

import type { Conversation } from '../../conversation/conversation.js'
import { promptText } from '../../conversation/prompt-text.js'
import type { QueuedState } from '../../conversation/queue.js'
import { NONE, timeOf, uuidOf } from '../../conversation/rows.js'
import type { Turn, TurnKind, TurnState } from '../../conversation/turns.js'
import { contextTokens, contextWindow } from '../../conversation/usage.js'
import { pointReference } from '../../format/point-reference.js'
import { type Action, type OfSession, withSession } from '../action.js'
import type { OpenSession } from '../session/open-session.js'
import { selectionAt } from '../session/selection.js'
import { type RequestRow, requestCounts, requestRows } from '../session/turn-requests.js'

export interface TurnRow {
  readonly index: number
  readonly kind: TurnKind
  /** Only with `all`: 1 is the active path. */
  readonly branch?: number
  readonly state: TurnState
  readonly uuid: string | null
  readonly prompt: string
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly durationMs: number | null
  readonly lines: readonly [first: number, last: number]
  readonly toolCalls: number
  /** Answers that the model gave; `3.12` names the twelfth of turn 3. */
  readonly requests: number
  /** Only where they are asked for. */
  readonly requestList?: readonly RequestRow[]
  /** Tokens that the model wrote in this turn. */
  readonly tokens: number
  /** How full the window was after its last answer, by the session's own figures; null where it has none. */
  readonly contextTokens: number | null
  /** Queued prompts that left no entry of their own: shown in the turn that they fell into (D3). */
  readonly queued: readonly { readonly text: string; readonly state: QueuedState; readonly line: number }[]
}

export interface TurnsReport {
  readonly turns: readonly TurnRow[]
  /** The context window that the figures are a share of. */
  readonly window: number
  /** Where the session worked: what file names are shown from. */
  readonly cwd: string | null
  /** Turns on abandoned or detached branches that are not listed. */
  readonly leftOut: number
}

export interface TurnsOptions {
  /** Also turns of abandoned branches. */
  readonly all?: boolean
  /** List the requests of each turn too. */
  readonly requests?: boolean
  /** Only turns with these numbers. */
  readonly only?: { readonly from: number; readonly to: number } | undefined
}

export const turns: Action<OfSession & TurnsOptions, TurnsReport> = (place, request, doing = {}) =>
  withSession(place, request, doing, open => {
    const { point } = pointReference(request.session ?? '')
    if (!point || request.only) return sessionTurns(open, request)
    const { turns: named } = selectionAt(open.conversation, point)
    // Named, they are listed on whatever branch they are.
    return sessionTurns(open, { ...request, all: true, only: { from: Math.min(...named), to: Math.max(...named) } })
  })

export function sessionTurns(open: OpenSession, options: TurnsOptions): TurnsReport {
  const { conversation } = open
  const { list } = conversation.turns
  const { all = false, only } = options
  const asked = only ? list.filter(({ index }) => index >= only.from && index <= only.to) : list
  const listed = all ? asked : asked.filter(turn => turn.branch === 1)
  const by = turnFigures(conversation)
  const requestsIn = options.requests ? requestRows(open) : undefined
  const rows = listed.map(turn => turnRow(open, turn, by, all, requestsIn))
  const largest = rows.reduce((most, row) => Math.max(most, row.contextTokens ?? 0), 0)
  return {
    turns: rows,
    window: contextWindow(lastModel(conversation), largest),
    cwd: conversation.about.cwd ?? null,
    leftOut: asked.length - listed.length,
  }
}

function turnRow(
  open: OpenSession,
  turn: Turn,
  by: TurnFigures,
  all: boolean,
  requestsIn: ((turn: number) => readonly RequestRow[]) | undefined,
): TurnRow {
  const { rows, messages, turns } = open.conversation
  const entry = turn.kind === 'implicit' ? undefined : open.entry(turn.row)
  const position = turns.of[turn.row]!
  const own = turn.messages.map(index => messages[index]!).filter(message => !message.synthetic)
  const main = own.filter(message => !message.sidechain || turn.kind === 'implicit')
  const last = main.findLast(message => message.usage !== undefined)?.usage
  const started = rows.time[turn.row]!
  const ended = by.lastTime[position]!
  return {
    index: turn.index,
    kind: turn.kind,
    ...(all ? { branch: turn.branch } : {}),
    state: turn.state,
    uuid: uuidOf(rows, turn.row) ?? null,
    prompt: entry ? promptText(entry) : '',
    startedAt: timeOf(rows, turn.row) ?? null,
    endedAt: Number.isNaN(ended) ? null : new Date(ended).toISOString(),
    durationMs: ended >= started ? ended - started : null,
    lines: [rows.line[turn.firstRow]!, rows.line[turn.lastRow]!],
    toolCalls: by.calls[position]!,
    requests: by.requests[position]!,
    ...(requestsIn ? { requestList: requestsIn(position) } : {}),
    tokens: own.reduce((sum, message) => sum + (message.usage?.outputTokens ?? 0), 0),
    contextTokens: last ? contextTokens(last) : null,
    queued: by.queued.get(position) ?? [],
  }
}

export interface TurnFigures {
  /** The time of its last entry, in file order, that has one. */
  readonly lastTime: Float64Array
  readonly calls: Int32Array
  readonly requests: Int32Array
  readonly queued: ReadonlyMap<number, TurnRow['queued']>
}

/** In one pass for all turns, by their position. */
export function turnFigures(conversation: Conversation): TurnFigures {
  const { rows, turns, toolCalls, queue } = conversation
  const lastTime = new Float64Array(turns.count).fill(Number.NaN)
  for (let row = 0; row < rows.count; row++) {
    const turn = turns.of[row]!
    if (turn !== NONE && !Number.isNaN(rows.time[row]!)) lastTime[turn] = rows.time[row]!
  }
  const calls = new Int32Array(turns.count)
  for (const call of toolCalls.list) if (call.turn !== NONE) calls[call.turn]!++
  const queued = new Map<number, TurnRow['queued'][number][]>()
  for (const { text, state, notification, enqueuedRow } of queue) {
    if (state === 'sent' || notification) continue
    const turn = turns.of[enqueuedRow]!
    const list = queued.get(turn) ?? []
    list.push({ text, state, line: rows.line[enqueuedRow]! })
    queued.set(turn, list)
  }
  return { lastTime, calls, requests: requestCounts(conversation), queued }
}

export function lastModel({ messages, rows }: Conversation): string {
  const message = messages.findLast(one => !one.synthetic && !one.sidechain) ?? messages.at(-1)
  return message ? rows.names.text(message.model) : ''
}
