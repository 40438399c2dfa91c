// A session file as a value: its bytes, and the entries and gaps that tile them.

import type { SessionEntry } from './entries/index.js'
import type { Finding } from './finding.js'
import { type FoundEntry, type FoundGap, MAX_DEPTH } from './found.js'
import { decodeText, type Path, type Range, rangeOf } from './json/walk.js'
import { recordReader } from './records.js'
import { searchable } from './searchable.js'

/** One record of the file, by its place. Its JSON is decoded only when `entryValue` is asked for it. */
export interface Entry extends FoundEntry {
  /** Position among the entries of the file. */
  readonly index: number
}

export type Gap = FoundGap
export type Part = Entry | Gap

export interface Session {
  readonly bytes: Uint8Array
  readonly lines: number
  /** Entries and gaps in file order; together they cover every byte exactly once (I1). */
  readonly parts: readonly Part[]
  readonly entries: readonly Entry[]
  /** Damage: what was found in the file that is no good record, with its place. */
  readonly findings: readonly Finding[]
}

/** Reads any bytes; never throws. The session refers to these bytes, which must not be changed afterwards. */
export function parseSession(input: Uint8Array): Session {
  const bytes = searchable(input)
  const parts: Part[] = []
  const entries: Entry[] = []
  const findings: Finding[] = []
  let lines = 0
  const reader = recordReader({
    entry(found) {
      const entry = { ...found, index: entries.length }
      entries.push(entry)
      parts.push(entry)
    },
    gap: gap => parts.push(gap),
    finding: finding => findings.push(finding),
    end: totals => {
      lines = totals.lines
    },
  })
  reader.push(bytes)
  reader.end()
  return { bytes, lines, parts, entries, findings }
}

/** The file again, laid out from its parts: byte for byte what was parsed. */
export function serializeSession(session: Session): Uint8Array {
  const result = new Uint8Array(session.parts.reduce((sum, part) => sum + partLength(part), 0))
  let at = 0
  for (const part of session.parts) {
    result.set(session.bytes.subarray(part.offset, partEnd(part)), at)
    at += partLength(part)
  }
  return result
}

/** Length of a part with its line ending. */
export function partLength(part: Part): number {
  return part.kind === 'entry' ? part.length + part.ending.length : part.length
}

export function partEnd(part: Part): number {
  return part.offset + partLength(part)
}

/** The entry's JSON text. */
export function entryText(session: Session, entry: Entry): string {
  return decodeText(session.bytes, entry.offset, entry.offset + entry.length)
}

/** The entry's decoded value; undefined where it is nested too deep to be handled safely (finding `line-too-deep`). */
export function entryValue(session: Session, entry: Entry): SessionEntry | undefined {
  return entry.depth > MAX_DEPTH ? undefined : (JSON.parse(entryText(session, entry)) as SessionEntry)
}

/** Where in the file the value of a key path of this entry stands. */
export function entryRange(session: Session, entry: Entry, path: Path): Range | undefined {
  return rangeOf(session.bytes, entry.offset, path)
}
