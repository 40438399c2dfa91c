// What was archived, how safe sessions are, and whether the archive is sound.

import type { ArchiveReport, ArchiveStatus, ArchiveUse, PruneReport, Verified } from '../actions/archive/index.js'
import { layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { bytes, count, duration, percent, when } from './units.js'
import { wrap } from './width.js'

export function presentArchive(report: ArchiveReport, screen: Screen): readonly string[] {
  const { paint, width } = screen
  const rows = report.sessions.filter(one => report.sessions.length <= MOST_LISTED || one.outcome === 'failed')
  const size = `${count(report.sessions.length, 'session')}, ${bytes(report.bytes)}`
  const same = report.sessions.filter(one => one.outcome === 'same').length
  const end = report.dryRun
    ? `Would archive ${size}. Nothing was written (--dry-run).`
    : `Archived ${size}: ${bytes(report.written)} added${same > 0 ? `, ${same} unchanged` : ''}.`
  return [
    ...layOut(
      [{ paint: paint.yellow }, { flexible: true }, { align: 'right' }, { paint: paint.dim, align: 'right' }],
      rows.map(one => [
        shortId(one.id),
        one.why === undefined
          ? visibleLine(one.title ?? '(no title)')
          : { text: visibleLine(one.why), paint: paint.red },
        bytes(one.bytes),
        { planned: '', failed: 'failed', same: 'unchanged', new: added(one.written), more: added(one.written) }[
          one.outcome
        ],
      ]),
      width,
    ),
    ...report.findings.flatMap(one => wrap(`not archived: ${visibleLine(one.message)}`, width, '  ').map(paint.dim)),
    ...wrap(end, width),
    ...(report.left > 0
      ? wrap(
          `${count(report.left, 'session')} not archived: the archive has reached ${bytes(report.archive.maxBytes)}. Raise --max-size, or free space with rethread archive prune --older-than AGE.`,
          width,
        ).map(paint.red)
      : []),
    ...wrap(used(report.archive), width).map(paint.dim),
  ]
}

/** More are told as a sum. */
const MOST_LISTED = 20

function added(written: number): string {
  return `+${bytes(written)}`
}

function used(archive: ArchiveUse): string {
  return `Archive: ${count(archive.sessions, 'session')}, ${bytes(archive.bytes)} in ${visibleLine(archive.folder)}`
}

export function presentArchiveStatus(report: ArchiveStatus, screen: Screen): readonly string[] {
  const { paint, width, now } = screen
  const { archive } = report
  const ratio =
    report.originalBytes === 0
      ? ''
      : ` (${percent(archive.bytes, report.originalBytes)} of ${bytes(report.originalBytes)})`
  return [
    ...wrap(`${used(archive)}${ratio}`, width),
    ...wrap(`${count(report.deleted, 'archived session')} no longer on disk.`, width),
    ...report.configDirs.flatMap(dir => [
      '',
      paint.bold(visibleLine(dir.path)),
      ...wrap(
        `Claude Code deletes sessions ${count(dir.cleanupDays, 'day')} after their last change (cleanupPeriodDays). Last cleanup: ${dir.lastCleanup === null ? 'none' : when(dir.lastCleanup, now)}.`,
        width,
      ),
      ...wrap(
        `${count(dir.sessions, 'session')}: ${dir.safe} archived, ${dir.changed} changed since, ${dir.sessions - dir.safe - dir.changed} not archived.`,
        width,
      ),
    ]),
    ...(report.next.length === 0 ? [] : ['', paint.bold('Deleted next')]),
    ...layOut(
      [
        { paint: paint.yellow },
        { align: 'right' },
        { paint: paint.dim },
        { flexible: true },
        { paint: paint.dim, align: 'right' },
      ],
      report.next.map(one => [
        shortId(one.id),
        inTime(one.deletedAt, now),
        {
          yes: 'archived',
          changed: { text: 'changed since', paint: paint.yellow },
          no: { text: 'not archived', paint: paint.red },
        }[one.safe],
        visibleLine(one.title ?? '(no title)') +
          (one.sideFilesFrom === null ? '' : ` (side files ${inTime(one.sideFilesFrom, now)})`),
        bytes(one.bytes),
      ]),
      width,
    ),
    ...(report.more > 0
      ? wrap(`${count(report.more, 'more session')} not listed (--limit)`, width).map(paint.dim)
      : []),
  ]
}

/** It happens when a client is started after that. */
function inTime(time: string, now: number): string {
  const left = Date.parse(time) - now
  return left <= 0 ? 'at the next cleanup' : `in ${duration(left)}`
}

export function presentVerify(report: Verified, { paint, width }: Screen): readonly string[] {
  const read = `${count(report.packs, 'pack')}, ${count(report.sessions, 'session')}, ${bytes(report.bytes)}`
  const unread =
    report.unread === 0
      ? []
      : wrap(
          `${count(report.unread, 'part')} compressed with zstd could not be unpacked by this Node; only the hashes were checked.`,
          width,
        ).map(paint.dim)
  if (report.damage.length === 0 && report.sessionsHit.length === 0)
    return [...unread, ...wrap(`Archive is sound: ${read}.`, width)]
  const lost = report.sessionsHit.flatMap(one =>
    wrap(
      `${visibleLine(one.id)}${one.version === undefined ? '' : ` (earlier version ${one.version})`} cannot be restored in full: ${one.files.map(visibleLine).join(', ')}`,
      width,
      '  ',
    ).map(paint.red),
  )
  return [
    ...report.damage.flatMap(one => wrap(`${visibleLine(one.path)}: ${visibleLine(one.what)}`, width, '  ')),
    ...lost,
    ...unread,
    ...wrap(
      lost.length === 0
        ? `Damage found, but nothing is lost (${read}).`
        : `Damage found (${read}). Sessions that are still on disk are stored again by rethread archive --all.`,
      width,
    ),
  ]
}

export function presentPrune(report: PruneReport, screen: Screen): readonly string[] {
  const { paint, width } = screen
  const what = `${count(report.sessions.length, 'session')} and ${count(report.versions, 'earlier version')}`
  const only = report.sessions.filter(one => one.onlyCopy).length
  return [
    ...layOut(
      [{ paint: paint.yellow }, { flexible: true }, { paint: paint.red }, { align: 'right' }],
      report.sessions.map(one => [
        shortId(one.id),
        visibleLine(one.title ?? '(no title)'),
        one.onlyCopy ? 'only copy' : '',
        bytes(one.bytes),
      ]),
      width,
    ),
    ...(only > 0 ? wrap(`${count(only, 'session')} no longer on disk.`, width).map(paint.red) : []),
    ...wrap(
      report.dryRun
        ? `Would remove ${what} and free ${bytes(report.freed)}. Nothing was changed (--dry-run).`
        : `Removed ${what}, freed ${bytes(report.freed)}.`,
      width,
    ),
    ...wrap(used(report.archive), width).map(paint.dim),
  ]
}

function shortId(id: string): string {
  return visibleLine(/^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id)
}
