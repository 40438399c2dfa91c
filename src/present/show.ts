// A session on the terminal, line by line: a header, the turns, and what was not shown.

import type { ShownSession, ShownTurn, ShowReport } from '../actions/read/index.js'
import type { Screen } from './screen.js'
import { agentLines, itemsLines } from './show/item-lines.js'
import { add, leftOutWords } from './show/left-out.js'
import type { Page } from './show/page.js'
import { visibleLine } from './terminal-text.js'
import { clockTime, count, duration, when } from './units.js'
import { fitTo, ruleWidth, width as widthOf, wrap } from './width.js'

export function* presentShow(report: ShowReport, screen: Screen): Generator<string> {
  const page = pageOf(report, screen)
  const leftOut = new Map<string, number>()
  yield* headerLines(report.session, page)
  if (report.opening) {
    add(leftOut, report.opening.leftOut)
    if (report.opening.items.length > 0) yield ''
    yield* itemsLines(report.opening.items, page)
  }
  let model = ''
  for (const turn of report.turns) {
    add(leftOut, turn.leftOut)
    if (turn.items.length === 0 && turn.kind === 'implicit') continue
    yield ''
    yield* turnHead(turn, model, page)
    model = turn.models.at(-1) ?? model
    yield* itemsLines(turn.items, page)
  }
  yield* footerLines(report, leftOut, page)
}

/** For a session that grows: call it with each new report, and it gives the lines that are new. */
export function presentNewTurns(screen: Screen): (report: ShowReport) => Generator<string> {
  let current = -1
  let shown: readonly string[] = []
  return function* newLines(report): Generator<string> {
    const page = pageOf(report, screen)
    if (current === -1) yield* headerLines(report.session, page)
    let last = current
    for (const turn of report.turns) {
      last = turn.number
      if (turn.number < current) continue
      const lines = [...itemsLines(turn.items, page)]
      if (turn.number > current) {
        current = turn.number
        shown = []
        yield ''
        yield* turnHead(turn, '', page)
      }
      // A call whose result has come is shown again from there on, with what was still missing.
      let same = 0
      while (same < shown.length && shown[same] === lines[same]) same++
      yield* lines.slice(same)
      shown = lines
    }
    // Fewer turns than were shown: another file has taken its place, and is told from its beginning.
    if (last < current) {
      current = -1
      yield* newLines(report)
    }
  }
}

function pageOf(report: ShowReport, screen: Screen): Page {
  return {
    ...screen,
    width: Math.max(30, screen.width),
    project: report.session.project,
    whole: report.depth === 'all',
  }
}

function* headerLines(session: ShownSession, page: Page): Generator<string> {
  const { paint } = page
  const title = session.title ? visibleLine(session.title) : 'untitled session'
  yield* wrap(title, page.width).map(paint.bold)
  const branch = session.gitBranch ? ` (${visibleLine(session.gitBranch)})` : ''
  const place = session.project === undefined ? '' : ` · ${visibleLine(session.project)}${branch}`
  yield* wrap(`${visibleLine(session.id)}${place}`, page.width).map(paint.dim)
  const facts = [
    timeSpan(session, page),
    count(session.turns, 'turn'),
    session.branches > 1 ? `branch ${session.branch} of ${session.branches}` : undefined,
  ]
  yield paint.dim(facts.filter(fact => fact !== undefined).join(' · '))
}

function timeSpan({ startedAt, endedAt }: ShownSession, page: Page): string | undefined {
  if (startedAt === undefined) return undefined
  const start = when(startedAt, page.now)
  if (endedAt === undefined || endedAt === startedAt) return start
  const sameDay = new Date(startedAt).toDateString() === new Date(endedAt).toDateString()
  return `${start} – ${sameDay ? clockTime(endedAt) : when(endedAt, page.now)}`
}

/** A rule across the page with the turn's number, time and state. */
function* turnHead(turn: ShownTurn, modelBefore: string, page: Page): Generator<string> {
  const { paint } = page
  const facts = [
    turnName(turn),
    turn.startedAt === undefined ? undefined : when(turn.startedAt, page.now),
    turn.durationMs === undefined ? undefined : duration(turn.durationMs),
    ...turn.models.filter(model => turn.models.length > 1 || model !== modelBefore).map(visibleLine),
    turn.state === 'finished' ? undefined : turn.state === 'open' ? 'not finished' : 'interrupted',
  ].filter(fact => fact !== undefined)
  const lines = turn.lines[0] === turn.lines[1] ? `line ${turn.lines[0]}` : `lines ${turn.lines[0]}–${turn.lines[1]}`
  const left = fitTo(`── ${facts.join(' · ')} `, page.width)
  const right = ` ${lines} ──`
  const width = ruleWidth(page.width)
  const gap = width - widthOf(left) - widthOf(right)
  const rule = (columns: number): string => '─'.repeat(Math.max(0, columns))
  yield paint.blue(gap < 1 ? left + rule(width - widthOf(left)) : left + rule(gap) + right)
}

function turnName({ kind, number }: ShownTurn): string {
  if (kind !== 'implicit') return `turn ${number}`
  return number === 0 ? 'work without a prompt' : `turn ${number}, prompt missing`
}

function* footerLines(report: ShowReport, leftOut: ReadonlyMap<string, number>, page: Page): Generator<string> {
  const { paint } = page
  const { turns, branches, agents, damagedLines } = report.elsewhere
  const notes: string[] = []
  if (leftOut.size > 0) {
    const parts = leftOutWords(leftOut).map(visibleLine)
    notes.push(`Not shown${report.depth === 'all' ? '' : ` at depth ${report.depth}`}: ${parts.join(', ')}.`)
  }
  if (turns > 0) notes.push(`${count(turns, 'other turn')} on this branch.`)
  for (const { number, state, turns: own, entries } of branches)
    notes.push(`Branch ${number} (${state}): ${count(own, 'turn')}, ${count(entries, 'entry')}.`)
  if (damagedLines > 0) notes.push(`${count(damagedLines, 'damaged line')} in the file.`)
  if (notes.length === 0 && agents.length === 0) return
  yield ''
  yield paint.blue('─'.repeat(ruleWidth(page.width)))
  for (const agent of agents) {
    yield paint.yellow('  Subagent without a matching tool call:')
    yield* agentLines(agent, page)
  }
  for (const note of notes) yield* wrap(note, page.width, '  ').map(paint.dim)
}
