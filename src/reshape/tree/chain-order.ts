// One chain instead of a tree, so that clients which only go from parent to parent read all calls (R-T5, R-T6).
//
// In the order in which the newest client lays the entries out (N8, N9, N32): the entries of an answer, then all its
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
  SYSTEM,
} from '../../conversation/rows.js'
import { roundsOf } from './rounds.js'
import { keptOnTheWay, type Read, rowsLeadingTo } from './way-up.js'

/** The rows of the chain, first to last. `stays` says which rows there are, `leaf` is the last. */
export function oneChain(source: Read, stays: Uint8Array, leaf: number): readonly number[] {
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
