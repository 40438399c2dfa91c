// What was removed, what would be, or why not.

import type { RmReport } from '../actions/undo/index.js'
import { fileLines } from './file-lines.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { bytes, count } from './units.js'
import { wrap } from './width.js'

export function presentRm(report: RmReport, screen: Screen): readonly string[] {
  const { paint, width } = screen
  const session = visibleLine(report.sessionId)
  if (report.refused.length > 0) {
    const why = report.refused.flatMap(reason => wrap(`  ${visibleLine(reason)}`, width, '    '))
    return [paint.red(`Not removed: ${session}`), ...why]
  }
  const rows = report.files.map(file => [file.role, bytes(file.bytes), file.path] as const)
  const size = `${count(report.files.length, 'file')}, ${bytes(report.bytes)}`
  const end = report.dryRun
    ? `Would remove ${size}. Nothing was written (--dry-run).`
    : `Removed ${session}: ${size}. To undo: rethread undo ${report.receipt}`
  return [
    ...fileLines(rows, screen),
    ...report.findings.flatMap(one => wrap(`not removed: ${visibleLine(one.message)}`, width, '  ').map(paint.dim)),
    ...wrap(end, width),
  ]
}
