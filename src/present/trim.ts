// The ladder of a trim: what each step takes and frees, where the budget is met; or what would help.

import type { TrimReport } from '../actions/trim.js'
import { sessionWord } from '../format/shell-word.js'
import { type Column, layOut } from './columns.js'
import { presentPlan } from './plan.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { grouped, tokens } from './units.js'
import { wrap } from './width.js'

/** `suggestFor` is the session as it was named, where only advice is asked for. */
export function* presentTrim(report: TrimReport, screen: Screen, suggestFor?: string): Generator<string> {
  yield* ladderLines(report, screen)
  if (suggestFor !== undefined && report.refused.length === 0) {
    yield* advice(report, suggestFor)
    return
  }
  yield* presentPlan(report, screen)
  if (report.helps.length > 0) {
    yield 'What would help:'
    for (const help of report.helps) yield* wrap(`  ${visibleLine(help)}`, screen.width, '    ')
  }
}

function* ladderLines({ ladder, before }: TrimReport, { paint, width }: Screen): Generator<string> {
  if (ladder.length === 0) return
  const right: Column = { align: 'right' }
  yield* layOut(
    [{ paint: paint.cyan }, right, right, right, { paint: paint.dim }],
    [
      ['step', 'takes', 'frees', 'leaves', ''],
      ['as it is', '', '', tokens(before.tokens), ''],
      ...ladder.map(({ step, items, of, freed, tokens: left, what }) => [
        step,
        items === of ? grouped(items) : `${grouped(items)} of ${grouped(of)}`,
        tokens(freed),
        tokens(left),
        what,
      ]),
    ],
    width,
  )
  yield ''
}

function* advice({ ladder, before }: TrimReport, session: string): Generator<string> {
  const last = ladder.findLast(rung => rung.worth)
  if (!last) {
    yield 'Nothing is worth taking away: no step frees a hundredth of what is sent.'
    return
  }
  const worth = ladder.filter(rung => rung.worth).map(rung => rung.step)
  yield `Worth doing: ${worth.join(', ')}; ${tokens(before.tokens - last.tokens)} of ${tokens(before.tokens)} tokens.`
  yield `  rethread trim ${sessionWord(session)} --budget ${Math.ceil(last.tokens / 1000)}k`
}
