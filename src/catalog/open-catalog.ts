// The index of this user, where there can be one.

import { dirname } from 'node:path'
import { makeCacheDir, removeDatabase } from '../disk/cache-dir.js'
import { anyDriver, type Driver } from './sqlite/driver.js'
import { openSqlite } from './sqlite/sqlite-store.js'
import { type Store, StoreTrouble } from './store.js'

export interface NoCatalog {
  /** Why there is none; the files can still be read. */
  readonly reason: string
}

export interface OpenCatalog {
  readonly store: Store
  /** It was damaged, of another version or something else, and begins anew. */
  readonly isNew: boolean
}

export async function openCatalog(path: string, driver?: Driver): Promise<OpenCatalog | NoCatalog> {
  const engine = driver ?? (await anyDriver())
  if (!engine) return { reason: 'there is no SQLite for this platform' }
  if (!makeCacheDir(dirname(path))) return { reason: `${dirname(path)} cannot be written` }
  try {
    return { store: openSqlite(engine, path), isNew: false }
  } catch (error) {
    if (!(error instanceof StoreTrouble)) throw error
    if (error.kind !== 'damaged') return { reason: error.message }
  }
  try {
    removeDatabase(path)
    return { store: openSqlite(engine, path), isNew: true }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}
