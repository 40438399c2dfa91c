// The turns on the page: only those that are seen are there, however many there are. Opens at the last one, or at the one
// that the address names, and stays where one reads when something comes.

import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { OutlineReport } from '../../../src/actions/read/index.js'
import { go, useAddress } from '../address.js'
import { useKeys } from '../keys.js'
import { Trouble } from '../parts/states.js'
import { count } from '../parts/units.js'
import { compareAddress, switchAddress } from './fork-row.js'
import { Minimap } from './minimap.js'
import { useReading } from './reading.js'
import { type Depth, useTurnStore } from './turn-store.js'
import { TurnView } from './turn-view.js'

export interface TranscriptHandle {
  goTo(turn: number): void
}

interface TranscriptProps {
  readonly outline: OutlineReport
  readonly depth: Depth
  readonly hits: readonly number[]
  readonly ref: Ref<TranscriptHandle>
}

const BY_DEPTH: Readonly<Record<Depth, number>> = { prompts: 90, answers: 260, tools: 420, all: 600 }
/** So many turns are fetched along with those in view, before they come into it: one question for many wheel steps. */
const BESIDE: Readonly<Record<Depth, number>> = { prompts: 16, answers: 16, tools: 4, all: 2 }
/** So near to the end, one reads along. */
const NEAR_END = 80

export function Transcript({ outline, depth, hits, ref }: TranscriptProps) {
  const { sessionKey, leaf, pick, picked, pickTurn, showRaw } = useReading()
  const lastPicked = useRef<string | undefined>(undefined)
  const { place } = useAddress()
  const numbers = outline.turns.number
  const box = useRef<HTMLDivElement>(null)
  const store = useTurnStore(sessionKey, leaf, depth)
  const [selected, setSelected] = useState(() => startOf(numbers, place))
  const hitTurns = useMemo(() => new Set(hits), [hits])
  const rows = useVirtualizer({
    count: numbers.length,
    getScrollElement: () => box.current,
    estimateSize: at =>
      BY_DEPTH[depth] + (depth === 'tools' || depth === 'all' ? Math.min(outline.turns.calls[at]!, 120) * 27 : 0),
    overscan: 2,
    // Air above the first turn, and room below the last one.
    paddingStart: 10,
    paddingEnd: 32,
    scrollPaddingStart: 8,
    // One render a frame, however many scroll events there are.
    useFlushSync: false,
    getItemKey: at => numbers[at]!,
  })
  const show = useCallback(
    (at: number, align: 'start' | 'end' = 'start') => {
      setSelected(at)
      rows.scrollToIndex(at, { align })
    },
    [rows],
  )
  useImperativeHandle(ref, () => ({
    goTo(turn) {
      const at = numbers.indexOf(turn)
      if (at >= 0) show(at)
    },
  }))
  useFirstPlace(rows, numbers, place, box)
  const isNew = useReadAlong(numbers, box, store.forget, () => show(numbers.length - 1, 'end'))
  // Another depth, the same place.
  const anchor = useRef(depth)
  useEffect(() => {
    if (anchor.current === depth) return
    anchor.current = depth
    rows.measure()
    requestAnimationFrame(() => rows.scrollToIndex(selected, { align: 'start' }))
  }, [depth, rows, selected])
  const shown = rows.getVirtualItems()
  const wanted = shown.map(row => numbers[row.index]!).join(',')
  useEffect(() => {
    if (wanted === '') return
    const list = wanted.split(',').map(Number)
    const [first, last] = [numbers.indexOf(list[0]!), numbers.indexOf(list.at(-1)!)]
    const around = (by: number): readonly number[] => numbers.slice(Math.max(0, first - by), last + 1 + by)
    store.want(list, around(BESIDE[depth] / 2), around(BESIDE[depth]))
  }, [wanted, store, numbers, depth])
  const move = (to: number): void => {
    const at = Math.max(0, Math.min(numbers.length - 1, to))
    show(at)
    go(`${window.location.pathname}${window.location.search}#t${numbers[at]}`, { replace: true })
  }
  const forkPlaces = outline.forks
    .flatMap(({ turn }) => (turn === null ? [] : [numbers.indexOf(turn)]))
    .filter(at => at >= 0)
  // The one that one looks at, or came from.
  const nearFork = outline.forks.findLast(
    ({ turn, branches }) => turn !== null && numbers.indexOf(turn) <= selected && branches.length > 0,
  )
  useKeys([
    { key: 'j', does: 'next turn', run: () => move(selected + 1) },
    { key: 'k', does: 'previous turn', run: () => move(selected - 1) },
    { key: 'gg', does: 'first turn', run: () => move(0) },
    { key: 'G', does: 'last turn', run: () => move(numbers.length - 1) },
    {
      key: 'b',
      does: 'next fork',
      run: () => {
        const at = forkPlaces.find(one => one > selected)
        if (at !== undefined) move(at)
      },
    },
    {
      key: 'B',
      does: 'previous fork',
      run: () => {
        const at = forkPlaces.findLast(one => one < selected)
        if (at !== undefined) move(at)
      },
    },
    { key: 's', does: 'switch to the other branch', run: () => nearFork && go(switchAddress(sessionKey, nearFork)) },
    {
      key: '=',
      does: 'compare with the other branch',
      run: () => nearFork && go(compareAddress(sessionKey, outline.session.branch, nearFork.branches[0]!)),
    },
    { key: 'r', does: 'show the turn as it stands in the file', run: () => showRaw(outline.turns.line[selected]!) },
    {
      key: 'x',
      does: 'mark the call or turn, to take it out of a copy',
      run: () => {
        const call = callInFocus()
        lastPicked.current = call
        if (call === undefined) pickTurn(numbers[selected]!)
        else pick(call)
      },
    },
    {
      key: 'X',
      does: 'mark all calls from the last marked one to here',
      run: () => {
        for (const call of callsBetween(box.current, lastPicked.current, callInFocus()))
          if (!picked.has(call)) pick(call)
      },
    },
    { key: 'o', does: 'open the work of this turn', run: () => workOf(box.current, selected)?.click() },
  ])
  if (numbers.length === 0) return <p className="waiting">Nothing was said in this session.</p>
  return (
    <div className="transcript-frame">
      {/* Focusable, so that it can be scrolled by keys. */}
      <section className="transcript" ref={box} aria-label="Transcript" tabIndex={0}>
        {store.error && (
          <Trouble error={store.error} again={() => store.forget(shown.map(row => numbers[row.index]!))} />
        )}
        <div className="turns" style={{ height: rows.getTotalSize() }}>
          {shown.map(row => (
            <div
              key={row.key}
              className="turn-place"
              data-index={row.index}
              id={`t${numbers[row.index]}`}
              ref={rows.measureElement}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <TurnView
                outline={outline}
                at={row.index}
                turn={store.get(numbers[row.index]!)}
                depth={depth}
                isSelected={row.index === selected}
                onMore={store.more}
              />
            </div>
          ))}
        </div>
      </section>
      <Minimap
        outline={outline}
        from={shown[0]?.index ?? 0}
        to={shown.at(-1)?.index ?? 0}
        hits={hitTurns}
        onGo={move}
      />
      {isNew > 0 && (
        <button type="button" className="button primary newer" onClick={() => show(numbers.length - 1, 'end')}>
          {count(isNew, 'new turn')} ↓
        </button>
      )}
    </div>
  )
}

function callInFocus(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-call]')?.dataset['call']
}

/** Both included; in the order of the page. */
function callsBetween(box: HTMLElement | null, from: string | undefined, to: string | undefined): readonly string[] {
  const all = [...(box?.querySelectorAll<HTMLElement>('[data-call]') ?? [])].map(row => row.dataset['call']!)
  if (to === undefined) return []
  const [a, b] = [all.indexOf(from ?? to), all.indexOf(to)].toSorted((one, other) => one - other)
  return all.slice(Math.max(0, a!), b! + 1)
}

function workOf(box: HTMLElement | null, at: number): HTMLElement | null | undefined {
  return box?.querySelector<HTMLElement>(`[data-index="${at}"] .work-summary`)
}

function startOf(numbers: readonly number[], place: string): number {
  const named = numbers.indexOf(Number(/^t(\d+)$/.exec(place)?.[1] ?? Number.NaN))
  return named >= 0 ? named : Math.max(0, numbers.length - 1)
}

type Rows = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

/** Where the address says, else at the end. Turns become as high as they are when they have come, so it is held until then. */
function useFirstPlace(
  rows: Rows,
  numbers: readonly number[],
  place: string,
  box: { readonly current: HTMLElement | null },
): void {
  const held = useRef<string | undefined>(undefined)
  useEffect(() => {
    const name = place === '' ? 'end' : place
    if (held.current === name || numbers.length === 0) return
    const isFirst = held.current === undefined
    held.current = name
    if (!isFirst && place === '') return
    const at = startOf(numbers, place)
    const put = (): void => rows.scrollToIndex(at, { align: place === '' ? 'end' : 'start' })
    put()
    let isMoved = false
    const moved = (): void => {
      isMoved = true
    }
    const element = box.current
    const signs = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const
    for (const sign of signs) element?.addEventListener(sign, moved, { passive: true })
    const inner = element?.firstElementChild
    const watch = new ResizeObserver(() => !isMoved && put())
    if (inner) watch.observe(inner)
    const timer = setTimeout(() => watch.disconnect(), 3000)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      for (const sign of signs) element?.removeEventListener(sign, moved)
    }
  }, [rows, numbers, place, box])
}

/** New turns: at the end one reads along, elsewhere nothing jumps and they are counted. */
function useReadAlong(
  numbers: readonly number[],
  box: { readonly current: HTMLElement | null },
  forget: (numbers: readonly number[]) => void,
  follow: () => void,
): number {
  const seen = useRef(numbers)
  const [waiting, setWaiting] = useState(0)
  const latest = useRef(follow)
  latest.current = follow
  useEffect(() => {
    const before = seen.current
    if (before === numbers) return
    seen.current = numbers
    // The last one may have grown.
    forget(before.slice(-1))
    const element = box.current
    const isAtEnd = !element || element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END
    if (isAtEnd) requestAnimationFrame(() => latest.current())
    else setWaiting(count => count + Math.max(0, numbers.length - before.length))
  }, [numbers, box, forget])
  useEffect(() => {
    const element = box.current
    const scrolled = (): void => {
      if (element && element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END) setWaiting(0)
    }
    element?.addEventListener('scroll', scrolled, { passive: true })
    return () => element?.removeEventListener('scroll', scrolled)
  }, [box])
  return waiting
}
