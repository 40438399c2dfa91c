// The index itself: brought up to date, made anew, looked at, compared with the files, or kept up to date.

import { join } from 'node:path'
import { differences } from '../../catalog/compare.js'
import { countBehind } from '../../catalog/ingest/refresh.js'
import { openCatalog } from '../../catalog/open-catalog.js'
import type { Store, StoreStatus } from '../../catalog/store.js'
import { removeDatabase } from '../../disk/cache-dir.js'
import { cacheDir } from '../../disk/cache-place.js'
import { foldersIn } from '../../disk/list-transcripts.js'
import { watchFolders } from '../../disk/watch-folders.js'
import { StorageError } from '../../format/error.js'
import { PROJECTS } from '../../format/session-folder.js'
import type { Action, Doing } from '../action.js'

import type { Place } from '../session/place.js'
import { indexedDirs, indexPath } from './index-place.js'
import { refreshIndex, withIndex } from './open-index.js'

export interface IndexRequest {
  /** Default: bring it up to date. */
  readonly do?: 'refresh' | 'rebuild' | 'status' | 'verify'
}

export interface IndexReport {
  readonly location: string
  /** Of the index, on disk. */
  readonly bytes: number
  readonly engine: string
  readonly sessions: number
  readonly agents: number
  /** Transcripts that were deleted since they were indexed. */
  readonly gone: number
  readonly indexedBytes: number
  readonly texts: number
  readonly refreshedAt: string | null
  /** What was read now. */
  readonly read: { readonly files: number; readonly bytes: number }
  /** Transcripts that are new or have changed since; counted by `status`. */
  readonly behind: number
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** Where it says something else than the files; looked for by `verify`. */
  readonly faults: readonly string[]
}

export const index: Action<IndexRequest, IndexReport> = async (place, { do: what = 'refresh' }, doing = {}) => {
  if (what === 'rebuild') removeDatabase(indexPath(place, await indexedDirs(place)))
  return withIndex(place, { refresh: what === 'refresh' || what === 'rebuild' }, doing, async opened => {
    // Searching does without it; who asks for the index itself must be told.
    if (!opened.store) throw new StorageError('index-unavailable', `no index: ${opened.reason}`)
    const { store, refreshed, configDirs } = opened
    const behind = what === 'status' ? await countBehind(store, configDirs) : 0
    const faults = what === 'verify' ? await faultsOf(store, place, configDirs, doing) : []
    return {
      ...reported(await store.status()),
      texts: await store.countTexts(),
      read: { files: refreshed?.files ?? 0, bytes: refreshed?.bytes ?? 0 },
      behind,
      faults,
    }
  })
}

function reported({ problems, refreshedAt, ...status }: StoreStatus) {
  return {
    ...status,
    refreshedAt: refreshedAt === null ? null : new Date(refreshedAt).toISOString(),
    skipped: problems.map(({ path, problem }) => ({ path, reason: problem })),
  }
}

const MOST_FAULTS = 100

/** A second index is made from the files, beside the first one, and the two are compared. */
async function faultsOf(
  store: Store,
  place: Place,
  configDirs: readonly string[],
  doing: Doing,
): Promise<readonly string[]> {
  const fault = await store.fault()
  if (fault !== undefined) return ['the index is damaged']
  const path = join(cacheDir(place), `verify-${process.pid}.db`)
  const opened = await openCatalog(path)
  if ('reason' in opened) throw new StorageError('index-unavailable', `no room to compare: ${opened.reason}`)
  try {
    await refreshIndex(opened.store, path, place, configDirs, doing)
    const found: string[] = []
    for await (const one of differences(store, opened.store)) {
      found.push(one)
      if (found.length === MOST_FAULTS) break
    }
    return found
  } finally {
    await opened.store.close()
    removeDatabase(path)
  }
}

export interface Followed {
  readonly files: number
  readonly bytes: number
}

/** Follows the sessions until the signal comes. Between two changes it does nothing at all. */
export async function* followIndex(
  place: Place,
  doing: Doing & { readonly signal: AbortSignal },
): AsyncGenerator<Followed> {
  const { signal } = doing
  const dirs = await indexedDirs(place)
  const roots = dirs.map(dir => join(dir, PROJECTS))
  const watch = watchFolders(signal)
  try {
    while (!signal.aborted) {
      // Watched first: what comes while it is read is told afterwards.
      watch.add(roots)
      watch.add(roots.flatMap(foldersIn))
      yield await withIndex(place, { refresh: true }, doing, async opened => {
        if (!opened.store) throw new StorageError('index-unavailable', `no index: ${opened.reason}`)
        return { files: opened.refreshed?.files ?? 0, bytes: opened.refreshed?.bytes ?? 0 }
      })
      await watch.changed()
    }
  } finally {
    watch.close()
  }
}
