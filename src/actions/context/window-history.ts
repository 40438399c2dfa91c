// How full the window was, request by request, and with what: the totals as the API counted them, shared out by what the
// entries weigh; where the client compacted, it falls. The last point is the request that comes next.

import type { Calibration, PartKind, TokenEstimate, WeighedPart } from '../../context/index.js'
import { storedShares } from '../../context/token-shares.js'
import { contextTokens, NONE } from '../../conversation/index.js'
import { isMain } from '../../conversation/rows.js'
import { type LeafChoice, pathOf } from '../read/show/path.js'
import type { OpenReading } from '../session/open-reading.js'

export interface WindowHistory {
  /** Requests on this path that have an answer. */
  readonly requests: number
  /** Columns, a point each: the place of the request, 1-based; of many requests, some. The last is the next one. */
  readonly request: readonly number[]
  readonly turn: readonly (number | null)[]
  /** With the answer. */
  readonly tokens: readonly number[]
  /** Counted by the API; else estimated. */
  readonly counted: readonly boolean[]
  readonly byKind: Readonly<Record<string, readonly number[]>>
  readonly compactions: readonly CompactionOnTheWay[]
}

export interface CompactionOnTheWay {
  readonly number: number
  readonly line: number
  readonly trigger: string | null
  /** The first request after it. */
  readonly request: number
  readonly turn: number | null
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
}

/** More than a screen has room for; those beside a compaction are always told. */
const MOST_POINTS = 400

type Weights = Map<PartKind, number>

interface Point {
  readonly request: number
  readonly turn: number | null
  readonly tokens: number
  readonly counted: boolean
  readonly byKind: ReadonlyMap<PartKind, number>
}

export function windowHistory(
  open: OpenReading,
  leaf: LeafChoice | undefined,
  calibration: Calibration,
  next: { readonly tokens: TokenEstimate; readonly parts: readonly WeighedPart[] },
): WindowHistory {
  const { rows, turns, compactions } = open.conversation
  const { has } = pathOf(open.conversation, leaf)
  const answers = answersByLastRow(open, has)
  const boundaries = new Map(
    compactions.filter(one => has[one.row] && one.dialect !== 'microcompact').map(one => [one.row, one]),
  )
  const points: Point[] = []
  const found: CompactionOnTheWay[] = []
  let weights: Weights = new Map()
  const add = (row: number): void => {
    for (const { kind, weight } of storedShares(open.reading, row)) weights.set(kind, (weights.get(kind) ?? 0) + weight)
  }
  const turnOf = (row: number): number | null => turns.at(turns.of[row]!)?.index ?? null
  for (let row = 0; row < rows.count; row++) {
    if (!has[row] || !isMain(rows, row)) continue
    const boundary = boundaries.get(row)
    if (boundary) {
      weights = new Map()
      for (const kept of boundary.keptRows) add(kept)
      found.push({
        number: boundary.number,
        line: rows.line[row]!,
        trigger: boundary.trigger ?? null,
        request: points.length + 1,
        turn: turnOf(row),
        tokensBefore: boundary.tokensBefore ?? points.at(-1)?.tokens ?? null,
        tokensAfter: boundary.tokensAfter ?? null,
      })
      continue
    }
    add(row)
    const answer = answers.get(row)
    if (answer === undefined) continue
    const tokens = answer ?? Math.round(calibration.base + calibration.rate * sum(weights))
    const byKind = shared(weights, tokens, calibration)
    points.push({ request: points.length + 1, turn: turnOf(row), tokens, counted: answer !== null, byKind })
  }
  const requests = points.length
  const own = new Map<PartKind, number>()
  for (const { kind, tokens } of next.parts) own.set(kind, (own.get(kind) ?? 0) + tokens)
  const last = { request: requests + 1, turn: points.at(-1)?.turn ?? null, byKind: own }
  points.push({ ...last, tokens: next.tokens.estimate, counted: false })
  return { requests, ...columns(thinned(points, found)), compactions: found }
}

/** By the last entry of each answer: how full the window was after it; null where it has no figures. */
function answersByLastRow({ conversation }: OpenReading, has: Uint8Array): ReadonlyMap<number, number | null> {
  const found = new Map<number, number | null>()
  for (const { rows: own, usage, synthetic, sidechain } of conversation.eachMessage()) {
    if (synthetic || sidechain) continue
    const last = own.reduce((most, row) => (has[row] ? Math.max(most, row) : most), NONE)
    if (last !== NONE) found.set(last, usage ? contextTokens(usage) : null)
  }
  return found
}

/** What the file does not hold is sent with every request; the rest is shared out by weight. */
function shared(weights: Weights, tokens: number, { base }: Calibration): ReadonlyMap<PartKind, number> {
  const whole = sum(weights)
  const fixed = whole === 0 ? tokens : Math.min(base, tokens)
  const rate = whole === 0 ? 0 : (tokens - fixed) / whole
  const parts = new Map<PartKind, number>([['system prompt and tools', fixed]])
  for (const [kind, weight] of weights) parts.set(kind, weight * rate)
  return parts
}

function sum(weights: Weights): number {
  let all = 0
  for (const weight of weights.values()) all += weight
  return all
}

function thinned(points: readonly Point[], compactions: readonly CompactionOnTheWay[]): readonly Point[] {
  if (points.length <= MOST_POINTS) return points
  const step = Math.ceil(points.length / MOST_POINTS)
  const beside = new Set(compactions.flatMap(({ request }) => [request - 1, request]))
  return points.filter(({ request }, at) => at % step === 0 || at >= points.length - 2 || beside.has(request))
}

function columns(points: readonly Point[]): Pick<WindowHistory, 'request' | 'turn' | 'tokens' | 'counted' | 'byKind'> {
  const kinds = new Set(points.flatMap(({ byKind }) => [...byKind.keys()]))
  const byKind = [...kinds].map(kind => [kind, points.map(point => Math.round(point.byKind.get(kind) ?? 0))] as const)
  return {
    request: points.map(({ request }) => request),
    turn: points.map(({ turn }) => turn),
    tokens: points.map(({ tokens }) => tokens),
    counted: points.map(({ counted }) => counted),
    byKind: Object.fromEntries(byKind),
  }
}
