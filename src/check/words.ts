// Small words for messages.

import { type Rows, uuidOf } from '../conversation/rows.js'
import type { Place } from './family.js'

export function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

export function placeOf(rows: Rows, row: number): Place {
  return { line: rows.line[row]!, uuid: uuidOf(rows, row) }
}
