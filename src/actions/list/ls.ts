// The sessions there are, newest first, or those of them that are looked for.

import { resolve } from 'node:path'
import { conversationBuilder } from '../../conversation/conversation.js'
import { type ListedSession, readRecords } from '../../disk/index.js'
import { rest } from '../../disk/rest.js'
import type { Finding } from '../../format/finding.js'
import type { Doing } from '../action.js'
import type { CutShort } from '../cut-short.js'
import type { KnownSessions } from '../index/open-index.js'
import { releaseMemory } from '../release-memory.js'
import { originsByReceipt } from '../session/origins.js'
import { type Place, sessionsOf, type Whereabouts, whereToLook } from '../session/place.js'
import { readCard, type SessionCard } from '../session/session-card.js'
import { summaryTitles } from '../session/summary-titles.js'

export const LS_ORDERS = ['newest', 'oldest', 'largest', 'fullest', 'title', 'project'] as const
export type LsOrder = (typeof LS_ORDERS)[number]

export interface LsOptions {
  /** Only sessions of this directory, or of one whose path has this in it. */
  readonly project?: string
  /** Only those written at or after this time, and before that one. */
  readonly since?: number
  readonly until?: number
  /** Only those whose branch has this in its name; the same of the model. */
  readonly branch?: string
  readonly model?: string
  readonly order?: LsOrder
  /** Default: all. */
  readonly limit?: number
  /** Also files in which nothing was said: titles and bookkeeping only. */
  readonly all?: boolean
  /** Count the turns of those that are listed: their files are read whole. */
  readonly turns?: boolean
  /** Those in the archive instead, as they were when they were kept. */
  readonly archived?: boolean
  /** All of them will be looked at: the index is asked, where it is fresh. */
  readonly everyCard?: boolean
}

export interface LsReport {
  readonly sessions: readonly SessionCard[]
  /** Session files in the config dirs, shown or not. */
  readonly total: number
  /** Looked at and not listed, because nothing was said in them. */
  readonly empty: number
  /** Not listed because the limit was reached; where something is looked for, only what fits it. */
  readonly more: number
  /** Was something looked for, so that others are not counted? */
  readonly filtered: boolean
  /** Where sessions were looked for. */
  readonly configDirs: readonly string[]
  /** Only where there are none at all. */
  readonly nowhere?: Whereabouts
  /** No sessions of one's own: these are the samples that come with rethread. */
  readonly areSamples: boolean
  readonly findings: readonly Finding[]
  /** Of some the turns did not arrive. */
  readonly partial?: CutShort
}

/**
 * Reads the beginnings and ends of the files it lists, and only the names of all others. Where something is looked for
 * that stands in the files, or that they are sorted by, the ends of all are read.
 */
export async function ls(place: Place, options: LsOptions = {}, { signal }: Doing = {}): Promise<LsReport> {
  if (place.team) return (await import('./ls-team.js')).lsTeam(place, place.team, options)
  if (options.archived) return (await import('./ls-archived.js')).lsArchived(place, options)
  const { limit = Infinity } = options
  const { dirs, sessions, findings, areSamples } = sessionsOf(place)
  const inTime = sessions.filter(
    ({ mtimeMs }) => mtimeMs >= (options.since ?? 0) && mtimeMs < (options.until ?? Infinity),
  )
  const fits = fitting(options, place)
  const order = ORDERS[options.order ?? 'newest']
  const isEveryoneRead = fits !== undefined || order.ofCards !== undefined || options.everyCard === true
  // Opening the index costs as much as reading some cards: it is worth it where all of them are looked at.
  const index = isEveryoneRead || options.turns ? await known(place, dirs) : undefined
  try {
    return await listFrom(index)
  } finally {
    await index?.close()
  }

  async function listFrom(index: KnownSessions | undefined): Promise<LsReport> {
    const listed: SessionCard[] = []
    let empty = 0
    let looked = 0
    for (const session of order.ofFiles === undefined ? inTime : inTime.toSorted(order.ofFiles)) {
      if (listed.length === limit && !isEveryoneRead) break
      looked++
      await rest()
      signal?.throwIfAborted()
      const kept = index?.card(session)
      const card = kept ? { ...kept, updatedAt: new Date(session.mtimeMs).toISOString() } : readCard(session)
      if (fits && !fits(card)) continue
      if (card.empty && !options.all) empty++
      else listed.push(card)
    }
    const named = summaryTitles(withOrigins(listed, place), sessions)
    const sorted = order.ofCards === undefined ? named : named.toSorted(order.ofCards)
    const shown = sorted.slice(0, limit)
    return {
      sessions: options.turns ? await withTurns(shown, sessions, index, signal) : shown,
      total: sessions.length,
      empty,
      more: sorted.length - shown.length + inTime.length - looked,
      filtered: fits !== undefined || inTime.length < sessions.length,
      configDirs: dirs,
      ...(sessions.length === 0 ? { nowhere: whereToLook(place) } : {}),
      areSamples,
      findings,
    }
  }
}

/** Loaded only where it is asked: listing the newest sessions does without. */
async function known(place: Place, dirs: readonly string[]): Promise<KnownSessions | undefined> {
  const { knownSessions } = await import('../index/open-index.js')
  return knownSessions(place, dirs)
}

async function withTurns(
  cards: readonly SessionCard[],
  sessions: readonly ListedSession[],
  index: KnownSessions | undefined,
  signal?: AbortSignal,
): Promise<readonly SessionCard[]> {
  const counted: SessionCard[] = []
  const byPath = new Map(sessions.map(session => [session.path, session]))
  for (const card of cards) {
    const listed = byPath.get(card.path)
    const turnsKnown = listed && (await index?.turns(listed))
    if (turnsKnown !== undefined) {
      counted.push({ ...card, turns: turnsKnown })
      continue
    }
    const builder = conversationBuilder()
    const { problem } = await readRecords(card.path, builder, signal ? { signal } : {})
    const { turns, inventory } = builder.finish()
    releaseMemory(inventory.bytes)
    counted.push({ ...card, turns: problem ? null : turns.count })
  }
  return counted
}

export function fitting(
  { project, branch, model }: LsOptions,
  { cwd }: Place,
): ((card: SessionCard) => boolean) | undefined {
  if (project === undefined && branch === undefined && model === undefined) return undefined
  const directory = project === undefined ? undefined : resolve(cwd, project)
  // `.` and `/a/b` are that directory; a name is also a part of others.
  const part = project === undefined || /^[./\\~]/.test(project) ? undefined : project
  return card =>
    (directory === undefined || card.project === directory || (part !== undefined && has(card.project, part))) &&
    (branch === undefined || has(card.gitBranch, branch)) &&
    (model === undefined || has(card.model, model))
}

function has(text: string | null, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) ?? false
}

export interface Order {
  /** By what the list of files tells. */
  readonly ofFiles?: (a: ListedSession, b: ListedSession) => number
  /** By what stands in them. */
  readonly ofCards?: (a: SessionCard, b: SessionCard) => number
}

export const ORDERS: Readonly<Record<LsOrder, Order>> = {
  newest: {},
  oldest: { ofFiles: (a, b) => a.mtimeMs - b.mtimeMs },
  largest: { ofFiles: (a, b) => b.size - a.size },
  fullest: { ofCards: (a, b) => share(b) - share(a) },
  title: { ofCards: (a, b) => alphabetically(a.title, b.title) },
  project: { ofCards: (a, b) => alphabetically(a.project, b.project) },
}

function share({ contextTokens, contextWindow }: SessionCard): number {
  return contextTokens === null || contextWindow === null ? -1 : contextTokens / contextWindow
}

/** Those without one come last. */
function alphabetically(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : a.localeCompare(b, 'en')
}

/** What rethread has made keeps no trace in its entries, unless ids were kept: its receipt knows. */
export function withOrigins(cards: readonly SessionCard[], place: Place): readonly SessionCard[] {
  const origins = originsByReceipt(place)
  if (origins.size === 0) return cards
  return cards.map(card => ({ ...card, madeFrom: origins.get(card.id) ?? card.madeFrom }))
}
