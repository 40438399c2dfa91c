// A session at a glance, within a budget: a line for each turn, where it was compacted, and its branches.

import { pointReference } from '../../format/point-reference.js'
import { oneLine } from '../../summarize/words.js'
import { type Doing, withSession } from '../action.js'
import { sessionOutline } from '../read/outline.js'
import { sessionTurns, type TurnRow } from '../read/turns.js'
import type { Place } from '../session/place.js'
import { selectionAt } from '../session/selection.js'
import { sessionTitle } from '../session/session-title.js'
import { type Answers, cuts, listLevels, type NextCall, textLimits } from './answer.js'
import { laterName } from './named-session.js'

export interface TurnsData {
  readonly session: SessionHead
  readonly turns: readonly TurnWithin[]
  readonly compactions: readonly {
    readonly number: number
    readonly line: number
    readonly beforeTurn: number | null
  }[]
  readonly branches: readonly { readonly number: number; readonly state: string; readonly turns: number }[]
}

export interface SessionHead {
  readonly ref: string
  readonly title: string
  readonly project: string | null
  readonly turns: number
}

export interface TurnWithin {
  readonly index: number
  readonly state: string
  readonly branch?: number
  readonly lines: readonly [number, number]
  readonly toolCalls: number
  readonly tokens: number
  readonly contextTokens: number | null
  readonly startedAt: string | null
  readonly prompt: string
}

export interface TurnsQuestion {
  readonly session?: string | undefined
  /** Also turns of abandoned branches. */
  readonly all?: boolean | undefined
  readonly only?: { readonly from: number; readonly to: number } | undefined
}

const MOST_MARKS = 12

export function turnsAnswers(place: Place, request: TurnsQuestion, doing: Doing = {}): Promise<Answers<TurnsData>> {
  return withSession(place, request, doing, open => {
    const { point } = pointReference(request.session ?? '')
    const named = point && selectionAt(open.conversation, point).turns
    const only = request.only ?? (named && { from: Math.min(...named), to: Math.max(...named) })
    const rows = sessionTurns(open, { all: request.all === true || named !== undefined, only }).turns
    const outline = sessionOutline(open)
    const ref = laterName(place, request.session, open.id)
    const head: SessionHead = {
      ref,
      title: oneLine(sessionTitle(open) ?? '', 120),
      project: open.conversation.about.cwd ?? null,
      turns: open.conversation.turns.count,
    }
    const compactions = outline.compactions
      .slice(-MOST_MARKS)
      .map(({ number, line, turn }) => ({ number, line, beforeTurn: turn }))
    const branches = outline.branches.slice(0, MOST_MARKS).map(({ number, state, turns }) => ({ number, state, turns }))
    const texts = rows.map(row => row.prompt.slice(0, 4000))
    const limits = textLimits(60, Math.max(0, ...texts.map(text => text.length)))
    return listLevels(rows.length, limits, rows.length === 0, (count, most) => {
      // Asked for by number they are given from the first on; else the newest matter most, and how it all began.
      const shown = only ? rows.slice(0, count) : ends(rows, count)
      const left = rows.filter(row => !shown.includes(row))
      const next: NextCall[] =
        left.length === 0
          ? []
          : [{ why: 'the other turns', question: 'turns', about: `${ref}:t${left[0]!.index}..t${left.at(-1)!.index}` }]
      const bare = count === 0
      return {
        question: 'turns',
        data: {
          session: head,
          turns: shown.map(row => within(row, most)),
          compactions: bare ? [] : compactions,
          branches: bare || branches.length < 2 ? [] : branches,
        },
        cut: cuts({ what: 'turn', count: left.length }),
        next: [...next, ...(bare ? [] : lastTurn(ref, shown))],
      }
    })
  })
}

/** The first one and the newest ones, in their order. */
function ends<Row>(rows: readonly Row[], count: number): readonly Row[] {
  if (count >= rows.length) return rows
  return count < 2 ? rows.slice(rows.length - count) : [rows[0]!, ...rows.slice(rows.length - count + 1)]
}

function lastTurn(ref: string, shown: readonly TurnRow[]): readonly NextCall[] {
  const last = shown.at(-1)
  return last ? [{ why: 'read a turn', question: 'show', about: `${ref}:t${last.index}` }] : []
}

function within(row: TurnRow, most: number): TurnWithin {
  const { index, state, branch, lines, toolCalls, tokens, contextTokens, startedAt, prompt } = row
  return {
    index,
    state,
    ...(branch === undefined || branch === 1 ? {} : { branch }),
    lines,
    toolCalls,
    tokens,
    contextTokens,
    startedAt,
    prompt: oneLine(prompt, most),
  }
}
