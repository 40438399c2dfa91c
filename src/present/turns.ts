// The turns of a session, one line each.

import type { TurnRow, TurnsReport } from '../actions/read/index.js'
import type { RequestRow } from '../actions/session/index.js'
import { promptTitle } from '../conversation/prompt-title.js'
import { type Cell, type Column, layOutEach } from './columns.js'
import type { Screen } from './screen.js'
import { fromHere } from './short-path.js'
import { visibleLine } from './terminal-text.js'
import { toolName } from './tool-name.js'
import { clockTime, count, day, duration, percent, tokens, when } from './units.js'

/** Below this the tokens and durations give way to the prompt, and a date is written only where it changes. */
const WIDE = 96

interface Layout extends Screen {
  readonly window: number
  readonly withBranch: boolean
  readonly isNarrow: boolean
  readonly cwd: string | null
}

export function* presentTurns(report: TurnsReport, screen: Screen, isFiltered = false): Generator<string> {
  const { paint, width } = screen
  if (report.turns.length === 0) {
    yield noTurn(report, isFiltered)
    return
  }
  const withBranch = report.turns.some(turn => turn.branch !== undefined && turn.branch !== 1)
  const { window, cwd } = report
  const layout: Layout = { ...screen, window, withBranch, isNarrow: width < WIDE, cwd }
  yield* layOutEach(columnsFor(layout), () => rowsIn(report, layout), width)
  const notes = [
    ...(layout.isNarrow ? [`tokens and durations need ${WIDE} columns, or --json`] : []),
    ...(report.leftOut > 0 ? [`${count(report.leftOut, 'turn')} on other branches (--all lists them)`] : []),
  ]
  if (notes.length > 0) yield ''
  yield* notes.map(paint.dim)
}

function* rowsIn(report: TurnsReport, layout: Layout): Generator<readonly Cell[]> {
  yield namesIn(layout).map((text): Cell => ({ text, paint: layout.paint.dim }))
  let today = ''
  for (const turn of report.turns) {
    const before = today
    if (turn.startedAt !== null) today = day(turn.startedAt, layout.now)
    if (layout.isNarrow && today !== before) yield dayLine(today, layout)
    yield* turnLines(turn, layout)
  }
}

function noTurn({ leftOut }: TurnsReport, isFiltered: boolean): string {
  if (leftOut > 0) return `No turns on the active branch; ${count(leftOut, 'turn')} on other branches (use --all)`
  return isFiltered ? 'No turn has this number.' : 'No turns: this session has no prompts.'
}

function columnsFor({ paint, withBranch, isNarrow }: Layout): readonly Column[] {
  const right: Column = { align: 'right' }
  return [
    { align: 'right', paint: paint.yellow },
    ...(withBranch ? [right] : []),
    { paint: paint.dim },
    { flexible: true },
    ...Array<Column>(isNarrow ? 3 : 6).fill(right),
  ]
}

function namesIn({ withBranch, isNarrow }: Layout): readonly string[] {
  const figures = isNarrow
    ? ['tools', 'context', 'window']
    : ['requests', 'tools', 'tokens', 'context', 'window', 'took']
  return ['turn', ...(withBranch ? ['branch'] : []), 'time', 'prompt', ...figures]
}

function turnLines(turn: TurnRow, layout: Layout): readonly Cell[][] {
  const { paint, now, window, withBranch, isNarrow } = layout
  const calls = turn.toolCalls === 0 ? '' : String(turn.toolCalls)
  const written = turn.tokens === 0 ? '' : tokens(turn.tokens)
  const context = turn.contextTokens === null ? '' : tokens(turn.contextTokens)
  const share = turn.contextTokens === null ? '' : percent(turn.contextTokens, window)
  const took = turn.durationMs === null ? '' : duration(turn.durationMs)
  const line: Cell[] = [
    String(turn.index),
    ...(withBranch ? [String(turn.branch)] : []),
    turn.startedAt === null ? '' : isNarrow ? clockTime(turn.startedAt) : when(turn.startedAt, now),
    prompt(turn, paint),
    ...(isNarrow
      ? [calls, context, share]
      : [turn.requests === 0 ? '' : String(turn.requests), calls, written, context, share, took]),
  ]
  const queued = turn.queued.map((one): Cell[] => [
    ...(withBranch ? ['', '', ''] : ['', '']),
    { text: queuedLine(one.state, visibleLine(promptTitle(one.text) ?? '')), paint: paint.dim },
  ])
  return [line, ...(turn.requestList ?? []).map(request => requestLine(request, layout)), ...queued]
}

/** In the columns of the turns, so that the figures stand below each other. */
function requestLine(request: RequestRow, { paint, window, withBranch, isNarrow, cwd }: Layout): Cell[] {
  const { contextTokens: held } = request
  const calls = request.calls.length === 0 ? '' : String(request.calls.length)
  const context = held === null ? ['', ''] : [tokens(held), percent(held, window)]
  const written = request.tokens === 0 ? '' : tokens(request.tokens)
  return [
    visibleLine(request.point),
    ...(withBranch ? [''] : []),
    request.startedAt === null ? '' : clockTime(request.startedAt),
    { text: what(request, cwd), paint: paint.dim },
    ...(isNarrow ? [calls, ...context] : ['', calls, written, ...context, '']),
  ]
}

/** The calls, each with what it is about; the words behind them. */
function what({ calls, says }: RequestRow, cwd: string | null): string {
  const called = calls.map(({ name, target, state, isError }) => {
    const trouble = state === 'paired' ? (isError ? ' (failed)' : '') : ` (${state})`
    return `${toolName(name)} ${fromHere(target, cwd)}`.trimEnd() + trouble
  })
  return visibleLine([called.join(', '), says].filter(part => part !== '').join(' · ')) || '(no text)'
}

function dayLine(text: string, { withBranch, paint }: Layout): Cell[] {
  return [...(withBranch ? ['', '', ''] : ['', '']), { text, paint: paint.dim }]
}

function prompt(turn: TurnRow, paint: Screen['paint']): Cell {
  const text =
    visibleLine(promptTitle(turn.prompt) ?? '') || (turn.kind === 'implicit' ? '(work without a prompt)' : '(no text)')
  if (turn.state === 'interrupted') return { text: `✗ ${text}`, paint: paint.red }
  if (turn.kind === 'queued') return { text: `» ${text}`, paint: one => one }
  return text
}

function queuedLine(state: string, words: string): string {
  return words === '' ? `queued, ${state}` : `queued, ${state}: ${words}`
}
