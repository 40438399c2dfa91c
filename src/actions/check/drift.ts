// Types and fields that this version does not know, over any number of sessions, by the client versions that wrote them.

import { type Conversation, conversationBuilder } from '../../conversation/conversation.js'
import { readRecords } from '../../disk/index.js'
import { type Action, type EachSession, eachSession } from '../action.js'
import { type CheckRequest, type SessionFile, sessionsToCheck } from './check.js'

export interface DriftRow {
  readonly kind: 'type' | 'field'
  /** As in `user.message.newField`, `block/tool_use.newField` or `block/new_type`. */
  readonly name: string
  readonly count: number
  readonly sessions: number
  /** Entries without a version count for the one before them; '(none)' where there is none. */
  readonly versions: Readonly<Record<string, number>>
}

export interface DriftReport {
  readonly sessions: number
  /** Files that could not be read, and are not counted. */
  readonly unread: number
  /** The most frequent first. */
  readonly rows: readonly DriftRow[]
}

interface Tally {
  readonly kind: DriftRow['kind']
  readonly name: string
  count: number
  sessions: number
  readonly versions: Map<string, number>
}

export const drift: Action<Pick<CheckRequest, 'sessions' | 'all'>, DriftReport> = async (place, which, doing = {}) =>
  findDrift(await sessionsToCheck(place, which), eachSession(doing))

/** Reads one session at a time: memory does not grow with their number. */
export async function findDrift(sessions: readonly SessionFile[], options: EachSession = {}): Promise<DriftReport> {
  const tallies = new Map<string, Tally>()
  let unread = 0
  for (const [index, { path }] of sessions.entries()) {
    options.onSession?.(index, sessions.length)
    options.signal?.throwIfAborted()
    const builder = conversationBuilder()
    const { problem } = await readRecords(path, builder)
    if (problem) unread++
    else addDrift(tallies, builder.finish())
  }
  const rows = [...tallies.values()].toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  return { sessions: sessions.length, unread, rows: rows.map(rowOf) }
}

function addDrift(tallies: Map<string, Tally>, { rows, drift }: Conversation): void {
  for (const { kind, name, count, versions } of drift) {
    const key = `${kind} ${name}`
    const tally = tallies.get(key) ?? { kind, name, count: 0, sessions: 0, versions: new Map() }
    tallies.set(key, tally)
    tally.count += count
    tally.sessions++
    for (const [version, times] of versions) {
      const word = rows.names.text(version) || '(none)'
      tally.versions.set(word, (tally.versions.get(word) ?? 0) + times)
    }
  }
}

function rowOf({ versions, ...tally }: Tally): DriftRow {
  const sorted = [...versions].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
  return { ...tally, versions: Object.fromEntries(sorted) }
}
