// One chain instead of a tree (`--linear`), so that clients which only go from parent to parent read all calls (R-T5,
// R-T6). In the order in which the newest client lays the entries out (N8, N9, N32): the entries of an answer, then all its
// results, then the notes and attachments below them; behind a compaction what it keeps, then what follows.

import type { Conversation } from '../../conversation/conversation.js'
import {
  ASSISTANT,
  HAS_TOOL_RESULT,
  has,
  isMain,
  NONE,
  OTHER,
  PROGRESS,
  type Rows,
  SIDECHAIN,
  SYSTEM,
} from '../../conversation/rows.js'
import { addStep, changeOf, type Draft, removeRows } from '../plan/draft.js'
import { isEnd } from './end-at.js'
import { roundsOf } from './rounds.js'
import { keptOnTheWay, type Read, rowsLeadingTo } from './way-up.js'

/** Hangs what leads to `leaf` on one chain, in the order of the file; the other branches stay in the original. */
export function hangInOneChain(draft: Draft, leaf: number): void {
  const { conversation, facts } = draft.source
  const { rows, compactions, graph } = conversation
  const stays = new Uint8Array(rows.count)
  // The client does not read what stands behind damage.
  for (let row = 0; row < rows.count; row++) stays[row] = draft.removed[row] || facts.unread.has(row) ? 0 : 1
  const chain = oneChain(draft.source, stays, leaf)
  const isChained = new Set(chain)
  const others: number[] = []
  for (let row = 0; row < rows.count; row++) if (isEnd(rows, row) && !isChained.has(row)) others.push(row)
  for (const row of graph.duplicates) if (!isChained.has(row) && (rows.flags[row]! & SIDECHAIN) === 0) others.push(row)
  addStep(
    draft,
    'leave out',
    removeRows(draft, others),
    'they are on other branches or damaged lines, or a compaction forgot them; a single chain has one end',
  )

  const boundaries = new Set(compactions.filter(one => one.dialect === 'boundary').map(one => one.row))
  const moved: number[] = []
  const insertedBefore = new Map(draft.inserted.map(one => [chain[placeBehind(chain, one.before)], one]))
  chain.forEach((row, at) => {
    const added = insertedBefore.get(row)
    const above = at === 0 || boundaries.has(row) ? 0 : rows.uuid[chain[at - 1]!]!
    const parent = added ? added.names.at(-1)! : above
    if (parent === rows.parentName[row]) return
    draft.parents.set(row, parent)
    moved.push(row)
  })
  addStep(draft, 'make one chain', moved, 'older clients only follow parents (R-T5, R-T6)')
  const places = chain.toSorted((a, b) => a - b)
  places.forEach((place, at) => {
    if (chain[at] !== place) draft.placed.set(place, chain[at]!)
    else draft.placed.delete(place)
  })
  placeInserted(draft, chain, places)
  hangBehindParents(draft, chain, places)
  // What they keep now hangs behind their summaries by itself.
  for (const { row, preserved, segment } of compactions) {
    if (isChained.has(row) && (preserved.length > 0 || segment)) changeOf(draft, row).dropsPreserved = true
  }
}

/** The large reader throws away what stands before a boundary (B1): so one that begins the conversation comes first. */
function placeInserted(draft: Draft, chain: readonly number[], places: readonly number[]): void {
  const first = draft.removed.indexOf(0)
  for (const one of draft.inserted) {
    const at = placeBehind(chain, one.before)
    one.at = { place: one.isRoot ? first : places[at]!, above: one.isRoot || at === 0 ? NONE : chain[at - 1]! }
  }
}

/** In the chain: the place of this row; where it has gone, such as thinking that is void, of the next that follows it. */
function placeBehind(chain: readonly number[], row: number): number {
  const at = chain.indexOf(row)
  if (at >= 0) return at
  let next = -1
  chain.forEach((one, place) => {
    if (one > row && (next < 0 || one < chain[next]!)) next = place
  })
  return next
}

/** Progress hangs beside the chain; where its parent has moved behind it, it hangs on what now stands before it. */
function hangBehindParents(draft: Draft, chain: readonly number[], places: readonly number[]): void {
  const { rows, graph } = draft.source.conversation
  const placeOf = new Map(chain.map((row, at) => [row, places[at]!]))
  let at = 0
  for (let row = 0; row < rows.count; row++) {
    while (places[at + 1] !== undefined && places[at + 1]! < row) at++
    if (draft.removed[row] || rows.uuid[row] === 0 || placeOf.has(row)) continue
    const parentPlace = placeOf.get(graph.parent[row]!)
    if (parentPlace !== undefined && parentPlace > row && places[at]! < row)
      draft.parents.set(row, rows.uuid[chain[at]!]!)
  }
}

/** The rows of the chain, first to last. `stays` says which rows there are, `leaf` is the last. */
function oneChain(source: Read, stays: Uint8Array, leaf: number): readonly number[] {
  const { conversation } = source
  const { rows, graph } = conversation
  const rounds = roundsOf(conversation)
  const members = roundMembers(rows, rounds, stays)
  const aside = besideTheWay(conversation, stays, rounds)
  const taken = new Uint8Array(rows.count)
  const chain: number[] = []
  const kept = keptOnTheWay(source, leaf)
  const isKept = new Set(kept && stays[kept.boundary] ? kept.list : [])
  // What a compaction keeps is listed; the rest of its message is forgotten (N32), and on one chain it would be found
  // again by the message's id (N8).
  const keptRounds = new Set([...isKept].map(row => rounds[row]!))
  for (const row of rowsLeadingTo(source, leaf).toReversed()) take(row)
  return chain

  function take(row: number): void {
    const round = isKept.has(row) ? 0 : rounds[row]!
    if (round !== 0 && keptRounds.has(round)) return
    // The client begins with the row that it comes to first, and goes on in the order of the file.
    if (round === 0 || rows.role[row] === ASSISTANT) add(row)
    for (const one of members.get(round) ?? []) if (!isKept.has(one)) add(one)
  }

  function add(row: number): void {
    if (taken[row] || !stays[row]) return
    taken[row] = 1
    // The client only passes through these, and older ones do not even do that (R-L12).
    if (rows.role[row] !== PROGRESS && rows.role[row] !== OTHER) chain.push(row)
    for (const one of aside.get(row) ?? []) add(one)
  }

  /** Durations and hooks hang on the way without being on it. */
  function besideTheWay(of: Conversation, there: Uint8Array, inRound: Int32Array): ReadonlyMap<number, number[]> {
    const found = new Map<number, number[]>()
    for (const row of of.graph.order) {
      const parent = graph.parent[row]!
      if (parent === NONE || !there[row] || rows.role[row] !== SYSTEM || inRound[row] !== 0) continue
      if (graph.firstChild[row] !== NONE) continue
      const list = found.get(parent)
      if (list) list.push(row)
      else found.set(parent, [row])
    }
    return found
  }
}

/** Entries of the answer in file order, then results, then what is left. */
function roundMembers(rows: Rows, rounds: Int32Array, stays: Uint8Array): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>()
  for (let row = 0; row < rows.count; row++) {
    const round = rounds[row]!
    if (round === 0 || !stays[row] || !isMain(rows, row)) continue
    const list = members.get(round)
    if (list) list.push(row)
    else members.set(round, [row])
  }
  const rank = (row: number): number => (rows.role[row] === ASSISTANT ? 0 : has(rows, row, HAS_TOOL_RESULT) ? 1 : 2)
  for (const list of members.values()) list.sort((a, b) => rank(a) - rank(b) || a - b)
  return members
}
