// The requests of a conversation, one after another: each answer with the results of its calls. They are what a long
// turn can be divided by; a round of parallel calls is one of them, and never split.

import type { Conversation } from '../../conversation/conversation.js'
import { ASSISTANT, has, isMain, NONE, SYNTHETIC } from '../../conversation/rows.js'
import { roundsOf } from '../tree/rounds.js'
import { type Grouped, grouped } from './grouped.js'

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
    const turn = turns.at(turns.of[row]!)
    return turn !== undefined && (noMain || (isMain(rows, row) && branches.of[row] === turn.branch))
  })
}

function numbered(conversation: Conversation, isOnPath: (row: number) => boolean): Requests {
  const { rows, graph, turns, toolCalls } = conversation
  const rounds = roundsOf(conversation)
  const of = new Int32Array(rows.count).fill(NONE)
  // By the number of a round, which is at most twice that of the rows: one more than its position.
  const known = new Int32Array(2 * rows.count + 1)
  // Behind the turns: answers that are in none.
  const inTurn = new Int32Array(turns.count + 1)
  const turnOf: number[] = []
  const numbers: number[] = []
  // Answers in the order of the path first: a result may stand before the last entry of its answer.
  for (const row of graph.order) {
    if (rows.role[row] !== ASSISTANT || has(rows, row, SYNTHETIC) || !isOnPath(row)) continue
    if (known[rounds[row]!] !== 0) continue
    const turn = turns.of[row]!
    known[rounds[row]!] = turnOf.push(turn)
    numbers.push(++inTurn[turn === NONE ? turns.count : turn]!)
  }
  for (let row = 0; row < rows.count; row++) if (rounds[row] !== 0) of[row] = known[rounds[row]!]! - 1
  const calls = new Int32Array(turnOf.length)
  for (const { use } of toolCalls.list) if (of[use.row]! !== NONE) calls[of[use.row]!]!++
  const columns: RequestColumns = { turn: turnOf, number: numbers, calls, rows: grouped(of, turnOf.length) }
  return { list: turnOf.map((_, at) => new RequestView(columns, at)), of }
}

interface RequestColumns {
  readonly turn: readonly number[]
  readonly number: readonly number[]
  readonly calls: Int32Array
  readonly rows: Grouped
}

/** A long session has a request for every other entry: each is a place among columns. */
class RequestView implements Request {
  readonly #columns: RequestColumns
  readonly #at: number

  constructor(columns: RequestColumns, at: number) {
    this.#columns = columns
    this.#at = at
  }

  get turn(): number {
    return this.#columns.turn[this.#at]!
  }

  get number(): number {
    return this.#columns.number[this.#at]!
  }

  get calls(): number {
    return this.#columns.calls[this.#at]!
  }

  get rows(): readonly number[] {
    return this.#columns.rows(this.#at)
  }
}
