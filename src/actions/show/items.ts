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
  const scope: Scope = { included: new Set(rows), told: new Set() }
  const items = rows.flatMap(row => itemsAt(reading, row, scope, tally))
  return { items, leftOut: tally.result() }
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
