// Damaged lines: records that share a line, NUL bytes, records that break off, bytes that are no record or no UTF-8.
// (R-F1 to R-F5)

import { TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import { rowsByUuid } from '../../conversation/graph.js'
import type { Name } from '../../conversation/names.js'
import { ASSISTANT, COMPACT_SUMMARY, has, NONE, SIDECHAIN, timeOf, USER } from '../../conversation/rows.js'
import type { Edit } from '../../format/changes.js'
import type { FoundGap } from '../../format/found.js'
import { decodeText, eachElement, rangeOf, valueEnd } from '../../format/json/walk.js'
import { textAt } from '../edits/block-fields.js'
import { blocksIn, blocksOf } from './blocks-of.js'
import { type Around, type Child, salvageRecord } from './cut-record.js'
import type { DamagedSession } from './damaged-session.js'
import type { RepairRule } from './repair-step.js'

const NOTHING = new Uint8Array(0)
const utf8 = new TextEncoder()

/** What became of the damaged places, by what is said of it. */
type Told = Map<string, number[]>

const SPLIT = 'put each record on its own line'
const NUL = 'remove NUL bytes'
const SALVAGE = 'salvage a damaged record'
const WHOLE = 'restore a damaged record'
const DROP = 'remove lines that are not records'
const MARK = 'remove a byte order mark'

const WHY: Readonly<Record<string, string>> = {
  [SPLIT]: 'the client skips lines with more than one record (R-F1)',
  [NUL]: 'the record after them is complete, but the client does not read it (R-F3)',
  [SALVAGE]: 'the client skips it; the readable part is kept, with a note that the rest is lost (R-F1)',
  [WHOLE]: 'the client skips it, but everything that the model would see is there (R-F1)',
  [DROP]: 'they contain no part of the conversation, and the client skips them (R-F1)',
  [MARK]: 'older clients lose the first record because of it (R-F4)',
}

/** `lossy` is told the ids of entries of which something is lost. */
export function mendLines(lossy: Set<string>): RepairRule {
  return ({ damaged, edits, step }) => {
    const told: Told = new Map()
    for (const edit of gapEdits(damaged, told, lossy)) edits.push(edit)
    for (const { code, offset } of damaged.findings) {
      if (code !== 'line-glued' || offset === undefined) continue
      edits.push({ offset, length: 0, content: utf8.encode('\n') })
      tell(told, SPLIT, offset)
    }
    for (const [action, places] of told) step(action, places, WHY[action]!)
  }
}

function tell(told: Told, action: string, place: number): void {
  const list = told.get(action)
  if (list) list.push(place)
  else told.set(action, [place])
}

function gapEdits(damaged: DamagedSession, told: Told, lossy: Set<string>): readonly Edit[] {
  const edits: Edit[] = []
  const { gaps } = damaged
  if (gaps.length === 0) return edits
  const parents = missingParents(damaged)
  const dated = datedRows(damaged)
  for (let at = 0; at < gaps.length; at++) {
    const gap = gaps[at]!
    const { offset, length, reason } = gap
    if (reason === 'nul' || reason === 'byte-order-mark') {
      edits.push({ offset, length, content: NOTHING })
      tell(told, reason === 'nul' ? NUL : MARK, offset)
    } else if (reason === 'cut' || reason === 'half' || reason === 'garbage' || reason === 'not-object') {
      const next = gaps[at + 1]
      const both = next && brokenInTwo(damaged, gap, next)
      if (both !== undefined) {
        edits.push({ offset, length: length + next!.length, content: utf8.encode(`${both}\n`) })
        tell(told, WHOLE, offset)
        at++
        continue
      }
      const records = recordsIn(damaged, gap, around(damaged, gap, dated, parents.after(offset, gaps[at + 1]?.offset)))
      for (const { uuid, isLossy, tookParent } of records) {
        if (tookParent) parents.take(uuid)
        if (isLossy) lossy.add(uuid)
      }
      edits.push({
        offset,
        length,
        content: inPlaceOf(
          damaged,
          gap,
          records.map(record => record.json),
        ),
      })
      const whole = records.length > 0 && records.every(record => !record.isLossy)
      tell(told, records.length === 0 ? DROP : whole ? WHOLE : SALVAGE, offset)
    }
  }
  return edits
}

interface Found {
  readonly json: string
  readonly uuid: string
  readonly isLossy: boolean
  readonly tookParent: boolean
}

/** Up to so many bytes of a broken record are looked at: what a client writes in one piece. */
const MOST = 64 << 20

function recordsIn({ source }: DamagedSession, { offset, length, reason }: FoundGap, known: Around): readonly Found[] {
  if (length > MOST) return []
  const stored = source.read(offset, length)
  if (reason === 'not-object') return listed(stored)
  const bytes = stored.filter(byte => byte !== 0)
  const text = decodeText(bytes, 0, bytes.length).trim()
  if (isRecord(text)) return [{ json: text, uuid: uuidIn(text), isLossy: false, tookParent: false }]
  const salvaged = salvageRecord(text, known)
  return salvaged ? [salvaged] : []
}

function uuidIn(text: string): string {
  const { uuid } = JSON.parse(text) as { readonly uuid?: unknown }
  return typeof uuid === 'string' ? uuid : ''
}

/** A list of records, each on a line of its own, as it was written. */
function listed(bytes: Uint8Array): readonly Found[] {
  const records: Found[] = []
  const from = bytes.indexOf(0x5b)
  if (from < 0 || !isBlankUpTo(bytes, from)) return records
  eachElement(bytes, from, start => {
    const end = valueEnd(bytes, start)
    if (bytes[start] === 0x7b && rangeOf(bytes, start, ['type']))
      records.push({ json: decodeText(bytes, start, end), uuid: '', isLossy: false, tookParent: false })
    return end
  })
  return records
}

function isBlankUpTo(bytes: Uint8Array, end: number): boolean {
  return bytes.subarray(0, end).every(isBlank)
}

/** A line break inside of a text: two lines that are no records, and one where it is escaped. */
function brokenInTwo({ source }: DamagedSession, gap: FoundGap, next: FoundGap): string | undefined {
  if (gap.reason !== 'cut' || next.offset !== gap.offset + gap.length || gap.length + next.length > MOST)
    return undefined
  const lines = [gap, next].map(({ offset, length }) => decodeText(source.read(offset, length), 0, length))
  const text = `${lines[0]!.replace(/\r?\n$/, '')}\\n${lines[1]!.trimEnd()}`
  return isRecord(text) ? text : undefined
}

function isRecord(text: string): boolean {
  const value = parsed(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Lines of their own: nothing is joined to what stands before or behind on the same line. */
function inPlaceOf({ source }: DamagedSession, { offset, length }: FoundGap, records: readonly string[]): Uint8Array {
  const begins = offset === 0 || source.read(offset - 1, 1)[0] === 0x0a
  const ends = source.read(offset + length - 1, 1)[0] === 0x0a
  if (records.length === 0) return utf8.encode(ends && !begins ? '\n' : '')
  return utf8.encode(`${begins ? '' : '\n'}${records.join('\n')}\n`)
}

/** By row: the nearest one up to it that has a time. */
function datedRows({ source: { conversation } }: DamagedSession): Int32Array {
  const { rows } = conversation
  const dated = new Int32Array(rows.count)
  for (let row = 1; row < rows.count; row++) dated[row] = Number.isNaN(rows.time[row]!) ? dated[row - 1]! : row
  return dated
}

/** The nearest entry before it tells the time and the session. */
function around(
  { source, choices }: DamagedSession,
  { offset }: FoundGap,
  dated: Int32Array,
  child: Child | undefined,
): Around {
  const { rows, about } = source.conversation
  const before = lastBefore(rows.offset, rows.count, offset)
  const row = before < 0 ? before : dated[before]!
  return {
    child,
    timestamp: row < 0 ? undefined : timeOf(rows, row),
    sessionId: about.sessionId,
    newId: what => choices.newId(`${what} at byte ${offset}`),
  }
}

/** Entries whose parent nobody is: asked for in file order. */
function missingParents({ source }: DamagedSession) {
  const { rows, graph } = source.conversation
  const taken = new Set<string>()
  const orphans = graph.orphans.filter(({ row }) => (rows.flags[row]! & SIDECHAIN) === 0)
  let calls: ReadonlySet<Name> | undefined
  let uuids: Int32Array | undefined
  let next = 0
  return {
    take: (uuid: string) => void taken.add(uuid),
    /** Behind one broken record and before the next. */
    after(offset: number, until = Infinity): Child | undefined {
      for (; next < orphans.length; next++) {
        const { row, missing } = orphans[next]!
        if (rows.offset[row]! >= until) break
        if (rows.offset[row]! > offset && !taken.has(missing)) return child(row, missing)
      }
      return namedByCheckpoint(offset, until)
    },
  }

  /** The end of the conversation has no child; a checkpoint names it. */
  function namedByCheckpoint(offset: number, until: number): Child | undefined {
    const type = rows.names.find('last-prompt')
    for (let row = lastBefore(rows.offset, rows.count, offset) + 1; type !== 0 && row < rows.count; row++) {
      if (rows.offset[row]! >= until) return undefined
      if (rows.type[row] !== type) continue
      const missing = textAt(source.read(rows.offset[row]!, rows.length[row]!), 0, 'leafUuid')
      if (missing === undefined || taken.has(missing) || missing.startsWith('00000000-0000')) continue
      const name = rows.names.find(missing)
      if (name === 0 || (uuids ??= rowsByUuid(rows))[name] === NONE) return { missing, role: 'other', answers: [] }
    }
    return undefined
  }

  function child(row: number, missing: string): Child {
    calls ??= new Set([...blocksOf(source, TOOL_USE)].map(({ id }) => id))
    const answers = [...blocksIn(source, row, TOOL_RESULT)].filter(({ id }) => id !== 0 && !calls!.has(id))
    // What a summary hangs on is the boundary of its compaction, and nobody's words.
    const speaks = has(rows, row, COMPACT_SUMMARY) ? undefined : rows.role[row]
    const role = speaks === USER ? 'user' : speaks === ASSISTANT ? 'assistant' : 'other'
    return { missing, role, answers: answers.map(({ id }) => rows.names.text(id)) }
  }
}

function lastBefore(offsets: ArrayLike<number>, count: number, offset: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (offsets[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

const FFFD = utf8.encode('\ufffd')
const ESCAPED = utf8.encode('\\ufffd')

/** Records that are read, but not as they should be written: over several lines, with bytes that are no text. */
export const mendTexts: RepairRule = ({ damaged, edits, step }) => {
  const { rows } = damaged.source.conversation
  const told: Record<string, number[]> = {}
  const done = new Set<number>()
  for (const { code, offset } of damaged.findings) {
    if (offset === undefined) continue
    const isBroken = code === 'line-break-inside'
    if (!isBroken && code !== 'line-invalid-utf8' && code !== 'line-lone-surrogate') continue
    ;(told[code] ??= []).push(offset)
    const row = lastBefore(rows.offset, rows.count, offset + 1)
    if (row < 0 || done.has(row)) continue
    done.add(row)
    const from = rows.offset[row]!
    const bytes = damaged.source.read(from, rows.length[row]!)
    for (const edit of textEdits(bytes)) edits.push({ ...edit, offset: edit.offset + from })
  }
  step('put records on one line', told['line-break-inside'] ?? [], 'line-based tools cannot read them (R-F5)')
  step('replace invalid UTF-8 with U+FFFD', told['line-invalid-utf8'] ?? [], 'all programs read it as that')
  step(
    'replace lone surrogates with U+FFFD',
    told['line-lone-surrogate'] ?? [],
    'client 2.1 sends that; the API rejects what older clients send (A4.8, N31)',
  )
}

function textEdits(bytes: Uint8Array): readonly Edit[] {
  const edits: Edit[] = []
  const put = (offset: number, end: number, content: Uint8Array) =>
    edits.push({ offset, length: end - offset, content })
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at]!
    if (byte === 0x0a || byte === 0x0d) {
      // JSON has line breaks between tokens only.
      const from = at
      while (at < bytes.length && isBlank(bytes[at]!)) at++
      put(from, at, NOTHING)
    } else if (byte === 0x5c) {
      const unit = unitAt(bytes, at)
      const isHigh = unit >= 0xd800 && unit < 0xdc00
      const next = isHigh && bytes[at + 6] === 0x5c ? unitAt(bytes, at + 6) : -1
      if (isHigh && next >= 0xdc00 && next < 0xe000) at += 12
      else {
        if (unit >= 0xd800 && unit < 0xe000) put(at, at + 6, ESCAPED)
        at += unit < 0 ? 2 : 6
      }
    } else if (byte < 0x80) at++
    else {
      const length = sequenceAt(bytes, at)
      if (length > 0) at += length
      else {
        const from = at++
        // A sequence that breaks off is one character to its reader.
        while (at - from < 3 && (bytes[at]! & 0xc0) === 0x80 && isBeginning(bytes, from, at)) at++
        put(from, at, FFFD)
      }
    }
  }
  return edits
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

/** The number of `\uXXXX` at this place, or -1. */
function unitAt(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== 0x75) return -1
  return Number.parseInt(decodeText(bytes, at + 2, at + 6), 16)
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** Length of the character that begins here; 0 where none does. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  if (length === 0 || at + length > bytes.length) return 0
  try {
    strict.decode(bytes.subarray(at, at + length))
    return length
  } catch {
    return 0
  }
}

/** Could these bytes, and one more, go on as a character? */
function isBeginning(bytes: Uint8Array, from: number, at: number): boolean {
  const text = decodeText(bytes, from, at + 1)
  return text.length === 1
}
