// What sessions cost and how they are: it comes when the list is there, and again, not too often, while sessions change.

import { useEffect, useMemo, useRef } from 'react'
import { api, type ListedFigures } from '../api.js'
import { useLive } from '../live.js'
import { useAsked } from '../use-asked.js'

export type FiguresByKey = ReadonlyMap<string, ListedFigures>

/** A client that writes does so every second. */
const EVERY_MS = 10_000

export function useFigures(isListed: boolean): FiguresByKey {
  const { value, again } = useAsked(isListed ? 'figures' : undefined, asking => api.figures(asking))
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
