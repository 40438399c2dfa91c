// The archive made smaller: sessions that are named or old go, and whatever nothing needs any more.

import { type FoundRecord, pruneArchive } from '../../disk/archive/index.js'
import { dataDir } from '../../disk/index.js'
import type { Action } from '../action.js'
import { type ArchiveUse, archiveUse } from './archive.js'
import { isDeleted, keptCard, keptNamed, keptSessions, listedAs } from './kept-sessions.js'

export interface PruneRequest {
  readonly sessions?: readonly string[]
  /** Sessions not written since this time. */
  readonly before?: number | undefined
  readonly dryRun?: boolean
}

export interface PrunedSession {
  readonly id: string
  readonly path: string
  readonly title: string | null
  readonly bytes: number
  /** No longer on disk: this was the only copy. */
  readonly onlyCopy: boolean
}

export interface PruneReport {
  readonly dryRun: boolean
  readonly sessions: readonly PrunedSession[]
  /** Earlier versions of sessions that stay. */
  readonly versions: number
  readonly freed: number
  readonly archive: ArchiveUse
}

export const prune: Action<PruneRequest, PruneReport> = async (place, request, { signal } = {}) => {
  const { sessions = [], before, dryRun = false } = request
  const records = keptSessions(place)
  const named = new Set<string>()
  for (const reference of sessions) named.add((await keptNamed(reference, place, records)).path)
  // Those of other config dirs are not meant.
  const own = new Set(records.map(({ path }) => path))
  const forget = (record: FoundRecord): boolean =>
    named.has(record.path) || (before !== undefined && own.has(record.path) && listedAs(record).mtimeMs < before)
  const {
    forgotten,
    versions,
    before: was,
    after,
  } = await pruneArchive({
    dataDir: dataDir(place),
    forget,
    dryRun,
    ...(signal ? { signal } : {}),
  })
  return {
    dryRun,
    sessions: forgotten.map(record => {
      const { id, path, title } = keptCard(record)
      const bytes = record.session.files.reduce((sum, file) => sum + file.size, 0)
      return { id, path, title, bytes, onlyCopy: isDeleted(record) }
    }),
    versions,
    freed: was - after,
    archive: archiveUse(place),
  }
}
