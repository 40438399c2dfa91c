// Compacted sessions, damaged at and around the compaction, and repaired: the client never sends more than it would have
// sent of the whole file, and everything that the damage left.

import { expect } from 'vitest'
import { readContext } from '../../../src/context/index.js'
import { type Json, records } from '../in-memory.js'
import { repair } from './in-memory.js'

export interface Lines {
  readonly lines: readonly string[]
  /** Places of the last boundary, its summary, and the first entry of the conversation behind that. */
  readonly boundary: number
  readonly summary: number
  readonly next: number
}

/** Undefined where no compaction is on the path that is sent, or nothing follows it. */
export function compacted(bytes: Uint8Array): Lines | undefined {
  const lines = new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter(line => line !== '')
  const entries = lines.map(line => JSON.parse(line) as Json)
  const boundary = entries.findLastIndex(one => one['subtype'] === 'compact_boundary')
  const summary = entries.findIndex(
    (one, at) => at > boundary && one['isCompactSummary'] === true && one['parentUuid'] === entries[boundary]?.['uuid'],
  )
  const next = entries.findIndex(
    (one, at) => at > summary && summary >= 0 && (one['type'] === 'user' || one['type'] === 'assistant'),
  )
  if (boundary < 1 || summary < 0 || next < 0) return undefined
  const sent = sentUuids(bytes)
  return sent.has(entries[summary]!['uuid']) && sent.has(entries[next]!['uuid'])
    ? { lines, boundary, summary, next }
    : undefined
}

const without = (lines: readonly string[], ...places: readonly number[]) =>
  lines.filter((_, at) => !places.includes(at))

export const DAMAGES: Readonly<Record<string, (one: Lines) => readonly string[]>> = {
  'the boundary is missing': ({ lines, boundary }) => without(lines, boundary),
  'the boundary is cut': ({ lines, boundary }) =>
    lines.map((line, at) => (at === boundary ? line.slice(0, Math.floor(line.length / 3)) : line)),
  'the summary is missing': ({ lines, summary }) => without(lines, summary),
  'boundary and summary are missing': ({ lines, boundary, summary }) => without(lines, boundary, summary),
  'the entry behind the summary is missing': ({ lines, next }) => without(lines, next),
  'boundary and the entry behind the summary are missing': ({ lines, boundary, next }) =>
    without(lines, boundary, next),
}

/** Without boundary and summary only the figures of the answers before and behind them tell of a compaction. */
export function leavesTraces(way: string, { lines, boundary, summary }: Lines): boolean {
  if (way !== 'boundary and summary are missing') return true
  const figure = (line: string | undefined): number => {
    const { usage } = (JSON.parse(line ?? '{}') as Json)['message'] ?? {}
    const {
      input_tokens: input = 0,
      cache_read_input_tokens: read = 0,
      cache_creation_input_tokens: made = 0,
    } = usage ?? {}
    return input + read + made === 0 ? 0 : input + read + made + (usage.output_tokens ?? 0)
  }
  const before = figure(lines.slice(0, boundary).findLast(line => figure(line) > 0))
  const behind = figure(lines.slice(summary).find(line => figure(line) > 0))
  return before >= 20_000 && behind > 0 && behind < before * 0.6
}

export function sentUuids(bytes: Uint8Array): ReadonlySet<string> {
  const entries = new TextDecoder().decode(bytes).split('\n')
  const uuids = new Set<string>()
  for (const { lines } of readContext(bytes).messages)
    for (const line of lines) {
      const uuid = /"uuid":\s*"([^"]+)"/.exec(entries[line - 1] ?? '')?.[1]
      if (uuid !== undefined) uuids.add(uuid)
    }
  return uuids
}

export function expectNoMore(bytes: Uint8Array, damaged: readonly string[], way: string): void {
  // What else is to be mended in it is mended in both.
  const whole = new Set([...sentUuids(bytes), ...sentUuids(repair(bytes).bytes)])
  const known = new Set(records(bytes).map(one => one['uuid'] as string))
  const broken = new TextEncoder().encode(`${damaged.join('\n')}\n`)
  const { bytes: mended, verdict } = repair(broken)
  expect(verdict.broken, way).toEqual([])
  const sent = sentUuids(mended)
  // What the client itself bridges by time (N1) is none of the repair's doing.
  const bridged = sentUuids(broken)
  const more = [...sent].filter(uuid => known.has(uuid) && !whole.has(uuid) && !bridged.has(uuid))
  expect(more, `${way}: more than the whole file`).toEqual([])
  // What a list in the boundary kept is lost with it; all that stands behind it is sent.
  const behind = new Set(
    records(mended)
      .slice(firstBehind(records(mended), bytes))
      .map(one => one['uuid'] as string),
  )
  const less = [...whole].filter(uuid => behind.has(uuid) && !sent.has(uuid))
  expect(less, `${way}: less than is left`).toEqual([])
}

/** The place of the first entry that stood behind the compaction. */
function firstBehind(entries: readonly Json[], whole: Uint8Array): number {
  const before = records(whole)
  const boundary = before.findLastIndex(one => one['subtype'] === 'compact_boundary')
  const old = new Set(before.slice(0, boundary).flatMap(one => (one['uuid'] ? [one['uuid'] as string] : [])))
  return entries.findLastIndex(one => old.has(one['uuid'])) + 1
}
