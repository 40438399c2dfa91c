// Sessions as lists of plain entries, ways to damage them, and a plain reading of parents that knows nothing of check.

import { sessionChecker } from '../../src/check/check.js'
import { LINE_CODES } from '../../src/check/codes/lines.js'
import { TREE_CODES } from '../../src/check/codes/tree.js'
import type { Finding } from '../../src/format/finding.js'
import { type RecordReaderOptions, recordReader } from '../../src/format/records.js'
import { bytesOf, type Line } from '../conversation/lines.js'

export type Entry = Readonly<Record<string, unknown>>

/** The lines with the parents and times that `bytesOf` gives them: from here on nothing moves by itself. */
export function session(...lines: readonly (Line | readonly Line[])[]): readonly Entry[] {
  const text = new TextDecoder().decode(bytesOf(...lines))
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Entry)
}

export const encode = (entries: readonly Entry[]): Uint8Array =>
  new TextEncoder().encode(entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))

const MINE = new Set([...Object.keys(LINE_CODES), ...Object.keys(TREE_CODES)])

/** The findings of the families tested here; those of others have tests of their own. */
export function check(bytes: Uint8Array, options?: RecordReaderOptions): readonly Finding[] {
  const checker = sessionChecker()
  const reader = recordReader(checker, options)
  reader.push(bytes)
  reader.end()
  return checker.finish({ now: 0, cleanupDays: 30 }).filter(({ code }) => MINE.has(code))
}

export const checkEntries = (entries: readonly Entry[]): readonly Finding[] => check(encode(entries))

export const codesOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ code, line }) => `${code}:${line}`)

// Damage
export const edit = (entries: readonly Entry[], uuid: string, change: Entry): readonly Entry[] =>
  entries.map(entry => (entry['uuid'] === uuid ? { ...entry, ...change } : entry))

export const drop = (entries: readonly Entry[], ...uuids: readonly string[]): readonly Entry[] =>
  entries.filter(entry => !uuids.includes(String(entry['uuid'])))

export const dropField = (entries: readonly Entry[], uuid: string, field: string): readonly Entry[] =>
  entries.map(entry => {
    if (entry['uuid'] !== uuid) return entry
    const { [field]: _, ...rest } = entry
    return rest
  })

/** All entries from this one on so many seconds later. */
export function later(entries: readonly Entry[], uuid: string, seconds: number): readonly Entry[] {
  const from = entries.findIndex(entry => entry['uuid'] === uuid)
  return entries.map((entry, index) => {
    if (index < from || typeof entry['timestamp'] !== 'string') return entry
    return { ...entry, timestamp: new Date(Date.parse(entry['timestamp']) + seconds * 1000).toISOString() }
  })
}

/** A bookkeeping entry that makes the file larger than 5 MiB. */
export const BALLAST: Entry = { type: 'mode', mode: 'x'.repeat(5_300_000) }

/** The uuids from the named entry up, by nothing but parentUuid. */
export function plainPath(entries: readonly Entry[], leaf: string): readonly string[] {
  const byUuid = new Map(entries.map(entry => [entry['uuid'], entry]))
  const path: string[] = []
  for (let at: unknown = leaf; typeof at === 'string' && byUuid.has(at) && !path.includes(at); ) {
    path.push(at)
    at = byUuid.get(at)!['parentUuid']
  }
  return path
}

/** The number of entries that a message speaks of. */
export const saidIn = (message: string): number => Number(/(\d+) entr/.exec(message)?.[1])
