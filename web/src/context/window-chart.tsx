// How full the window was on the way here, stacked by kind: against the window, the limit at which the client compacts, and
// with the cliffs where it did. All figures are those of the ledger.

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CompactionOnTheWay, LedgerReport, WindowHistory } from '../../../src/actions/context/index.js'
import { go, sessionAddress } from '../address.js'
import { Link } from '../link.js'
import { count, figure, tokens } from '../parts/units.js'
import { safeLine } from '../text/safe-text.js'
import { BREAK_AT, HEIGHT, lineAt, type Scale, scaleOf } from './chart-scale.js'

/** From the bottom up. */
const KINDS = [
  'system prompt and tools',
  'summaries',
  'prompts',
  'answers',
  'thinking',
  'tool calls',
  'tool results',
  'images and documents',
  'notes of the client',
]

interface ChartProps {
  readonly report: LedgerReport
  readonly sessionKey: string
}

export function WindowChart(props: ChartProps) {
  return props.report.history.requests === 0 ? null : <Chart {...props} />
}

function Chart({ report, sessionKey }: ChartProps) {
  const { history, window: size, compactsAt } = report
  const [box, width] = useWidth()
  const [at, setAt] = useState<number>()
  const points = history.request.length
  const largest = Math.max(...history.tokens, ...history.compactions.map(one => one.tokensBefore ?? 0))
  const scale = scaleOf(width, { requests: history.requests + 1, largest, window: size })
  const kinds = KINDS.filter(kind => history.byKind[kind]?.some(one => one > 0))
  const shown = at === undefined ? undefined : Math.min(at, points - 1)
  const nearest = (clientX: number, element: Element): number => {
    const x = clientX - element.getBoundingClientRect().left
    return history.request.reduce(
      (best, request, place) =>
        Math.abs(scale.x(request) - x) < Math.abs(scale.x(history.request[best]!) - x) ? place : best,
      0,
    )
  }
  const open = (place: number): void => {
    const turn = history.turn[place]
    if (turn !== null && turn !== undefined) go(sessionAddress(sessionKey, '', {}, `t${turn}`))
  }
  const step = (by: number): void => setAt(Math.max(0, Math.min(points - 1, (shown ?? points) + by)))
  return (
    <section aria-label="Over time">
      <h2>How the window filled</h2>
      <div
        ref={box}
        className="window-chart"
        role="slider"
        tabIndex={0}
        aria-label="Request"
        aria-valuemin={1}
        aria-valuemax={history.requests + 1}
        aria-valuenow={history.request[shown ?? points - 1]}
        aria-valuetext={wordsAt(history, shown ?? points - 1)}
        onPointerMove={event => setAt(nearest(event.clientX, event.currentTarget))}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        onClick={event => open(nearest(event.clientX, event.currentTarget))}
        onKeyDown={event => {
          const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -points, End: points }[event.key]
          if (by !== undefined) {
            event.preventDefault()
            step(by)
          }
          if (event.key === 'Enter') open(shown ?? points - 1)
        }}
      >
        {width > 0 && (
          <svg aria-hidden="true" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`}>
            <Axis scale={scale} history={history} />
            {kinds.map((kind, place) => (
              <path
                key={kind}
                data-kind={kind}
                className="window-area"
                d={areaOf(history, scale, kinds.slice(0, place), kind)}
              />
            ))}
            {history.compactions.map(one => (
              <Cliff key={one.number} compaction={one} scale={scale} />
            ))}
            <Level scale={scale} tokens={size} isWindow label={`window ${tokens(size)}`} />
            {compactsAt !== null && (
              <Level scale={scale} tokens={compactsAt} label={`the client compacts at ${tokens(compactsAt)}`} />
            )}
            {scale.isBroken && <Break scale={scale} />}
            {shown !== undefined && (
              <line
                className="window-cursor"
                x1={scale.x(history.request[shown]!)}
                x2={scale.x(history.request[shown]!)}
                y1={20}
                y2={scale.bottom}
              />
            )}
          </svg>
        )}
      </div>
      <div className="legend">
        {kinds.map(kind => (
          <span key={kind}>
            <span className="kind-mark" data-kind={kind} /> {kind}
            {shown !== undefined && ` ${tokens(history.byKind[kind]![shown]!)}`}
          </span>
        ))}
        {history.compactions.length > 0 && (
          <span>
            <span className="cliff-mark" aria-hidden="true">
              ◆
            </span>{' '}
            compaction
          </span>
        )}
      </div>
      <p className="muted window-words">
        {shown === undefined ? <About report={report} isBroken={scale.isBroken} /> : wordsAt(history, shown)}
      </p>
      <Cliffs compactions={history.compactions} sessionKey={sessionKey} />
    </section>
  )
}

function About({ report, isBroken }: { readonly report: LedgerReport; readonly isBroken: boolean }): ReactNode {
  const { history, compactsAt } = report
  return [
    `${count(history.requests, 'request')} and the next one. Totals are the API’s, kinds are estimated.`,
    ...(isBroken ? ['Lines above the break are not to scale.'] : []),
    ...(compactsAt === null ? ['At which size the client compacts is not known for this model.'] : []),
  ].join(' ')
}

function wordsAt({ request, turn, tokens: all, counted, requests }: WindowHistory, at: number): string {
  const isNext = request[at]! > requests
  const where = isNext
    ? 'The next request'
    : `Request ${figure(request[at]!)}${turn[at] === null ? '' : `, turn ${turn[at]}`}`
  return `${where}: ${counted[at] ? '' : '~'}${figure(all[at]!)} tokens${isNext || counted[at] ? '' : ', estimated'}`
}

/** One area: the sum of those below it, and itself on top. Cliffs stand upright. */
function areaOf(
  { request, byKind, compactions }: WindowHistory,
  { x, y }: Scale,
  below: readonly string[],
  kind: string,
) {
  const bottoms = request.map((_, at) => below.reduce((sum, one) => sum + byKind[one]![at]!, 0))
  const places: (readonly [number, number])[] = []
  const cliffs = new Map(compactions.map(one => [one.request, one]))
  for (const [at, one] of request.entries()) {
    if (at > 0 && cliffs.has(one)) {
      const middle = cliffAt(one, x)
      places.push([middle, at - 1], [middle, at])
    }
    places.push([x(one), at])
  }
  const point = ([px, at]: readonly [number, number], isTop: boolean): string =>
    `${px.toFixed(1)} ${y(bottoms[at]! + (isTop ? byKind[kind]![at]! : 0)).toFixed(1)}`
  const top = places.map(one => point(one, true))
  const bottom = places.toReversed().map(one => point(one, false))
  return `M${[...top, ...bottom].join('L')}Z`
}

/** Between the last request before it and the first one after it. */
function cliffAt(request: number, x: Scale['x']): number {
  return x(Math.max(1, request - 0.5))
}

function Cliff({ compaction, scale }: { readonly compaction: CompactionOnTheWay; readonly scale: Scale }) {
  const x = cliffAt(compaction.request, scale.x)
  const top = scale.isBroken ? BREAK_AT + 12 : 10
  return (
    <g className="window-cliff">
      <line x1={x} x2={x} y1={top + 5} y2={scale.bottom} />
      <path d={`M${x} ${top - 5}l5 5-5 5-5-5z`} />
    </g>
  )
}

function Level({
  scale,
  tokens: size,
  label,
  isWindow = false,
}: {
  readonly scale: Scale
  readonly tokens: number
  readonly label: string
  readonly isWindow?: boolean
}) {
  const y = lineAt(scale, size, isWindow)
  return (
    <g className={isWindow ? 'window-level' : 'window-level limit'}>
      <line x1={scale.left} x2={scale.right} y1={y} y2={y} />
      <text x={scale.right - 4} y={y - 5} textAnchor="end">
        {label}
      </text>
    </g>
  )
}

function Break({ scale: { left, right } }: { readonly scale: Scale }) {
  const teeth = Math.max(1, Math.floor((right - left) / 12))
  const path = Array.from({ length: teeth }, () => 'l6 -4l6 4').join('')
  return <path className="window-break" d={`M${left} ${BREAK_AT}${path}`} />
}

function Axis({ scale, history }: { readonly scale: Scale; readonly history: WindowHistory }) {
  const { x, y, left, right, bottom, ticks } = scale
  return (
    <g className="window-axis">
      {ticks.map(tick => (
        <g key={tick}>
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 6} y={y(tick) + 4} textAnchor="end">
            {tokens(tick)}
          </text>
        </g>
      ))}
      {turnsShown(history, right - left).map(({ request, turn, anchor }) => (
        <text key={request} x={x(request)} y={bottom + 17} textAnchor={anchor}>
          {turn}
        </text>
      ))}
    </g>
  )
}

/** The turns that have room, the first and the last of them always. */
function turnsShown({ request, turn, requests }: WindowHistory, width: number) {
  const all = request.flatMap((one, at) => {
    const own = turn[at]
    return one > requests || own === null || own === undefined || (at > 0 && turn[at - 1] === own)
      ? []
      : [{ request: one, turn: String(own) }]
  })
  const room = Math.max(1, width / Math.max(1, requests))
  const shown: { readonly request: number; readonly turn: string; readonly anchor: 'start' | 'middle' | 'end' }[] = []
  for (const { request: one, turn: own } of all) {
    const before = shown.at(-1)
    if (before && (one - before.request) * room < 64) continue
    if (before && (requests + 1 - one) * room < 96) continue
    shown.push({ request: one, turn: `turn ${own}`, anchor: before ? 'middle' : 'start' })
  }
  return [...shown, { request: requests + 1, turn: 'next request', anchor: 'end' as const }]
}

/** The same in words, and the way there. */
function Cliffs({
  compactions,
  sessionKey,
}: {
  readonly compactions: readonly CompactionOnTheWay[]
  readonly sessionKey: string
}) {
  const [isWhole, setWhole] = useState(false)
  if (compactions.length === 0) return null
  const shown = isWhole ? compactions : compactions.slice(-MOST_CLIFFS)
  return (
    <>
      <ul className="cliffs" aria-label="Compactions">
        {shown.map(({ number, turn, trigger, tokensBefore, tokensAfter }) => (
          <li key={number}>
            <span className="cliff-mark" aria-hidden="true">
              ◆
            </span>{' '}
            <Link href={sessionAddress(sessionKey, '', {}, turn === null ? '' : `t${turn}`)}>Compaction {number}</Link>
            <span className="muted">
              {turn !== null && ` in turn ${turn}`}
              {trigger !== null && `, ${safeLine(trigger)}`}
              {tokensBefore !== null && `: ${tokens(tokensBefore)}`}
              {tokensBefore !== null && tokensAfter !== null && ` → ${tokens(tokensAfter)}`}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < compactions.length && (
        <button type="button" className="button small" onClick={() => setWhole(true)}>
          Show all {compactions.length} compactions
        </button>
      )}
    </>
  )
}

const MOST_CLIFFS = 5

function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [box, width] as const
}
