// What a search has found, within a budget: the best sessions first, each with its best places.

import type { Doing } from '../action.js'
import type { FoundSession, SearchHit } from '../search/report.js'
import { search } from '../search/search.js'
import type { Place } from '../session/place.js'
import { type Answers, cuts, listLevels, type NextCall, textLimits } from './answer.js'
import { shortReferences } from './short-reference.js'

export interface SearchData {
  readonly query: string
  /** Sessions that match. */
  readonly matching: number
  readonly sessions: readonly FoundWithin[]
  /** Where nothing matches: words that occur, instead of those that do not. */
  readonly instead: readonly string[]
  readonly notes: readonly string[]
}

export interface FoundWithin {
  readonly session: string
  readonly title: string
  readonly project: string | null
  readonly updatedAt: string
  readonly matches: number
  readonly hits: readonly HitWithin[]
}

export interface HitWithin {
  /** The place, to be read with `show`. */
  readonly ref: string
  readonly line: number
  readonly field: string
  readonly tool?: string
  readonly failed?: true
  readonly agent?: string
  readonly abandoned?: true
  readonly snippet: string
}

export interface SearchQuestion {
  readonly query: string
  readonly mode?: 'words' | 'exact' | 'regex' | undefined
  readonly order?: 'best' | 'newest' | undefined
  /** Sessions to list at most; default 8. */
  readonly limit?: number | undefined
  /** Sessions of an earlier answer that are left out of this one. */
  readonly skip?: number | undefined
  readonly refresh?: boolean | undefined
}

const MOST_HITS = 4
/** The title is known already: places in the text say more, if there are any. */
const LOOKED_AT = 8
const MOST_AROUND = 400
/** From so much room for each on, all of its places are given. */
const ALL_HITS = 140

export async function searchAnswers(
  place: Place,
  { query, mode = 'words', order = 'best', limit = 8, skip = 0, refresh = true }: SearchQuestion,
  doing: Doing = {},
): Promise<Answers<SearchData>> {
  const request = { query, mode, order, refresh, limit: skip + limit, hits: LOOKED_AT, around: MOST_AROUND }
  const strict = await search(place, request, doing)
  // Nobody remembers which words stood in one message: where none has all of them, those with most of them are the best.
  const isRelaxed = strict.sessions.length === 0 && mode === 'words' && query.trim().includes(' ')
  const report = isRelaxed ? await search(place, { ...request, refresh: false, anyWord: true }, doing) : strict
  const notes =
    isRelaxed && report.sessions.length > 0
      ? [...report.notes, 'no message has all the words; these have some of them']
      : report.notes
  const missing = report.partial ? [`this is only a part of the answer: ${report.partial.why}`] : []
  const short = shortReferences(place)
  const found = report.sessions.slice(skip).map(textFirst)
  const options = { ...(mode === 'words' ? {} : { [mode]: true }), ...(order === 'best' ? {} : { sort: order }) }
  const matching = report.sessions.length + report.more
  const longest = Math.max(0, ...found.flatMap(one => one.hits.map(hit => hit.snippet?.length ?? 0)))
  const limits = textLimits(60, Math.max(longest, ALL_HITS))
  const instead = strict.nearest.flatMap(one => (one.instead === null ? [] : [`${one.word} → ${one.instead}`]))
  return listLevels(found.length, limits, matching === 0, (count, around) => {
    const sessions = found.slice(0, count).map(one => within(one, short(one.id), around))
    const hidden = found.slice(0, count).reduce((sum, one) => sum + Math.max(0, one.hits.length - hitsFor(around)), 0)
    const left = matching - skip - count
    const [best] = sessions
    const next: NextCall[] = [
      ...(best?.hits[0] ? [{ why: 'read the best match', question: 'show' as const, about: best.hits[0].ref }] : []),
      ...(left > 0 && count > 0
        ? [
            {
              why: 'more sessions',
              question: 'search' as const,
              about: query,
              options: { ...options, skip: skip + count },
            },
          ]
        : []),
    ]
    return {
      question: 'search',
      data: { query, matching, sessions, instead, notes: [...notes, ...missing] },
      cut: cuts({ what: 'session', count: Math.max(0, left) }, { what: 'match', count: hidden }),
      next,
    }
  })
}

function textFirst(session: FoundSession): FoundSession {
  const isTitle = ({ field }: SearchHit): boolean => field === 'title'
  const hits = [...session.hits.filter(hit => !isTitle(hit)), ...session.hits.filter(isTitle)]
  return { ...session, hits: hits.slice(0, MOST_HITS) }
}

/** Where there is room for little of each, one place of each session says more than four. */
function hitsFor(around: number): number {
  return around < 90 ? 1 : around < ALL_HITS ? 2 : MOST_HITS
}

function within(found: FoundSession, session: string, around: number): FoundWithin {
  return {
    session,
    title: (found.title ?? '').slice(0, 120),
    project: found.project,
    updatedAt: found.updatedAt,
    matches: found.matches,
    hits: found.hits.slice(0, hitsFor(around)).map(hit => hitWithin(hit, session, around)),
  }
}

function hitWithin(hit: SearchHit, session: string, around: number): HitWithin {
  const { turn, line, field, tool, isError, agent, abandoned } = hit
  return {
    // The lines of an agent's transcript are not those of the session.
    ref:
      turn === null ? (agent === null && field !== 'title' ? `${session}:L${line}` : session) : `${session}:t${turn}`,
    line,
    field,
    ...(tool === null ? {} : { tool }),
    ...(isError ? { failed: true as const } : {}),
    ...(agent === null ? {} : { agent: agent.id }),
    ...(abandoned ? { abandoned: true as const } : {}),
    snippet: aroundMatch(hit, around),
  }
}

/** As much of the snippet as there is room for, with the match in it. */
function aroundMatch({ snippet, marks }: SearchHit, most: number): string {
  if (snippet === null) return '(the file has changed since it was indexed)'
  if (snippet.length <= most) return snippet
  const [start, end] = marks[0] ?? [0, 0]
  const from = Math.max(0, Math.min(snippet.length - most, start - Math.floor((most - (end - start)) / 3)))
  const cut = snippet.slice(from, from + most)
  return `${from > 0 ? '…' : ''}${cut}${from + most < snippet.length ? '…' : ''}`
}
