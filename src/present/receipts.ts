// Receipts, one line each; for one session also where it came from and what was made of it.

import type { Lineage, LineageRow, ReceiptRow, ReceiptsReport } from '../actions/undo/index.js'
import { type Column, layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { ago, bytes, count } from './units.js'
import { wrap } from './width.js'

export function presentReceipts(report: ReceiptsReport, screen: Screen): readonly string[] {
  const { paint, width } = screen
  const { backups } = report
  const kept = `Backups: ${bytes(backups.bytes)} for ${count(backups.changes, 'change')} in ${visibleLine(backups.folder)}`
  const bound = `(limit: ${bytes(backups.maxBytes)} and ${backups.maxChanges} changes; oldest deleted first)`
  return [
    ...(report.receipts.length === 0 ? ['No changes.'] : list(report.receipts, screen)),
    ...(report.lineage ? lineage(report.lineage, screen) : []),
    '',
    ...wrap(`${kept} ${bound}`, width, '  ').map(paint.dim),
    ...report.findings.flatMap(one => wrap(visibleLine(one.message), width, '  ').map(paint.dim)),
  ]
}

function list(receipts: readonly ReceiptRow[], { paint, width, now }: Screen): readonly string[] {
  const columns: readonly Column[] = [
    { paint: paint.yellow },
    { paint: paint.dim, align: 'right' },
    { paint: paint.cyan },
    { flexible: true },
    { align: 'right', paint: paint.dim },
  ]
  const rows = receipts.map(one => [
    one.id,
    ago(one.time, now),
    visibleLine(one.verb),
    one.undoneBy === null ? what(one) : { text: `${what(one)} (undone by ${one.undoneBy})`, paint: paint.dim },
    count(one.files.created + one.files.replaced + one.files.removed, 'file'),
  ])
  return layOut(columns, rows, width)
}

function what({ source, result, inPlace, undoes, files }: ReceiptRow): string {
  const back = undoes === null ? '' : `undid ${undoes}: `
  const from = source ? shortId(source.id) : '?'
  if (inPlace) return `${back}${from} ${files.created > 0 && undoes !== null ? 'restored' : 'in place'}`
  return result ? `${back}${from} → ${shortId(result.id)}` : `${back}${from} removed`
}

function lineage({ session, ancestors, descendants }: Lineage, screen: Screen): readonly string[] {
  if (ancestors.length + descendants.length === 0) return []
  const { paint, width } = screen
  const depth = ancestors.length
  const line = (indent: number, words: readonly string[]) =>
    wrap('  '.repeat(indent) + words.filter(word => word !== '').join('  '), width, '  '.repeat(indent + 1))
  return [
    '',
    paint.bold('Lineage'),
    // The row of an ancestor tells how the session below it was made.
    ...ancestors
      .toReversed()
      .flatMap((one, at) => line(at + 1, [shortId(one.id), making(ancestors[depth - at]), fate(one)])),
    ...line(depth + 1, [shortId(session), making(ancestors[0]), 'this session']).map(paint.yellow),
    ...descendants.flatMap(one => line(depth + 1 + one.distance, [shortId(one.id), making(one), fate(one)])),
  ]
}

function making(row: LineageRow | undefined): string {
  return row ? `${visibleLine(row.verb)} ${row.receipt}${row.undone ? ' (undone)' : ''}` : ''
}

function fate({ exists }: LineageRow): string {
  return exists ? '' : 'no longer exists'
}

/** Long enough to be a reference. */
function shortId(id: string): string {
  return visibleLine(/^[0-9a-f]{8}-/i.test(id) ? id.slice(0, 8) : id)
}
