// A compression: the parts with their tokens before and after, then the plan as for any change.

import type { CompressReport } from '../actions/compress/index.js'
import { layOut } from './columns.js'
import { presentPlan } from './plan.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { percent, tokens } from './units.js'
import { wrap } from './width.js'

export function* presentCompress(report: CompressReport, screen: Screen): Generator<string> {
  const { paint, width } = screen
  if (report.parts.length > 0) {
    yield `Summaries by ${visibleLine(report.summarizer)}`
    yield* layOut(
      [{}, { align: 'right' }, {}, { align: 'right' }, { align: 'right', paint: paint.dim }, {}],
      report.parts.map(({ turns: [first, last], requests, tokensBefore, tokensAfter, state, fromStore }) => [
        requests !== undefined
          ? `turn ${first}, requests 1 to ${requests}`
          : first === last
            ? `turn ${first}`
            : `turns ${first} to ${last}`,
        tokens(tokensBefore),
        '→',
        tokens(tokensAfter),
        percent(tokensAfter, tokensBefore),
        state === 'kept' ? paint.red('kept') : fromStore === undefined ? '' : paint.dim('cached'),
      ]),
      width,
    )
    for (const { reason } of report.parts)
      if (reason !== undefined) yield* wrap(`  ${visibleLine(reason)}`, width, '  ').map(paint.dim)
    yield ''
  }
  yield* presentPlan(report, screen)
}
