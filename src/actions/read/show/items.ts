// The rows of a turn, or of an agent, as items in reading order. Every row either becomes part of an item or is counted
// as left out.

import {
  ASSISTANT,
  ATTACHMENT,
  HAS_TEXT,
  HAS_TOOL_USE,
  has,
  PROGRESS,
  SYSTEM,
  typeOf,
  USER,
} from '../../../conversation/rows.js'
import { answerItems, type Scope } from './answer-items.js'
import { attachmentItems } from './attachment-items.js'
import { bookkeepingItems } from './bookkeeping-items.js'
import { newTally, type Reading, type Tally } from './reading.js'
import type { LeftOut, ShownItem } from './report.js'
import { systemItems } from './system-items.js'
import { userItems } from './user-items.js'

export function itemsOf(
  reading: Reading,
  rows: readonly number[],
): { readonly items: readonly ShownItem[]; readonly leftOut: LeftOut } {
  const tally = newTally()
  const order = readingOrder(reading, rows, tally)
  const scope: Scope = { included: new Set(order), told: new Set(), final: finalAnswer(reading, order) }
  const items = order.flatMap(row => itemsAt(reading, row, scope, tally))
  return { items, leftOut: tally.result() }
}

/**
 * What the turn came to: the texts behind its last tool call; where there are none, it was broken off, and its last text is
 * the nearest to an answer. What is said before is narration.
 */
function finalAnswer({ rows }: Reading, order: readonly number[]): ReadonlySet<number> {
  const isAnswer = (row: number): boolean => rows.role[row] === ASSISTANT
  const lastCall = order.findLastIndex(row => isAnswer(row) && has(rows, row, HAS_TOOL_USE))
  const behind = order.slice(lastCall + 1).filter(isAnswer)
  if (behind.some(row => has(rows, row, HAS_TEXT))) return new Set(behind)
  const last = order.findLast(row => isAnswer(row) && has(rows, row, HAS_TEXT))
  return new Set(last === undefined ? behind : [...behind, last])
}

/** Of entries with the same uuid the last one counts, in the place of the first (N7). */
function readingOrder({ rows, open }: Reading, all: readonly number[], tally: Tally): readonly number[] {
  const { copies } = open.conversation.graph
  if (copies.size === 0) return all
  const done = new Set<number>()
  return all.flatMap(row => {
    const last = (rows.uuid[row] !== 0 && copies.get(rows.uuid[row]!)?.last) || row
    if (last !== row) tally.left('repeated entry', row)
    if (done.has(last)) return []
    done.add(last)
    return [last]
  })
}

function itemsAt(reading: Reading, row: number, scope: Scope, tally: Tally): readonly ShownItem[] {
  switch (reading.rows.role[row]) {
    case USER:
      return userItems(reading, row, scope.included, tally)
    case ASSISTANT:
      return answerItems(reading, row, scope, tally)
    case SYSTEM:
      return systemItems(reading, row, tally)
    case ATTACHMENT:
      return attachmentItems(reading, row, tally)
    case PROGRESS:
      tally.left(typeOf(reading.rows, row), row)
      return []
    default:
      return bookkeepingItems(reading, row, tally)
  }
}
