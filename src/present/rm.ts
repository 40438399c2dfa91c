// What was removed, what would be, or why not.

import type { RmReport } from '../actions/rm.js'
import { layOut } from './columns.js'
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
  const rows = report.files.map(file => [file.role, visibleLine(file.path), bytes(file.bytes)])
  const size = `${count(report.files.length, 'file')}, ${bytes(report.bytes)}`
  const end = report.dryRun
    ? `${size} would go. Nothing was written (--dry-run).`
    : `Removed ${session}: ${size}. rethread undo ${report.receipt} brings it back.`
  return [
    ...layOut([{ paint: paint.cyan }, { flexible: true }, { align: 'right', paint: paint.dim }], rows, width),
    ...report.findings.flatMap(one => wrap(`stays: ${visibleLine(one.message)}`, width, '  ').map(paint.dim)),
    ...wrap(end, width),
  ]
}
