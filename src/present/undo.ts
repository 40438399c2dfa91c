// What was taken back, what would be, or why not.

import type { UndoReport } from '../actions/undo.js'
import { layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { ago, bytes, count } from './units.js'
import { wrap } from './width.js'

export function presentUndo(report: UndoReport, screen: Screen): readonly string[] {
  const { paint, width, now } = screen
  if (report.undoes === null) return ['Nothing to take back: no change stands. rethread receipts lists them.']
  const { verb, id, time } = report.undoes
  const which = `${visibleLine(verb)} ${id} of ${ago(time, now)}`
  if (report.refused.length > 0) {
    const why = report.refused.flatMap(reason => wrap(`  ${visibleLine(reason)}`, width, '    '))
    return [paint.red(`Not taken back: ${which}`), ...why]
  }
  const rows = report.steps.map(step => [step.action, visibleLine(step.path), bytes(step.bytes)])
  const end = report.dryRun
    ? 'Nothing was written (--dry-run).'
    : `Taken back: ${which}, ${count(report.steps.length, 'file')}. rethread undo ${report.receipt} does it again.`
  return [
    ...(report.dryRun ? [`Would take back: ${which}`] : []),
    ...layOut([{ paint: paint.cyan }, { flexible: true }, { align: 'right', paint: paint.dim }], rows, width),
    ...wrap(end, width),
  ]
}
