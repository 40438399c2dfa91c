// What is not part of the session as a document describes it.

import type { Conversation } from '../../conversation/conversation.js'
import { typeOf } from '../../conversation/rows.js'
import type { SourceResult } from '../../conversation/source-rules/index.js'
import { isOrAre, type Loss, lines, some, tally, things } from './losses.js'

export function* outsideLosses(result: SourceResult, conversation: Conversation): Generator<Loss> {
  const { outside, trouble, order } = result
  if (trouble !== undefined) yield { kind: 'walk', count: 1, sentence: `${upper(trouble)}.`, lines: [] }
  if (outside['off-the-walk'] && order) yield* walkLosses(result, conversation)
  const { rows } = conversation
  const typesOf = (places: readonly { readonly row: number }[]): string =>
    tally(places.map(place => typeOf(rows, place.row) || '(no type)'))
  const other = outside['other-type'] ?? []
  yield* some(
    'other-types',
    lines(other),
    n => `${things(n, 'entry', 'entries')} ${isOrAre(n)} of types it does not have: ${typesOf(other)}.`,
  )
  yield* some(
    'text',
    lines(outside['message-object'] ?? []),
    n =>
      `${things(n, 'message')} ${isOrAre(n)} no plain text, so it reads nothing of what ${n === 1 ? 'it says' : 'they say'}.`,
  )
  yield* some(
    'broken-chains',
    lines(outside['parent-of-other-type'] ?? []),
    n =>
      `${things(n, 'entry', 'entries')} ${n === 1 ? 'hangs' : 'hang'} on an entry of such a type: the chain breaks there.`,
  )
  yield* some(
    'compactions',
    lines(outside['other-boundary'] ?? []),
    n => `${things(n, 'compaction')} ${isOrAre(n)} not seen: a compact_boundary is none to it.`,
  )
}

/** D5: a session is a tree, and one way from a leaf to the root passes by much of it. */
function* walkLosses({ outside, order }: SourceResult, { rows, turns, toolCalls }: Conversation): Generator<Loss> {
  const off = outside['off-the-walk'] ?? []
  yield* some(
    'entries-off-the-walk',
    lines(off),
    n =>
      `${n} of ${things(n + (order?.length ?? 0), 'entry', 'entries')} with a uuid ${isOrAre(n)} not on its way to the root: ` +
      `${tally(off.map(place => typeOf(rows, place.row) || '(no type)'))}.`,
  )
  const reached = new Set(order?.map(place => place.row))
  const lostTurns = turns.list.filter(turn => !reached.has(turn.row))
  yield* some(
    'turns-off-the-walk',
    lostTurns.map(turn => rows.line[turn.row]!),
    n => `${n} of our ${things(turns.count, 'turn')} ${n === 1 ? 'is' : 'are'} among them.`,
  )
  const lostCalls = toolCalls.list.filter(
    ({ use, result }) => !reached.has(use.row) || (result !== undefined && !reached.has(result.row)),
  )
  yield* some(
    'calls-off-the-walk',
    lostCalls.map(call => rows.line[call.use.row]!),
    n =>
      `${n} of our ${things(toolCalls.list.length, 'tool call')} ${n === 1 ? 'loses its' : 'lose their'} use or result.`,
  )
}

function upper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
