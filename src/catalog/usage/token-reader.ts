// What an answer took, as its entry says; read off the bytes in one short walk. The index and a plain scan both read by
// this, so they cannot differ.
//
// An answer stands in an entry of its own, or in the progress of an agent that left no transcript: there the entry holds
// the agent's entry. What a tool reports of an agent's last request (`toolUseResult.usage`) is a summary, and not read.

import { numberAt } from '../../conversation/read-number.js'
import { timestampAt } from '../../conversation/timestamp.js'
import type { EntryPlace } from '../../format/found.js'
import type { AnswerSlots } from '../../format/json/quick-scan.js'
import { NO_SPANS, type Spans, spanCursor } from '../../format/json/spans.js'
import { eachElement } from '../../format/json/walk.js'
import type { OtherRequest, TokenEvent } from '../store.js'
import { type MemberWalker, memberWalker } from './member-walker.js'
import { PLACE, placeOf, WORD, wordOf } from './told-answer.js'
import { type WordReader, wordReader } from './word-reader.js'

export interface TokenReader {
  /** Undefined where the entry says nothing; what the client writes in the name of no model is no answer. */
  read(bytes: Uint8Array, start: number, spans: Spans, line: number, offset: number): TokenEvent | undefined
  /** The same of an entry that the quick scanner knows. */
  readTold(told: AnswerSlots, place: EntryPlace, bytes: Uint8Array, start: number): TokenEvent | undefined
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }
type Figures = Writable<
  Pick<
    TokenEvent,
    | 'inputTokens'
    | 'outputTokens'
    | 'cacheReadTokens'
    | 'cacheCreationTokens'
    | 'cacheWrite5mTokens'
    | 'cacheWrite1hTokens'
    | 'webSearches'
    | 'webFetches'
    | 'serviceTier'
    | 'inferenceGeo'
    | 'speed'
    | 'others'
  >
>

type CountName = { [Name in keyof Figures]: Figures[Name] extends number ? Name : never }[keyof Figures]

const SYNTHETIC = '<synthetic>'
const NO_OTHERS: readonly OtherRequest[] = []
const OBJECT = 0x7b
const LIST = 0x5b
const QUOTE = 0x22

export function tokenReader(): TokenReader {
  const cursor = spanCursor()
  const { endOf } = cursor
  const words = {
    type: wordReader(),
    inner: wordReader(),
    requestId: wordReader(),
    messageId: wordReader(),
    model: wordReader(),
    stopReason: wordReader(),
    sessionId: wordReader(),
    forkedFrom: wordReader(),
    agentId: wordReader(),
    cwd: wordReader(),
    tier: wordReader(),
    geo: wordReader(),
    speed: wordReader(),
    other: wordReader(),
    otherModel: wordReader(),
  }
  let bytes: Uint8Array = new Uint8Array(0)

  let type: string | null
  /** In the progress of an agent: the type of its entry. */
  let inner: string | null
  let messageId: string | null
  let requestId: string | null
  let model: string | null
  let time: number | null
  let hasInnerTime: boolean
  let costUSD: number | null
  let stopReason: string | null
  let isSidechain: boolean
  let isProgress: boolean
  let agentId: string | null
  let sessionId: string | null
  let forkedFrom: string | null
  let cwd: string | null
  let hasUsage: boolean
  let hasRecorded: boolean
  const figures = emptyFigures()
  const recorded = emptyFigures()
  let into = figures
  let otherType: string | null
  let otherModel: string | null

  const entry = memberWalker({
    type: at => keep(words.type, at, text => (type = text)),
    // Whoever said before that it is something else says nothing of use: most of the text is passed over here.
    message: at => (isObject(at) && (type === null || type === 'assistant') ? readMessage(at) : 0),
    requestId: at => keep(words.requestId, at, text => (requestId = text)),
    timestamp(at) {
      if (!hasInnerTime) time = timeAt(at)
      return 0
    },
    sessionId: at => keep(words.sessionId, at, text => (sessionId = text)),
    cwd: at => keep(words.cwd, at, text => (cwd = text)),
    isSidechain(at) {
      isSidechain = bytes[at] === 0x74
      return 0
    },
    agentId: at => keep(words.agentId, at, text => (agentId = text)),
    costUSD(at) {
      costUSD = isNumber(at) ? numberAt(bytes, at) : null
      return 0
    },
    forkedFrom: at => inside(fork, at),
    data: at => (type === null || type === 'progress' ? inside(data, at) : 0),
    rethread: at => inside(own, at),
  })

  const fork = memberWalker({ sessionId: at => keep(words.forkedFrom, at, text => (forkedFrom = text)) })

  /** What a change by rethread has kept. */
  const own = memberWalker({
    usage(at) {
      hasRecorded = isObject(at)
      return hasRecorded ? readUsage(at, recorded) : 0
    },
  })

  /** Of a progress entry. */
  const data = memberWalker({
    message: at => inside(agentEntry, at),
    agentId: at => keep(words.agentId, at, text => (agentId = text)),
  })

  /** The entry of the agent in it. */
  const agentEntry = memberWalker({
    type: at => keep(words.inner, at, text => (inner = text)),
    message(at) {
      isProgress = isObject(at)
      return isProgress ? readMessage(at) : 0
    },
    requestId: at => keep(words.requestId, at, text => (requestId = text)),
    timestamp(at) {
      const ownTime = timeAt(at)
      hasInnerTime = ownTime !== null
      time = ownTime ?? time
      return 0
    },
  })

  const message = memberWalker({
    id: at => keep(words.messageId, at, text => (messageId = text || null)),
    model: at => keep(words.model, at, text => (model = text)),
    usage(at) {
      hasUsage = isObject(at)
      return hasUsage ? readUsage(at, figures) : 0
    },
    stop_reason: at => keep(words.stopReason, at, text => (stopReason = text)),
  })

  /** Those of an answer, and of each request that it took. */
  const counts = {
    input_tokens: counter('inputTokens'),
    output_tokens: counter('outputTokens'),
    cache_read_input_tokens: counter('cacheReadTokens'),
    cache_creation_input_tokens: counter('cacheCreationTokens'),
    cache_creation: (at: number) => inside(writes, at),
  }

  const usage = memberWalker({
    ...counts,
    server_tool_use: at => inside(serverTools, at),
    service_tier: at => keep(words.tier, at, text => (into.serviceTier = text)),
    inference_geo: at => keep(words.geo, at, text => (into.inferenceGeo = text)),
    speed: at => keep(words.speed, at, text => (into.speed = text)),
    iterations: at => (bytes[at] === LIST ? readIterations(at) : 0),
  })

  const writes = memberWalker({
    ephemeral_5m_input_tokens: counter('cacheWrite5mTokens'),
    ephemeral_1h_input_tokens: counter('cacheWrite1hTokens'),
  })

  const serverTools = memberWalker({
    web_search_requests: counter('webSearches'),
    web_fetch_requests: counter('webFetches'),
  })

  const iteration = memberWalker({
    type: at => keep(words.other, at, text => (otherType = text)),
    model: at => keep(words.otherModel, at, text => (otherModel = text)),
    ...counts,
  })

  return {
    read(of, start, spans, line, offset) {
      bytes = of
      cursor.start(spans)
      type = inner = messageId = requestId = model = stopReason = agentId = sessionId = forkedFrom = cwd = null
      time = costUSD = null
      hasInnerTime = isSidechain = isProgress = hasUsage = hasRecorded = false
      entry.walk(bytes, start, endOf)
      const isAnswer = type === 'assistant' || (type === 'progress' && inner === 'assistant')
      if (!isAnswer || !hasUsage || model === SYNTHETIC) return undefined
      return eventAt(line, offset)
    },
    readTold(told, { line, offset }, of, start) {
      bytes = of
      takeTold(told, start)
      return model === SYNTHETIC ? undefined : eventAt(line, offset)
    },
  }

  function eventAt(line: number, offset: number): TokenEvent {
    // A change gave the client smaller figures, and kept those that were recorded.
    const said = hasRecorded ? recorded : figures
    return {
      line,
      offset,
      messageId,
      requestId,
      model,
      time,
      inputTokens: said.inputTokens,
      outputTokens: said.outputTokens,
      cacheReadTokens: said.cacheReadTokens,
      cacheCreationTokens: said.cacheCreationTokens,
      cacheWrite5mTokens: said.cacheWrite5mTokens,
      cacheWrite1hTokens: said.cacheWrite1hTokens,
      webSearches: said.webSearches,
      webFetches: said.webFetches,
      serviceTier: said.serviceTier,
      inferenceGeo: said.inferenceGeo,
      speed: said.speed,
      costUSD,
      stopReason,
      isSidechain,
      isProgress,
      agentId,
      sessionId,
      forkedFrom,
      cwd,
      others: said.others,
    }
  }

  /** The same from what the quick scanner tells; what it tells only the place of is read here. */
  function takeTold(told: AnswerSlots, start: number): void {
    requestId = wordOf(told, WORD.requestId, bytes, start)
    sessionId = wordOf(told, WORD.sessionId, bytes, start)
    cwd = wordOf(told, WORD.cwd, bytes, start)
    agentId = wordOf(told, WORD.agentId, bytes, start)
    messageId = wordOf(told, WORD.messageId, bytes, start) || null
    model = wordOf(told, WORD.model, bytes, start)
    stopReason = wordOf(told, WORD.stopReason, bytes, start)
    figures.serviceTier = wordOf(told, WORD.serviceTier, bytes, start)
    figures.inferenceGeo = wordOf(told, WORD.inferenceGeo, bytes, start)
    figures.speed = wordOf(told, WORD.speed, bytes, start)
    const counts = told.figures
    figures.inputTokens = counts[0]!
    figures.outputTokens = counts[1]!
    figures.cacheReadTokens = counts[2]!
    figures.cacheCreationTokens = counts[3]!
    figures.cacheWrite5mTokens = counts[4]!
    figures.cacheWrite1hTokens = counts[5]!
    figures.webSearches = counts[6]!
    figures.webFetches = counts[7]!
    figures.others = NO_OTHERS
    isProgress = hasRecorded = false
    const timeStands = placeOf(told, PLACE.timestamp, start)
    time = timeStands < 0 ? null : timeAt(timeStands)
    const sideStands = placeOf(told, PLACE.isSidechain, start)
    isSidechain = sideStands >= 0 && bytes[sideStands] === 0x74
    const cost = placeOf(told, PLACE.costUSD, start)
    costUSD = cost >= 0 && isNumber(cost) ? numberAt(bytes, cost) : null
    forkedFrom = null
    cursor.start(NO_SPANS)
    const from = placeOf(told, PLACE.forkedFrom, start)
    if (from >= 0) inside(fork, from)
    const kept = placeOf(told, PLACE.rethread, start)
    if (kept >= 0) inside(own, kept)
    const requests = placeOf(told, PLACE.iterations, start)
    if (requests >= 0 && bytes[requests] === LIST) {
      into = figures
      readIterations(requests)
    }
  }

  function readMessage(at: number): number {
    messageId = model = stopReason = null
    hasUsage = false
    return message.walk(bytes, at, endOf)
  }

  function readUsage(at: number, of: Figures): number {
    clear(of)
    into = of
    return usage.walk(bytes, at, endOf)
  }

  /**
   * The requests that one answer took. Its own are summed up in the figures above them; what an advisor was asked, and
   * what it took to summarise the history on the way, is not.
   */
  function readIterations(from: number): number {
    const answer = into
    const others: OtherRequest[] = []
    const end = eachElement(bytes, from, at => {
      if (!isObject(at)) return 0
      otherType = otherModel = null
      const other = emptyFigures()
      into = other
      const behind = iteration.walk(bytes, at, endOf)
      if (otherType === 'advisor_message' || otherType === 'compaction') others.push(requestOf(other, otherModel))
      return behind
    })
    into = answer
    into.others = others.length === 0 ? NO_OTHERS : others
    return end
  }

  /** Where the value ends that a text was kept of; nothing is kept of any other. */
  function keep(reader: WordReader, at: number, set: (text: string | null) => void): number {
    const isText = bytes[at] === QUOTE
    set(isText ? reader.read(bytes, at) : null)
    return isText ? reader.end : 0
  }

  function counter(name: CountName): (at: number) => number {
    return at => {
      into[name] = Math.max(0, numberAt(bytes, at))
      return 0
    }
  }

  function inside(walker: MemberWalker, at: number): number {
    return isObject(at) ? walker.walk(bytes, at, endOf) : 0
  }

  function isObject(at: number): boolean {
    return bytes[at] === OBJECT
  }

  function timeAt(at: number): number | null {
    const value = timestampAt(bytes, at)
    return Number.isNaN(value) ? null : value
  }

  function isNumber(at: number): boolean {
    const byte = bytes[at]!
    return byte === 0x2d || (byte >= 0x30 && byte <= 0x39)
  }
}

function requestOf(other: Figures, model: string | null): OtherRequest {
  const { inputTokens, outputTokens, cacheReadTokens } = other
  const { cacheCreationTokens, cacheWrite5mTokens, cacheWrite1hTokens } = other
  return {
    model,
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheCreationTokens,
    cacheWrite5mTokens,
    cacheWrite1hTokens,
  }
}

function emptyFigures(): Figures {
  return {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    webSearches: 0,
    webFetches: 0,
    serviceTier: null,
    inferenceGeo: null,
    speed: null,
    others: NO_OTHERS,
  }
}

function clear(figures: Figures): void {
  figures.inputTokens = figures.outputTokens = figures.cacheReadTokens = figures.cacheCreationTokens = 0
  figures.cacheWrite5mTokens = figures.cacheWrite1hTokens = figures.webSearches = figures.webFetches = 0
  figures.serviceTier = figures.inferenceGeo = figures.speed = null
  figures.others = NO_OTHERS
}
