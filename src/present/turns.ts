// The turns of a session, one line each.

import type { TurnRow, TurnsReport } from '../actions/turns.js'
import { type Cell, type Column, layOut } from './columns.js'
import type { Screen } from './screen.js'
import { visibleLine } from './terminal-text.js'
import { count, duration, percent, tokens, when } from './units.js'

export function presentTurns(report: TurnsReport, screen: Screen): readonly string[] {
  const { paint, width } = screen
  if (report.turns.length === 0) return ['No turn: nothing was asked in this session.']
  const right: Column = { align: 'right' }
  const withBranch = report.turns.some(turn => turn.branch !== undefined && turn.branch !== 1)
  const columns: readonly Column[] = [
    { align: 'right', paint: paint.yellow },
    ...(withBranch ? [right] : []),
    { paint: paint.dim },
    { flexible: true },
    right,
    right,
    right,
    right,
    right,
  ]
  const names = [
    'turn',
    ...(withBranch ? ['branch'] : []),
    'time',
    'prompt',
    'tools',
    'tokens',
    'context',
    'window',
    'took',
  ]
  const header = names.map((text): Cell => ({ text, paint: paint.dim }))
  const rows = report.turns.flatMap(turn => turnLines(turn, report.window, withBranch, screen))
  const left = report.leftOut
  return [
    ...layOut(columns, [header, ...rows], width),
    ...(left > 0 ? ['', paint.dim(`${count(left, 'turn')} on other branches (--all lists them)`)] : []),
  ]
}

function turnLines(turn: TurnRow, window: number, withBranch: boolean, { paint, now }: Screen): readonly Cell[][] {
  const branch = withBranch ? [String(turn.branch)] : []
  const line: Cell[] = [
    String(turn.index),
    ...branch,
    turn.startedAt === null ? '' : when(turn.startedAt, now),
    prompt(turn, paint),
    turn.toolCalls === 0 ? '' : String(turn.toolCalls),
    turn.tokens === 0 ? '' : tokens(turn.tokens),
    turn.contextTokens === null ? '' : tokens(turn.contextTokens),
    turn.contextTokens === null ? '' : percent(turn.contextTokens, window),
    turn.durationMs === null ? '' : duration(turn.durationMs),
  ]
  const queued = turn.queued.map((one): Cell[] => [
    '',
    ...(withBranch ? [''] : []),
    '',
    { text: `queued, ${one.state}: ${visibleLine(firstLine(one.text))}`, paint: paint.dim },
  ])
  return [line, ...queued]
}

function prompt(turn: TurnRow, paint: Screen['paint']): Cell {
  const text =
    visibleLine(firstLine(turn.prompt)) || (turn.kind === 'implicit' ? '(work without a prompt)' : '(no text)')
  if (turn.state === 'interrupted') return { text: `✗ ${text}`, paint: paint.red }
  if (turn.kind === 'queued') return { text: `» ${text}`, paint: one => one }
  return text
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
