// Every parse must keep these promises, whatever the bytes: checked here once, used by all tests of the format.

import { isDeepStrictEqual } from 'node:util'
import type { Finding } from '../../src/format/finding.js'
import type { FoundPart } from '../../src/format/found.js'
import { type RecordReaderOptions, recordReader } from '../../src/format/records.js'
import { parseSession, type Session, serializeSession } from '../../src/format/session.js'

export interface TileOptions {
  /** How many random ways to cut the file into chunks. */
  readonly chunkings?: number
  readonly seed?: number
}

/** Parses, checks all invariants, and returns the session for what the test itself wants to know. */
export function expectTiles(bytes: Uint8Array, options: TileOptions = {}): Session {
  const before = bytes.slice()
  const session = parseSession(bytes)
  check(sameBytes(bytes, before), 'parsing wrote to its input', bytes)
  check(sameBytes(serializeSession(session), before), 'serialised bytes differ', bytes)
  const breaks = lineBreaks(bytes)
  expectTiling(session)
  expectPlaces(session, breaks)
  expectEntries(session)
  expectDamageNamed(session)
  const random = randomFrom(options.seed ?? bytes.length)
  for (let round = 0; round < (options.chunkings ?? 2); round++) expectSameInChunks(session, random)
  return session
}

function check(truth: boolean, what: string, bytes: Uint8Array): asserts truth {
  if (truth) return
  const shown = Buffer.from(bytes.subarray(0, 4000)).toString('latin1')
  throw new Error(`${what}, in ${bytes.length} bytes: ${JSON.stringify(shown)}`)
}

function expectTiling({ bytes, parts, entries }: Session): void {
  let at = 0
  let index = 0
  for (const part of parts) {
    check(part.offset === at, `a part begins at ${part.offset}, the one before ends at ${at}`, bytes)
    check(part.length > 0, `an empty part at ${at}`, bytes)
    at += part.length
    if (part.kind === 'gap') continue
    at += part.ending.length
    check(part === entries[index] && part.index === index, `entry ${index} is not the one among the parts`, bytes)
    index++
  }
  check(at === bytes.length, `the parts end at ${at}`, bytes)
  check(index === entries.length, 'entries that are no parts', bytes)
}

function expectPlaces({ bytes, parts, findings }: Session, breaks: readonly number[]): void {
  for (const part of parts) {
    check(part.line === lineAt(breaks, part.offset), `line ${part.line} given for the part at ${part.offset}`, bytes)
  }
  for (const finding of findings) {
    const { code, line, offset } = finding
    check(offset !== undefined && offset >= 0 && offset < bytes.length, `${code} outside the file`, bytes)
    check(line === lineAt(breaks, offset), `${code}: line ${line} given for byte ${offset}`, bytes)
  }
}

const strictOfBom = new TextDecoder('utf-8', { ignoreBOM: true })

function expectEntries({ bytes, entries }: Session): void {
  for (const { offset, length, ending } of entries) {
    const end = offset + length
    check(bytes[offset] === 0x7b && bytes[end - 1] === 0x7d, `no braces around the entry at ${offset}`, bytes)
    const value: unknown = JSON.parse(strictOfBom.decode(bytes.subarray(offset, end)))
    check(typeof value === 'object' && value !== null && !Array.isArray(value), `no object at ${offset}`, bytes)
    const follows = bytes[end] === 0x0a ? '\n' : bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? '\r\n' : ''
    check(ending === follows, `ending ${JSON.stringify(ending)} given for the entry at ${offset}`, bytes)
  }
}

/** Damaged bytes are never kept in silence. */
function expectDamageNamed({ bytes, parts, findings }: Session): void {
  const offsets = new Set(findings.map(finding => finding.offset))
  for (const part of parts) {
    if (part.kind === 'entry') continue
    if (part.reason !== 'blank') check(offsets.has(part.offset), `no finding for the gap at ${part.offset}`, bytes)
    else for (let i = part.offset; i < part.offset + part.length; i++) check(isBlank(bytes[i]!), 'blank', bytes)
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

function expectSameInChunks(session: Session, random: Random): void {
  const whole = session.parts.map(part => {
    if (part.kind === 'gap') return part
    const { index: _, ...found } = part
    return found
  })
  const streamed = readInChunks(session.bytes, () => 1 + random(random(4) === 0 ? 3 : 200))
  check(isDeepStrictEqual(streamed.parts, whole), 'other parts when read in chunks', session.bytes)
  check(isDeepStrictEqual(streamed.findings, session.findings), 'other findings when read in chunks', session.bytes)
}

export interface Read {
  readonly parts: readonly FoundPart[]
  readonly findings: readonly Finding[]
  readonly maxPending: number
}

/** The streaming reader over chunks whose memory is reused and overwritten, as fs.read does it. */
export function readInChunks(bytes: Uint8Array, nextLength: () => number, options: RecordReaderOptions = {}): Read {
  const parts: FoundPart[] = []
  const findings: Finding[] = []
  const reader = recordReader(
    {
      entry(entry, memory, start) {
        const from = entry.offset - (options.offset ?? 0)
        const there = memory.subarray(start, start + entry.length)
        check(sameBytes(there, bytes.subarray(from, from + entry.length)), 'the sink got other bytes', bytes)
        parts.push(entry)
      },
      gap: gap => parts.push(gap),
      finding: finding => findings.push(finding),
    },
    // From the first byte on: it must tell the same as the reader of the whole, which is too short to ask it.
    { quickAfter: 0, ...options },
  )
  let maxPending = 0
  let memory = Buffer.alloc(0)
  for (let at = 0; at < bytes.length; ) {
    const length = Math.min(nextLength(), bytes.length - at)
    if (memory.length < length) memory = Buffer.alloc(length)
    memory.set(bytes.subarray(at, at + length))
    reader.push(memory.subarray(0, length))
    memory.fill(0x7d)
    maxPending = Math.max(maxPending, reader.pending)
    at += length
  }
  reader.end()
  check(reader.pending === 0, 'bytes are still pending after the end', bytes)
  return { parts, findings, maxPending }
}

/** Where the lines that are JSON objects by JSON.parse's word begin and end, white space around them left out. */
export function objectLines(bytes: Uint8Array): { readonly offset: number; readonly length: number }[] {
  const found: { offset: number; length: number }[] = []
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(0x0a, start)
    let end = at < 0 ? bytes.length : at
    const next = end + 1
    while (start < end && isBlank(bytes[start]!)) start++
    while (end > start && isBlank(bytes[end - 1]!)) end--
    if (bytes[start] === 0x7b && isJson(bytes.subarray(start, end))) found.push({ offset: start, length: end - start })
    start = next
  }
  return found
}

export function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(strictOfBom.decode(bytes))
    return true
  } catch {
    return false
  }
}

function lineBreaks(bytes: Uint8Array): number[] {
  const breaks: number[] = []
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0x0a) breaks.push(i)
  return breaks
}

/** 1 + the number of line breaks before this byte. */
function lineAt(breaks: readonly number[], offset: number): number {
  let low = 0
  let high = breaks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (breaks[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low + 1
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}

/** A whole number below the limit. */
export type Random = (limit: number) => number

/** Mulberry32: the same numbers on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  return limit => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * limit)
  }
}
