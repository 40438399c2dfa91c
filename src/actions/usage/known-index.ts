// The index as it is, for whoever only wants to know what it knows: it is neither made nor brought up to date.

import { type Store, StoreTrouble } from '../../catalog/store.js'
import type { CopyOf } from '../../catalog/usage/original-session.js'
import { sizeOfFile } from '../../disk/regular-file.js'
import { indexedDirs, indexPath } from '../index/index-place.js'
import { originsByReceipt } from '../session/origins.js'
import type { Place } from '../session/place.js'

/** Opened when it is asked for. Without one where it is missing, damaged or written by somebody: the files say the same. */
export async function withKnownIndex<Value>(
  place: Place,
  use: (store: () => Promise<Store | undefined>, configDirs: readonly string[]) => Promise<Value>,
): Promise<Value> {
  if (place.team) {
    const store = await place.team.open()
    try {
      return await use(async () => store, [])
    } finally {
      await store.close()
    }
  }
  const dirs = await indexedDirs(place)
  let opened: Store | undefined
  try {
    return await use(async () => (opened = await knownIndex(place, dirs)), dirs)
  } catch (error) {
    if (!(error instanceof StoreTrouble)) throw error
    return await use(async () => undefined, dirs)
  } finally {
    await opened?.close()
  }
}

async function knownIndex(place: Place, dirs: readonly string[]): Promise<Store | undefined> {
  const path = indexPath(place, dirs)
  if (sizeOfFile(path) === 0) return undefined
  const { openCatalog } = await import('../../catalog/open-catalog.js')
  const opened = await openCatalog(path)
  return 'reason' in opened ? undefined : opened.store
}

/** What rethread has made keeps no trace in its entries, unless ids were kept: its receipts know. They are seldom asked. */
export function madeFrom(place: Place): CopyOf {
  let origins: ReadonlyMap<string, string> | undefined
  return session => (origins ??= originsByReceipt(place)).get(session)
}
