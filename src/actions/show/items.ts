// The rows of a turn, or of an agent, as items in reading order. Every row either becomes part of an item or is counted
// as left out.

import { ASSISTANT, ATTACHMENT, PROGRESS, SYSTEM, typeOf, USER } from '../../conversation/rows.js'
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
  const scope: Scope = { included: new Set(order), told: new Set() }
  const items = order.flatMap(row => itemsAt(reading, row, scope, tally))
  return { items, leftOut: tally.result() }
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
