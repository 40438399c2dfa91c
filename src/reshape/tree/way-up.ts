// The way from an entry up, as the client goes it: over parents, over the break where a parent is missing and another
// entry is near enough in time (N1), and over compactions to what was before them.

import type { EntryDetail } from '../../context/facts/entry-details.js'
import type { SessionFacts } from '../../context/facts/session-facts.js'
import { findPath } from '../../context/find-path.js'
import { bridgeFromAnywhere } from '../../context/rules/bridge.js'
import type { Conversation } from '../../conversation/conversation.js'
import { NONE } from '../../conversation/rows.js'
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
 * From the leaf up to the first entry, each row once: the client's own way as far as it goes (with what the last
 * compaction keeps, behind its anchor, N32), then over the compaction to what was before it.
 */
export function rowsLeadingTo(read: Read, leaf: number): readonly number[] {
  const plain = wayUp(read)
  const kept = keptOnTheWay(read, leaf)
  // What ends before a compaction ends without it, unless it is what the compaction keeps as its end.
  const isBeforeOne = read.conversation.compactions.some(one => one.dialect === 'boundary' && one.row > leaf)
  if (isBeforeOne && !kept?.list.includes(leaf)) return withKept([...rowsAbove(plain, leaf)], kept)
  // Where nothing follows, what is kept is the end.
  const walked = clientsWay(read, kept && kept.anchor === leaf ? kept.list.at(-1)! : leaf)
  if (walked.length === 0) return [...rowsAbove(plain, leaf)]
  const found = new Set(walked)
  const top = walked.at(-1)!
  const isBefore = (row: number): boolean => kept === undefined || top !== kept.boundary || row < kept.boundary
  for (const row of rowsAbove(plain, plain(top))) if (!found.has(row) && isBefore(row)) found.add(row)
  return [...found]
}

/** What a compaction keeps stands right behind its anchor, not where it stood before (N32). */
function withKept(up: readonly number[], kept: Preserved | undefined): readonly number[] {
  if (!kept || !up.includes(kept.anchor)) return up
  const isKept = new Set(kept.list)
  return up.flatMap(row => (row === kept.anchor ? [...kept.list.toReversed(), row] : isKept.has(row) ? [] : [row]))
}

/** From the leaf up; nothing where the client would not come by it, as before a compaction that makes it forget. */
function clientsWay({ conversation, facts }: Read, leaf: number): readonly number[] {
  return isWholeFacts(facts) ? findPath({ conversation, facts }, { leaf }).walked.toReversed() : []
}

/** Only the last compaction counts (N32): what earlier ones kept is read where it stands. */
export function keptOnTheWay(read: Read, leaf: number): Preserved | undefined {
  const { compactions, leaf: end } = read.conversation
  const boundaries = compactions.filter(one => one.dialect === 'boundary')
  const kept = preservedBy(read)
  // With nothing behind a compaction the history ends at what it keeps, which stands before it.
  const isEnd = end.kind !== 'none' && end.row === leaf
  const last = kept.findLast(one => one.boundary === boundaries.at(-1)?.row)
  if (isEnd && last?.list.includes(leaf)) return last
  const before = boundaries.findLast(one => one.row < leaf)?.row
  return kept.findLast(one => one.boundary === before)
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

/** Of an agent's transcript nothing more is known than its tree: no client resumes it. */
function bridgesOf({ conversation, facts }: Read): WayUp {
  return isWholeFacts(facts) ? bridgeFromAnywhere(findPath({ conversation, facts })) : () => NONE
}

function isWholeFacts(facts: Read['facts']): facts is SessionFacts {
  return 'form' in facts
}

/** From a row up to the first entry; each row once. */
export function* rowsAbove(up: WayUp, leaf: number): Generator<number> {
  const seen = new Set<number>()
  for (let row = leaf; row !== NONE && !seen.has(row); row = up(row)) {
    seen.add(row)
    yield row
  }
}
