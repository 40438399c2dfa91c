// Finds texts in all sessions: by words through the index, by patterns with its help, by reading the files without it.

import { basename } from 'node:path'
import { matcherOf } from '../../catalog/query/matcher.js'
import { type ParsedQuery, parseQuery } from '../../catalog/query/parse.js'
import type { Question } from '../../catalog/query/question.js'
import { snippetOf } from '../../catalog/query/snippet.js'
import type { Finder, ScanRequest, TextTest } from '../../catalog/scan.js'
import type { FoundSource, FoundText, HitOrder, Outline, Source, Store } from '../../catalog/store.js'
import { listTranscripts } from '../../disk/list-transcripts.js'
import { InputError } from '../../format/error.js'
import { isSessionId, SESSION_ENDING } from '../../format/session-folder.js'
import { shellWord } from '../../format/shell-word.js'
import { type Action, type Doing, timeAt } from '../action.js'
import { type CutShort, cutShort } from '../cut-short.js'
import { type OpenIndex, type WithoutIndex, withIndex } from '../index/open-index.js'
import type { Place } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import { copiesOf, tolerant } from './copies.js'
import { nearestWords } from './nearest-words.js'
import { outlineFor, turnAt } from './places.js'
import type { FoundSession, SearchHit, SearchReport } from './report.js'
import { type Candidate, sessionTest } from './session-filters.js'
import { type TextsAgain, textsAgain } from './texts-again.js'

export interface SearchRequest {
  readonly query: string
  /** The query as a text to be found as it is, or as a regular expression. Default: words. */
  readonly mode?: 'words' | 'exact' | 'regex'
  /** One of the words is enough, not all of them in one text; more of them rank higher. */
  readonly anyWord?: boolean
  readonly order?: HitOrder
  /** Sessions to list; default 10. */
  readonly limit?: number
  /** Hits to show of each; default 3. */
  readonly hits?: number
  /** Characters around a hit; default 80. */
  readonly around?: number
  /** Default: the index is brought up to date first. */
  readonly refresh?: boolean
  /** Where more texts match, the newest sessions are the answer, which takes less time, and `unranked` says so. */
  readonly rankedUpTo?: number
  /** How long a pattern may take over all texts; default 20 s. */
  readonly deadlineMs?: number
}

export const search: Action<SearchRequest, SearchReport> = async (place, request, doing = {}) => {
  const refresh = request.refresh ?? true
  const report = await withIndex(place, { refresh }, doing, index => searchIn(index, place, request, doing))
  return place.team ? { ...report, sessions: report.sessions.map(ofTeam) } : report
}

/** It is read there as well, and nobody can go on with it here. */
function ofTeam(session: FoundSession): FoundSession {
  const hits = session.hits.map(hit => ({ ...hit, show: `${hit.show} --team`, clone: null }))
  return { ...session, hits, resume: null }
}

async function searchIn(
  index: OpenIndex | WithoutIndex,
  place: Place,
  request: SearchRequest,
  doing: Doing,
): Promise<SearchReport> {
  if (request.query.trim() === '') throw new InputError('usage', 'the query is empty')
  const looked = await searchedIn(index)
  const asked = await askedOf(index, place, request, doing)
  try {
    const report = await answered(index, place, request, asked, looked, doing)
    const { store } = index
    const isEmpty = report.sessions.length === 0 && store !== undefined && (request.mode ?? 'words') === 'words'
    return isEmpty ? { ...report, nearest: await nearestWords(asked.question, store) } : report
  } finally {
    await asked.close()
  }
}

interface Asked {
  readonly question: Question
  readonly notes: readonly string[]
  readonly finder: Finder
  /** Where in a text the hits are. */
  readonly test: TextTest
  readonly unread: () => number
  /** Not everything could be searched. */
  readonly partial?: CutShort | undefined
  close(): Promise<void>
}

async function askedOf(
  index: OpenIndex | WithoutIndex,
  place: Place,
  { query, mode = 'words', anyWord = false, rankedUpTo, deadlineMs = 20_000 }: SearchRequest,
  doing: Doing,
): Promise<Asked> {
  const { signal, progress } = doing
  // Only loaded where files are scanned: most questions are answered by the index.
  const scanning = async (more: Partial<ScanRequest>): Promise<Finder> => {
    const [{ scanFinder }, { storedCard }] = await Promise.all([
      import('../../catalog/scan.js'),
      import('../index/stored-card.js'),
    ])
    return scanFinder(
      { configDirs: index.configDirs, cardOf: storedCard, ...more },
      {
        ...(signal ? { signal } : {}),
        ...(progress ? { progress: (bytes, of) => progress({ kind: 'reading', bytes, of }) } : {}),
      },
    )
  }
  if (mode === 'words') {
    const { question: asked, notes }: ParsedQuery = parseQuery(query, timeAt(place))
    const meant = anyWord && asked.all.length > 1 ? { ...asked, all: [asked.all.flat()] } : asked
    const question = rankedUpTo === undefined ? meant : { ...meant, scoredUpTo: rankedUpTo }
    const matcher = matcherOf(question)
    const test: TextTest = texts => Promise.resolve(texts.map(text => matcher.match(text)))
    return {
      question,
      notes,
      finder: index.store ?? (await scanning({})),
      test,
      unread: () => 0,
      close: async () => {},
    }
  }
  const { literal, patternSearch, wordsOfLiteral, wordsOfPattern } = await import('./pattern.js')
  const pattern = patternSearch(mode === 'exact' ? literal(query) : query, mode === 'exact' ? 'gu' : 'g', deadlineMs)
  const question: Question = {
    all: [[{ kind: 'phrase', text: query, isPrefix: false }]],
    none: [],
    text: { tools: [], notTools: [] },
    session: [],
  }
  const all = mode === 'exact' ? wordsOfLiteral(query) : wordsOfPattern(query)
  try {
    const sources =
      index.store && all.length > 0
        ? (await index.store.search({ ...question, all })).map(({ source }) => source)
        : undefined
    const { partial, ...among } =
      index.store && index.bring
        ? await copiesOf(index.store, index.bring, sources, doing)
        : { partial: undefined, ...(sources ? { only: new Set(sources.map(({ path }) => path)) } : {}) }
    const finder = await scanning({ ...among, test: pattern.test })
    return { question, notes: [], finder, test: pattern.test, unread: pattern.unread, partial, close: pattern.close }
  } catch (error) {
    await pattern.close()
    throw error
  }
}

interface Group {
  readonly session: Source
  readonly sources: readonly FoundSource[]
  readonly score: number
}

async function answered(
  index: OpenIndex | WithoutIndex,
  place: Place,
  request: SearchRequest,
  asked: Asked,
  { searched, skipped }: LookedThrough,
  doing: Doing,
): Promise<SearchReport> {
  const { limit = 10 } = request
  // Where words are looked up, nothing is told without the store; a pattern is found in copies that are there.
  const { store, isCutShort } =
    asked.finder === index.store ? { store: index.store, isCutShort: () => undefined } : tolerant(index.store)
  const { groups, gone } = await groupsOf(index, place, asked, doing)
  const isUnranked = request.order !== 'newest' && matchesIn(groups) > (asked.question.scoredUpTo ?? Infinity)
  const order = isUnranked ? 'newest' : (request.order ?? 'best')
  const shown = isUnranked ? { ...asked, question: { ...asked.question, scoredUpTo: 0 } } : asked
  const sorted = groups.toSorted((a, b) =>
    order === 'newest' ? timeOf(b) - timeOf(a) : b.score - a.score || timeOf(b) - timeOf(a),
  )
  const again = textsAgain()
  const sessions: FoundSession[] = []
  let partial = asked.partial
  try {
    for (const group of sorted.slice(0, limit)) {
      const card = await cardOf(group.session, store)
      if (card) sessions.push(await foundSession(group, card, store, { ...request, order }, shown, again))
    }
  } catch (error) {
    partial = cutShort(error)
    if (sessions.length === 0) throw error
  } finally {
    again.close()
  }
  partial ??= isCutShort()
  return {
    query: request.query,
    sessions,
    more: Math.max(0, sorted.length - (partial ? sessions.length : limit)),
    searched: { ...searched, gone },
    skipped,
    ...(partial ? { partial } : {}),
    ...(isUnranked ? { unranked: true } : {}),
    unread: asked.unread(),
    notes: asked.notes,
    nearest: [],
  }
}

function matchesIn(groups: readonly Group[]): number {
  return groups.reduce((sum, { sources }) => sum + sources.reduce((hits, one) => hits + one.hits, 0), 0)
}

function timeOf({ session }: Group): number {
  return session.figures.lastAt ?? session.file.mtimeMs
}

/** What was found, session by session, as far as the session is what is asked for. */
async function groupsOf({ store }: OpenIndex | WithoutIndex, place: Place, asked: Asked, { signal }: Doing) {
  const { finder, question } = asked
  const found = await finder.search(question)
  const secrets = new Map<string, Promise<boolean>>()
  const asksSecrets = (path: string): Promise<boolean> => {
    const known = secrets.get(path) ?? import('./has-secrets.js').then(({ hasSecrets }) => hasSecrets(path, signal))
    secrets.set(path, known)
    return known
  }
  const fits = await sessionTest(question.session, finder, place.cwd, asksSecrets)
  const groups = new Map<string, { session: Source; sources: FoundSource[] }>()
  const gone = new Set<string>()
  const { inAgents } = question.text
  for (const one of found) {
    if (inAgents !== undefined && (one.source.agentId !== null) !== inAgents) continue
    const known = groups.get(one.source.session)
    const isItself = one.source.path === one.source.session
    const session = known?.session ?? (isItself ? one.source : await finder.source(one.source.session))
    if (one.source.gone || session === undefined || session.gone) {
      gone.add(one.source.session)
      continue
    }
    // Of very many sessions few are listed: what is shown of one is asked for then, unless a filter asks before.
    if (question.session.length > 0) {
      const project = (await cardOf(session, store))?.project ?? null
      const candidate: Candidate = { session, source: one.source, project }
      if (!(await fits(candidate))) continue
    }
    if (known) known.sources.push(one)
    else groups.set(session.path, { session, sources: [one] })
  }
  const scored = [...groups.values()].map(group => ({ ...group, score: scoreOf(group.sources) }))
  return { groups: scored, gone: gone.size }
}

/** The best text counts, and a little that there are more. */
function scoreOf(sources: readonly FoundSource[]): number {
  const hits = sources.reduce((sum, one) => sum + one.hits, 0)
  return Math.max(...sources.map(one => one.score)) * (1 + 0.1 * Math.log1p(hits))
}

async function cardOf(session: Source, store: Store | undefined): Promise<SessionCard | undefined> {
  const known = await store?.card(session.path)
  if (known) return known.card as SessionCard
  const { path, file, titleMtimeMs, agentId } = session
  const { storedCard } = await import('../index/stored-card.js')
  const made = storedCard({ path, session: path, agentId, ...file, titleMtimeMs }, session.folder)
  return made?.card as SessionCard | undefined
}

async function foundSession(
  { session, sources, score }: Group,
  card: SessionCard,
  store: Store | undefined,
  { hits: most = 3, around = 80, order = 'best' }: SearchRequest,
  { finder, question, test }: Asked,
  again: TextsAgain,
): Promise<FoundSession> {
  const all: FoundText[] = []
  for (const { source } of sources) all.push(...(await finder.hits(question, source.path, most, order)))
  const chosen = all
    .toSorted((a, b) => (order === 'newest' ? (b.time ?? 0) - (a.time ?? 0) : b.score - a.score))
    .slice(0, most)
  const outline = await outlineFor(session, store)
  const agents = new Map(sources.map(({ source }) => [source.path, source.agentId]))
  const id = basename(session.path, SESSION_ENDING)
  const hits: SearchHit[] = []
  for (const hit of chosen) {
    const text = hit.field === 'title' ? [...card.titles, card.project ?? ''].join('\n') : again.textOf(hit)
    hits.push(await hitOf(hit, text, { id, card, outline, agentId: agents.get(hit.source) ?? null, around, test }))
  }
  return {
    id,
    path: session.path,
    title: card.title,
    project: card.project,
    gitBranch: card.gitBranch,
    ...(card.machine === undefined ? {} : { machine: card.machine }),
    updatedAt: new Date(session.figures.lastAt ?? session.file.mtimeMs).toISOString(),
    score: Math.round(score * 1000) / 1000,
    matches: sources.reduce((sum, one) => sum + one.hits, 0),
    hits,
    resume: card.resumable ? `rethread resume ${reference(id)}` : null,
  }
}

interface Surroundings {
  readonly id: string
  readonly card: SessionCard
  readonly outline: Outline | undefined
  readonly agentId: string | null
  readonly around: number
  readonly test: TextTest
}

async function hitOf(hit: FoundText, text: string | undefined, about: Surroundings): Promise<SearchHit> {
  const { id, outline, agentId, around, test } = about
  const [spans] = text === undefined ? [undefined] : await test([text])
  const snippet = text === undefined ? undefined : snippetOf(text, spans ?? [], around)
  const { turn, branch } = turnAt(hit.field === 'title' ? undefined : outline, hit.line, agentId)
  const leaf = branch === 1 ? '' : ` --leaf ${branch}`
  const atTurn = turn ? ` --turn ${turn}` : ''
  return {
    turn,
    line: hit.line,
    field: hit.field,
    snippet: snippet?.text ?? null,
    marks: snippet?.marks ?? [],
    tool: hit.tool,
    isError: hit.isError,
    time: hit.time === null ? null : new Date(hit.time).toISOString(),
    agent: agentId === null ? null : { id: agentId, path: hit.source },
    branch,
    abandoned: branch !== 1,
    show: `rethread show ${reference(id)}${atTurn}${leaf}${agentId === null ? '' : ' --agents'}`,
    clone: turn ? `rethread clone ${reference(id)} ${branch === 1 ? `--to-turn ${turn}` : `--leaf ${branch}`}` : null,
  }
}

/** Short where it is an id, so that it can be read and typed. */
function reference(id: string): string {
  return shellWord(isSessionId(id) ? id.slice(0, 8) : id)
}

type LookedThrough = Awaited<ReturnType<typeof searchedIn>>

async function searchedIn(index: OpenIndex | WithoutIndex) {
  if (index.store) {
    const { sessions, agents, indexedBytes, problems } = await index.store.status()
    return {
      searched: { sessions, agents, bytes: indexedBytes, index: true, reason: null },
      skipped: problems.map(({ path, problem }) => ({ path, reason: problem })),
    }
  }
  const { folders, findings } = listTranscripts(index.configDirs)
  const all = folders.flatMap(folder => folder.transcripts)
  const agents = all.filter(one => one.agentId !== null).length
  return {
    searched: {
      sessions: all.length - agents,
      agents,
      bytes: all.reduce((sum, one) => sum + one.size, 0),
      index: false,
      reason: index.reason,
    },
    skipped: findings.map(({ path, message }) => ({ path, reason: message })),
  }
}
