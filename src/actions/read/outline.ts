// The shape of a session at a glance, however long it is: figures of every turn on a path as columns, without any text;
// where it forks, where it was compacted, what is damaged. What a map, a scrollbar or a table of contents is drawn from.

import { type Conversation, contextTokens, contextWindow, NONE } from '../../conversation/index.js'
import { type Action, type OfSession, withSession } from '../action.js'
import type { OpenSession } from '../session/open-session.js'
import { pointIn } from '../session/point.js'
import { type PathLane, pathLanes } from './path-lanes.js'
import { pathOf } from './show/path.js'
import type { ShownSession } from './show/report.js'
import { type PlacedTurn, shownSession, turnsOnPath } from './show.js'
import { lastModel, turnFigures } from './turns.js'

export interface OutlineRequest extends OfSession {
  /** A branch number, a request such as `3.12`, or the beginning of a uuid. */
  readonly leaf?: string | undefined
}

export interface OutlineReport {
  readonly session: ShownSession
  /** The context window of its last model. */
  readonly window: number
  readonly model: string | null
  /** By the turn's place on the path. */
  readonly turns: TurnColumns
  readonly compactions: readonly OutlinedCompaction[]
  /** Where other branches leave this path. */
  readonly forks: readonly OutlinedFork[]
  /** The same as lanes beside the turns. */
  readonly lanes: readonly PathLane[]
  readonly branches: readonly OutlinedBranch[]
  readonly damagedLines: number
  readonly lines: number
  readonly bytes: number
  /** Subagents that have files or rows of their own. */
  readonly agents: number
}

export interface TurnColumns {
  readonly number: readonly number[]
  /** Tokens that the model wrote. */
  readonly tokens: readonly number[]
  /** How full the window was after its last answer; null where no figure says so. */
  readonly contextTokens: readonly (number | null)[]
  readonly calls: readonly number[]
  readonly failed: readonly number[]
  /** Milliseconds since 1970; null where its first entry has no time. */
  readonly startedAt: readonly (number | null)[]
  readonly durationMs: readonly (number | null)[]
  /** The first line of each. */
  readonly line: readonly number[]
}

export interface OutlinedCompaction {
  readonly number: number
  readonly line: number
  /** The turn that it stands in or before; null where none follows. */
  readonly turn: number | null
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
  readonly trigger: string | null
}

export interface OutlinedFork {
  /** The turn on this path that the others leave from; null where they hang on nothing. */
  readonly turn: number | null
  readonly branches: readonly number[]
}

export interface OutlinedBranch {
  readonly number: number
  readonly state: 'active' | 'abandoned' | 'detached'
  readonly turns: number
  readonly firstTurn: number | null
  readonly lastAt: string | null
}

export const outline: Action<OutlineRequest, OutlineReport> = (place, request, doing = {}) =>
  withSession(place, request, doing, open => sessionOutline(open, request.leaf))

export function sessionOutline(open: OpenSession, leaf?: string): OutlineReport {
  const { conversation } = open
  const { inventory, sidechains } = conversation
  const path = pathOf(conversation, leaf === undefined ? undefined : pointIn(conversation, leaf))
  const onPath = turnsOnPath(conversation, path)
  const turns = turnColumns(conversation, onPath)
  const largest = turns.contextTokens.reduce<number>((most, one) => Math.max(most, one ?? 0), 0)
  const model = lastModel(conversation)
  return {
    session: shownSession(open, path, onPath.length),
    window: contextWindow(model, largest),
    model: model === '' ? null : model,
    turns,
    compactions: compactionsOn(conversation, onPath, path.has),
    forks: forksOn(conversation, onPath, path.has),
    lanes: pathLanes(conversation, onPath, path.has),
    branches: branchesOf(conversation),
    damagedLines: inventory.damagedLines,
    lines: inventory.lines,
    bytes: inventory.bytes,
    agents: sidechains.length + (open.folder?.agents.length ?? 0),
  }
}

function turnColumns(conversation: Conversation, onPath: readonly PlacedTurn[]): TurnColumns {
  const { rows, messages, toolCalls, turns } = conversation
  const by = turnFigures(conversation)
  const failed = new Int32Array(turns.count)
  for (const { turn, result } of toolCalls.list) if (turn !== NONE && result?.isError) failed[turn]!++
  const figures = onPath.map(({ turn }) => {
    const own = turn.messages.map(at => messages[at]!).filter(message => !message.synthetic)
    const last = own.findLast(({ usage, sidechain }) => usage !== undefined && (!sidechain || turn.kind === 'implicit'))
    return {
      tokens: own.reduce((sum, { usage }) => sum + (usage?.outputTokens ?? 0), 0),
      context: last?.usage ? contextTokens(last.usage) : null,
    }
  })
  const time = (row: number): number | null => (Number.isNaN(rows.time[row]!) ? null : rows.time[row]!)
  return {
    number: onPath.map(({ turn }) => turn.index),
    tokens: figures.map(one => one.tokens),
    contextTokens: figures.map(one => one.context),
    calls: onPath.map(({ position }) => by.calls[position]!),
    failed: onPath.map(({ position }) => failed[position]!),
    startedAt: onPath.map(({ turn }) => time(turn.row)),
    durationMs: onPath.map(({ turn, position }) => {
      const taken = by.lastTime[position]! - rows.time[turn.row]!
      return taken >= 0 ? taken : null
    }),
    line: onPath.map(({ turn }) => rows.line[turn.firstRow]!),
  }
}

function compactionsOn(
  { compactions, rows }: Conversation,
  onPath: readonly PlacedTurn[],
  has: Uint8Array,
): readonly OutlinedCompaction[] {
  return compactions
    .filter(({ row }) => has[row])
    .map(({ number, row, tokensBefore, tokensAfter, trigger }) => ({
      number,
      line: rows.line[row]!,
      turn: onPath.find(({ turn }) => turn.lastRow >= row)?.turn.index ?? null,
      tokensBefore: tokensBefore ?? null,
      tokensAfter: tokensAfter ?? null,
      trigger: trigger ?? null,
    }))
}

/** A branch leaves the path where its first entry hangs on it; a branch of a branch leaves that one. */
function forksOn(
  { branches, turns }: Conversation,
  onPath: readonly PlacedTurn[],
  has: Uint8Array,
): readonly OutlinedFork[] {
  const onIt = new Map(onPath.map(({ position, turn }) => [position, turn.index]))
  const forks = new Map<number | null, number[]>()
  for (const { number, from, firstRow, entries } of branches.list) {
    // The branch that is read is no other way.
    if (entries === 0 || has[firstRow]) continue
    if (from !== NONE && !has[from]) continue
    const turn = from === NONE ? null : (onIt.get(turns.of[from]!) ?? null)
    forks.set(turn, [...(forks.get(turn) ?? []), number])
  }
  const activeLeft = activeFork({ branches, turns, has, onIt })
  if (activeLeft) forks.set(activeLeft.turn, [1, ...(forks.get(activeLeft.turn) ?? [])])
  return [...forks]
    .map(([turn, numbers]) => ({ turn, branches: numbers }))
    .toSorted((a, b) => (a.turn ?? 0) - (b.turn ?? 0))
}

/** Read along another branch, the active one leaves it: at the last entry that both have. */
function activeFork({
  branches,
  turns,
  has,
  onIt,
}: Pick<Conversation, 'branches' | 'turns'> & {
  readonly has: Uint8Array
  readonly onIt: ReadonlyMap<number, number>
}): { readonly turn: number | null } | undefined {
  const active = branches.list.find(({ number }) => number === 1)
  if (!active || active.leafRow === NONE || has[active.leafRow]) return undefined
  let row = active.leafRow
  while (row !== NONE && !has[row]) row = branches.up[row]!
  return { turn: row === NONE ? null : (onIt.get(turns.of[row]!) ?? null) }
}

function branchesOf({ branches, turns, rows }: Conversation): readonly OutlinedBranch[] {
  const counts = new Map<number, { turns: number; first: number }>()
  for (const { branch, index } of turns.list) {
    const one = counts.get(branch)
    if (one) one.turns++
    else counts.set(branch, { turns: 1, first: index })
  }
  return branches.list
    .filter(({ entries, number }) => entries > 0 || number === 1)
    .map(({ number, state, leafRow }) => {
      const last = leafRow === NONE ? Number.NaN : rows.time[leafRow]!
      return {
        number,
        state,
        turns: counts.get(number)?.turns ?? 0,
        firstTurn: counts.get(number)?.first ?? null,
        lastAt: Number.isNaN(last) ? null : new Date(last).toISOString(),
      }
    })
}
