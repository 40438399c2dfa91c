// The inventory of a session as tables.

import type { SessionStats, StatsOfMany, StatsTotals } from '../actions/read/index.js'
import { type Cell, type Column, layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { bytes, count, grouped, percent, when } from './units.js'
import { fitTo, wrap } from './width.js'

type Counts = Readonly<Record<string, number>>

export function presentStats(stats: SessionStats, screen: Screen): readonly string[] {
  const { paint } = screen
  const { session, graph } = stats
  return [
    paint.bold(fitTo(visibleLine(session.title ?? '(no title)'), screen.width)),
    ...wrap(about(stats, screen), screen.width, '  ').map(paint.dim),
    '',
    ...section('Entries', counts(stats.entries, screen), screen),
    ...section('User entries by kind', counts(stats.userKinds, screen), screen),
    ...section('Content blocks', blocks(stats, screen), screen),
    ...section('Conversation', facts(conversation(stats), screen), screen),
    ...section('Stop reasons', counts(stats.stopReasons, screen), screen),
    ...section(`Tool calls (${grouped(stats.toolCalls.total)})`, toolCalls(stats, screen), screen),
    ...section(
      'Tree',
      facts(
        [
          ['roots, leaves, depth', `${graph.roots}, ${graph.leaves}, ${graph.depth}`],
          ['forks', `${graph.forks}, including ${count(graph.branches, 'real branch')}`],
          ['orphans', `${graph.orphans} (${percent(graph.orphans, graph.linear + graph.jumps + graph.roots)})`],
          ['parent is the previous entry', `${grouped(graph.linear)}; another entry ${grouped(graph.jumps)}`],
          ['compactions', String(graph.compactions)],
          ['sidechains in this file', String(graph.sidechains)],
        ],
        screen,
      ),
      screen,
    ),
    ...section('Tokens (each message once)', usage(stats, screen), screen),
    ...section('Models', counts(session.models, screen), screen),
    ...section('Client versions', counts(session.versions, screen), screen),
    ...section('Unknown to rethread', unknown(stats, screen), screen),
    ...section('Findings', findings(stats, screen), screen),
  ]
}

/** One line a session, as the source documents tabulate them, and the totals. */
export function presentManyStats({ sessions, totals }: StatsOfMany, screen: Screen): readonly string[] {
  const { paint } = screen
  const right: Column = { align: 'right' }
  const columns: readonly Column[] = [
    { paint: paint.yellow, max: 12 },
    right,
    right,
    right,
    right,
    right,
    right,
    { flexible: true },
  ]
  const header = ['session', 'lines', 'user', 'assistant', 'turns', 'tools', 'size', 'title'].map(
    (text): Cell => ({ text, paint: paint.dim }),
  )
  const rows = sessions.map(one => [
    visibleLine(one.session.id.slice(0, 8)),
    grouped(one.lines),
    grouped(one.entries['user'] ?? 0),
    grouped(one.entries['assistant'] ?? 0),
    grouped(one.turns),
    grouped(one.toolCalls.total),
    bytes(one.bytes),
    visibleLine(one.session.title ?? ''),
  ])
  const total = [
    count(sessions.length, 'session'),
    grouped(totals.lines),
    grouped(totals.entries['user'] ?? 0),
    grouped(totals.entries['assistant'] ?? 0),
    grouped(totals.turns),
    grouped(totals.toolCalls.total),
    bytes(totals.bytes),
    '',
  ].map((text): Cell => ({ text, paint: paint.bold }))
  return [
    ...layOut(columns, [header, ...rows, total], screen.width),
    '',
    ...section('Tokens (each message once)', usage(totals, screen), screen),
  ]
}

function about({ session, lines, bytes: size, damaged }: SessionStats, { now }: Screen): string {
  const parts = [
    session.id === '' ? undefined : visibleLine(session.id),
    session.project === null ? undefined : visibleLine(session.project),
    session.gitBranch === null ? undefined : visibleLine(session.gitBranch),
    session.startedAt && session.endedAt
      ? `${when(session.startedAt, now)} to ${when(session.endedAt, now)}`
      : undefined,
    `${count(lines, 'line')}, ${bytes(size)}`,
    damaged > 0 ? count(damaged, 'damaged line') : undefined,
  ]
  return parts.filter(part => part !== undefined).join(' · ')
}

function section(title: string, lines: readonly string[], { paint }: Screen): readonly string[] {
  return lines.length === 0 ? [] : [paint.bold(title), ...lines.map(line => `  ${line}`), '']
}

function counts(values: Counts, screen: Screen): readonly string[] {
  const rows = Object.entries(values)
    .toSorted((a, b) => b[1] - a[1])
    .map(([name, n]) => [grouped(n), visibleLine(name)])
  return layOut([{ align: 'right' }, { flexible: true }], rows, screen.width - 2)
}

function facts(rows: readonly (readonly [string, string])[], screen: Screen): readonly string[] {
  return layOut([{ paint: screen.paint.dim }, { flexible: true }], rows, screen.width - 2)
}

function blocks({ blocks: { assistant, user } }: SessionStats, screen: Screen): readonly string[] {
  const rows = (role: string, values: Counts) =>
    Object.entries(values).map(([type, n]) => [grouped(n), role, visibleLine(type)])
  return layOut(
    [{ align: 'right' }, { paint: screen.paint.dim }, { flexible: true }],
    [...rows('assistant', assistant), ...rows('user', user)],
    screen.width - 2,
  )
}

function conversation(stats: SessionStats): readonly (readonly [string, string])[] {
  const { messages, marks, turns } = stats
  return [
    ['turns', grouped(turns)],
    ['assistant messages', `${grouped(messages.assistant)}, including ${messages.synthetic} synthetic`],
    ['user entries', grouped(messages.user)],
    ['interrupted, aborted, deleted', `${marks.interrupted}, ${marks.aborted}, ${marks.deleted}`],
  ]
}

function toolCalls({ toolCalls: calls }: SessionStats, screen: Screen): readonly string[] {
  if (calls.total === 0 && calls.orphanResults === 0) return []
  const state = [
    `${calls.paired} paired`,
    `${calls.pending} pending`,
    `${calls.lost} lost`,
    count(calls.orphanResults, 'orphan result'),
    count(calls.duplicateIds, 'duplicate id'),
  ].join(', ')
  return [screen.paint.dim(state), ...counts(calls.byTool, screen)]
}

function usage({ usage: figures }: Pick<StatsTotals, 'usage'>, screen: Screen): readonly string[] {
  const rows: [string, number][] = [
    ['input', figures.inputTokens],
    ['output', figures.outputTokens],
    ['cache read', figures.cacheReadTokens],
    ['cache write, 5 minutes', figures.cacheWrite5mTokens],
    ['cache write, 1 hour', figures.cacheWrite1hTokens],
    ['web searches', figures.webSearches],
    ['web fetches', figures.webFetches],
  ]
  const tiers = Object.entries(figures.serviceTiers).map(([tier, n]): [string, number] => [
    `tier ${visibleLine(tier)}`,
    n,
  ])
  return layOut(
    [{ align: 'right' }, { paint: screen.paint.dim, flexible: true }],
    [...rows, ...tiers].filter(([, n]) => n > 0).map(([name, n]) => [grouped(n), name]),
    screen.width - 2,
  )
}

function unknown({ unknown: { types, fields } }: SessionStats, screen: Screen): readonly string[] {
  const rows = [
    ...Object.entries(types).map(([name, n]) => [grouped(n), 'type', visibleLine(name)]),
    ...Object.entries(fields).map(([name, n]) => [grouped(n), 'field', visibleLine(name)]),
  ]
  return layOut([{ align: 'right' }, { paint: screen.paint.dim }, { flexible: true }], rows, screen.width - 2)
}

const MOST_FINDINGS = 20

function findings(stats: SessionStats, screen: Screen): readonly string[] {
  const shown = stats.findings.slice(0, MOST_FINDINGS)
  const rows = shown.map(one => [one.line === undefined ? '' : `line ${one.line}`, one.code, visibleLine(one.message)])
  const more = stats.findings.length - shown.length
  return [
    ...layOut(
      [{ paint: screen.paint.dim }, { paint: screen.paint.yellow }, { flexible: true }],
      rows,
      screen.width - 2,
    ),
    ...(more > 0 ? [screen.paint.dim(`and ${more} more (--json lists all)`)] : []),
  ]
}
