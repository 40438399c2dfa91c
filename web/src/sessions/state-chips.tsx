// Sessions by how they are.

import { useMemo } from 'react'
import { go, withWords } from '../address.js'
import type { ListedCard, ListedFigures } from '../api.js'
import type { FiguresByKey } from './figures.js'

export interface State {
  readonly name: string
  readonly label: string
  readonly has: (card: ListedCard, figures: ListedFigures | undefined) => boolean
}

const STATES: readonly State[] = [
  { name: 'running', label: 'Running', has: (_, figures) => figures?.running === true },
  {
    name: 'damaged',
    label: 'Damaged',
    has: (_, figures) => (figures?.damagedLines ?? 0) > 0 || (figures?.problem ?? null) !== null,
  },
  { name: 'compacted', label: 'Compacted', has: (_, figures) => (figures?.compactions ?? 0) > 0 },
  { name: 'stuck', label: 'Does not resume', has: card => !card.resumable },
]

export function stateNamed(name: string | null): State | undefined {
  return STATES.find(state => state.name === name)
}

export function isIn(state: State | undefined, card: ListedCard, figures: FiguresByKey): boolean {
  return state === undefined || state.has(card, figures.get(card.key))
}

/** Only what there is: a chip that would show nothing is not there. */
export function StateChips({
  cards,
  figures,
  chosen,
}: {
  readonly cards: readonly ListedCard[]
  readonly figures: FiguresByKey
  readonly chosen: State | undefined
}) {
  const counts = useMemo(
    () => STATES.map(state => ({ state, count: cards.filter(card => isIn(state, card, figures)).length })),
    [cards, figures],
  )
  const there = counts.filter(one => one.count > 0 || one.state === chosen)
  if (there.length === 0) return null
  return (
    <fieldset className="chips" aria-label="State">
      {there.map(({ state, count: sessions }) => (
        <button
          key={state.name}
          type="button"
          className="chip"
          aria-pressed={state === chosen}
          onClick={() => go(withWords({ state: state === chosen ? '' : state.name }), { replace: true })}
        >
          {state.label} <span className="muted">{sessions}</span>
        </button>
      ))}
    </fieldset>
  )
}
