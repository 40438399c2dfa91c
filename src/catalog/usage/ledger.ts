// Everything that was logged, and out of it each message once.
//
// Which entries are one message is said in same-message.ts, which session it belongs to in original-session.ts. Nothing
// depends on the order in which transcripts come.

import { fiveMinuteWrites, isBetterFigure } from '../../conversation/usage.js'
import { hashOfText } from '../../format/hash-of-text.js'
import type { OtherRequest, TokenEvent } from '../store.js'
import { addRows, emptyRows, FINAL, IS_COPY, IS_PROGRESS, type Logged, type NameNumbers, newRow } from './logged.js'
import { type CopyOf, originalSessions } from './original-session.js'
import { messagesOf } from './same-message.js'

export interface UsageSource {
  readonly path: string
  /** The id of the session that the transcript lies with. */
  readonly session: string
  readonly agentId: string | null
}

export interface Ledger {
  addSource(source: UsageSource): number
  add(source: number, event: TokenEvent): void
  /** All that another one holds; its sources are numbered from the result on. */
  takeUp(other: LedgerState): number
  finish(copyOf?: CopyOf): CountedUsage
  /** All that was added; not of a ledger that keeps entries. */
  state(): LedgerState
}

/** Columns, and what they refer to. */
export interface LedgerState {
  readonly rows: Logged
  readonly sources: readonly UsageSource[]
  /** By source: how many entries it has. */
  readonly entries: readonly number[]
  readonly names: readonly string[]
  readonly manners: readonly Manner[]
  readonly more: readonly (readonly [row: number, More])[]
}

export interface CountedUsage {
  readonly messages: number
  /** Entries with figures, of which so many were counted, are parts of the same message, or copies elsewhere. */
  readonly entries: number
  message(at: number): CountedMessage
  /** All of them one by one; the message is only there during the call. */
  each(visit: (message: CountedMessage, at: number) => void): void
  timeOf(at: number): number | null
  /** All entries of a message, the one that counts first. Parts that were folded on the way are not among them. */
  entriesOf(at: number): readonly LoggedEntry[]
}

export interface Figures {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
}

export interface CountedMessage extends Figures {
  readonly id: string | null
  readonly model: string
  readonly time: number | null
  readonly session: string
  readonly cwd: string | null
  readonly source: UsageSource
  readonly line: number
  readonly webSearches: number
  readonly webFetches: number
  readonly serviceTier: string | null
  readonly inferenceGeo: string | null
  readonly speed: string | null
  readonly costUSD: number | null
  /** It has a stop reason: its figures are whole. */
  readonly isFinal: boolean
  readonly others: readonly (Figures & { readonly model: string })[]
}

export interface LoggedEntry {
  readonly source: UsageSource
  readonly line: number
  readonly time: number | null
  readonly session: string
  readonly isFinal: boolean
  readonly isProgress: boolean
  readonly isCounted: boolean
  readonly inputTokens: number
  readonly outputTokens: number
}

/** There is more of it than numbers (`More`). */
const HAS_MORE = 8

interface More {
  readonly webSearches: number
  readonly webFetches: number
  readonly costUSD: number | null
  readonly others: readonly OtherRequest[]
}

type Manner = Pick<TokenEvent, 'serviceTier' | 'inferenceGeo' | 'speed'>

export interface LedgerOptions {
  /** Every entry stays, and the ids of messages as they were written; for whoever asks what was counted. */
  readonly keepEntries?: boolean
  /** Goes on from there. */
  readonly from?: LedgerState | undefined
}

export function createLedger({ keepEntries = false, from }: LedgerOptions = {}): Ledger {
  const rows = from?.rows ?? emptyRows()
  const sources: UsageSource[] = [...(from?.sources ?? [])]
  const entries: number[] = [...(from?.entries ?? [])]
  const names = interned(from?.names)
  const manners: Manner[] = [...(from?.manners ?? [])]
  const mannerNumbers = new Map(manners.map((manner, number) => [mannerKey(manner), number]))
  const more = new Map(from?.more ?? [])
  const ids: (string | null)[] = []
  const hashId = lastHash()
  const hashRequest = lastHash()
  /** Sessions that have a file of their own. */
  const mainSessions = new Set<number>()
  for (const { agentId, session } of sources) if (agentId === null) mainSessions.add(names.of(session))
  let lastManner: Manner = { serviceTier: '', inferenceGeo: '', speed: '' }
  let lastMannerNumber = 0
  let lastSource = -1
  let lastRow = -1

  return {
    addSource,
    add(source, event) {
      entries[source]!++
      const request = event.requestId === null ? 0 : hashRequest(event.requestId)
      const id = event.messageId === null ? hashWithout(event, request) : hashId(event.messageId)
      // Parts of one answer follow each other: what is told of it already need not be kept.
      const isPart =
        !keepEntries &&
        source === lastSource &&
        request !== 0 &&
        rows.id[lastRow] === id &&
        rows.request[lastRow] === request
      if (isPart) {
        const isBetter = isBetterFigure(
          event.stopReason !== null,
          event.outputTokens,
          (rows.flags[lastRow]! & FINAL) !== 0,
          rows.output[lastRow]!,
        )
        if (isBetter) put(lastRow, source, event, id, request)
        return
      }
      lastSource = source
      lastRow = newRow(rows)
      put(lastRow, source, event, id, request)
    },
    takeUp(other) {
      const firstSource = sources.length
      for (const source of other.sources) addSource(source)
      for (const [at, count] of other.entries.entries()) entries[firstSource + at] = count
      const nameOf = Int32Array.from(other.names, text => (text === '' ? 0 : names.of(text)))
      const mannerNumberOf = Int32Array.from(other.manners, mannerOf)
      const first = addRows(rows, other.rows)
      for (let row = first; row < rows.count; row++) {
        rows.source[row]! += firstSource
        rows.model[row] = nameOf[rows.model[row]!]!
        rows.session[row] = nameOf[rows.session[row]!]!
        rows.cwd[row] = nameOf[rows.cwd[row]!]!
        rows.manner[row] = mannerNumberOf[rows.manner[row]!]!
      }
      for (const [row, one] of other.more) more.set(first + row, one)
      return firstSource
    },
    finish(copyOf) {
      const inOrder = sources.map((_, at) => at).toSorted((a, b) => (sources[a]!.path < sources[b]!.path ? -1 : 1))
      rows.sourceRank = new Int32Array(sources.length)
      for (const [rank, at] of inOrder.entries()) rows.sourceRank[at] = rank
      const messages = messagesOf(rows)
      const owners = originalSessions(rows, messages, agentSessions(), names, copyOf)
      return counted(messages, owners)
    },
    state: () => ({ rows, sources, entries, names: names.texts, manners, more: [...more] }),
  }

  function addSource(source: UsageSource): number {
    if (source.agentId === null) mainSessions.add(names.of(source.session))
    entries.push(0)
    return sources.push(source) - 1
  }

  function put(row: number, source: number, event: TokenEvent, id: number, request: number): void {
    rows.id[row] = id
    rows.request[row] = request
    rows.time[row] = event.time ?? Number.NaN
    rows.input[row] = event.inputTokens
    rows.output[row] = event.outputTokens
    rows.cacheRead[row] = event.cacheReadTokens
    rows.cacheCreation[row] = event.cacheCreationTokens
    rows.write5m[row] = event.cacheWrite5mTokens
    rows.write1h[row] = event.cacheWrite1hTokens
    rows.line[row] = event.line
    rows.source[row] = source
    rows.model[row] = names.of(event.model ?? UNNAMED)
    rows.manner[row] = mannerOf(event)
    rows.session[row] = names.of(event.forkedFrom ?? event.sessionId ?? sources[source]!.session)
    rows.cwd[row] = event.cwd === null ? 0 : names.of(event.cwd)
    const { webSearches, webFetches, costUSD, others } = event
    const hasMore = webSearches > 0 || webFetches > 0 || costUSD !== null || others.length > 0
    if (hasMore) more.set(row, { webSearches, webFetches, costUSD, others })
    rows.flags[row] =
      (event.stopReason === null ? 0 : FINAL) |
      (event.isProgress ? IS_PROGRESS : 0) |
      (event.forkedFrom === null ? 0 : IS_COPY) |
      (hasMore ? HAS_MORE : 0)
    if (keepEntries) ids[row] = event.messageId
  }

  function mannerOf({ serviceTier, inferenceGeo, speed }: Manner): number {
    if (
      serviceTier === lastManner.serviceTier &&
      inferenceGeo === lastManner.inferenceGeo &&
      speed === lastManner.speed
    )
      return lastMannerNumber
    const key = mannerKey({ serviceTier, inferenceGeo, speed })
    let number = mannerNumbers.get(key)
    if (number === undefined) {
      number = manners.push({ serviceTier, inferenceGeo, speed }) - 1
      mannerNumbers.set(key, number)
    }
    lastManner = { serviceTier, inferenceGeo, speed }
    lastMannerNumber = number
    return number
  }

  /**
   * An agent belongs to the session that it lies with, unless its entries name another one that has a file: then they
   * were copied along with their session.
   */
  function agentSessions(): (row: number) => number {
    const own = sources.map(({ session }) => names.of(session))
    return row => {
      const source = rows.source[row]!
      const named = rows.session[row]!
      return sources[source]!.agentId !== null && !mainSessions.has(named) && (rows.flags[row]! & IS_COPY) === 0
        ? own[source]!
        : named
    }
  }

  function counted(messages: ReturnType<typeof messagesOf>, owners: ReturnType<typeof originalSessions>): CountedUsage {
    function fill(message: Writable<CountedMessage>, at: number): CountedMessage {
      const row = messages.winner[at]!
      const extra = (rows.flags[row]! & HAS_MORE) === 0 ? undefined : more.get(row)
      const manner = manners[rows.manner[row]!]!
      const cwd = rows.cwd[owners.row[at]!]! || rows.cwd[row]!
      const write1h = rows.write1h[row]!
      message.id = ids[row] ?? null
      message.model = names.text(rows.model[row]!)
      message.time = timeOf(row)
      message.session = names.text(owners.session[at]!)
      message.cwd = cwd === 0 ? null : names.text(cwd)
      message.source = sources[rows.source[row]!]!
      message.line = rows.line[row]!
      message.inputTokens = rows.input[row]!
      message.outputTokens = rows.output[row]!
      message.cacheReadTokens = rows.cacheRead[row]!
      message.cacheWrite5mTokens = fiveMinuteWrites({
        cacheCreationTokens: rows.cacheCreation[row]!,
        cacheWrite5mTokens: rows.write5m[row]!,
        cacheWrite1hTokens: write1h,
      })
      message.cacheWrite1hTokens = write1h
      message.webSearches = extra?.webSearches ?? 0
      message.webFetches = extra?.webFetches ?? 0
      message.serviceTier = manner.serviceTier
      message.inferenceGeo = manner.inferenceGeo
      message.speed = manner.speed
      message.costUSD = extra?.costUSD ?? null
      message.isFinal = (rows.flags[row]! & FINAL) !== 0
      message.others = extra === undefined ? NO_OTHERS : extra.others.map(other => otherFigures(other, message.model))
      return message
    }
    return {
      messages: messages.count,
      entries: entries.reduce((sum, count) => sum + count, 0),
      message: at => fill(emptyMessage(), at),
      each(visit) {
        const message = emptyMessage()
        for (let at = 0; at < messages.count; at++) visit(fill(message, at), at)
      },
      timeOf: at => timeOf(messages.winner[at]!),
      entriesOf(at) {
        const winner = messages.winner[at]!
        const all = messages.rowsOf(at)
        return [winner, ...all.filter(row => row !== winner)].map(row => ({
          source: sources[rows.source[row]!]!,
          line: rows.line[row]!,
          time: timeOf(row),
          session: names.text(rows.session[row]!),
          isFinal: (rows.flags[row]! & FINAL) !== 0,
          isProgress: (rows.flags[row]! & IS_PROGRESS) !== 0,
          isCounted: row === winner,
          inputTokens: rows.input[row]!,
          outputTokens: rows.output[row]!,
        }))
      },
    }
  }

  function timeOf(row: number): number | null {
    const time = rows.time[row]!
    return Number.isNaN(time) ? null : time
  }
}

/** The entry names no model. */
const UNNAMED = '(none)'

const NO_OTHERS: CountedMessage['others'] = []

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

function emptyMessage(): Writable<CountedMessage> {
  return {
    id: null,
    model: '',
    time: null,
    session: '',
    cwd: null,
    source: { path: '', session: '', agentId: null },
    line: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    webSearches: 0,
    webFetches: 0,
    serviceTier: null,
    inferenceGeo: null,
    speed: null,
    costUSD: null,
    isFinal: false,
    others: NO_OTHERS,
  }
}

function otherFigures(other: OtherRequest, model: string): CountedMessage['others'][number] {
  return {
    model: other.model ?? model,
    inputTokens: other.inputTokens,
    outputTokens: other.outputTokens,
    cacheReadTokens: other.cacheReadTokens,
    cacheWrite5mTokens: fiveMinuteWrites(other),
    cacheWrite1hTokens: other.cacheWrite1hTokens,
  }
}

/** Of an answer without an id: that of its request, or all that it says. A copy of it says the same. */
function hashWithout(event: TokenEvent, request: number): number {
  if (request !== 0) return -request
  const { time, model, inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, line } = event
  return -hashOfText(
    [time ?? `line ${line}`, model, inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens].join(' '),
  )
}

/** Entries in a row name the same ids. */
function lastHash(): (text: string) => number {
  let last = ''
  let hash = hashOfText('')
  return text => {
    if (text !== last) {
      last = text
      hash = hashOfText(text)
    }
    return hash
  }
}

function mannerKey({ serviceTier, inferenceGeo, speed }: Manner): string {
  return JSON.stringify([serviceTier, inferenceGeo, speed])
}

function interned(known: readonly string[] = ['']): NameNumbers & { readonly texts: readonly string[] } {
  const texts: string[] = [...known]
  const numbers = new Map(texts.map((text, number) => [text, number]))
  numbers.delete('') // stands for none
  return {
    of(text) {
      let number = numbers.get(text)
      if (number === undefined) {
        number = texts.push(text) - 1
        numbers.set(text, number)
      }
      return number
    },
    text: number => texts[number]!,
    texts,
    get count() {
      return texts.length
    },
  }
}
