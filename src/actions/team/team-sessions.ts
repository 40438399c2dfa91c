// The team's sessions for a process that lives long and is asked by many: a few connections, sessions by their keys, and
// copies that are brought up to date when a session is asked for.

import type { Source } from '../../catalog/store.js'
import type { ListedSession } from '../../disk/index.js'
import { InputError } from '../../format/error.js'
import { type KeptSessions, keptSessions } from '../session/kept-sessions.js'
import type { Place } from '../session/place.js'
import { connections } from './connections.js'
import { type CopyingStore, copyingStore, listedOf, teamStoreOf } from './reading.js'

export interface TeamSessions {
  /** For questions about all of them. */
  readonly everywhere: Place
  /** For questions about one that was brought: its copy is a file like any other. */
  readonly place: Place & { readonly kept: KeptSessions }
  /** The store's address, without the token. */
  readonly location: string
  /** The session with this key lies here as it is in the store. */
  bring(key: string): Promise<void>
  close(): Promise<void>
}

const MOST_CONNECTIONS = 8
/** A page asks many things about one session at once. */
const FRESH_MS = 2000
const MOST_REMEMBERED = 1000

export function teamSessions(place: Place): TeamSessions {
  const { location, copies, connect } = teamStoreOf(place)
  const pool = connections(connect, MOST_CONNECTIONS)
  let known: ReadonlyMap<string, ListedSession> = new Map()
  const kept = keptSessions(() => [...known.values()])
  const brought = new Map<string, { readonly at: number; readonly done: Promise<void> }>()

  const remember = (sources: readonly Pick<Source, 'path' | 'file'>[], isAll: boolean): void => {
    const listed = sources.map(source => [source.path, listedOf(source, copies)] as const)
    if (isAll || listed.some(([path]) => !known.has(path))) known = new Map([...(isAll ? [] : known), ...listed])
  }
  /** Whatever is listed or found gets its key. */
  const open = async (): Promise<CopyingStore> => {
    const store = copyingStore(await pool.open(), copies)
    return {
      ...store,
      async cards() {
        const cards = await store.cards()
        remember(cards, true)
        return cards
      },
      async source(path) {
        const source = await store.source(path)
        if (source?.agentId === null) remember([source], false)
        return source
      },
      async search(question) {
        // Two files may have one id: only whoever knows all of them can tell their keys apart.
        if (known.size === 0) remember(await store.cards(), true)
        const found = await store.search(question)
        remember(
          found.map(({ source }) => source).filter(source => source.agentId === null),
          false,
        )
        return found
      },
    }
  }

  async function copy(key: string): Promise<void> {
    const store = await open()
    try {
      let path = pathOf(key)
      if (path === undefined) {
        await store.cards()
        path = pathOf(key)
      }
      if (path === undefined || (await store.source(path)) === undefined)
        throw new InputError('session-unknown', 'the team store has no session with this id')
      await store.copy(path)
    } finally {
      await store.close()
    }
  }

  function pathOf(key: string): string | undefined {
    try {
      return kept.find(key).path
    } catch (error) {
      if (error instanceof InputError) return undefined
      throw error
    }
  }

  return {
    location,
    everywhere: {
      ...place,
      team: {
        location,
        open,
        locate: () => Promise.reject(new InputError('usage', 'a session is asked for by its key')),
      },
    },
    place: { ...place, kept },
    bring(key) {
      const now = performance.now()
      const last = brought.get(key)
      if (last !== undefined && now - last.at < FRESH_MS) return last.done
      if (brought.size >= MOST_REMEMBERED) brought.clear()
      const done = copy(key)
      brought.set(key, { at: now, done })
      // What has failed is asked again.
      done.catch(() => brought.delete(key))
      return done
    },
    async close() {
      kept.close()
      await pool.close()
    },
  }
}
