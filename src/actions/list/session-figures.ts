// What a list says of sessions beside their cards: what they cost, and how they are. From the index, which is brought up to
// date for the question, and from what `usage` counts; nothing is counted here.

import { basename } from 'node:path'
import type { Figures, Source } from '../../catalog/store.js'
import { type LiveClient, liveClients } from '../../disk/index.js'
import { StorageError } from '../../format/error.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import type { Action, Doing } from '../action.js'
import { withIndex } from '../index/open-index.js'
import { type Place, sessionsOf } from '../session/place.js'
import { usage } from '../usage/usage.js'

/** By what the cards of a list do not say; within the same, the newest first. */
export const FIGURES_ORDERS = ['costliest', 'cheapest', 'most-prompts', 'fewest-prompts'] as const
export type FiguresOrder = (typeof FIGURES_ORDERS)[number]

export interface FiguresRequest {
  /** Default: the newest first. */
  readonly order?: FiguresOrder | undefined
}

export interface SessionFigures {
  readonly id: string
  readonly path: string
  /** Null where there is no index that says so. */
  readonly prompts: number | null
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
      prompts: own?.session?.prompts ?? null,
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
  'most-prompts': (a, b) => (b.prompts ?? -1) - (a.prompts ?? -1),
  'fewest-prompts': (a, b) => (a.prompts ?? Infinity) - (b.prompts ?? Infinity) || 0,
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
  readonly reason: string | null
}

function indexed(place: Place, doing: Doing): Promise<Indexed> {
  return withIndex<Indexed>(place, { refresh: true }, doing, async index => {
    if (!index.store) return { bySession: new Map(), sessions: [], reason: index.reason }
    const sources = await index.store.sources()
    const sessions = sources
      .filter(({ agentId, gone }) => agentId === null && !gone)
      .map(({ path }) => ({ id: basename(path, SESSION_ENDING), path }))
    return { bySession: bySession(sources), sessions, reason: null }
  })
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
