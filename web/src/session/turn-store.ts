// The turns of a session that have been asked for: fetched in small batches as they come into view, kept while one reads.

import { useEffect, useMemo, useRef, useState } from 'react'
import type { ShownItem } from '../../../src/actions/read/index.js'
import { api, type PagedTurn } from '../api.js'
import { layOutSoon } from '../text/prose.js'

export type Depth = 'prompts' | 'answers' | 'tools' | 'all'

export interface TurnStore {
  get(number: number): PagedTurn | undefined
  /** Those that are shown now; then those near them, which come with many more beside them. */
  want(shown: readonly number[], near: readonly number[], beside: readonly number[]): void
  /** More of a long turn. */
  more(number: number): void
  /** These may have changed. */
  forget(numbers: readonly number[]): void
  readonly error: Error | undefined
}

const AT_ONCE = 40

export function useTurnStore(key: string, leaf: string, depth: Depth): TurnStore {
  const [, draw] = useState(0)
  const [error, setError] = useState<Error>()
  const name = `${key} ${leaf} ${depth}`
  const turns = useRef(new Map<number, PagedTurn>())
  const asked = useRef(new Set<number>())
  const current = useRef(name)
  if (current.current !== name) {
    current.current = name
    turns.current = new Map()
    asked.current = new Set()
  }
  const control = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    control.current = own
    return () => own.abort()
  }, [])
  return useMemo(() => {
    const isCurrent = (): boolean => current.current === name
    const ask = async (numbers: readonly number[], item: number): Promise<void> => {
      try {
        const words = { numbers: numbers.join(','), depth, leaf, item }
        const answer = await api.turns(key, words, { signal: control.current.signal })
        if (!isCurrent()) return
        for (const turn of answer.turns) turns.current.set(turn.number, joined(turns.current.get(turn.number), turn))
        layOutSoon(answer.turns.flatMap(turn => turn.items.flatMap(item => (isProse(item) ? [item.text] : []))))
        setError(undefined)
      } catch (trouble) {
        if (control.current.signal.aborted || !isCurrent()) return
        for (const number of numbers) asked.current.delete(number)
        setError(trouble instanceof Error ? trouble : new Error(String(trouble)))
      }
      draw(count => count + 1)
    }
    const isMissing = (number: number): boolean => !asked.current.has(number)
    const askFor = (numbers: readonly number[]): void => {
      const missing = numbers.filter(isMissing)
      for (const number of missing) asked.current.add(number)
      for (let at = 0; at < missing.length; at += AT_ONCE) void ask(missing.slice(at, at + AT_ONCE), 0)
    }
    return {
      get: number => turns.current.get(number),
      want(shown, near, beside) {
        const isFirst = asked.current.size === 0
        // What one looks at is waited for: it comes alone.
        askFor(shown)
        if (!isFirst && near.some(isMissing)) askFor(beside)
      },
      more(number) {
        const turn = turns.current.get(number)
        if (turn) void ask([number], turn.firstItem + turn.items.length)
      },
      forget(numbers) {
        for (const number of numbers) asked.current.delete(number)
        draw(count => count + 1)
      },
      error,
    }
  }, [key, leaf, depth, name, error])
}

function isProse(item: ShownItem): item is ShownItem & { readonly kind: 'text' } {
  return item.kind === 'text' && item.by === 'model'
}

/** A later page of a turn goes behind the earlier one; a turn that was asked for anew takes its place. */
function joined(before: PagedTurn | undefined, turn: PagedTurn): PagedTurn {
  if (!before || turn.firstItem === 0) return turn
  return { ...turn, firstItem: before.firstItem, items: [...before.items, ...turn.items] }
}
