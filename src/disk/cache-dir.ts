// The files of the index, in the cache dir.

import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { crypto } from './crypto.js'

/** The index of these config dirs: others have their own, so that nobody finds what they did not ask for. */
export function indexFile(cacheDir: string, configDirs: readonly string[]): string {
  const names = configDirs.map(dir => resolve(dir)).toSorted()
  const print = crypto().createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 12)
  return join(cacheDir, `index-${print}.db`)
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
