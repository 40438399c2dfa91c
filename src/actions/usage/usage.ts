// Tokens and what they would cost, over all sessions: each message once. All reports are sums over the same messages, so
// their totals are the same.

import type { CountedMessage } from '../../catalog/usage/ledger.js'
import { type BookPlace, type LoadedUsage, loadUsage } from '../../catalog/usage/load.js'
import { PRICES_AS_OF } from '../../catalog/usage/price-table.js'
import { type Prices, pricesOf } from '../../catalog/usage/prices.js'
import { bookFile, dayFile, readCacheBytes, writeCacheFile, writeCachePieces } from '../../disk/cache-files.js'
import { cacheDir } from '../../disk/cache-place.js'
import { ownZone } from '../../disk/own-zone.js'
import { InputError } from '../../format/error.js'
import type { Action, Doing } from '../action.js'
import { type CutShort, cutShort } from '../cut-short.js'
import type { Place } from '../session/place.js'
import { usageReader } from '../threads.js'
import { timeAt } from '../time-at.js'
import {
  addCharge,
  addCounting,
  type Charge,
  type Counters,
  type Counting,
  countersOf,
  noCounters,
  type Took,
  tokensOf,
} from './counters.js'
import { dayUsage } from './day-usage.js'
import { dayTeller, monthOf, spanTest, weekOf } from './days.js'
import { type ExplainedMessage, explained } from './explained.js'
import { blocksOf, type Rate, rateOf } from './five-hour-blocks.js'
import { madeFrom, withKnownIndex } from './known-index.js'
import { projectMatcher } from './project-matcher.js'
import type { ToolRow } from './tool-usage.js'

export const USAGE_REPORTS = ['daily', 'weekly', 'monthly', 'session', 'project', 'model', 'tool', 'blocks'] as const
export type UsageReportName = (typeof USAGE_REPORTS)[number]

export interface UsageRequest {
  readonly report: UsageReportName
  /** A day, a time or an age; both ends included. */
  readonly since?: string
  readonly until?: string
  /** Of the days; default: that of this machine. */
  readonly timezone?: string
  readonly project?: string
  /** A part of its name. */
  readonly model?: string
  /** Each row also by model. */
  readonly breakdown?: boolean
  /** The messages behind the row with this key; `total` for all of them. */
  readonly explain?: string
  /** A file with prices that come before those of the table. */
  readonly prices?: string
  /** Costs that clients have written into entries count, where there are any. */
  readonly recordedCosts?: boolean
}

export type UsageReport = LoggedReport | ToolReport

export interface LoggedReport extends ReportFrame {
  readonly report: Exclude<UsageReportName, 'tool'>
  readonly rows: readonly UsageRow[]
}

/** By tool it is an estimate from sizes; the totals are what was logged, as everywhere. */
export interface ToolReport extends ReportFrame {
  readonly report: 'tool'
  readonly rows: readonly ToolRow[]
}

interface ReportFrame {
  readonly totals: Counters
  readonly explained?: { readonly key: string; readonly messages: readonly ExplainedMessage[] }
  readonly timezone: string
  readonly prices: { readonly asOf: string; readonly file: string | null; readonly recorded: boolean }
  readonly notes: UsageNotes
  /** Sessions are missing, which did not arrive. */
  readonly partial?: CutShort
}

export interface UsageRow extends Counters {
  readonly key: string
  readonly models?: readonly (Counters & { readonly key: string })[]
  /** Of a session. */
  readonly project?: string | null
  readonly firstAt?: string | null
  readonly lastAt?: string | null
  /** Of a block. */
  readonly block?: { readonly startedAt: string; readonly endsAt: string } & Rate
}

export interface UsageNotes {
  readonly files: number
  readonly bytes: number
  /** Entries with figures; each message is counted once. */
  readonly entries: number
  readonly messages: number
  /** Messages that have no final figure: what they took is at least what was counted. */
  readonly unfinished: number
  /** Messages without a time, which are in no day. */
  readonly undated: number
  readonly unpriced: Readonly<Record<string, number>>
  /** Messages in the priority tier, at standard prices. */
  readonly priority: number
  /** Lines with an answer that could not be read. */
  readonly damaged: number
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}

export const UNDATED = '(no time)'
export const UNPLACED = '(unknown)'

export const usage: Action<UsageRequest, UsageReport> = (place, request, doing = {}) =>
  withKnownIndex(place, async (store, configDirs) => {
    if (place.team && request.report === 'tool')
      throw new InputError('usage', 'the tool report reads files, and cannot be combined with --team')
    const dayOf = dayTeller(request.timezone)
    const inSpan = spanTest(request.since, request.until, dayOf, timeAt(place))
    const own = request.prices === undefined ? undefined : (await import('./own-prices.js')).ownPrices(request.prices)
    const loaded = await loadUsage(
      {
        configDirs,
        store,
        ...(place.team
          ? { isOnlyStore: true, book: bookPlace(place, [place.team.location]) }
          : { book: bookPlace(place, configDirs), copyOf: madeFrom(place) }),
        keepEntries: request.explain !== undefined,
        readerFor: usageReader,
      },
      watched(doing),
    )
    const asked: Asked = {
      timezone: request.timezone ?? ownZone(cacheDir(place)),
      dayOf,
      inSpan,
      prices: pricesOf(own),
      project: projectTest(request.project, place),
      model: request.model?.toLowerCase(),
      recorded: request.recordedCosts ?? false,
    }
    // What is told of today is told of all of it.
    if (own === undefined && !place.team)
      writeCacheFile(dayFile(cacheDir(place), configDirs), dayUsage(loaded.counted, asked.prices, timeAt(place)))
    if (request.report !== 'tool') return reportOf(loaded, asked, { ...request, report: request.report }, timeAt(place))
    const logged = reportOf(loaded, asked, { ...request, report: 'model' }, timeAt(place))
    const { toolUsage } = await import('./tool-usage.js')
    const filters = { inSpan, project: asked.project, model: asked.model }
    return { ...logged, report: 'tool', rows: await toolUsage(configDirs, filters, doing) }
  })

function bookPlace(place: Place, configDirs: readonly string[]): BookPlace {
  const path = bookFile(cacheDir(place), configDirs)
  return { read: () => readCacheBytes(path), write: pieces => writeCachePieces(path, pieces) }
}

function watched({ signal, progress }: Doing) {
  return {
    ...(signal ? { signal } : {}),
    ...(progress ? { progress: (bytes: number, of: number) => progress({ kind: 'reading', bytes, of }) } : {}),
  }
}

interface Asked {
  readonly timezone: string
  readonly dayOf: (time: number) => string
  readonly inSpan: ((time: number | null) => boolean) | undefined
  readonly prices: Prices
  readonly project: ((cwd: string | null) => boolean) | undefined
  readonly model: string | undefined
  readonly recorded: boolean
}

function projectTest(project: string | undefined, { cwd, home }: Place) {
  return project === undefined ? undefined : projectMatcher(project, cwd, home)
}

type LoggedRequest = UsageRequest & { readonly report: LoggedReport['report'] }

function reportOf(loaded: LoadedUsage, asked: Asked, request: LoggedRequest, now: number): LoggedReport {
  const { counted } = loaded
  const rows = new Map<string, RowSums>()
  const totals = noCounters()
  const notes = { unfinished: 0, undated: 0, priority: 0, messages: 0, unpriced: new Map<string, number>() }
  const keyOf = keysOf(request.report, loaded, asked)
  const { report, explain, breakdown = false } = request
  // Messages of one row mostly follow each other.
  let lastKey: string | undefined
  let lastRow: RowSums | undefined
  counted.each((message, at) => {
    const charges = eachCharge(message, asked, (took, costUSD) => {
      const key = report === 'model' ? took.model : keyOf(at, message)
      const row = lastRow !== undefined && key === lastKey ? lastRow : rowOf(rows, key, breakdown)
      lastKey = key
      lastRow = row
      addCharge(row.sums, took, costUSD)
      if (row.models) addCharge(sumsOf(row.models, took.model), took, costUSD)
      if (costUSD === undefined) {
        const name = message.speed === 'fast' ? `${took.model} (fast)` : took.model
        notes.unpriced.set(name, (notes.unpriced.get(name) ?? 0) + 1)
      }
      noteSpan(row, message)
      if (explain !== undefined && row.behind.at(-1) !== at) row.behind.push(at)
    })
    if (charges === 0) return
    notes.messages++
    if (!message.isFinal) notes.unfinished++
    if (message.time === null) notes.undated++
    if (message.serviceTier === 'priority') notes.priority++
  })
  for (const { sums } of rows.values()) addCounting(totals, sums)
  return {
    report: request.report,
    rows: sorted(rows, request.report).map(([key, row]) => finished(key, row, request.report, now)),
    totals: countersOf(totals),
    ...(request.explain === undefined ? {} : { explained: explanation(request.explain, rows, counted, asked) }),
    ...(loaded.cutOff === undefined ? {} : { partial: cutShort(loaded.cutOff) }),
    timezone: asked.timezone,
    prices: { asOf: PRICES_AS_OF, file: request.prices ?? null, recorded: asked.recorded },
    notes: {
      files: loaded.files,
      bytes: loaded.bytes,
      entries: counted.entries,
      messages: notes.messages,
      unfinished: notes.unfinished,
      undated: notes.undated,
      unpriced: Object.fromEntries(notes.unpriced),
      priority: notes.priority,
      damaged: loaded.damaged,
      skipped: loaded.skipped.map(({ path, message }) => ({ path, reason: message })),
    },
  }
}

/** A row is named by its key, or by a beginning of it that no other has. */
function explanation(
  word: string,
  rows: ReadonlyMap<string, RowSums>,
  counted: LoadedUsage['counted'],
  asked: Asked,
): NonNullable<LoggedReport['explained']> {
  const meant = rows.has(word) ? [word] : [...rows.keys()].filter(key => word === 'total' || key.startsWith(word))
  if (meant.length === 0 || (meant.length > 1 && word !== 'total'))
    throw new InputError(
      'usage',
      `--explain must be the first column of a row, or total; ${meant.length === 0 ? 'no row' : 'more than one row'} starts with ${JSON.stringify(word)}`,
    )
  const behind = new Set(meant.flatMap(key => rows.get(key)!.behind))
  return {
    key: word === 'total' ? word : meant[0]!,
    messages: [...behind]
      .toSorted((a, b) => a - b)
      .map(at => explained(counted, at, chargesOf(counted.message(at), asked)))
      .toSorted((a, b) => compareTexts(a.time ?? '', b.time ?? '') || compareTexts(a.path, b.path) || a.line - b.line),
  }
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** What the message itself took, and what was asked on the way to it. Says how many there are: none of what is not asked for. */
function eachCharge(
  message: CountedMessage,
  asked: Asked,
  visit: (took: Took, costUSD: number | undefined) => void,
): number {
  const { inSpan, project, model } = asked
  if (tookNothing(message)) return 0
  if ((inSpan && !inSpan(message.time)) || (project && !project(message.cwd))) return 0
  let count = 0
  if (isModel(message.model, model)) {
    count++
    visit(message, costOf(message, asked))
  }
  for (const other of message.others) {
    if (!isModel(other.model, model)) continue
    const took = { ...message, ...other, webSearches: 0, costUSD: null }
    count++
    visit(took, costOf(took, asked))
  }
  return count
}

function isModel(name: string, part: string | undefined): boolean {
  return part === undefined || name.toLowerCase().includes(part)
}

/** What a repair has put back, and what failed, has figures that say nothing. */
function tookNothing(message: CountedMessage): boolean {
  return tokensOf(message) === 0 && message.webSearches === 0 && message.others.length === 0
}

function costOf(message: CountedMessage, { prices, recorded }: Asked): number | undefined {
  return recorded && message.costUSD !== null ? message.costUSD : prices.costOf(message)
}

/** They outlive the message. */
function chargesOf(message: CountedMessage, asked: Asked): readonly Charge[] {
  const charges: Charge[] = []
  eachCharge(message, asked, (took, costUSD) => {
    const { model, inputTokens, outputTokens, cacheReadTokens, cacheWrite5mTokens, cacheWrite1hTokens } = took
    const { webSearches } = took
    charges.push({
      model,
      inputTokens,
      outputTokens,
      cacheReadTokens,
      cacheWrite5mTokens,
      cacheWrite1hTokens,
      webSearches,
      costUSD,
    })
  })
  return charges
}

interface RowSums {
  /** The messages in it, where they are asked for. */
  readonly behind: number[]
  readonly sums: Counting
  readonly models: Map<string, Counting> | undefined
  first: number
  last: number
  project: string | null
}

function rowOf(rows: Map<string, RowSums>, key: string, breakdown: boolean): RowSums {
  let row = rows.get(key)
  if (row === undefined) {
    row = {
      behind: [],
      sums: noCounters(),
      models: breakdown ? new Map() : undefined,
      first: Infinity,
      last: -Infinity,
      project: null,
    }
    rows.set(key, row)
  }
  return row
}

function sumsOf(sums: Map<string, Counting>, key: string): Counting {
  let one = sums.get(key)
  if (one === undefined) sums.set(key, (one = noCounters()))
  return one
}

function noteSpan(row: RowSums, { time, cwd }: CountedMessage): void {
  if (time === null) return
  if (time < row.first) row.first = time
  if (time >= row.last) {
    row.last = time
    row.project = cwd ?? row.project
  }
}

/** The row that a message is in; that of a model is asked of each charge. */
function keysOf(report: LoggedReport['report'], { counted }: LoadedUsage, asked: Asked) {
  const { dayOf } = asked
  const ofDay =
    (name: (day: string) => string) =>
    (_: number, { time }: CountedMessage) =>
      time === null ? UNDATED : name(dayOf(time))
  switch (report) {
    case 'daily':
      return ofDay(day => day)
    case 'weekly':
      return ofDay(weekOf)
    case 'monthly':
      return ofDay(monthOf)
    case 'session':
      return (_: number, { session }: CountedMessage) => session
    case 'project':
      return (_: number, { cwd }: CountedMessage) => cwd ?? UNPLACED
    case 'blocks':
      return blockKeys(counted, asked)
    case 'model':
      return (_: number, { model }: CountedMessage) => model
  }
}

/** Blocks are of what is asked for: others might begin elsewhere. */
function blockKeys(counted: LoadedUsage['counted'], asked: Asked) {
  const timed: { readonly at: number; readonly time: number }[] = []
  counted.each((message, at) => {
    if (message.time !== null && eachCharge(message, asked, () => {}) > 0) timed.push({ at, time: message.time })
  })
  timed.sort((a, b) => a.time - b.time)
  const blocks = blocksOf(timed.map(({ time }) => time))
  const keys = new Map(timed.map(({ at }, index) => [at, new Date(blocks[index]!.start).toISOString()]))
  return (at: number) => keys.get(at) ?? UNDATED
}

/** Times as they come; all else by what it cost. */
function sorted(rows: ReadonlyMap<string, RowSums>, report: UsageReportName): readonly [string, RowSums][] {
  const inTime = report === 'daily' || report === 'weekly' || report === 'monthly' || report === 'blocks'
  return [...rows].toSorted(([a, one], [b, other]) =>
    inTime
      ? Number(a === UNDATED) - Number(b === UNDATED) || (a < b ? -1 : 1)
      : other.sums.costParts - one.sums.costParts || other.sums.totalTokens - one.sums.totalTokens || (a < b ? -1 : 1),
  )
}

function finished(key: string, row: RowSums, report: UsageReportName, now: number): UsageRow {
  const { sums, models, first, last } = row
  const isTimed = first <= last
  return {
    key,
    ...countersOf(sums),
    ...(models
      ? {
          models: [...models]
            .map(([model, one]) => ({ key: model, ...countersOf(one) }))
            .toSorted((a, b) => b.costUSD - a.costUSD || b.totalTokens - a.totalTokens || (a.key < b.key ? -1 : 1)),
        }
      : {}),
    ...(report === 'session'
      ? {
          project: row.project,
          firstAt: isTimed ? new Date(first).toISOString() : null,
          lastAt: isTimed ? new Date(last).toISOString() : null,
        }
      : {}),
    ...(report === 'blocks' && key !== UNDATED ? { block: blockOf(key, row, now) } : {}),
  }
}

function blockOf(key: string, { sums, first, last }: RowSums, now: number) {
  const start = Date.parse(key)
  const [block] = blocksOf([start])
  return {
    startedAt: key,
    endsAt: new Date(block!.end).toISOString(),
    ...rateOf(block!, { first, last }, countersOf(sums), now),
  }
}
