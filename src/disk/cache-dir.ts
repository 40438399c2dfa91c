// The files of the index, in the cache dir.

import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nameOfDirs } from './cache-files.js'

/** The index of these config dirs: others have their own, so that nobody finds what they did not ask for. */
export function indexFile(cacheDir: string, configDirs: readonly string[]): string {
  return join(cacheDir, `index-${nameOfDirs(configDirs)}.db`)
}

/** Makes the folder; false where that is not possible. What was said in sessions is nobody else's business. */
export function makeCacheDir(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return true
  } catch {
    return false
  }
}

/** The files of a database that is to be made anew. The name is freed first: others may have it open. */
export function removeDatabase(path: string): void {
  for (const ending of ['-wal', '-shm', '-journal', '']) {
    const file = path + ending
    const away = `${file}.old-${process.pid}`
    try {
      renameSync(file, away)
      rmSync(away, { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}
