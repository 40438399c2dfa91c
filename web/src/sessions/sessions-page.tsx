// All sessions: the newest first, narrowed by what is typed; what is found in their texts below.

import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { go, isTeam, sessionAddress, useAddress, withWords } from '../address.js'
import { api, type ListedCard, type SearchAnswer, type SessionsAnswer } from '../api.js'
import { useKeys } from '../keys.js'
import { useLive } from '../live.js'
import { Answer } from '../parts/states.js'
import { count, projectName } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import { type Asked, useAsked, useRested } from '../use-asked.js'
import { DueNote } from './due-note.js'
import { type FiguresByKey, inOrderOf, useFigures } from './figures.js'
import { FoundTexts } from './found-texts.js'
import { isOfFigures, OrderField, OrderHeads } from './orders.js'
import { SessionRow } from './session-row.js'
import { isIn, type State, StateChips, stateNamed } from './state-chips.js'

const FOUND_AT_FIRST = 8
const FOUND_MORE = 30
/** Nobody types any more. */
const RESTED_MS = 400
const ROW = 52
const FIRST = 100

/** At once from what is known; where files may have changed since, they are looked at when nobody types any more. */
function useFound(query: string, project: string, most: number): Asked<SearchAnswer> {
  const name = query === '' ? undefined : `${query} ${project} ${most}`
  const words = { q: project === '' ? query : `${query} project:"${project}"`, limit: most }
  const soon = useAsked(name, asking => api.search({ ...words, soon: 'yes' }, asking))
  const isBehind = name !== undefined && !soon.isWaiting && soon.value?.query === words.q && soon.value.behind
  const rested = useRested(isBehind ? name : undefined, RESTED_MS)
  const renewed = useAsked(rested === name ? rested : undefined, asking =>
    api.search(words, { signal: asking.signal }).then(answer => ({ name, answer })),
  )
  // One that has come for other words, or failed, changes nothing of what is there.
  const now = renewed.value
  return isBehind && now !== undefined && now.name === name ? { ...soon, value: now.answer } : soon
}

export function SessionsPage() {
  const { words } = useAddress()
  const [typed, setTyped] = useState(words.get('q') ?? '')
  const [query, setQuery] = useState(typed.trim())
  const [most, setMost] = useState(FOUND_AT_FIRST)
  const project = words.get('project') ?? ''
  const state = stateNamed(words.get('state'))
  const order = words.get('sort') ?? 'newest'
  const field = useRef<HTMLInputElement>(null)
  const narrowing = useDeferredValue(typed.trim())
  // A few are there at once, however many there are; nothing else is asked before.
  const first = useAsked(order === 'newest' || isOfFigures(order) ? 'first' : undefined, asking =>
    api.sessions({ limit: FIRST }, { signal: asking.signal }),
  )
  const ofCards = isOfFigures(order) ? 'newest' : order
  const hasFirst = ofCards !== 'newest' || first.value !== undefined || first.error !== undefined
  const all = useAsked(hasFirst ? `sessions ${ofCards}` : undefined, asking => api.sessions({ sort: ofCards }, asking))
  const sessions = all.value === undefined && all.error === undefined && ofCards === 'newest' ? first : all
  const figures = useFigures(all.value !== undefined, isOfFigures(order) ? order : '')
  const found = useFound(query, project, most)
  // Every key is asked at once, unless the one before it is not answered yet: then the last one is, when it is.
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === query || (query !== '' && found.isWaiting)) return
    setQuery(wanted)
    setMost(FOUND_AT_FIRST)
  }, [typed, query, found.isWaiting])
  useLive(() => all.again())
  useEffect(() => {
    document.title = 'rethread'
  }, [])
  useEffect(() => {
    if (query !== (new URLSearchParams(window.location.search).get('q') ?? ''))
      go(withWords({ q: query }), { replace: true })
  }, [query])
  useKeys([
    { key: '/', does: 'search', run: () => field.current?.focus() },
    { key: 'Escape', does: 'clear the search', run: () => setTyped('') },
  ])
  return (
    <main id="main" className="sessions">
      <div className="sessions-head">
        <h1 className="visually-hidden">Sessions</h1>
        <input
          ref={field}
          type="search"
          className="field search"
          placeholder="Search all sessions: words, &quot;phrases&quot;, tool:Bash, since:2w …"
          aria-label="Search all sessions"
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <OrderField order={order} />
      </div>
      <Answer asked={sessions} what="listing sessions">
        {report => (
          <>
            <Projects cards={report.sessions} chosen={project} />
            <StateChips cards={report.sessions} figures={figures} chosen={state} />
            {query === '' && !isTeam && all.value !== undefined && <DueNote />}
            {query !== '' && <FoundTexts asked={found} query={query} onMore={() => setMost(most + FOUND_MORE)} />}
            <Narrowed
              report={report}
              figures={figures}
              order={order}
              query={narrowing}
              project={project}
              state={state}
            />
          </>
        )}
      </Answer>
    </main>
  )
}

function Narrowed({
  report,
  figures,
  order,
  query,
  project,
  state,
}: {
  readonly report: SessionsAnswer
  readonly figures: FiguresByKey
  readonly order: string
  readonly query: string
  readonly project: string
  readonly state: State | undefined
}) {
  const { sessions, more, nowhere, configDirs } = report
  const sorted = useMemo(
    () => (isOfFigures(order) ? inOrderOf(figures, sessions) : sessions),
    [order, figures, sessions],
  )
  const cards = useMemo(
    () => narrowed(sorted, query, project).filter(card => isIn(state, card, figures)),
    [sorted, query, project, state, figures],
  )
  return (
    <SessionList
      cards={cards}
      figures={figures}
      order={order}
      all={sessions.length + more}
      query={query}
      lookedIn={nowhere?.lookedIn.map(one => one.path) ?? configDirs}
    />
  )
}

function narrowed(cards: readonly ListedCard[], query: string, project: string): readonly ListedCard[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '' && !word.includes(':'))
  return cards.filter(card => {
    if (project !== '' && card.project !== project) return false
    const text = `${card.title ?? ''} ${card.project ?? ''} ${card.gitBranch ?? ''} ${card.id}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

const MOST_PROJECTS = 12

function Projects({ cards, chosen }: { readonly cards: readonly ListedCard[]; readonly chosen: string }) {
  const projects = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { project } of cards) if (project !== null) counts.set(project, (counts.get(project) ?? 0) + 1)
    return [...counts].toSorted(([, a], [, b]) => b - a)
  }, [cards])
  if (projects.length < 2) return null
  const shown = projects.slice(0, MOST_PROJECTS)
  return (
    <fieldset className="chips" aria-label="Projects">
      {shown.map(([project, sessions]) => (
        <button
          key={project}
          type="button"
          className="chip"
          title={safeLine(project)}
          aria-pressed={project === chosen}
          onClick={() => go(withWords({ project: project === chosen ? '' : project }), { replace: true })}
        >
          {safeLine(projectName(project))} <span className="muted">{sessions}</span>
        </button>
      ))}
      {projects.length > shown.length && <span className="muted">{projects.length - shown.length} more projects</span>}
    </fieldset>
  )
}

function SessionList({
  cards,
  figures,
  order,
  all,
  query,
  lookedIn,
}: {
  readonly cards: readonly ListedCard[]
  readonly figures: FiguresByKey
  readonly order: string
  readonly all: number
  readonly query: string
  readonly lookedIn: readonly string[]
}) {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const rows = useVirtualizer({
    count: cards.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 10,
    getItemKey: index => cards[index]!.key,
  })
  const selected = Math.min(at, Math.max(0, cards.length - 1))
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(cards.length - 1, to))
    setAt(next)
    rows.scrollToIndex(next)
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus())
  }
  useKeys([
    { key: 'j', does: 'next session', run: () => move(selected + 1) },
    { key: 'k', does: 'previous session', run: () => move(selected - 1) },
    { key: 'o', does: 'open the session', run: () => cards[selected] && go(sessionAddress(cards[selected].key)) },
    {
      key: 'c',
      does: 'show what the model will see',
      run: () => cards[selected] && go(sessionAddress(cards[selected].key, 'context')),
    },
  ])
  return (
    <>
      {cards.length > 1 && <OrderHeads order={order} />}
      <div className="session-list" ref={box} hidden={cards.length === 0 && query !== ''}>
        {cards.length === 0 ? (
          <div className="waiting">
            {all === 0 ? (
              <p>No sessions found. Looked in {lookedIn.map(safeLine).join(' and ')}.</p>
            ) : (
              <p>{query === '' ? 'No session here.' : 'No title, project or branch has this.'}</p>
            )}
          </div>
        ) : (
          <ul style={{ height: rows.getTotalSize(), position: 'relative' }} aria-label="Sessions">
            {rows.getVirtualItems().map(row => (
              <SessionRow
                key={row.key}
                card={cards[row.index]!}
                figures={figures.get(cards[row.index]!.key)}
                index={row.index}
                top={row.start}
                isSelected={row.index === selected}
                onFocus={() => setAt(row.index)}
              />
            ))}
          </ul>
        )}
      </div>
      <p className="scope" role="status">
        {cards.length === all ? count(all, 'session') : `${cards.length} of ${count(all, 'session')}`}
        {query !== '' && ' by title, project or branch'}
      </p>
    </>
  )
}
