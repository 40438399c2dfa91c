// Token events as a few bytes each: what repeats is named once, numbers take the room that they need. So the figures of
// a gigabyte of sessions are read in a moment.

import type { OtherRequest, TokenEvent } from '../store.js'

const VERSION = 1
const SIDECHAIN = 1
const PROGRESS = 2
const OTHERS = 4
const TIMED = 8

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() }

export function packTokens(events: readonly TokenEvent[]): Uint8Array {
  const names: string[] = []
  const known = new Map<string, number>()
  const named = (text: string | null): number => {
    if (text === null) return 0
    let name = known.get(text)
    if (name === undefined) {
      names.push(text)
      known.set(text, (name = names.length))
    }
    return name
  }
  const writer = numberWriter()
  const { put } = writer
  let [line, offset, time] = [0, 0, 0]
  for (const event of events) {
    const flags =
      (event.isSidechain ? SIDECHAIN : 0) |
      (event.isProgress ? PROGRESS : 0) |
      (event.others.length > 0 ? OTHERS : 0) |
      (event.time === null ? 0 : TIMED)
    put(flags)
    put(event.line - line)
    put(event.offset - offset)
    line = event.line
    offset = event.offset
    if (event.time !== null) {
      put(event.time - time)
      time = event.time
    }
    put(named(event.messageId))
    put(named(event.requestId))
    put(named(event.model))
    putFigures(put, event)
    put(event.webSearches)
    put(event.webFetches)
    put(named(event.serviceTier))
    put(named(event.inferenceGeo))
    put(named(event.speed))
    put(named(event.costUSD === null ? null : String(event.costUSD)))
    put(named(event.stopReason))
    put(named(event.agentId))
    put(named(event.sessionId))
    put(named(event.forkedFrom))
    put(named(event.cwd))
    if (event.others.length === 0) continue
    put(event.others.length)
    for (const other of event.others) {
      put(named(other.model))
      putFigures(put, other)
    }
  }
  const dictionary = utf8.encoder.encode(JSON.stringify(names))
  const head = numberWriter()
  for (const number of [VERSION, events.length, dictionary.length]) head.put(number)
  return joined(head.bytes(), dictionary, writer.bytes())
}

export function unpackTokens(pack: Uint8Array): readonly TokenEvent[] {
  const events: TokenEvent[] = []
  eachToken(pack, event => events.push({ ...event }))
  return events
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** The same one by one; the event is only there during the call. */
export function eachToken(pack: Uint8Array, visit: (event: TokenEvent) => void): void {
  const take = numberReader(pack)
  if (take() !== VERSION) return
  const count = take()
  const length = take()
  const start = take.position()
  const names = JSON.parse(utf8.decoder.decode(pack.subarray(start, start + length))) as readonly string[]
  take.skipTo(start + length)
  const name = (): string | null => {
    const number = take()
    return number === 0 ? null : names[number - 1]!
  }
  const event = emptyEvent()
  let time = 0
  for (let at = 0; at < count; at++) {
    const flags = take()
    event.line += take()
    event.offset += take()
    if ((flags & TIMED) !== 0) time += take()
    event.time = (flags & TIMED) === 0 ? null : time
    event.messageId = name()
    event.requestId = name()
    event.model = name()
    takeFigures(take, event)
    event.webSearches = take()
    event.webFetches = take()
    event.serviceTier = name()
    event.inferenceGeo = name()
    event.speed = name()
    const cost = name()
    event.costUSD = cost === null ? null : Number(cost)
    event.stopReason = name()
    event.agentId = name()
    event.sessionId = name()
    event.forkedFrom = name()
    event.cwd = name()
    event.isSidechain = (flags & SIDECHAIN) !== 0
    event.isProgress = (flags & PROGRESS) !== 0
    event.others = (flags & OTHERS) === 0 ? NO_OTHERS : takeOthers(take, name)
    visit(event)
  }
}

const NO_OTHERS: readonly OtherRequest[] = []

function takeOthers(take: () => number, name: () => string | null): readonly OtherRequest[] {
  return Array.from({ length: take() }, () => {
    const other = { model: name(), ...noCounts() }
    takeFigures(take, other)
    return other
  })
}

function noCounts(): Writable<Counts> {
  return {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
  }
}

function emptyEvent(): Writable<TokenEvent> {
  return {
    line: 0,
    offset: 0,
    messageId: null,
    requestId: null,
    model: null,
    time: null,
    ...noCounts(),
    webSearches: 0,
    webFetches: 0,
    serviceTier: null,
    inferenceGeo: null,
    speed: null,
    costUSD: null,
    stopReason: null,
    isSidechain: false,
    isProgress: false,
    agentId: null,
    sessionId: null,
    forkedFrom: null,
    cwd: null,
    others: NO_OTHERS,
  }
}

type Counts = Omit<OtherRequest, 'model'>

function putFigures(put: (value: number) => void, counts: Counts): void {
  put(counts.inputTokens)
  put(counts.outputTokens)
  put(counts.cacheReadTokens)
  put(counts.cacheCreationTokens)
  put(counts.cacheWrite5mTokens)
  put(counts.cacheWrite1hTokens)
}

function takeFigures(take: () => number, into: Writable<Counts>): void {
  into.inputTokens = take()
  into.outputTokens = take()
  into.cacheReadTokens = take()
  into.cacheCreationTokens = take()
  into.cacheWrite5mTokens = take()
  into.cacheWrite1hTokens = take()
}

/** The first byte of a number that is no small whole one: it follows as it is. */
const RAW = 0x01
const LARGEST = 2 ** 52

/**
 * Seven bits a byte, the lowest first; the sign is the lowest bit of all, and a raw number (a fraction, or a very large
 * one) is told by a sign without a number.
 */
function numberWriter() {
  let bytes = new Uint8Array(1024)
  let used = 0
  const room = (more: number): void => {
    if (used + more <= bytes.length) return
    const larger = new Uint8Array(bytes.length * 2 + more)
    larger.set(bytes)
    bytes = larger
  }
  return {
    put(value: number): void {
      room(16)
      if (!Number.isInteger(value) || Math.abs(value) > LARGEST) {
        bytes[used++] = RAW
        new DataView(bytes.buffer).setFloat64(used, value, true)
        used += 8
        return
      }
      let rest = value < 0 ? -value * 2 + 1 : value * 2
      while (rest >= 0x80) {
        bytes[used++] = (rest % 0x80) | 0x80
        rest = Math.floor(rest / 0x80)
      }
      bytes[used++] = rest
    },
    bytes: (): Uint8Array => bytes.subarray(0, used),
  }
}

interface NumberReader {
  (): number
  position(): number
  skipTo(at: number): void
}

function numberReader(bytes: Uint8Array): NumberReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (): number => {
    let byte = bytes[at++]!
    let value = byte & 0x7f
    if (byte === RAW) {
      at += 8
      return view.getFloat64(at - 8, true)
    }
    for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
      byte = bytes[at++]!
      value += (byte & 0x7f) * scale
    }
    return value % 2 === 0 ? value / 2 : -(value - 1) / 2
  }
  return Object.assign(take, {
    position: () => at,
    skipTo: (to: number) => {
      at = to
    },
  })
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}
