// Which entries does a wish mean? Turns and requests are counted on the active path; what an abandoned branch holds goes
// with those that it stands between.

import type { Conversation } from '../../conversation/conversation.js'
import { NONE } from '../../conversation/rows.js'
import type { ReshapeSource } from '../plan/plan.js'
import type { Where } from '../strip/rule.js'
import { requestRegion } from './request-region.js'

/** Is this row in the region? */
export type Region = (row: number) => boolean

export function regionOf(source: Pick<ReshapeSource, 'conversation' | 'facts'>, where: Where): Region {
  const { rows } = where
  const inTurns = turnRegion(source.conversation, where)
  const inRequests = requestRegion(source, where)
  const inBoth: Region = inRequests ? row => inTurns(row) && inRequests(row) : inTurns
  return rows === undefined ? inBoth : row => rows.has(row) && inBoth(row)
}

function turnRegion(conversation: Conversation, where: Where): Region {
  const { turns } = conversation
  const { turns: named } = where
  if (named) return row => named.has(turns.of[row]!)
  const { from, to } = positions(conversation, where)
  if (from >= to) return () => false
  // What stands before the first turn is older than all of them.
  return row => {
    const turn = turns.of[row]!
    return turn === NONE ? from === 0 : turn >= from && turn < to
  }
}

/** From which turn to which, as positions in the list of all turns; the end is not in it. */
function positions(conversation: Conversation, where: Where): { readonly from: number; readonly to: number } {
  const { list } = conversation.turns
  const active = list.flatMap((turn, position) => (turn.branch === 1 ? [position] : []))
  const byTurns = (where.by ?? 'turns') === 'turns'
  const chosen = Math.min(
    where.oldest === undefined || !byTurns ? active.length : Math.floor(active.length * where.oldest),
    where.keepLast === undefined ? active.length : Math.max(0, active.length - where.keepLast),
    where.beforeTurn === undefined
      ? active.length
      : active.filter(position => list[position]!.index < where.beforeTurn!).length,
  )
  const end = active[chosen] ?? Math.max(list.length, 1)
  // A session without any turn is one stretch.
  const region = chosen === 0 && active.length > 0 ? { from: 0, to: 0 } : { from: 0, to: end }
  return where.part && byTurns ? within(region, toolTurns(conversation, active, where.part)) : region
}

function within(a: { from: number; to: number }, b: { from: number; to: number }) {
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
}

function toolTurns(
  { turns, toolCalls }: Conversation,
  active: readonly number[],
  { from, to, spare }: NonNullable<Where['part']>,
) {
  const withCalls = new Set(toolCalls.list.map(call => call.turn))
  const ranked = active.filter(position => withCalls.has(position))
  const most = Math.max(0, ranked.length - spare)
  const place = (part: number): number => Math.min(most, Math.floor(ranked.length * part))
  const end = turns.count
  return {
    from: from === 0 ? 0 : (ranked[place(from)] ?? end),
    to: place(to) === ranked.length ? end : (ranked[place(to)] ?? 0),
  }
}
