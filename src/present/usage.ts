// Tokens and their cost as a table, with what should be known about the figures.

import type {
  Counters,
  ExplainedMessage,
  LoggedReport,
  NotCounted,
  ToolReport,
  ToolRow,
  UsageReport,
  UsageRow,
} from '../actions/usage/index.js'
import { type Cell, type Column, layOut } from './columns.js'
import { money } from './money.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { bytes, count, duration, grouped, tokens } from './units.js'
import { wrap } from './width.js'

export function presentUsage(report: UsageReport, screen: Screen): readonly string[] {
  return [
    ...(report.report === 'tool' ? toolTable(report, screen) : loggedTable(report, screen)),
    ...(report.explained ? explainedLines(report.explained, screen) : []),
    '',
    ...notes(report).flatMap(note => wrap(note, screen.width).map(screen.paint.dim)),
  ]
}

const HEADS: Readonly<Record<LoggedReport['report'], string>> = {
  daily: 'day',
  weekly: 'week of',
  monthly: 'month',
  session: 'session',
  project: 'project',
  model: 'model',
  blocks: 'from (UTC)',
}

const BAR = 12
/** Below it there is no room for a bar, nor for the two kinds of cache. */
const WIDE = 84

function loggedTable({ report, rows, totals }: LoggedReport, screen: Screen): readonly string[] {
  const { width, paint } = screen
  if (rows.length === 0) return ['No usage found.']
  const isWide = width >= WIDE
  const right: Column = { align: 'right' }
  const columns: readonly Column[] = [
    { flexible: true, isPath: report === 'project' },
    ...Array.from({ length: isWide ? 6 : 4 }, () => right),
    ...(isWide ? [{}] : []),
    ...(report === 'blocks' ? [{ paint: paint.dim }] : []),
  ]
  const names = [HEADS[report], 'messages', 'input', 'output', ...(isWide ? ['cache write', 'cache read'] : []), 'cost']
  const most = Math.max(...rows.map(weight))
  const line = (name: Cell, sums: Counters, whole: number): readonly Cell[] => [
    name,
    grouped(sums.messages),
    tokens(sums.inputTokens),
    tokens(sums.outputTokens),
    ...(isWide ? [tokens(sums.cacheWrite5mTokens + sums.cacheWrite1hTokens), tokens(sums.cacheReadTokens)] : []),
    { text: dollars(sums), paint: shareColor(weight(sums) / whole, screen) },
  ]
  const bar = (sums: Counters): readonly Cell[] =>
    isWide ? [{ text: barOf(weight(sums) / most), paint: paint.cyan }] : []
  const body = rows.flatMap(row => [
    [...line(keyOf(row, report), row, weight(totals)), ...bar(row), ...(row.block ? [blockWords(row.block)] : [])],
    ...(row.models ?? []).map(one =>
      line({ text: `  ${visibleLine(one.key)}`, paint: paint.dim }, one, weight(totals)),
    ),
  ])
  const total = line({ text: 'total', paint: paint.bold }, totals, Infinity)
  return layOut(columns, [names.map(text => ({ text, paint: paint.dim })), ...body, total], width)
}

/** By cost; by tokens where nothing has a price. */
function weight({ costUSD, totalTokens }: Counters): number {
  return costUSD > 0 ? costUSD : totalTokens / 1e12
}

function shareColor(share: number, { paint }: Screen): (text: string) => string {
  return share >= 0.5 ? paint.red : share >= 0.2 ? paint.yellow : text => text
}

function barOf(share: number): string {
  return '█'.repeat(Math.max(share > 0 ? 1 : 0, Math.round(share * BAR)))
}

function keyOf({ key, project }: UsageRow, report: LoggedReport['report']): Cell {
  if (report === 'session') {
    const id = /^[0-9a-f]{8}-/.test(key) ? key.slice(0, 8) : key
    return visibleLine(project ? `${id}  ${lastPart(project)}` : id)
  }
  return {
    text: visibleLine(report === 'blocks' ? key.slice(0, 16).replace('T', ' ') : key),
    isPath: report === 'project',
  }
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast(part => part !== '') ?? path
}

function blockWords(block: NonNullable<UsageRow['block']>): string {
  if (!block.isActive) return `${tokens(block.tokensPerMinute)}/min`
  const projected = block.projected
  return [
    `${duration(block.minutesLeft * 60_000)} left`,
    `${tokens(block.tokensPerMinute)}/min`,
    ...(projected ? [`projected ${tokens(projected.totalTokens)}, ${money(projected.costUSD)}`] : []),
  ].join(', ')
}

/** What has no price is missing in the sum. */
function dollars({ costUSD, unpriced, messages }: Counters): string {
  if (unpriced > 0 && unpriced === messages) return '?'
  return unpriced > 0 ? `≥ ${money(costUSD)}` : money(costUSD)
}

function toolTable({ rows }: ToolReport, { width, paint }: Screen): readonly string[] {
  if (rows.length === 0) return ['No tool calls found.']
  const right: Column = { align: 'right' }
  const most = Math.max(...rows.map(sum))
  const cells = rows.map(row => [
    visibleLine(row.key),
    grouped(row.calls),
    `~${tokens(row.callTokens)}`,
    `~${tokens(row.resultTokens)}`,
    { text: barOf(sum(row) / most), paint: paint.cyan },
  ])
  const names = ['tool', 'calls', 'call tokens', 'result tokens'].map(text => ({ text, paint: paint.dim }))
  return [
    ...layOut([{ flexible: true }, right, right, right, {}], [names, ...cells], width),
    ...wrap('Estimated from the size of calls and results; no client logs tokens by tool.', width),
  ]
}

function sum({ callTokens, resultTokens }: ToolRow): number {
  return callTokens + resultTokens
}

const MOST_EXPLAINED = 50

function explainedLines(
  { key, messages }: NonNullable<UsageReport['explained']>,
  { paint, width }: Screen,
): readonly string[] {
  const shown = messages.slice(0, MOST_EXPLAINED)
  return [
    '',
    paint.bold(`${visibleLine(key)}: ${count(messages.length, 'message')}`),
    ...shown.flatMap(one => messageLines(one).flatMap(line => wrap(line, width, '    '))),
    ...(messages.length > shown.length
      ? [paint.dim(`${count(messages.length - shown.length, 'more message')} (--json lists all)`)]
      : []),
  ]
}

const WHY: Readonly<Record<NotCounted['why'], string>> = {
  part: 'same answer, counted once',
  copy: 'copy of the same answer',
  progress: 'progress report of the agent',
}

function messageLines({ id, time, charges, path, line, isFinal, notCounted }: ExplainedMessage): readonly string[] {
  const figures = charges.map(charge => {
    const writes = charge.cacheWrite5mTokens + charge.cacheWrite1hTokens
    const parts = [
      `${grouped(charge.inputTokens)} in`,
      `${grouped(charge.outputTokens)} out`,
      `${grouped(writes)} written`,
      `${grouped(charge.cacheReadTokens)} read`,
      charge.costUSD === null ? 'no price' : `$${charge.costUSD.toFixed(6)}`,
    ]
    return `${visibleLine(charge.model)}: ${parts.join(', ')}`
  })
  return [
    `${visibleLine(id ?? '(no id)')}  ${time ?? '(no time)'}${isFinal ? '' : '  no final figure'}`,
    ...figures.map(text => `  ${text}`),
    `  counted: ${visibleLine(path)}:${line}`,
    ...notCounted.map(one => `  not counted: ${visibleLine(one.path)}:${one.line} (${WHY[one.why]})`),
  ]
}

function notes({ notes: of, prices, timezone, report }: UsageReport): readonly string[] {
  const unpriced = Object.entries(of.unpriced)
  const said = [
    `Logged tokens: ${count(of.messages, 'message')} from ${count(of.entries, 'entry')} in ${count(of.files, 'file')} (${bytes(of.bytes)}); each message is counted once.`,
    ...(of.unfinished > 0
      ? [
          `${count(of.unfinished, 'message')} ${has(of.unfinished)} no final figure: the output counted is a lower bound.`,
        ]
      : []),
    ...(of.damaged > 0 ? [`${count(of.damaged, 'damaged answer')} not counted (see rethread check).`] : []),
    ...(of.undated > 0 && isDated(report) ? [`${count(of.undated, 'message')} ${has(of.undated)} no time.`] : []),
    ...(unpriced.length > 0
      ? [
          `No price for ${unpriced.map(([model, n]) => `${visibleLine(model)} (${count(n, 'message')})`).join(', ')}; add one with --prices.`,
        ]
      : []),
    ...(of.priority > 0 ? [`${count(of.priority, 'message')} in the priority tier at standard prices.`] : []),
    ...of.skipped.map(({ reason }) => `Skipped: ${visibleLine(reason)}`),
    `Cost at list prices of ${prices.asOf}${prices.file === null ? '' : ` and ${visibleLine(prices.file)}`}${prices.recorded ? ', or as recorded by the client' : ''}; not an invoice.${isDated(report) ? ` Days are in ${visibleLine(timezone)}.` : ''}`,
  ]
  return said
}

function has(n: number): string {
  return n === 1 ? 'has' : 'have'
}

function isDated(report: UsageReport['report']): boolean {
  return report === 'daily' || report === 'weekly' || report === 'monthly'
}
