// What sessions cost and how they are: it comes when the list is there, and again, not too often, while sessions change.

import { useEffect, useMemo, useRef } from 'react'
import { api, type ListedCard, type ListedFigures } from '../api.js'
import { useLive } from '../live.js'
import { useAsked } from '../use-asked.js'

export type FiguresByKey = ReadonlyMap<string, ListedFigures>

/** A client that writes does so every second. */
const EVERY_MS = 10_000

/** In the order that is asked for, which is that of the map; `sort` is empty where the list has an order of its own. */
export function useFigures(isListed: boolean, sort: string): FiguresByKey {
  const { value, again } = useAsked(isListed ? `figures ${sort}` : undefined, asking => api.figures({ sort }, asking))
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLive(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      again()
    }, EVERY_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(
    () => new Map(value?.sessions.flatMap(one => (one.key === null ? [] : [[one.key, one] as const])) ?? []),
    [value],
  )
}

/** The same cards, as the figures stand; those that have none yet come last. */
export function inOrderOf(figures: FiguresByKey, cards: readonly ListedCard[]): readonly ListedCard[] {
  const byKey = new Map(cards.map(card => [card.key, card]))
  const known = [...figures.keys()].flatMap(key => byKey.get(key) ?? [])
  return [...known, ...cards.filter(card => !figures.has(card.key))]
}
