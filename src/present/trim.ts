// The ladder of a trim: what each step takes and frees, where the budget is met; or what would help.

import type { TrimReport } from '../actions/reshape/index.js'
import { shellWord } from '../format/shell-word.js'
import { type Column, layOut } from './columns.js'
import { presentPlan } from './plan.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { grouped, percent, tokens } from './units.js'
import { wrap } from './width.js'
import { withoutRules } from './without-rules.js'

/** `call`: the words to call trim with, but for the budget, where only advice is asked for. */
export function* presentTrim(report: TrimReport, screen: Screen, call?: readonly string[]): Generator<string> {
  yield* ladderLines(report, screen)
  if (call && report.refused.length === 0) {
    yield* advice(report, call)
    return
  }
  yield* presentPlan(report, screen)
  if (report.helps.length > 0) {
    yield 'What would help:'
    for (const help of report.helps) yield* wrap(`  ${visibleLine(help)}`, screen.width, '    ')
  }
}

function* ladderLines({ ladder, before, protected: kept }: TrimReport, { paint, width }: Screen): Generator<string> {
  if (ladder.length === 0) return
  const right: Column = { align: 'right' }
  yield* layOut(
    [{ paint: paint.cyan }, right, right, right, { paint: paint.dim, flexible: true }],
    [
      ['step', 'removes', 'frees', 'leaves', ''],
      ['now', '', '', tokens(before.tokens), ''],
      ...ladder.map(({ step, items, of, freed, tokens: left, what }) => [
        step,
        items === of ? grouped(items) : `${grouped(items)} of ${grouped(of)}`,
        tokens(freed),
        tokens(left),
        withoutRules(what),
      ]),
    ],
    width,
  )
  if (kept.calls > 0)
    yield paint.dim(
      `Protected: the newest ${kept.calls === 1 ? 'tool call' : `${grouped(kept.calls)} tool calls`}, about ${tokens(kept.tokens)} tokens.`,
    )
  yield ''
}

function* advice({ ladder, before, shares }: TrimReport, call: readonly string[]): Generator<string> {
  const large = shares.filter(one => one.tokens >= before.tokens / 20)
  yield `Where the tokens go: ${large.map(one => `${one.kind} ${percent(one.tokens, before.tokens)}`).join(', ')}.`
  const last = ladder.findLast(rung => rung.worth)
  if (!last) {
    yield 'Nothing worth removing: no step frees at least 1% of what is sent.'
    return
  }
  const worth = ladder.filter(rung => rung.worth).map(rung => rung.step)
  yield `Worth removing: ${worth.join(', ')}; frees ${tokens(before.tokens - last.tokens)} of ${tokens(before.tokens)} tokens.`
  const words = [...call, '--budget', `${Math.ceil(last.tokens / 1000)}k`]
  yield `  ${words.map(shellWord).join(' ')}`
}
