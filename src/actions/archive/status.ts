// What will the client delete next, what of it is safe, and how large is the archive?

import { type FoundRecord, isKeptAsItIs } from '../../disk/archive/index.js'
import { cleanupTimes, lastCleanup } from '../../disk/cleanup-times.js'
import { cleanupDays } from '../../disk/client-settings.js'
import type { ListedSession } from '../../disk/index.js'
import { rest } from '../../disk/rest.js'
import type { Action } from '../action.js'
import { sessionsOf } from '../session/place.js'
import { readCard } from '../session/session-card.js'
import { type ArchiveUse, archiveUse } from './archive.js'
import { isDeleted, keptSessions } from './kept-sessions.js'

export interface ArchiveStatus {
  readonly archive: ArchiveUse
  /** Archived sessions that are no longer on disk. */
  readonly deleted: number
  /** The size of all archived files, before they were compressed. */
  readonly originalBytes: number
  readonly configDirs: readonly CleanedDir[]
  /** Sessions by when the client deletes them, the next first. */
  readonly next: readonly DueSession[]
  /** Not listed because of the limit. */
  readonly more: number
}

export interface CleanedDir {
  readonly path: string
  readonly cleanupDays: number
  readonly lastCleanup: string | null
  readonly sessions: number
  /** Of them, archived as they are. */
  readonly safe: number
  /** Archived, but written since. */
  readonly changed: number
}

export interface DueSession {
  readonly id: string
  readonly path: string
  readonly title: string | null
  readonly bytes: number
  readonly deletedAt: string
  /** When the first of its tool results, checkpoints and the like goes, where that is earlier. */
  readonly sideFilesFrom: string | null
  readonly safe: 'yes' | 'changed' | 'no'
}

export const archiveStatus: Action<{ readonly limit?: number }, ArchiveStatus> = async (
  place,
  { limit = 10 },
  { signal } = {},
) => {
  const { sessions, dirs } = sessionsOf(place)
  const kept = keptSessions(place)
  const byPath = new Map(kept.map(record => [record.session.path, record]))
  const days = new Map(dirs.map(dir => [dir, cleanupDays(dir)]))
  const due: { readonly session: ListedSession; readonly at: number; readonly safe: DueSession['safe'] }[] = []
  for (const session of sessions) {
    await rest()
    signal?.throwIfAborted()
    const at = session.mtimeMs + (days.get(session.configDir) ?? 30) * 86_400_000
    due.push({ session, at, safe: safety(session, byPath.get(session.path)) })
  }
  const sorted = due.toSorted((a, b) => a.at - b.at)
  return {
    archive: archiveUse(place),
    deleted: kept.filter(isDeleted).length,
    originalBytes: kept.reduce((sum, { session }) => sum + session.files.reduce((all, file) => all + file.size, 0), 0),
    configDirs: dirs.map(path => {
      const own = due.filter(one => one.session.configDir === path)
      const last = lastCleanup(path)
      return {
        path,
        cleanupDays: days.get(path)!,
        lastCleanup: last === undefined ? null : new Date(last).toISOString(),
        sessions: own.length,
        safe: own.filter(one => one.safe === 'yes').length,
        changed: own.filter(one => one.safe === 'changed').length,
      }
    }),
    next: sorted.slice(0, limit).map(({ session, at, safe }) => {
      const { sides } = cleanupTimes(session, days.get(session.configDir))
      return {
        id: session.id,
        path: session.path,
        title: readCard(session).title,
        bytes: session.size,
        deletedAt: new Date(at).toISOString(),
        sideFilesFrom: sides === undefined || sides >= at ? null : new Date(sides).toISOString(),
        safe,
      }
    }),
    more: Math.max(0, sorted.length - limit),
  }
}

function safety({ path }: ListedSession, record: FoundRecord | undefined): DueSession['safe'] {
  if (record === undefined) return 'no'
  return isKeptAsItIs(path, record) ? 'yes' : 'changed'
}
