// A compaction: tokens before and after, what stayed and what went, and the summary in its place.

import type { Compaction } from '../../../conversation/compactions.js'
import { textOf } from '../../../conversation/prompt-text.js'
import { NONE } from '../../../conversation/rows.js'
import { object, placeOf, type Reading, shortened } from './reading.js'
import type { ShownCompaction } from './report.js'

/** Without a compaction, `row` is a summary that nothing announces. */
export function compactionItem(reading: Reading, compaction: Compaction | undefined, row: number): ShownCompaction {
  const summaryRow = compaction ? compaction.summaryRow : row
  const hasSummary = summaryRow !== NONE
  return {
    kind: 'compaction',
    ...placeOf(reading, ...(hasSummary ? [row, summaryRow] : [row])),
    dialect: compaction?.dialect ?? 'summary',
    number: compaction?.number,
    trigger: compaction?.trigger,
    tokensBefore: compaction?.tokensBefore,
    tokensAfter: compaction?.tokensAfter,
    kept: compaction ? (compaction.preservedCount ?? compaction.keptRows.length) : 0,
    leftOut: compaction?.leftOut ?? 0,
    cleared: compaction?.clearedToolIds.length ?? 0,
    summary: hasSummary
      ? shortened(reading, summaryText(reading, summaryRow), { lines: 4, characters: 600 })
      : undefined,
  }
}

function summaryText(reading: Reading, row: number): string {
  const message = reading.entry(row)['message']
  return textOf(typeof message === 'string' ? message : object(message)['content'])
}
