// The server's answers, by the types of the actions that gave them.

import type { Progress } from '../../src/actions/action.js'
import type { ArchiveReport, ArchiveStatus } from '../../src/actions/archive/index.js'
import type { CheckReport } from '../../src/actions/check/index.js'
import type { ContextPageReport, LedgerReport, SideBySideReport } from '../../src/actions/context/index.js'
import type { TypedError } from '../../src/actions/error-advice.js'
import type { LsReport, SessionFigures, SessionFiguresReport } from '../../src/actions/list/index.js'
import type { ChangeWords } from '../../src/actions/planned/change-words.schema.js'
import type {
  CompactionsReport,
  FilesReport,
  GraphReport,
  OutlineReport,
  RawLineReport,
  SessionEndReport,
  ShowDocument,
  ShownItem,
  ShownTool,
  ShownTurn,
} from '../../src/actions/read/index.js'
import type { RedactReport } from '../../src/actions/redact/index.js'
import type { RepairReport } from '../../src/actions/repair/index.js'
import type { NamedPreset, ReshapeReport, TrimReport } from '../../src/actions/reshape/index.js'
import type { ResumePlan } from '../../src/actions/resume/index.js'
import type { FoundSession, SearchReport } from '../../src/actions/search/index.js'
import type { SessionCard } from '../../src/actions/session/index.js'
import type { LineageRow, ReceiptsReport, UndoReport } from '../../src/actions/undo/index.js'
import type { NextRequestReport, UsageReport, UsageReportName } from '../../src/actions/usage/index.js'
import type { Envelope } from '../../src/server/envelope.js'
import { here } from './address.js'

export type { ChangeWords }

export class Refused extends Error {
  readonly kind: string
  readonly advice: string
  constructor({ kind, message, advice }: TypedError) {
    super(message)
    this.kind = kind
    this.advice = advice
  }
}

export interface Asking {
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((step: Progress) => void) | undefined
}

export interface About {
  readonly areSamples: boolean
  readonly rights: 'read' | 'new-sessions' | 'in-place'
  /** What can be switched to. */
  readonly other: 'own' | 'team' | null
  /** The team store that is shown, without its token. */
  readonly store: string | null
}

export type ListedCard = Omit<SessionCard, 'titles' | 'firstPrompt'> & { readonly key: string }
export interface SessionsAnswer extends Omit<LsReport, 'sessions'> {
  readonly sessions: readonly ListedCard[]
}
export type ListedFigures = Omit<SessionFigures, 'id' | 'path'> & { readonly key: string | null }
export interface FiguresAnswer extends Omit<SessionFiguresReport, 'sessions'> {
  readonly sessions: readonly ListedFigures[]
}
export type FoundWithKey = FoundSession & { readonly key: string | null }
export interface SearchAnswer extends Omit<SearchReport, 'sessions'> {
  readonly sessions: readonly FoundWithKey[]
  /** Files may have changed since; asked again, they are looked at. */
  readonly behind: boolean
}
export type PagedTurn = ShownTurn & { readonly firstItem: number; readonly allItems: number }
export interface TurnsAnswer extends Omit<ShowDocument, 'turns'> {
  readonly turns: readonly PagedTurn[]
}
export type AnyReport = ReshapeReport & Partial<TrimReport> & Partial<RepairReport> & Partial<RedactReport>
export interface PlanAnswer {
  readonly plan: string | null
  readonly needs: 'new-sessions' | 'in-place'
  readonly report: AnyReport
  /** Of the session as it is, and as planned. */
  readonly next: NextRequestReport
}
export type KeyedLineageRow = LineageRow & { readonly key: string | null }
export interface LineageAnswer extends Omit<ReceiptsReport, 'lineage'> {
  readonly lineage: {
    readonly session: string
    readonly ancestors: readonly KeyedLineageRow[]
    readonly descendants: readonly KeyedLineageRow[]
  }
}
export interface AppliedAnswer {
  readonly report: AnyReport
  readonly key: string | null
}
export interface ArchiveAnswer extends Omit<ArchiveStatus, 'next'> {
  readonly next: readonly (ArchiveStatus['next'][number] & { readonly key: string | null })[]
}
export interface ReviewAnswer {
  readonly secrets: RedactReport['secrets']
  readonly redacted: boolean
}

type Words = Readonly<Record<string, string | number | undefined>>

const at = (key: string): string => `/api/sessions/${encodeURIComponent(key)}`

export const api = {
  about: (asking?: Asking) => get<About>('/api/about', {}, asking),
  sessions: (words: Words, asking?: Asking) => get<SessionsAnswer>('/api/sessions', words, asking),
  figures: (words: Words, asking?: Asking) => get<FiguresAnswer>('/api/figures', words, asking),
  search: (words: Words, asking?: Asking) => get<SearchAnswer>('/api/search', words, asking),
  usage: (report: UsageReportName, words: Words, asking?: Asking) =>
    get<UsageReport>(`/api/usage/${report}`, words, asking),
  presets: (asking?: Asking) => get<{ readonly presets: readonly NamedPreset[] }>('/api/presets', {}, asking),
  receipts: (asking?: Asking) => get<ReceiptsReport>('/api/receipts', {}, asking),
  outline: (key: string, words: Words, asking?: Asking) => get<OutlineReport>(`${at(key)}/outline`, words, asking),
  end: (key: string, asking?: Asking) => get<SessionEndReport | null>(`${at(key)}/end`, {}, asking),
  turns: (key: string, words: Words, asking?: Asking) => get<TurnsAnswer>(`${at(key)}/turns`, words, asking),
  call: (key: string, turn: number, call: string, words: Words, asking?: Asking) =>
    get<ShownTool>(`${at(key)}/turns/${turn}/calls/${encodeURIComponent(call)}`, words, asking),
  items: (key: string, turn: number, line: number, words: Words, asking?: Asking) =>
    get<{ readonly items: readonly ShownItem[] }>(`${at(key)}/turns/${turn}/lines/${line}`, words, asking),
  rawLine: (key: string, line: number, asking?: Asking) => get<RawLineReport>(`${at(key)}/lines/${line}`, {}, asking),
  ledger: (key: string, words: Words, asking?: Asking) => get<LedgerReport>(`${at(key)}/ledger`, words, asking),
  context: (key: string, words: Words, asking?: Asking) => get<ContextPageReport>(`${at(key)}/context`, words, asking),
  check: (key: string, words: Words, asking?: Asking) => get<CheckReport>(`${at(key)}/check`, words, asking),
  compactions: (key: string, words: Words, asking?: Asking) =>
    get<CompactionsReport>(`${at(key)}/compactions`, words, asking),
  graph: (key: string, asking?: Asking) => get<GraphReport>(`${at(key)}/graph`, {}, asking),
  files: (key: string, asking?: Asking) => get<FilesReport>(`${at(key)}/files`, {}, asking),
  lineage: (key: string, asking?: Asking) => get<LineageAnswer>(`${at(key)}/lineage`, {}, asking),
  resume: (key: string, asking?: Asking) => get<ResumePlan>(`${at(key)}/resume`, {}, asking),
  diff: (key: string, words: Words, asking?: Asking) => get<SideBySideReport>(`${at(key)}/diff`, words, asking),
  review: (key: string, words: Words, asking?: Asking) =>
    get<ReviewAnswer>(`${at(key)}/export`, { ...words, as: 'review' }, asking),
  archive: (asking?: Asking) => get<ArchiveAnswer>('/api/archive', { limit: 200 }, asking),
  keep: (keys: readonly string[], asking?: Asking) => post<ArchiveReport>('/api/archive', { keys }, asking),
  plan: (key: string, words: ChangeWords, asking?: Asking) => post<PlanAnswer>(`${at(key)}/plans`, words, asking),
  planDiff: (plan: string, words: Words, asking?: Asking) =>
    get<SideBySideReport>(`/api/plans/${plan}/diff`, words, asking),
  apply: (plan: string, asking?: Asking) => post<AppliedAnswer>(`/api/plans/${plan}/apply`, {}, asking),
  undo: (receipt: string, asking?: Asking) =>
    post<UndoReport>(`/api/receipts/${encodeURIComponent(receipt)}/undo`, {}, asking),
  exportAddress: (key: string, words: Words) => here(`${at(key)}/export${queryOf(words)}`),
}

function queryOf(words: Words): string {
  const given = Object.entries(words).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

function get<Value>(path: string, words: Words, asking?: Asking): Promise<Value> {
  return ask<Value>(path + queryOf(words), { method: 'GET' }, asking)
}

function post<Value>(path: string, body: unknown, asking?: Asking): Promise<Value> {
  const headers = { 'Content-Type': 'application/json' }
  return ask<Value>(path, { method: 'POST', headers, body: JSON.stringify(body) }, asking)
}

const LINES = 'application/x-ndjson'

async function ask<Value>(path: string, request: RequestInit, { signal, progress }: Asking = {}): Promise<Value> {
  let answer: Response
  try {
    answer = await fetch(here(path), {
      ...request,
      headers: { ...request.headers, Accept: progress ? LINES : 'application/json' },
      credentials: 'same-origin',
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refused({ kind: 'offline', message: 'The server does not answer.', advice: 'Start rethread again.' })
  }
  const isLines = (answer.headers.get('content-type') ?? '').startsWith(LINES)
  const envelope = isLines ? await lastLine<Value>(answer, progress) : await wholeAnswer<Value>(answer)
  if (envelope.ok) return envelope.value
  throw new Refused(envelope.error)
}

async function wholeAnswer<Value>(answer: Response): Promise<Envelope<Value>> {
  const text = await answer.text()
  if (answer.status === 401)
    return {
      ok: false,
      error: {
        kind: 'signed-out',
        message: 'This page no longer belongs to the server.',
        advice: 'Open the address that rethread serve prints.',
      },
    }
  try {
    return JSON.parse(text) as Envelope<Value>
  } catch {
    return { ok: false, error: { kind: 'unexpected', message: text.slice(0, 200), advice: 'Reload the page.' } }
  }
}

async function lastLine<Value>(answer: Response, progress: Asking['progress']): Promise<Envelope<Value>> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let waiting = ''
  let last: Envelope<Value> | undefined
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    waiting += piece.value
    const lines = waiting.split('\n')
    waiting = lines.pop()!
    for (const line of lines) {
      const said = JSON.parse(line) as Envelope<Value> | { readonly progress: Progress }
      if ('progress' in said) progress?.(said.progress)
      else last = said
    }
  }
  return last ?? { ok: false, error: { kind: 'cut-off', message: 'The answer was cut off.', advice: 'Try again.' } }
}
