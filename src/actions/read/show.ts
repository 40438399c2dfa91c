// A session to read: its turns along one path, each with what happened in it (command `show`).

import type { Conversation } from '../../conversation/conversation.js'
import { isMain, NONE, timeOf } from '../../conversation/rows.js'
import type { Turn } from '../../conversation/turns.js'
import { pointReference } from '../../format/point-reference.js'
import { type Action, type Doing, type OfSession, withSession } from '../action.js'
import { type OpenAgent, withAgents } from '../session/agents.js'
import type { OpenSession } from '../session/open-session.js'
import type { Place } from '../session/place.js'
import { pointIn } from '../session/point.js'
import { selectionAt } from '../session/selection.js'
import { sessionTitle } from '../session/session-title.js'
import { type AgentsAtCalls, agentsAtCalls } from './show/agents.js'
import type { Limit } from './show/excerpt.js'
import { itemsOf } from './show/items.js'
import { type LeafChoice, type Path, pathOf } from './show/path.js'
import { type Reading, readingOf, type Telling } from './show/reading.js'
import type { Depth, Elsewhere, ShowDocument, ShownSession, ShownTurn, ShowReport } from './show/report.js'

export type * from './show/report.js'

export interface ShowOptions {
  /** Turn numbers; all of the path where not given. */
  readonly turns?: { readonly from?: number; readonly to?: number } | readonly number[]
  /** Default: tools. */
  readonly depth?: Depth
  /** Only what is made from these lines of the file. */
  readonly lines?: ReadonlySet<number> | undefined
  /** Where to read up from; the active branch where not given. */
  readonly leaf?: LeafChoice
  /** Agents with their own conversations, not only one line each. */
  readonly agents?: boolean
  /** At most so much of each text that can be long, in place of what the depth says. */
  readonly atMost?: Limit | undefined
  /** Pictures with their data. */
  readonly withMedia?: boolean | undefined
  /** Without the paths of the session's own files, which say whose machine they are on. */
  readonly withoutFiles?: boolean | undefined
}

export interface ShowRequest extends OfSession, Omit<ShowOptions, 'leaf'> {
  /** A branch number, a request such as `3.12`, or the beginning of a uuid. */
  readonly leaf?: string | undefined
}

export const show: Action<ShowRequest, ShowDocument> = (place, request, doing = {}) =>
  showTurnwise(place, request, doing, async report => wholeReport(report))

/** For whoever writes turn after turn and need not hold all: the report is made while it is read, and ends with `use`. */
export function showTurnwise<Value>(
  place: Place,
  request: ShowRequest,
  doing: Doing,
  use: (report: ShowReport) => Promise<Value>,
): Promise<Value> {
  return withSession(place, request, doing, open =>
    withAgents(open, agents => use(showSession(open, agents, showOptions(open, request)))),
  )
}

/** What the reference itself names counts where nothing else is said of turns. */
export function showOptions({ conversation }: OpenSession, { leaf, session, ...request }: ShowRequest): ShowOptions {
  const { point } = pointReference(session ?? '')
  const named = point && request.turns === undefined ? selectionAt(conversation, point) : undefined
  return {
    ...request,
    ...(named ? { turns: named.turns, lines: named.lines } : {}),
    ...(leaf === undefined ? (named?.leaf ? { leaf: named.leaf } : {}) : { leaf: pointIn(conversation, leaf) }),
  }
}

export function showSession(open: OpenSession, agents: readonly OpenAgent[], options: ShowOptions = {}): ShowReport {
  const { conversation } = open
  const depth = options.depth ?? 'tools'
  const path = pathOf(conversation, options.leaf)
  const { atMost, withMedia, withoutFiles = false } = options
  const telling: Telling = { depth, atMost, withMedia, withoutFiles }
  const atCalls = agentsAtCalls(agents, telling, options.agents ?? false)
  const onPath = turnsOnPath(conversation, path)
  const wanted = onPath.filter(({ turn }) => isWanted(turn.index, options.turns))
  const reading = readingOf(open, telling, (_, callId) => atCalls.of(open, callId))
  const rowsOf = rowsByTurn(conversation, path)
  const chosen = options.lines === undefined ? (rows: readonly number[]) => rows : rowsAt(options.lines, conversation)
  return {
    session: { ...shownSession(open, path, onPath.length), ...(withoutFiles ? { path: undefined } : {}) },
    depth,
    opening: wanted[0] === onPath[0] ? itemsOf(reading, rowsOf(NONE)) : undefined,
    turns: {
      *[Symbol.iterator]() {
        for (const { turn, position, cutOff } of wanted)
          yield shownTurn(reading, turn, cutOff, chosen(rowsOf(position)))
      },
    },
    elsewhere: elsewhere(reading, path, onPath.length - wanted.length, atCalls),
  }
}

/** Those of the rows that stand in these lines: a call with its result, and a result with its call. */
function rowsAt(
  lines: ReadonlySet<number>,
  { rows, toolCalls }: Conversation,
): (all: readonly number[]) => readonly number[] {
  const wanted = new Set<number>()
  for (let row = 0; row < rows.count; row++) if (lines.has(rows.line[row]!)) wanted.add(row)
  for (const { use, result } of toolCalls.list) {
    if (!result || wanted.has(use.row) === wanted.has(result.row)) continue
    wanted.add(use.row)
    wanted.add(result.row)
  }
  return all => all.filter(row => wanted.has(row))
}

/** All turns at once, for JSON. */
export function wholeReport(report: ShowReport): ShowDocument {
  return { ...report, turns: [...report.turns] }
}

export interface PlacedTurn {
  readonly turn: Turn
  readonly position: number
  /** Its start is not on the path. */
  readonly cutOff: boolean
}

/** A turn is on the path when its start is, or any of it: where the file is broken, work may be cut off from its prompt. */
export function turnsOnPath({ turns, rows }: Conversation, path: Path): readonly PlacedTurn[] {
  const touched = new Set<number>()
  for (let row = 0; row < rows.count; row++) if (path.has[row] && isMain(rows, row)) touched.add(turns.of[row]!)
  return turns.list.flatMap((turn, position) => {
    const cutOff = !path.has[turn.row]
    return cutOff && !touched.has(position) ? [] : [{ turn, position, cutOff }]
  })
}

/** Is the turn with this number asked for? */
export function isWanted(index: number, turns: ShowOptions['turns']): boolean {
  if (turns === undefined) return true
  if (Array.isArray(turns)) return turns.includes(index)
  const range = turns as { readonly from?: number; readonly to?: number }
  return index >= (range.from ?? 0) && index <= (range.to ?? Number.POSITIVE_INFINITY)
}

/** The rows of the path by turn, in file order. Rows of agents are told with their calls. */
function rowsByTurn(
  { rows, turns, sidechains, inventory }: Conversation,
  path: Path,
): (position: number) => readonly number[] {
  const ownFile = sidechains.reduce((sum, one) => sum + one.rows.length, 0) >= rows.count && inventory.lines > 0
  const lists = new Map<number, number[]>()
  // In an agent's own file the prompt stands before the work that the one turn begins with.
  const first = turns.list[0]?.kind === 'implicit' ? 0 : NONE
  for (let row = 0; row < rows.count; row++) {
    if (!path.has[row] || (rows.uuid[row] !== 0 && !isMain(rows, row) && !ownFile)) continue
    const position = turns.of[row] === NONE ? first : turns.of[row]!
    const list = lists.get(position)
    if (list) list.push(row)
    else lists.set(position, [row])
  }
  return position => lists.get(position) ?? []
}

function shownTurn(reading: Reading, turn: Turn, cutOff: boolean, rows: readonly number[]): ShownTurn {
  const { items, leftOut } = itemsOf(reading, rows)
  const models = rows.flatMap(row => {
    const { model = 0, synthetic = false } = reading.messageAt(row) ?? {}
    return synthetic || model === 0 ? [] : [reading.rows.names.text(model)]
  })
  const times = rows.map(row => reading.rows.time[row]!).filter(time => !Number.isNaN(time))
  const last = times.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY)
  const line = (row: number | undefined): number => reading.rows.line[row ?? turn.row]!
  return {
    number: turn.index,
    kind: cutOff ? 'implicit' : turn.kind,
    state: turn.state,
    startedAt: timeOf(reading.rows, cutOff ? (rows[0] ?? turn.row) : turn.row),
    endedAt: Number.isFinite(last) ? new Date(last).toISOString() : undefined,
    durationMs: durationOf(reading, rows),
    models: [...new Set(models)],
    lines: [line(rows[0]), line(rows.at(-1))],
    items,
    leftOut,
  }
}

/** As the client measured it. */
function durationOf(reading: Reading, rows: readonly number[]): number | undefined {
  const mark = reading.rows.names.find('turn_duration')
  if (mark === 0) return undefined
  const row = rows.findLast(one => reading.rows.subtype[one] === mark)
  const value = row === undefined ? undefined : reading.entry(row)['durationMs']
  return typeof value === 'number' ? value : undefined
}

export function shownSession(open: OpenSession, path: Path, turns: number): ShownSession {
  const { about, rows, branches } = open.conversation
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let row = 0; row < rows.count; row++) {
    const time = rows.time[row]!
    if (!path.has[row] || Number.isNaN(time)) continue
    first = Math.min(first, time)
    last = Math.max(last, time)
  }
  const iso = (time: number): string | undefined => (Number.isFinite(time) ? new Date(time).toISOString() : undefined)
  return {
    id: open.id,
    path: open.folder?.path,
    title: sessionTitle(open),
    project: about.cwd,
    gitBranch: about.gitBranch,
    startedAt: iso(first),
    endedAt: iso(last),
    turns,
    branch: path.branch,
    branches: branches.list.length,
  }
}

function elsewhere(reading: Reading, path: Path, turns: number, agents: AgentsAtCalls): Elsewhere {
  const { branches, turns: all, inventory } = reading.open.conversation
  return {
    turns,
    branches: branches.list
      .filter(branch => branch.number !== path.branch && branch.entries > 0)
      .map(({ number, state, entries }) => ({
        number,
        state,
        turns: all.list.filter(turn => turn.branch === number).length,
        entries,
      })),
    agents: agents.unlinked.map(agents.shown),
    damagedLines: inventory.damagedLines,
  }
}
