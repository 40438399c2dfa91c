// What moved, what would, or why not.

import type { MoveReport } from '../actions/move/index.js'
import { layOut } from './columns.js'
import { lineRanges } from './line-ranges.js'
import { isRemark, remarkLines } from './plan.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count, grouped } from './units.js'
import { wrap } from './width.js'
import { withoutRules } from './without-rules.js'

export function* presentMove(report: MoveReport, screen: Screen): Generator<string> {
  const { paint, width } = screen
  yield `${visibleLine(report.from)} → ${visibleLine(report.to)}`
  yield ''
  for (const { action, entries, lines, why } of report.steps) {
    if (isRemark(action)) {
      yield* remarkLines(action, why, screen)
      continue
    }
    const where = lines.length === 0 ? '' : paint.dim(` (line${lines.length === 1 ? '' : 's'} ${lineRanges(lines)})`)
    yield `${paint.cyan(visibleLine(action))} ${grouped(entries)}${where}`
    yield* wrap(`  ${visibleLine(withoutRules(why))}`, width, '  ').map(paint.dim)
  }
  if (report.steps.length > 0) yield ''
  yield* placeLines(report, screen)
  yield ''
  yield* ending(report, screen)
}

function placeLines({ places }: MoveReport, { paint, width }: Screen): readonly string[] {
  const rows: readonly (readonly [string, number])[] = [
    ['paths in fields', places.fields],
    ['in text', places.words],
    ['in side files', places.sideFiles],
    ['in the prompt history', places.history],
    ['in settings', places.settings],
    ['unchanged', places.left],
  ]
  return layOut(
    [{ paint: paint.dim }, { align: 'right' }],
    rows.map(([name, number]) => [name, grouped(number)]),
    width,
  )
}

function* ending(report: MoveReport, { paint, width }: Screen): Generator<string> {
  const what = `${count(report.sessions.length, 'session')}, ${count(report.files, 'file')}`
  if (report.refused.length > 0) {
    yield paint.red(`Not moved: ${what}`)
    for (const reason of report.refused) yield* wrap(`  ${visibleLine(reason)}`, width, '    ')
  } else if (report.dryRun) yield `Would move or change ${what}. Nothing was written (--dry-run).`
  else {
    yield `Moved ${what}.`
    yield paint.dim(`To undo: rethread undo ${report.receipt}`)
    if (report.resume !== null) yield paint.bold(visibleLine(report.resume))
  }
}
