// Where the index of a place is, and what it is of; for whoever may not need it.

import { indexFile } from '../../disk/cache-dir.js'
import { cacheDir } from '../../disk/cache-place.js'
import { configDirs } from '../../disk/config-dirs.js'
import type { Place } from '../session/place.js'

/** Without listing the sessions, which costs as much as bringing the index up to date; the samples only stand in for none. */
export async function indexedDirs(place: Place): Promise<readonly string[]> {
  const { configDir, env, home, samples, archivedDirs = [] } = place
  if (samples !== undefined && configDir === undefined)
    return (await import('../session/place.js')).sessionsOf(place).dirs
  return [...configDirs({ env, home, ...(configDir === undefined ? {} : { flag: configDir }) }), ...archivedDirs]
}

export function indexPath(place: Place, dirs: readonly string[]): string {
  return indexFile(cacheDir(place), dirs)
}
