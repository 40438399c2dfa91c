// What was taken back, what would be, or why not.

import type { ManyUndone, UndoReport } from '../actions/undo/index.js'
import { fileLines } from './file-lines.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { ago, bytes, count } from './units.js'
import { wrap } from './width.js'

export function presentManyUndone({ changes }: ManyUndone, screen: Screen): readonly string[] {
  if (changes.length === 0) return [NOTHING]
  return changes.flatMap((one, index) => [...(index > 0 ? [''] : []), ...presentUndo(one, screen)])
}

const NOTHING = 'Nothing to undo.'

export function presentUndo(report: UndoReport, screen: Screen): readonly string[] {
  const { paint, width, now } = screen
  if (report.undoes === null) return [NOTHING]
  const { verb, id, time } = report.undoes
  const which = `${visibleLine(verb)} ${id} (${ago(time, now)})`
  if (report.refused.length > 0) {
    const why = report.refused.flatMap(reason => wrap(`  ${visibleLine(reason)}`, width, '    '))
    return [paint.red(`Cannot undo ${which}`), ...why]
  }
  const rows = report.steps.map(step => [step.action, bytes(step.bytes), step.path] as const)
  const end = report.dryRun
    ? 'Nothing was written (--dry-run).'
    : `Undone: ${which}, ${count(report.steps.length, 'file')}. To redo: rethread undo ${report.receipt}`
  return [...(report.dryRun ? [`Would undo ${which}`] : []), ...fileLines(rows, screen), ...wrap(end, width)]
}
