// A list of sessions, and the overview that the bare command shows.

import type { LsReport } from '../actions/list/index.js'
import type { SessionCard, Whereabouts } from '../actions/session/index.js'
import { shellWord } from '../format/shell-word.js'
import { type Column, layOut } from './columns.js'
import type { Screen } from './screen.js'
import { suggested } from './suggested.js'
import { visibleLine } from './terminal-text.js'
import { ago, bytes, count, grouped, percent } from './units.js'
import { fitTo, wrap } from './width.js'

export function presentLs(report: LsReport, screen: Screen): readonly string[] {
  if (report.sessions.length === 0) return nothing(report, screen)
  return [...cards(report.sessions, screen), ...leftOut(report, screen)]
}

export function presentOverview(report: LsReport, screen: Screen, command: string): readonly string[] {
  const { paint } = screen
  if (report.total === 0) return nothing(report, screen)
  const from = report.areSamples ? 'the samples included with rethread' : report.configDirs.map(visibleLine).join(', ')
  const first = report.sessions[0]
  const id = first ? shortId(first) : 'latest'
  return [
    ...heading(`${count(report.total, 'session')} in ${from}`, screen),
    '',
    ...(report.sessions.length === 0 ? nothing(report, screen) : cards(report.sessions, screen)),
    '',
    paint.bold('Next'),
    ...layOut(
      [{ paint: paint.cyan }, { paint: paint.dim, flexible: true }],
      [
        [`show ${id}`, 'read a session turn by turn'],
        [`turns ${id}`, 'list its prompts, tool calls and tokens'],
        [`stats ${id}`, 'count what is in it'],
        ['ls -n 50', 'list more sessions'],
        ['help', 'list all commands'],
      ].map(([call, what]) => [`  ${suggested(`${command} ${call}`, screen)}`, what!]),
      screen.width,
    ),
  ]
}

function heading(text: string, { paint, width }: Screen): readonly string[] {
  const name = 'rethread'
  const [first = '', ...rest] = wrap(`${name}  ${text}`, width)
  return [paint.bold(name) + paint.dim(first.slice(name.length)), ...rest.map(paint.dim)]
}

function cards(sessions: readonly SessionCard[], { width, paint, now }: Screen): readonly string[] {
  const ids = sessions.map(shortId)
  const isWide = width >= WIDE
  const withTurns = sessions.some(card => card.turns !== null)
  const withArchive = sessions.some(card => card.archived !== undefined)
  const withOrigin = isWide && sessions.some(card => card.madeFrom !== null)
  const withMachine = sessions.some(card => card.machine !== undefined)
  const columns: readonly Column[] = [
    { paint: paint.yellow, max: ids.length === new Set(ids).size ? 20 : 36 },
    { paint: paint.dim, align: 'right' },
    ...(withMachine ? [{ paint: paint.dim, max: 20 }] : []),
    { paint: paint.cyan, max: width < 96 ? 22 : 28 },
    { flexible: true },
    ...(withTurns ? ([{ align: 'right' }] as const) : []),
    ...(isWide ? ([{ align: 'right' }, { paint: paint.dim, max: 24 }] as const) : []),
    ...(withOrigin ? [{ paint: paint.dim, max: 20 }] : []),
    ...(withArchive ? [{ paint: paint.dim }] : []),
    { paint: paint.dim, align: 'right' },
  ]
  const rows = sessions.map((card, index) => [
    // What is shown can be typed: where short ids are equal, they are shown whole.
    ids.indexOf(ids[index]!) === ids.lastIndexOf(ids[index]!) ? ids[index]! : visibleLine(card.id),
    ago(card.updatedAt, now),
    ...(withMachine ? [visibleLine(card.machine ?? '')] : []),
    card.project === null
      ? { text: visibleLine(folderName(card)), paint: paint.dim }
      : visibleLine(lastPart(card.project)),
    card.title === null
      ? { text: card.empty ? '(no messages)' : '(no title)', paint: paint.dim }
      : visibleLine(card.title),
    ...(withTurns ? [card.turns === null ? '' : turnCount(card.turns, isWide)] : []),
    ...(isWide ? [contextShare(card), visibleLine(card.gitBranch ?? '')] : []),
    ...(withOrigin ? [card.madeFrom === null ? '' : shortened(card.madeFrom)] : []),
    ...(withArchive ? [card.archived?.deleted === true ? { text: 'only here', paint: paint.yellow } : 'on disk'] : []),
    bytes(card.bytes),
  ])
  const names = [
    ...['session', 'written', ...(withMachine ? ['machine'] : []), 'project', 'title'],
    ...(withTurns ? ['turns'] : []),
    ...(isWide ? ['context', 'branch'] : []),
    ...(withOrigin ? ['source'] : []),
    ...(withArchive ? ['session file'] : []),
    'file',
  ]
  const header = names.map(text => ({ text, paint: paint.dim }))
  return layOut(columns, isWide ? [header, ...rows] : rows, width)
}

/** From here on there is room for what is worth knowing besides. */
const WIDE = 120

/** Without a header a bare number would say nothing. */
function turnCount(turns: number, hasHeader: boolean): string {
  return hasHeader ? grouped(turns) : count(turns, 'turn')
}

function contextShare({ contextTokens, contextWindow }: SessionCard): string {
  return contextTokens === null || contextWindow === null ? '' : percent(contextTokens, contextWindow)
}

/** Sessions to choose from, where a reference fits none or several. */
export function presentCandidates(sessions: readonly SessionCard[], screen: Screen): readonly string[] {
  return cards(sessions, { ...screen, width: screen.width - 2 }).map(line => `  ${line}`)
}

/** For completions: nothing for a file whose name is no plain word, since shells would have to quote it. */
export function idAndTitle(card: SessionCard): readonly { readonly id: string; readonly title: string }[] {
  const id = shortId(card)
  return /^[A-Za-z0-9][\w.-]*$/.test(id) ? [{ id, title: fitTo(visibleLine(card.title ?? ''), 60) }] : []
}

/** Long enough to be a reference; names that are no ids are shown whole. */
function shortId({ id, resumable }: SessionCard): string {
  return resumable ? shortened(id) : cutId(id)
}

function shortened(id: string): string {
  return /^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : cutId(id)
}

function cutId(id: string): string {
  return visibleLine(id.length > 20 ? id.slice(0, 13) : id)
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast(part => part !== '') ?? path
}

function leftOut(report: LsReport, { paint, width }: Screen): readonly string[] {
  const said: string[] = []
  if (report.more > 0)
    said.push(`${count(report.more, report.filtered ? 'more session' : 'more session file')} not listed (--limit)`)
  if (report.empty > 0) said.push(`${count(report.empty, 'file')} without messages (--all)`)
  for (const finding of report.findings) said.push(visibleLine(finding.message))
  return said.flatMap(line => wrap(line, width, '  ').map(paint.dim))
}

function nothing(report: LsReport, screen: Screen): readonly string[] {
  const dirs = report.configDirs.map(visibleLine).join(', ')
  const text = report.filtered
    ? `None of the ${count(report.total, 'session')} in ${dirs} matches.`
    : `No sessions found in ${dirs}.`
  return report.nowhere
    ? [...welcome(report.nowhere, screen), ...leftOut(report, screen)]
    : [...wrap(text, screen.width), ...leftOut(report, screen)]
}

/** Nobody is left alone with nothing. */
function welcome({ lookedIn, samples }: Whereabouts, { paint, width }: Screen): readonly string[] {
  return [
    paint.bold('No sessions found.'),
    '',
    'Looked in',
    ...layOut(
      [{ isPath: true, flexible: true }, { paint: paint.dim }],
      lookedIn.map(({ path, exists }) => [`  ${visibleLine(path)}`, exists ? 'no sessions' : 'does not exist']),
      width,
    ),
    '',
    ...wrap('Claude Code keeps its sessions there. To look somewhere else:', width),
    paint.cyan('  rethread --config-dir DIR'),
    ...(samples === null
      ? []
      : ['', 'To try rethread on the samples:', paint.cyan(`  rethread --config-dir ${shellWord(samples)}`)]),
  ]
}

/** Where no entry says where it worked: the folder as it is called, not decoded. */
function folderName({ path }: SessionCard): string {
  return path.split(/[\\/]/).at(-2) ?? '?'
}
