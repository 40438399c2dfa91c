// What is in the index, and what is not.

import type { Followed, IndexReport } from '../actions/index/index.js'
import { layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { ago, bytes, count, grouped, percent } from './units.js'
import { wrap } from './width.js'

export function presentIndex(report: IndexReport, screen: Screen): readonly string[] {
  const { paint, width, now } = screen
  const rows: readonly (readonly [string, string])[] = [
    ['index', visibleLine(report.location)],
    ['size', `${bytes(report.bytes)} (${percent(report.bytes, report.indexedBytes)} of ${bytes(report.indexedBytes)})`],
    ['sessions', `${grouped(report.sessions)}, with ${count(report.agents, 'agent transcript')}`],
    ['texts', grouped(report.texts)],
    ['updated', report.refreshedAt === null ? 'never' : ago(report.refreshedAt, now)],
    ...(report.gone > 0 ? [['deleted', count(report.gone, 'transcript')] as const] : []),
    ...(report.behind > 0 ? [['behind', `${count(report.behind, 'file')} new or changed`] as const] : []),
    ...(report.read.files > 0
      ? [['read', `${count(report.read.files, 'file')}, ${bytes(report.read.bytes)}`] as const]
      : []),
  ]
  return [
    ...layOut(
      [{ paint: paint.dim }, { flexible: true, isPath: true }],
      rows.map(([name, value]) => [name, value]),
      width,
    ),
    ...report.skipped.flatMap(({ reason }) => wrap(`skipped ${visibleLine(reason)}`, width, '  ')),
    ...report.faults.flatMap(fault => wrap(paint.red(visibleLine(fault)), width, '  ')),
  ]
}

export function presentVerified(report: IndexReport, screen: Screen): readonly string[] {
  const verdict =
    report.faults.length === 0
      ? 'The index matches the files.'
      : 'The index does not match the files. To build it again: rethread index --rebuild'
  return [...presentIndex(report, screen), '', verdict]
}

export function presentFollowed({ files, bytes: read }: Followed): string {
  return files === 0 ? 'up to date; watching for changes' : `indexed ${count(files, 'file')}, ${bytes(read)}`
}
