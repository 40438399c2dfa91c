// The turns that the model gets, with what each weighs: what there is to compress, and where a summary may end.

import { THINKING } from '../../context/facts/block-columns.js'
import { type Context, type Reading, WHOLE } from '../../context/index.js'
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
  const weights = new Map<number, { all: number; thinking: number }>()
  const started = new Set<number>()
  let current = NONE
  for (const { parts } of context.messages) {
    for (const part of parts) {
      const row = part.row ?? NONE
      if (row !== NONE) {
        const position = turns.of[row]!
        if (turns.list[position]?.row === row) started.add(position)
        if (position !== NONE) current = position
      }
      const weight = partWeight(reading, part)
      const sum = weights.get(current) ?? { all: 0, thinking: 0 }
      sum.all += weight
      if (part.kind === 'stored') {
        const block = facts.first[part.row]! + (part.block === WHOLE ? 0 : part.block)
        if (block < facts.first[part.row + 1]! && facts.blocks.kind[block] === THINKING) sum.thinking += weight
      }
      weights.set(current, sum)
    }
  }
  const sent = [...started].sort((a, b) => a - b)
  const before = { all: 0, thinking: 0 }
  for (const [position, { all, thinking }] of weights) {
    if (started.has(position)) continue
    before.all += all
    before.thinking += thinking
  }
  const isSplit = splitAnswers(reading, sent)
  return sent.map((position, at) => {
    const turn = turns.list[position]!
    const own = weights.get(position)!
    return {
      position,
      index: turn.index,
      row: turn.row,
      weight: own.all + (at === 0 ? before.all : 0),
      thinking: own.thinking + (at === 0 ? before.thinking : 0),
      canFollowSummary: turn.kind !== 'queued' && !isSplit(at),
    }
  })
}

/** Has some answer entries both before and behind the beginning of this turn? */
function splitAnswers({ conversation }: Reading, sent: readonly number[]): (at: number) => boolean {
  const { turns, messages } = conversation
  const placeOf = new Map(sent.map((position, at) => [position, at]))
  const split = new Set<number>()
  for (const { rows, sidechain } of messages) {
    if (rows.length < 2 || sidechain) continue
    const places = rows.map(row => placeOf.get(turns.of[row]!) ?? -1)
    const last = places.reduce((most, place) => Math.max(most, place), -1)
    const first = places.reduce((least, place) => Math.min(least, place), last)
    for (let at = first + 1; at <= last; at++) split.add(at)
  }
  return at => split.has(at)
}
