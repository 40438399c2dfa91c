// A planned change: what it does and why, what it saves, and what to type next; or why it was not made.

import type { Figures, ReshapeReport } from '../actions/reshape/index.js'
import { type Column, layOut } from './columns.js'
import { lineRanges } from './line-ranges.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { bytes, grouped, percent, tokens } from './units.js'
import { wrap } from './width.js'
import { withoutRules } from './without-rules.js'

export function* presentPlan(report: ReshapeReport, screen: Screen): Generator<string> {
  const { paint, width } = screen
  for (const { action, entries, lines, why, confidence } of report.steps) {
    if (isRemark(action)) {
      yield* remarkLines(action, why, screen)
      continue
    }
    const count = entries === 1 && lines.length === 0 ? '' : ` ${grouped(entries)}`
    const where = lines.length === 0 ? '' : paint.dim(` (line${lines.length === 1 ? '' : 's'} ${lineRanges(lines)})`)
    yield `${paint.cyan(visibleLine(action))}${count}${where}`
    const doubt = confidence === undefined ? '' : `${confidence}: `
    yield* wrap(`  ${doubt}${visibleLine(withoutRules(why))}`, width, '  ').map(paint.dim)
  }
  if (report.steps.length > 0) yield ''
  yield* figureLines(report, screen)
  yield ''
  yield* ending(report, screen)
}

/** A step that changes nothing: something to know, or to look at. */
export function isRemark(action: string): boolean {
  return action === 'note' || action === 'warning'
}

export function remarkLines(action: string, why: string, { paint, width }: Screen): readonly string[] {
  const [first = '', ...rest] = wrap(`${action}: ${visibleLine(withoutRules(why))}`, width, '  ')
  const head = `${action}:`
  return [first.startsWith(head) ? paint.yellow(head) + first.slice(head.length) : first, ...rest]
}

function figureLines({ before, after }: ReshapeReport, { paint, width }: Screen): readonly string[] {
  const right: Column = { align: 'right' }
  const rows: readonly (readonly [string, keyof Figures, (n: number) => string])[] = [
    ['entries', 'entries', grouped],
    ['messages sent', 'messages', grouped],
    ['tool calls', 'toolCalls', grouped],
    ['file', 'bytes', bytes],
    ['tokens (estimated)', 'tokens', tokens],
  ]
  return layOut(
    [{ paint: paint.dim }, right, {}, right, { align: 'right', paint: paint.dim }],
    rows.map(([name, key, text]) => [
      name,
      text(before[key]),
      '→',
      text(after[key]),
      before[key] === after[key] || before[key] === 0 ? '' : percent(after[key], before[key]),
    ]),
    width,
  )
}

function* ending(report: ReshapeReport, { paint, width }: Screen): Generator<string> {
  if (report.refused.length > 0) {
    yield paint.red('Not written:')
    for (const reason of report.refused) yield* wrap(`  ${visibleLine(withoutRules(reason))}`, width, '    ')
    return
  }
  if (report.dryRun) {
    yield 'Nothing was written (--dry-run).'
    return
  }
  if (report.receipt === null) {
    yield 'Nothing to do, nothing was written.'
    return
  }
  // A path that is broken over lines cannot be copied.
  if (report.path !== null) yield `Written: ${visibleLine(report.path)}`
  yield paint.dim(`To undo: rethread undo ${report.receipt}`)
  if (report.resume !== null) yield paint.bold(visibleLine(report.resume))
}
