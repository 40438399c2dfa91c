// What the window holds, as a ledger: every part of the next request under its kind and tool, over the turns that it comes
// from, against the window and the limit at which the client compacts; and what of the session is not sent, and why.

import {
  type Context,
  contextAlong,
  contextCalibration,
  contextEstimate,
  findPath,
  PART_KINDS,
  type PartKind,
  type TokenEstimate,
  type WeighedPart,
  weighedParts,
} from '../../context/index.js'
import { windowOf } from '../../context/models.js'
import { contextWindow, NONE } from '../../conversation/index.js'
import { type Action, withReading } from '../action.js'
import type { LeafChoice } from '../read/show/path.js'
import type { OpenReading } from '../session/open-reading.js'
import { type ContextRequest, leafRow, type OmittedLines, wantedContext } from './context.js'
import { type CallLook, callsOf } from './context-by.js'
import { type WindowHistory, windowHistory } from './window-history.js'

export interface LedgerReport {
  readonly client: string
  readonly model: string
  readonly resumes: boolean
  readonly reason: string | null
  readonly outcome: Context['outcome']['kind']
  readonly messages: number
  /** Where the session worked: what file names are shown from. */
  readonly cwd: string | null
  readonly tokens: TokenEstimate
  readonly window: number
  /** From so many tokens on the client compacts before it sends anything; null where that is not known of the model. */
  readonly compactsAt: number | null
  readonly kinds: readonly LedgerKind[]
  /** By the file that calls read or wrote, the largest first. */
  readonly files: readonly LedgerFile[]
  /** Files beyond those. */
  readonly moreFiles: number
  /** The largest single contributors, the largest first. */
  readonly largest: readonly Contributor[]
  /** Which turns what is sent comes from, and how much of each kind. */
  readonly turns: { readonly number: readonly number[]; readonly byKind: Readonly<Record<string, readonly number[]>> }
  /** How full the window was on the way here. */
  readonly history: WindowHistory
  readonly omitted: readonly (Omit<OmittedLines, 'lines'> & { readonly firstLine: number })[]
}

export interface LedgerKind {
  readonly kind: PartKind
  readonly tokens: number
  readonly share: number
  readonly parts: number
  /** Of calls and results. */
  readonly tools: readonly LedgerTool[]
  /** What takes all of it out; null where nothing can. */
  readonly takeOut: 'thinking' | 'images' | 'tools' | 'results' | null
}

export interface LedgerTool {
  readonly tool: string
  readonly tokens: number
  readonly share: number
  readonly calls: number
}

export interface LedgerFile {
  readonly file: string
  readonly tokens: number
  readonly share: number
  readonly reads: number
  /** Ids of its calls: what takes it out. */
  readonly calls: readonly string[]
}

export interface Contributor {
  /** Id of the call. */
  readonly call: string
  readonly tool: string
  readonly target: string
  readonly turn: number | null
  readonly line: number
  readonly tokens: number
}

const MOST_CONTRIBUTORS = 50
const MOST_FILES = 50

const TAKE_OUT: Partial<Readonly<Record<PartKind, LedgerKind['takeOut']>>> = {
  thinking: 'thinking',
  'tool calls': 'tools',
  'tool results': 'results',
  'images and documents': 'images',
}

export const ledger: Action<ContextRequest, LedgerReport> = (place, request, doing = {}) =>
  withReading(place, request, doing, open => {
    const { client, model, leaf } = wantedContext(open, request)
    const path = findPath(open.reading, { client, leaf: leaf && leafRow(open.conversation, leaf) })
    return ledgerOf(open, contextAlong(path, { model }), leaf)
  })

function ledgerOf(open: OpenReading, context: Context, leaf: LeafChoice | undefined): LedgerReport {
  const { outcome } = context
  const calibration = contextCalibration(open.reading, context)
  const parts = [...weighedParts(open.reading, context, calibration)]
  const calls = callsOf(open, parts)
  const tokens = contextEstimate(open.reading, context, calibration)
  const { rows } = open.conversation
  return {
    client: context.client,
    model: context.model,
    resumes: outcome.kind !== 'refuses',
    reason: outcome.kind === 'resumes' ? null : outcome.reason,
    outcome: outcome.kind,
    messages: context.messages.length,
    cwd: open.conversation.about.cwd ?? null,
    tokens,
    window: windowOf(context.model, tokens.estimate > 200_000) ?? contextWindow(context.model, tokens.estimate),
    compactsAt: context.counted?.limit ?? null,
    kinds: kindsOf(parts, calls),
    ...filesOf(open, parts, calls),
    largest: largestOf(open, parts, calls),
    turns: byTurn(open, parts),
    history: windowHistory(open, leaf, calibration, { tokens, parts }),
    omitted: context.omitted.map(({ rows: omitted, why }) => ({
      entries: omitted.length,
      why,
      firstLine: omitted.length === 0 ? 0 : rows.line[omitted[0]!]!,
    })),
  }
}

function kindsOf(parts: readonly WeighedPart[], calls: ReadonlyMap<number, CallLook>): readonly LedgerKind[] {
  const whole = sum(parts)
  const share = (tokens: number): number => (whole === 0 ? 0 : tokens / whole)
  return PART_KINDS.map((kind): LedgerKind => {
    const own = parts.filter(part => part.kind === kind)
    const byTool = new Map<string, WeighedPart[]>()
    for (const part of own) {
      if (part.call === 0) continue
      const tool = calls.get(part.call)?.tool ?? 'unknown tool'
      const list = byTool.get(tool)
      if (list) list.push(part)
      else byTool.set(tool, [part])
    }
    return {
      kind,
      tokens: Math.round(sum(own)),
      share: share(sum(own)),
      parts: own.length,
      tools: [...byTool]
        .map(([tool, list]) => ({
          tool,
          tokens: Math.round(sum(list)),
          share: share(sum(list)),
          calls: new Set(list.map(part => part.call)).size,
        }))
        .toSorted((a, b) => b.tokens - a.tokens),
      takeOut: TAKE_OUT[kind] ?? null,
    }
  })
    .filter(one => one.parts > 0)
    .toSorted((a, b) => b.tokens - a.tokens)
}

function filesOf(
  { conversation: { rows } }: OpenReading,
  parts: readonly WeighedPart[],
  calls: ReadonlyMap<number, CallLook>,
): Pick<LedgerReport, 'files' | 'moreFiles'> {
  const whole = sum(parts)
  const byFile = new Map<string, { tokens: number; readonly calls: Set<number> }>()
  for (const { call, tokens } of parts) {
    const file = calls.get(call)?.file
    if (file === undefined) continue
    const one = byFile.get(file) ?? { tokens: 0, calls: new Set<number>() }
    one.tokens += tokens
    one.calls.add(call)
    byFile.set(file, one)
  }
  const all = [...byFile].toSorted(([, a], [, b]) => b.tokens - a.tokens)
  return {
    files: all.slice(0, MOST_FILES).map(([file, { tokens, calls: own }]) => ({
      file,
      tokens: Math.round(tokens),
      share: whole === 0 ? 0 : tokens / whole,
      reads: [...own].filter(call => calls.get(call)?.reads).length,
      calls: [...own].map(call => rows.names.text(call)),
    })),
    moreFiles: Math.max(0, all.length - MOST_FILES),
  }
}

function largestOf(
  { conversation: { rows, turns } }: OpenReading,
  parts: readonly WeighedPart[],
  calls: ReadonlyMap<number, CallLook>,
): readonly Contributor[] {
  const byCall = new Map<number, { tokens: number; row: number }>()
  for (const { call, tokens, row } of parts) {
    if (call === 0 || row === NONE) continue
    const one = byCall.get(call)
    if (one) one.tokens += tokens
    else byCall.set(call, { tokens, row })
  }
  return [...byCall]
    .toSorted(([, a], [, b]) => b.tokens - a.tokens)
    .slice(0, MOST_CONTRIBUTORS)
    .map(([call, { tokens, row }]) => ({
      call: rows.names.text(call),
      tool: calls.get(call)?.tool ?? '',
      target: calls.get(call)?.target ?? '',
      turn: turns.at(turns.of[row]!)?.index ?? null,
      line: rows.line[row]!,
      tokens: Math.round(tokens),
    }))
}

/** What the client wrote itself counts where it is sent: with the turn before it. */
function byTurn({ conversation: { turns } }: OpenReading, parts: readonly WeighedPart[]): LedgerReport['turns'] {
  const places = new Map<number, number>()
  const number: number[] = []
  const byKind: Record<string, number[]> = {}
  let at = 0
  for (const { kind, row, tokens } of parts) {
    const turn = row === NONE ? undefined : turns.at(turns.of[row]!)
    if (turn) {
      let place = places.get(turn.index)
      if (place === undefined) {
        places.set(turn.index, (place = number.length))
        number.push(turn.index)
      }
      at = place
    }
    const column = (byKind[kind] ??= [])
    while (column.length <= at) column.push(0)
    column[at]! += tokens
  }
  for (const column of Object.values(byKind)) {
    while (column.length < number.length) column.push(0)
    column.forEach((tokens, place) => {
      column[place] = Math.round(tokens)
    })
  }
  return { number, byKind }
}

function sum(parts: readonly WeighedPart[]): number {
  return parts.reduce((all, { tokens }) => all + tokens, 0)
}
