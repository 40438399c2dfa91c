// Small files in the cache dir, which a status line can read without opening the index: what was used today, and what
// was counted of a session.

import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hashOfText } from '../format/hash-of-text.js'

/** What was used today in these config dirs: others have their own. */
export function dayFile(cacheDir: string, configDirs: readonly string[]): string {
  return join(cacheDir, `day-${nameOfDirs(configDirs)}.json`)
}

/** What was logged in these config dirs, as of the last count. */
export function bookFile(cacheDir: string, configDirs: readonly string[]): string {
  return join(cacheDir, `usage-${nameOfDirs(configDirs)}.bin`)
}

/** The name of this machine's time zone. */
export function zoneFile(cacheDir: string): string {
  return join(cacheDir, 'zone.json')
}

/** Without `node:crypto`, which takes longer to load than a status line may take. */
export function nameOfDirs(configDirs: readonly string[]): string {
  const paths = configDirs.map(dir => resolve(dir)).toSorted()
  return hashOfText(paths.join('\n')).toString(36)
}

const TALLIES = 'tallies'

/** What was counted of a session, with its agents. */
export function tallyFile(cacheDir: string, session: string): string {
  return join(cacheDir, TALLIES, `${hashOfText(resolve(session)).toString(36)}.json`)
}

/** Undefined where there is none that can be read. */
export function readCacheFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** The same as bytes. */
export function readCacheBytes(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Whole or not at all; where it cannot be written, the next one may be. */
export function writeCacheFile(path: string, value: unknown): void {
  written(path, temporary => writeFileSync(temporary, JSON.stringify(value), { mode: 0o600 }))
}

/** The same of bytes, which follow each other. */
export function writeCachePieces(path: string, pieces: readonly Uint8Array[]): void {
  written(path, temporary => {
    const fd = openSync(temporary, 'w', 0o600)
    try {
      for (const piece of pieces)
        for (let from = 0; from < piece.length; )
          from += writeSync(fd, piece, from, Math.min(piece.length - from, MOST))
      // What is read without being looked at twice must have come to the disk before it gets its name.
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  })
}

/** The system writes no more than 2 GiB at a time. */
const MOST = 1 << 30

function written(path: string, write: (temporary: string) => void): void {
  const temporary = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    write(temporary)
    renameSync(temporary, path)
  } catch {
    leave(temporary)
  }
}

/** There may be nothing of it: no disk, no folder, no right to write. */
function leave(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Then there is nothing that could be taken away.
  }
}

const TALLY_KEPT_MS = 30 * 86_400_000

/** Takes away the tallies of sessions that nobody looked at for a month: they can be counted again. */
export function forgetOldTallies(cacheDir: string, now: number): void {
  const folder = join(cacheDir, TALLIES)
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now
      if (now - written > TALLY_KEPT_MS) rmSync(path, { force: true })
    }
  } catch {
    // There are none yet, or they are not ours to take away.
  }
}
