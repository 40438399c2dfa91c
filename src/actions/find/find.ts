// Finding a session while one types: names at once, texts behind them. The finder on the terminal asks this for every key,
// so what it answers at once is answered from memory.

import { sizeOfFile } from '../../disk/regular-file.js'
import type { Doing } from '../action.js'
import { indexPath } from '../index/index-place.js'
import { type LsReport, ls } from '../list/ls.js'
import type { SearchReport } from '../search/report.js'
import type { Place } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import { fitOf } from './fuzzy.js'

export interface FoundCard {
  readonly card: SessionCard
  /** Letters of the title that were typed. */
  readonly marks: readonly number[]
  /** Where a text of it was found. */
  readonly hit: FoundHit | null
}

export interface FoundHit {
  readonly turn: number | null
  readonly snippet: string
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/** The newest ones, so that the first screen need not wait for all. */
export function newestSessions(place: Place, limit: number, doing: Doing = {}): Promise<LsReport> {
  return ls(place, { limit }, doing)
}

export function allSessions(place: Place, doing: Doing = {}): Promise<LsReport> {
  return ls(place, { order: 'newest', all: false, everyCard: true }, doing)
}

/** By title, project, branch and id. Without a query all of them, as they are. */
export function narrow(cards: readonly SessionCard[], query: string): readonly FoundCard[] {
  const typed = query.trim()
  if (typed === '') return cards.map(card => ({ card, marks: [], hit: null }))
  const found: { readonly card: SessionCard; readonly marks: readonly number[]; readonly score: number }[] = []
  for (const card of cards) {
    const title = card.title ?? ''
    const fit = fitOf(typed, title)
    const beside = fit ? undefined : fitOf(typed, `${title} ${card.project ?? ''} ${card.gitBranch ?? ''} ${card.id}`)
    if (fit) found.push({ card, marks: fit.places, score: fit.score + 20 })
    else if (beside)
      found.push({ card, marks: beside.places.filter(place => place < title.length), score: beside.score })
  }
  // Equally good ones stay as they were: newest first.
  return found.toSorted((a, b) => b.score - a.score).map(({ card, marks }) => ({ card, marks, hit: null }))
}

/** Is there an index to ask? Without one, reading all files for every key would take too long. */
export function hasIndex(place: Place, configDirs: readonly string[]): boolean {
  return sizeOfFile(indexPath(place, configDirs)) > 0
}

/** What `search` found, of the sessions that are listed. */
export function foundTexts(
  cards: ReadonlyMap<string, SessionCard>,
  { sessions }: Pick<SearchReport, 'sessions'>,
): readonly FoundCard[] {
  return sessions.flatMap(({ path, hits: [hit] }) => {
    const card = cards.get(path)
    if (!card) return []
    const { turn = null, snippet = null, marks = [] } = hit ?? {}
    return [{ card, marks: [], hit: snippet === null ? null : { turn, snippet, marks } }]
  })
}

/** Names first, then the texts of those that no name has found; the hit goes with the name where both fit. */
export function together(named: readonly FoundCard[], texts: readonly FoundCard[]): readonly FoundCard[] {
  const hits = new Map(texts.map(one => [one.card.path, one.hit]))
  const known = new Set(named.map(one => one.card.path))
  return [
    ...named.map(one => ({ ...one, hit: hits.get(one.card.path) ?? null })),
    ...texts.filter(one => !known.has(one.card.path)),
  ]
}
