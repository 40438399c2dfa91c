// Finding a word in the session that is read: by the index, so also in turns that are not on the page.

import { type RefObject, useEffect, useMemo, useState } from 'react'
import { api } from '../api.js'
import { useKeys } from '../keys.js'
import { useAsked, useRested } from '../use-asked.js'

interface FindProps {
  readonly sessionId: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly onHits: (turns: readonly number[]) => void
  readonly onGo: (turn: number) => void
}

const RESTED_MS = 150
const MOST_HITS = 500

export function FindBar({ sessionId, field, onHits, onGo }: FindProps) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const query = useRested(typed.trim(), RESTED_MS)
  const found = useAsked(query === '' ? undefined : `${sessionId} ${query}`, asking =>
    api.search({ q: `${query} session:${sessionId}`, limit: 1, hits: MOST_HITS }, { signal: asking.signal }),
  )
  const turns = useMemo(() => {
    if (query === '') return []
    const all = found.value?.sessions.flatMap(one => one.hits.flatMap(hit => hit.turn ?? [])) ?? []
    return [...new Set(all)].toSorted((a, b) => a - b)
  }, [found.value, query])
  useEffect(() => onHits(turns), [turns, onHits])
  const step = (by: number): void => {
    if (turns.length === 0) return
    const next = (at + by + turns.length) % turns.length
    setAt(next)
    onGo(turns[next]!)
  }
  useKeys([
    { key: 'n', does: 'next hit', run: () => step(1) },
    { key: 'N', does: 'previous hit', run: () => step(-1) },
  ])
  return (
    <search className="find">
      <input
        ref={field}
        type="search"
        className="field"
        placeholder="Find in session"
        aria-label="Find in this session"
        autoComplete="off"
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          setAt(-1)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <output className="muted nowrap">
        {query !== '' &&
          found.value &&
          (turns.length === 0 ? 'no hits' : `${at < 0 ? '' : `${at + 1} of `}${turns.length} turns`)}
      </output>
    </search>
  )
}
