// What was given back from the archive, what would be, or why not.

import type { RestoreReport } from '../actions/archive/index.js'
import { fileLines } from './file-lines.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { bytes, count } from './units.js'
import { wrap } from './width.js'

export function presentRestore(report: RestoreReport, screen: Screen): readonly string[] {
  const { paint, width } = screen
  const session = visibleLine(report.sessionId)
  const damaged = report.damaged.flatMap(why => wrap(`not restored: ${visibleLine(why)}`, width, '  ').map(paint.red))
  if (report.refused.length > 0) {
    const why = report.refused.flatMap(reason => wrap(`  ${visibleLine(reason)}`, width, '    '))
    return [paint.red(`Not restored: ${session}`), ...why]
  }
  const coming = report.files.filter(one => one.action === 'restore')
  if (coming.length === 0 && damaged.length === 0) return wrap(`Nothing to restore: ${session} is on disk.`, width)
  const size = `${count(coming.length, 'file')}, ${bytes(report.bytes)}`
  const renewed =
    report.renewed === 0
      ? []
      : wrap(
          `${count(report.renewed, 'file')} so old that Claude Code would delete ${report.renewed === 1 ? 'it' : 'them'} at once: given the current time (--keep-times keeps the old one).`,
          width,
        )
  const end = report.dryRun
    ? `Would restore ${session}: ${size}. Nothing was written (--dry-run).`
    : `Restored ${session}: ${size}. To undo: rethread undo ${report.receipt}`
  return [
    ...fileLines(
      report.files.map(file => [file.action === 'same' ? 'same' : file.role, bytes(file.bytes), file.path] as const),
      screen,
    ),
    ...damaged,
    ...renewed.map(paint.dim),
    ...wrap(end, width),
    ...(report.resume === null || report.dryRun ? [] : [paint.cyan(visibleLine(report.resume))]),
  ]
}
