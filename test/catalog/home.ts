// A config dir with generated sessions and their side files, and an index of it.

import { join } from 'node:path'
import { storedCard } from '../../src/actions/index/stored-card.js'
import { refresh } from '../../src/catalog/ingest/refresh.js'
import { openCatalog } from '../../src/catalog/open-catalog.js'
import type { Store } from '../../src/catalog/store.js'
import { variedSession } from '../../tools/generator/varied-session.js'
import { OLD } from '../disk/session-home.js'
import { put, tempFolder } from '../disk/temp-folder.js'

export interface CatalogHome {
  readonly root: string
  readonly config: string
  /** Paths of the sessions' own files. */
  readonly sessions: readonly string[]
}

export function catalogHome(
  seeds: readonly number[],
  scenes = 6,
  whenFinished?: (remove: () => void) => void,
): CatalogHome {
  const root = whenFinished ? tempFolder(whenFinished) : tempFolder()
  const config = join(root, 'claude')
  const sessions = seeds.map(seed => {
    const { path, files } = variedSession(seed, { scenes })
    for (const [name, bytes] of files) put(join(config, name), bytes, OLD)
    return join(config, path)
  })
  return { root, config, sessions }
}

export async function openStore(path: string): Promise<Store> {
  const opened = await openCatalog(path)
  if ('reason' in opened) throw new Error(opened.reason)
  return opened.store
}

export const upToDate = (store: Store, config: string, now = 1) =>
  refresh(store, { configDirs: [config], cards: async () => storedCard, now })
