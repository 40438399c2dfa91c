// The turns that the model gets, with what each weighs: what there is to compress, and where a summary may end.

import { THINKING } from '../../context/facts/block-columns.js'
import { type Context, type Part, type Reading, WHOLE } from '../../context/index.js'
import { partWeight } from '../../context/tokens-sent.js'
import { NONE } from '../../conversation/rows.js'

export interface SentTurn {
  /** Position in the conversation's list of turns. */
  readonly position: number
  /** Its number, as it is shown. */
  readonly index: number
  /** The entry that starts it. */
  readonly row: number
  /** What its blocks weigh; the first turn also carries what is sent before it: an earlier summary, say. */
  readonly weight: number
  /** The part of it that is thinking. */
  readonly thinking: number
  /**
   * Can a summary stand right before it? Not before words that were queued while the model worked: the client would
   * send them before the summary (N33). Nor between the entries of one answer (N8).
   */
  readonly canFollowSummary: boolean
}

export function sentTurns(reading: Reading, context: Context): readonly SentTurn[] {
  const { conversation, facts } = reading
  const { turns } = conversation
  // By turn; as columns, for there may be as many as entries (I5).
  const all = new Float64Array(turns.list.length)
  const thinking = new Float64Array(turns.list.length)
  const started = new Uint8Array(turns.list.length)
  const before = { all: 0, thinking: 0 }
  let current = NONE
  for (const { parts } of context.messages) {
    for (const part of parts) {
      const row = part.row ?? NONE
      if (row !== NONE) {
        const position = turns.of[row]!
        if (turns.list[position]?.row === row) started[position] = 1
        if (position !== NONE) current = position
      }
      const weight = partWeight(reading, part)
      const thought = isThinking(part) ? weight : 0
      if (current === NONE) {
        before.all += weight
        before.thinking += thought
      } else {
        all[current]! += weight
        thinking[current]! += thought
      }
    }
  }
  const sent: number[] = []
  for (let position = 0; position < started.length; position++) {
    if (started[position]) sent.push(position)
    else {
      before.all += all[position]!
      before.thinking += thinking[position]!
    }
  }
  const isSplit = splitAnswers(reading, sent)
  return sent.map((position, at) => {
    const turn = turns.list[position]!
    return {
      position,
      index: turn.index,
      row: turn.row,
      weight: all[position]! + (at === 0 ? before.all : 0),
      thinking: thinking[position]! + (at === 0 ? before.thinking : 0),
      canFollowSummary: turn.kind !== 'queued' && !isSplit(at),
    }
  })

  function isThinking(part: Part): boolean {
    if (part.kind !== 'stored') return false
    const block = facts.first[part.row]! + (part.block === WHOLE ? 0 : part.block)
    return block < facts.first[part.row + 1]! && facts.blocks.kind[block] === THINKING
  }
}

/** Has some answer entries both before and behind the beginning of this turn? */
function splitAnswers({ conversation }: Reading, sent: readonly number[]): (at: number) => boolean {
  const { turns } = conversation
  const placeOf = new Int32Array(turns.list.length).fill(NONE)
  for (const [at, position] of sent.entries()) placeOf[position] = at
  const split = new Set<number>()
  for (const { rows, sidechain } of conversation.eachMessage()) {
    if (rows.length < 2 || sidechain) continue
    const places = rows.map(row => placeOf[turns.of[row]!] ?? NONE)
    const last = places.reduce((most, place) => Math.max(most, place), NONE)
    const first = places.reduce((least, place) => Math.min(least, place), last)
    for (let at = first + 1; at <= last; at++) split.add(at)
  }
  return at => split.has(at)
}
