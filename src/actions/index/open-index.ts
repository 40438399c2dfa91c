// The index of a place: opened, brought up to date, and closed again. Where there can be none, the files are scanned.

import { type Refreshed, refresh } from '../../catalog/ingest/refresh.js'
import { openCatalog } from '../../catalog/open-catalog.js'
import { type Store, type StoredCard, StoreTrouble } from '../../catalog/store.js'
import type { ListedSession } from '../../disk/index.js'
import { titleFileTime } from '../../disk/list-transcripts.js'
import { sizeOfFile } from '../../disk/regular-file.js'
import { type Doing, timeAt } from '../action.js'
import { makeRoomFor, releaseMemory } from '../release-memory.js'
import type { Place } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'
import { indexWriter } from '../threads.js'
import { indexedDirs, indexPath } from './index-place.js'

export interface OpenIndex {
  readonly store: Store
  readonly refreshed: Refreshed | undefined
  readonly configDirs: readonly string[]
  /** Where the transcripts are elsewhere: brings one, and says in which config dir it lies. */
  readonly bring?: (source: string) => Promise<string>
}

export interface WithoutIndex {
  readonly store: undefined
  /** Why there is none. */
  readonly reason: string
  readonly configDirs: readonly string[]
}

export interface IndexRequest {
  /** False: as it is. */
  readonly refresh: boolean
}

/** Opens the index for as long as it is used. What stands in its way is no trouble of whoever asks. */
export async function withIndex<Value>(
  place: Place,
  { refresh: isRefreshed }: IndexRequest,
  doing: Doing,
  use: (index: OpenIndex | WithoutIndex) => Promise<Value>,
): Promise<Value> {
  if (place.team) {
    const store = await place.team.open()
    try {
      return await use({ store, refreshed: undefined, configDirs: [], bring: store.bring })
    } finally {
      await store.close()
    }
  }
  const dirs = await indexedDirs(place)
  const location = indexPath(place, dirs)
  const opened = await openCatalog(location)
  if ('reason' in opened) return use({ store: undefined, reason: opened.reason, configDirs: dirs })
  const { store } = opened
  try {
    const refreshed = isRefreshed ? await refreshIndex(store, location, place, dirs, doing) : undefined
    return await use({ store, refreshed, configDirs: dirs })
  } catch (error) {
    if (!(error instanceof StoreTrouble)) throw error
    return await use({ store: undefined, reason: error.message, configDirs: dirs })
  } finally {
    await store.close()
  }
}

/** Nobody is told of what takes less. */
const WORTH_A_WORD_MS = 500

/** `location`: where the store lies. */
export function refreshIndex(
  store: Store,
  location: string,
  place: Place,
  dirs: readonly string[],
  { signal, progress }: Doing,
): Promise<Refreshed> {
  const begun = performance.now()
  return refresh(
    store,
    { configDirs: dirs, cards: async () => (await import('./stored-card.js')).storedCard, now: timeAt(place) },
    {
      writerFor: bytes => {
        makeRoomFor(bytes)
        return indexWriter(location, bytes)
      },
      afterLong: releaseMemory,
      ...(signal ? { signal } : {}),
      ...(progress
        ? {
            progress: (bytes, of) => {
              if (performance.now() - begun > WORTH_A_WORD_MS) progress({ kind: 'indexing', bytes, of })
            },
          }
        : {}),
    },
  )
}

export interface KnownSessions {
  /** As `ls` would read it; undefined where the file has changed since. */
  card(session: ListedSession): SessionCard | undefined
  turns(session: ListedSession): Promise<number | undefined>
  close(): Promise<void>
}

/** What the index says, where there is one; it is neither made nor brought up to date for the question. */
export async function knownSessions(place: Place, dirs: readonly string[]): Promise<KnownSessions | undefined> {
  const path = indexPath(place, dirs)
  if (sizeOfFile(path) === 0) return undefined
  const opened = await openCatalog(path)
  if ('reason' in opened) return undefined
  const { store } = opened
  try {
    const cards = new Map((await store.cards()).map(one => [one.path, one]))
    const fresh = (session: ListedSession): StoredCard | undefined => {
      const known = cards.get(session.path)
      const isFresh =
        known?.file.size === session.size &&
        known.file.mtimeMs === session.mtimeMs &&
        known.titleMtimeMs === titleFileTime(session.path)
      return isFresh ? known : undefined
    }
    return {
      card: session => fresh(session)?.card as SessionCard | undefined,
      turns: async session => (fresh(session) ? (await store.outline(session.path))?.turns : undefined),
      close: () => store.close(),
    }
  } catch (error) {
    await store.close()
    if (error instanceof StoreTrouble) return undefined
    throw error
  }
}
