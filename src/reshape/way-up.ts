// The way from an entry up, as the client goes it: over parents, over the break where a parent is missing and another
// entry is near enough in time (N1), and over compactions to what was before them.

import type { EntryDetail } from '../context/facts/entry-details.js'
import type { Conversation } from '../conversation/conversation.js'
import { rowsByUuid } from '../conversation/graph.js'
import { HAS_MESSAGE, has, isMain, NONE, OTHER, PROGRESS, SYSTEM } from '../conversation/rows.js'
import { type Preserved, preservedBy } from './preserved.js'

/** The row above, or NONE. */
export type WayUp = (row: number) => number

export interface Read {
  readonly conversation: Conversation
  /** Rows on damaged lines, which the client passes over (R-F1 to R-F3). */
  readonly facts: { readonly unread: ReadonlySet<number>; readonly details?: ReadonlyMap<number, EntryDetail> }
}

export function wayUp(read: Read): WayUp {
  const { branches } = read.conversation
  const parent = parentsOf(read)
  return row => {
    const found = parent(row)
    // Over a compaction; never to an entry that the client does not read.
    const up = branches.up[row]!
    return found !== NONE || up === NONE || read.facts.unread.has(up) ? found : up
  }
}

/**
 * From the leaf up to the first entry, each row once; and as the last compaction before the leaf hangs what it keeps:
 * behind its anchor, with all that follows behind that (N32).
 */
export function rowsLeadingTo(read: Read, leaf: number): readonly number[] {
  const plain = wayUp(read)
  const kept = keptOnTheWay(read, leaf)
  if (!kept) return [...rowsAbove(plain, leaf)]
  const { boundary, anchor, list } = kept
  const placeOf = new Map(list.map((row, at) => [row, at]))
  const last = list.at(-1)!
  const relinked: WayUp = row => {
    if (row === boundary) return NONE
    const place = placeOf.get(row)
    if (place !== undefined) return place === 0 ? anchor : list[place - 1]!
    const up = plain(row)
    const isForgotten = up !== NONE && up < boundary && row > boundary && !placeOf.has(up)
    return up === anchor || isForgotten ? last : up
  }
  // Where nothing follows, what is kept is the end.
  const way = [...rowsAbove(relinked, leaf === anchor ? last : leaf)]
  if (way.at(-1) !== boundary) return [...rowsAbove(plain, leaf)]
  const before = [...rowsAbove(plain, plain(boundary))].filter(row => !placeOf.has(row) && row < boundary)
  return [...way, ...before]
}

/** Only the last compaction counts (N32): what earlier ones kept is read where it stands. */
export function keptOnTheWay(read: Read, leaf: number): Preserved | undefined {
  const last = lastBoundary(read, leaf)
  return preservedBy(read).findLast(one => one.boundary === last)
}

function lastBoundary({ conversation: { compactions } }: Read, leaf: number): number | undefined {
  return compactions.findLast(one => one.dialect === 'boundary' && one.row < leaf)?.row
}

/** The same, but for what a compaction cuts off. */
export function parentsOf(read: Read): WayUp {
  const { rows, graph } = read.conversation
  const { unread } = read.facts
  const opened = new Set(graph.cycles)
  let bridge: WayUp | undefined
  return row => {
    const parent = graph.parent[row]!
    if (parent !== NONE && !unread.has(parent)) return parent
    if (rows.parentName[row] === 0 || opened.has(row)) return NONE
    bridge ??= bridgesOf(read)
    return bridge(row)
  }
}

/** A row so much older is still taken; one millisecond more and the history is cut. */
const WINDOW_MS = 5000

/** The newest row that is not younger, of several at one time the first; rows below the break are not asked. */
function bridgesOf({ conversation: { rows, graph }, facts: { unread } }: Read): WayUp {
  const rowOf = rowsByUuid(rows)
  const found: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const role = rows.role[row]!
    const isLink = role !== OTHER && role !== PROGRESS && (role >= SYSTEM || has(rows, row, HAS_MESSAGE))
    const counts = isMain(rows, row) && rowOf[rows.uuid[row]!] === row && !unread.has(row)
    if (isLink && counts && !Number.isNaN(rows.time[row]!)) found.push(row)
  }
  const sorted = Int32Array.from(found).sort((a, b) => rows.time[a]! - rows.time[b]! || a - b)
  return child => {
    const own = rows.time[child]!
    if (Number.isNaN(own)) return NONE
    let best: number = NONE
    for (let at = firstAfter(sorted, own) - 1; at >= 0; at--) {
      const row = sorted[at]!
      if (own - rows.time[row]! > WINDOW_MS || (best !== NONE && rows.time[row]! < rows.time[best]!)) break
      if (row !== child && (rows.time[row]! < own || !isBelow(row, child))) best = row
    }
    return best
  }

  /** The first place whose time is greater. */
  function firstAfter(places: Int32Array, time: number): number {
    let low = 0
    let high = places.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (rows.time[places[middle]!]! > time) high = middle
      else low = middle + 1
    }
    return low
  }

  function isBelow(row: number, top: number): boolean {
    let at = row
    // What was written at the same moment is near.
    for (let steps = 0; at !== NONE && steps < 1000; steps++) {
      if (at === top) return true
      at = graph.parent[at]!
    }
    return false
  }
}

/** From a row up to the first entry; each row once. */
export function* rowsAbove(up: WayUp, leaf: number): Generator<number> {
  const seen = new Set<number>()
  for (let row = leaf; row !== NONE && !seen.has(row); row = up(row)) {
    seen.add(row)
    yield row
  }
}
