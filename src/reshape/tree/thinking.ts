// Thinking is signed together with everything before it (A0): what stands behind a change?
//
// "Behind" is a matter of the tree, not of the file: a change on an abandoned branch, or before a compaction that keeps
// nothing of it, costs no thinking of the active path. Where in doubt, an entry counts as behind.

import type { Conversation } from '../../conversation/conversation.js'
import { ASSISTANT, NONE } from '../../conversation/rows.js'
import { type Preserved, preservedBy } from './preserved.js'
import { roundsOf } from './rounds.js'
import { parentsOf, type Read } from './way-up.js'

export interface Prefixes {
  /** By row: 1 where something before it changed. `changed`: 1 for each row that the model gets otherwise. */
  behind(changed: Uint8Array): Uint8Array
  /** By row: 1 where there is thinking behind it. `thinks`: 1 for each row with thinking. */
  before(thinks: Uint8Array): Uint8Array
}

export function prefixes(read: Read): Prefixes {
  const { conversation } = read
  const { rows } = conversation
  const { parent: parents, order } = asTheClientGoes(read)
  const rounds = roundsOf(conversation)
  // What a compaction keeps stands between its anchor and all that follows (N32).
  const kept = preservedBy(read)
  const repeated = repeatedRounds(conversation, rounds)
  const roundCount = rounds.reduce((most, round) => Math.max(most, round), 0) + 1

  return {
    behind(changed) {
      const marks = withKept(changed, kept)
      const rowsOfRound = roundMarks(marks)
      const state = new Uint8Array(rows.count)
      for (const row of order) {
        const parent = parents[row]!
        if (parent === NONE) continue
        const round = rounds[parent]!
        const left = round !== 0 && round !== rounds[row] && rowsOfRound[round] === 1
        state[row] = state[parent] || marks[parent] || left ? 1 : 0
      }
      // An answer that was written twice is sent as one (N8): what is behind in one copy is behind in the other.
      const behindInOne = roundMarks(state)
      rounds.forEach((round, row) => {
        if (repeated.has(round) && behindInOne[round] === 1) state[row] = 1
      })
      return state
    },
    before(thinks) {
      const state = new Uint8Array(rows.count)
      for (let at = order.length - 1; at >= 0; at--) {
        const row = order[at]!
        const parent = parents[row]!
        if (parent !== NONE && (state[row] || thinks[row])) state[parent] = 1
      }
      for (const { anchor, list } of kept) {
        for (const row of list) {
          if (state[anchor]) state[row] = 1
          else if (state[row]) state[anchor] = 1
        }
      }
      const rowsOfRound = roundMarks(state)
      rounds.forEach((round, row) => {
        if (round !== 0 && rowsOfRound[round] === 1) state[row] = 1
      })
      return state
    },
  }

  function roundMarks(marks: Uint8Array): Uint8Array {
    const found = new Uint8Array(roundCount)
    rounds.forEach((round, row) => {
      if (round !== 0 && marks[row] === 1) found[round] = 1
    })
    return found
  }
}

/** The tree with the breaks that the client bridges (N1): parents, and the rows with parents first. */
function asTheClientGoes(read: Read): { readonly parent: Int32Array; readonly order: readonly number[] } {
  const { rows, graph } = read.conversation
  const up = parentsOf(read)
  const parent = new Int32Array(rows.count).fill(NONE)
  const order: number[] = []
  const known = new Uint8Array(rows.count)
  for (const start of graph.order) {
    const way: number[] = []
    let row = start
    while (row !== NONE && !known[row]) {
      known[row] = 1
      way.push(row)
      parent[row] = up(row)
      row = parent[row]!
    }
    // A way that leads back into itself ends there.
    if (row !== NONE && way.includes(row)) parent[way.at(-1)!] = NONE
    for (let at = way.length - 1; at >= 0; at--) order.push(way[at]!)
  }
  return { parent, order }
}

/** Rounds that begin at several places of the tree. */
export function repeatedRounds({ rows, graph }: Conversation, rounds: Int32Array): ReadonlySet<number> {
  const begun = new Set<number>()
  const repeated = new Set<number>()
  for (const row of graph.order) {
    const round = rounds[row]!
    const parent = graph.parent[row]!
    if (round === 0 || rows.role[row] !== ASSISTANT || (parent !== NONE && rounds[parent] === round)) continue
    if (begun.has(round)) repeated.add(round)
    begun.add(round)
  }
  return repeated
}

function withKept(changed: Uint8Array, kept: readonly Preserved[]): Uint8Array {
  const marks = changed.slice()
  for (const { anchor, list } of kept) if (list.some(row => marks[row] === 1)) marks[anchor] = 1
  return marks
}

/** Rows of answers with thinking in them; of an answer that thinks, all of them. */
export function thinkingRows(conversation: Conversation): Uint8Array {
  const { rows } = conversation
  const found = new Uint8Array(rows.count)
  const types = new Set([rows.names.find('thinking'), rows.names.find('redacted_thinking')])
  types.delete(0)
  if (types.size === 0) return found
  for (const message of conversation.eachMessage()) {
    if (message.blocks.some(block => types.has(block.type))) for (const row of message.rows) found[row] = 1
  }
  return found
}
