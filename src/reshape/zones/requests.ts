// The requests of a conversation, one after another: each answer with the results of its calls. They are what a long
// turn can be divided by; a round of parallel calls is one of them, and never split.

import type { Conversation } from '../../conversation/conversation.js'
import { ASSISTANT, has, isMain, NONE, SYNTHETIC } from '../../conversation/rows.js'
import { roundsOf } from '../tree/rounds.js'

export interface Request {
  /** Position in the list of turns, or NONE. */
  readonly turn: number
  /** 1-based within its turn. */
  readonly number: number
  readonly rows: readonly number[]
  /** How many tools it called. */
  readonly calls: number
}

export interface Requests {
  readonly list: readonly Request[]
  /** By row: its position in the list, or NONE. */
  readonly of: Int32Array
}

export function requestsOf(conversation: Conversation): Requests {
  const { rows, branches } = conversation
  return numbered(conversation, row => branches.of[row] === 1 && isMain(rows, row))
}

/**
 * Of every turn, also of those that a rewind left behind, along the branch that the turn is on: the numbers that people
 * write as `3.12`. In an agent's own file all of it is one turn.
 */
export function requestsOfTurns(conversation: Conversation): Requests {
  const { rows, branches, turns } = conversation
  const noMain = branches.list.every(branch => branch.entries === 0)
  return numbered(conversation, row => {
    const turn = turns.list[turns.of[row]!]
    return turn !== undefined && (noMain || (isMain(rows, row) && branches.of[row] === turn.branch))
  })
}

function numbered(conversation: Conversation, isOnPath: (row: number) => boolean): Requests {
  const { rows, graph, turns, toolCalls } = conversation
  const rounds = roundsOf(conversation)
  const list: { turn: number; number: number; rows: number[]; calls: number }[] = []
  const of = new Int32Array(rows.count).fill(NONE)
  const known = new Map<number, number>()
  const inTurn = new Map<number, number>()
  // Answers in the order of the path first: a result may stand before the last entry of its answer.
  for (const row of graph.order) {
    if (rows.role[row] !== ASSISTANT || has(rows, row, SYNTHETIC) || !isOnPath(row)) continue
    if (known.has(rounds[row]!)) continue
    const turn = turns.of[row]!
    const number = (inTurn.get(turn) ?? 0) + 1
    inTurn.set(turn, number)
    known.set(rounds[row]!, list.length)
    list.push({ turn, number, rows: [], calls: 0 })
  }
  for (let row = 0; row < rows.count; row++) {
    const position = rounds[row] === 0 ? undefined : known.get(rounds[row]!)
    if (position === undefined) continue
    of[row] = position
    list[position]!.rows.push(row)
  }
  for (const { use } of toolCalls.list) if (of[use.row]! !== NONE) list[of[use.row]!]!.calls++
  return { list, of }
}
