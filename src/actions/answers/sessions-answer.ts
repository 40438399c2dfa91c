// The sessions there are, within a budget: a line each, the newest first.

import { oneLine } from '../../summarize/words.js'
import type { Doing } from '../action.js'
import { type LsOptions, ls } from '../list/ls.js'
import type { Place } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import { type Answers, cuts, listLevels, textLimits } from './answer.js'
import { shortReferences } from './short-reference.js'

export interface SessionsData {
  readonly total: number
  readonly sessions: readonly SessionWithin[]
}

export interface SessionWithin {
  readonly session: string
  readonly title: string
  readonly project: string | null
  readonly branch?: string
  readonly updatedAt: string
  readonly model?: string
  readonly contextTokens?: number
  readonly bytes: number
}

export interface SessionsQuestion
  extends Pick<LsOptions, 'project' | 'branch' | 'model' | 'order' | 'since' | 'until'> {
  /** Default 30. */
  readonly limit?: number | undefined
  readonly skip?: number | undefined
}

export async function sessionsAnswers(
  place: Place,
  { limit = 30, skip = 0, ...which }: SessionsQuestion,
  doing: Doing = {},
): Promise<Answers<SessionsData>> {
  const report = await ls(place, { ...which, limit: skip + limit }, doing)
  const short = shortReferences(place)
  const found = report.sessions.slice(skip)
  const total = report.sessions.length + report.more
  const { since: _, until: __, ...named } = which
  const options = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name === 'order' ? 'sort' : name, value]),
  )
  const longest = Math.max(0, ...found.map(one => (one.title ?? '').length))
  return listLevels(found.length, textLimits(48, Math.min(200, longest)), total === 0, (count, most) => {
    const left = total - skip - count
    return {
      question: 'sessions',
      data: { total, sessions: found.slice(0, count).map(card => within(card, short(card.id), most)) },
      cut: cuts({ what: 'session', count: Math.max(0, left) }),
      next:
        count > 0 && left > 0
          ? [{ why: 'more sessions', question: 'sessions', options: { ...options, skip: skip + count } }]
          : [],
    }
  })
}

function within(card: SessionCard, session: string, most: number): SessionWithin {
  const { title, project, gitBranch, updatedAt, model, contextTokens, bytes } = card
  return {
    session,
    title: oneLine(title ?? '', most),
    project,
    ...(gitBranch === null ? {} : { branch: gitBranch }),
    updatedAt,
    ...(model === null ? {} : { model }),
    ...(contextTokens === null ? {} : { contextTokens }),
    bytes,
  }
}
