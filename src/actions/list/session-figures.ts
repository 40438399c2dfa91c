// What a list says of sessions beside their cards: what they cost, and how they are. From the index, which is brought up to
// date for the question, and from what `usage` counts; nothing is counted here.

import { basename } from 'node:path'
import type { Figures, Source, Store } from '../../catalog/store.js'
import { type LiveClient, liveClients } from '../../disk/index.js'
import { StorageError } from '../../format/error.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import type { Action, Doing } from '../action.js'
import { withIndex } from '../index/open-index.js'
import { outlineFor } from '../search/places.js'
import { type Place, sessionsOf } from '../session/place.js'
import { usage } from '../usage/usage.js'

/** By what the cards of a list do not say; within the same, the newest first. */
export const FIGURES_ORDERS = ['costliest', 'cheapest', 'most-turns', 'fewest-turns'] as const
export type FiguresOrder = (typeof FIGURES_ORDERS)[number]

export interface FiguresRequest {
  /** Default: the newest first. */
  readonly order?: FiguresOrder | undefined
}

export interface SessionFigures {
  readonly id: string
  readonly path: string
  /** On all branches, as `stats` says; null where they were not counted. */
  readonly turns: number | null
  /** Null where there is no index that says so. */
  readonly compactions: number | null
  /** Lines that are no good record, in the session and its subagents. */
  readonly damagedLines: number | null
  /** Why it, or a subagent of it, could not be read. */
  readonly problem: string | null
  /** At list prices, as `usage session` says; null where nothing was logged. */
  readonly costUSD: number | null
  /** Messages that have no price: it cost at least as much. */
  readonly unpriced: number
  /** A client is at it; null where that cannot be known. */
  readonly running: boolean | null
}

export interface SessionFiguresReport {
  readonly sessions: readonly SessionFigures[]
  /** Why there is no index. */
  readonly withoutIndex: string | null
  /** The day of the price table. */
  readonly pricesAsOf: string
}

export const sessionFigures: Action<FiguresRequest, SessionFiguresReport> = async (place, { order }, doing = {}) => {
  const known = await indexed(place, doing)
  const counted = await usage(place, { report: 'session' }, doing)
  const rows = counted.report === 'tool' ? [] : counted.rows
  const costs = new Map(rows.map(row => [row.key, row]))
  // Whether a client is at a session of somebody else cannot be known.
  const { sessions, running } = place.team ? { sessions: known.sessions, running: null } : ownSessions(place)
  const all = sessions.map(({ id, path }): SessionFigures => {
    const own = known.bySession.get(path)
    const cost = costs.get(id)
    return {
      id,
      path,
      turns: known.turns.get(path) ?? null,
      compactions: own?.session?.compactions ?? null,
      damagedLines: own?.damaged ?? null,
      problem: own?.problem ?? null,
      costUSD: cost?.costUSD ?? null,
      unpriced: cost?.unpriced ?? 0,
      running: running === null ? null : running.has(id.toLowerCase()),
    }
  })
  return {
    sessions: order === undefined ? all : all.toSorted(ORDERS[order]),
    withoutIndex: known.reason,
    pricesAsOf: counted.prices.asOf,
  }
}

/** What is not known comes last, whichever way. */
const ORDERS: Readonly<Record<FiguresOrder, (a: SessionFigures, b: SessionFigures) => number>> = {
  costliest: (a, b) => (b.costUSD ?? -1) - (a.costUSD ?? -1),
  cheapest: (a, b) => (a.costUSD ?? Infinity) - (b.costUSD ?? Infinity) || 0,
  'most-turns': (a, b) => (b.turns ?? -1) - (a.turns ?? -1),
  'fewest-turns': (a, b) => (a.turns ?? Infinity) - (b.turns ?? Infinity) || 0,
}

function ownSessions(place: Place) {
  const { sessions, dirs } = sessionsOf(place)
  return { sessions: sessions.toSorted((a, b) => b.mtimeMs - a.mtimeMs), running: runningIn(dirs) }
}

interface OfSources {
  session: Figures | undefined
  damaged: number
  problem: string | null
}

interface Indexed {
  readonly bySession: ReadonlyMap<string, OfSources>
  readonly sessions: readonly { readonly id: string; readonly path: string }[]
  readonly turns: ReadonlyMap<string, number>
  readonly reason: string | null
}

function indexed(place: Place, doing: Doing): Promise<Indexed> {
  return withIndex<Indexed>(place, { refresh: true }, doing, async index => {
    if (!index.store) return { bySession: new Map(), sessions: [], turns: new Map(), reason: index.reason }
    const sources = await index.store.sources()
    const sessions = sources
      .filter(({ agentId, gone }) => agentId === null && !gone)
      .map(({ path }) => ({ id: basename(path, SESSION_ENDING), path }))
    const turns = await turnsOf(sources, index.store, place.team === undefined, doing)
    return { bySession: bySession(sources), sessions, turns, reason: null }
  })
}

/** In one answer so much is read of sessions whose turns the index does not know; of the others, in the next. */
const MOST_READ = 32_000_000
/** A session may grow while somebody looks at the list: one that is larger is not read again each time. */
const RESTS_MS = 60_000

/** From the index, as `ls --turns` has them. A session that has grown since it was read whole is counted, and kept so. */
async function turnsOf(
  sources: readonly Source[],
  store: Store,
  mayRead: boolean,
  { signal }: Doing,
): Promise<ReadonlyMap<string, number>> {
  const known = new Map(await store.turnCounts())
  if (!mayRead) return known
  const unknown = sources.filter(
    ({ path, agentId, gone, problem }) => agentId === null && !gone && problem === null && !known.has(path),
  )
  let room = MOST_READ
  for (const source of unknown.toSorted((a, b) => b.file.mtimeMs - a.file.mtimeMs)) {
    const { size, mtimeMs } = source.file
    if (room <= 0) break
    if (size > MOST_READ && Date.now() - mtimeMs < RESTS_MS) continue
    signal?.throwIfAborted()
    room -= size
    const outline = await outlineFor(source, store)
    if (outline) known.set(source.path, outline.turns)
  }
  return known
}

/** A session and its subagents are one. */
function bySession(sources: readonly Source[]): ReadonlyMap<string, OfSources> {
  const sums = new Map<string, OfSources>()
  for (const { session, agentId, figures, problem, gone } of sources) {
    if (gone) continue
    const sum = sums.get(session) ?? { session: undefined, damaged: 0, problem: null }
    sum.damaged += figures.damaged
    sum.problem ??= problem
    if (agentId === null) sum.session = figures
    sums.set(session, sum)
  }
  return sums
}

/** Null where a registry cannot be read: who cannot look does not know. */
function runningIn(dirs: readonly string[]): ReadonlySet<string> | null {
  try {
    const ids = dirs.flatMap(dir => liveClients(undefined, dir)).flatMap(({ sessionId }: LiveClient) => sessionId ?? [])
    return new Set(ids.map(id => id.toLowerCase()))
  } catch (error) {
    if (error instanceof StorageError) return null
    throw error
  }
}
