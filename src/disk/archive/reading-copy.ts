// A kept session that is no longer where it was, laid out in the cache dir for whoever wants to read it: in a folder that
// looks like the config dir it came from. It can be deleted at any time, and is bounded: what was used longest ago goes.

import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { codeOf, makeFolder } from '../atomic-replace.js'
import { crypto } from '../crypto.js'
import { namesIn } from '../list-sessions.js'
import { KeptFileDamaged } from './read-kept.js'
import type { FoundRecord, KeptSession } from './record.js'
import { projectName, type Unpacked, unpack } from './unpack.js'

const FOLDER = 'archived'
const MARKS = '.unpacked'
const STAGING = 'restoring-'
/** All copies together. */
export const COPIES_LIMIT = 2_000_000_000
/** Somebody may still be reading it. */
const IN_USE_MS = 3_600_000

export interface ReadingCopy {
  readonly path: string
  readonly configDir: string
  /** Side files that could not be read, and why. */
  readonly damaged: readonly string[]
}

interface Mark {
  /** Of the record that it was made from. */
  readonly sha256: string
  readonly bytes: number
  /** Relative to the folder. */
  readonly files: readonly string[]
  readonly damaged: readonly string[]
}

export interface CopyOptions {
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** The folder that stands for a config dir, or for the folder of a session that lay in none. */
export function copiesFolder(cacheDir: string, { configDir, path }: KeptSession): string {
  const home = configDir ?? dirname(path)
  return join(cacheDir, FOLDER, crypto().hash('sha256', home, 'hex').slice(0, 16))
}

export async function readingCopy(
  dataDir: string,
  cacheDir: string,
  { session, key }: Pick<FoundRecord, 'session' | 'key'>,
  { limit = COPIES_LIMIT, signal }: CopyOptions = {},
): Promise<ReadingCopy> {
  const folder = copiesFolder(cacheDir, session)
  const markPath = join(folder, MARKS, `${key}.json`)
  const sha256 = crypto().hash('sha256', JSON.stringify(session), 'hex')
  const known = readMark(markPath)
  const path = join(folder, 'projects', projectName(session), basename(session.path))
  if (known?.sha256 === sha256 && known.files.every(name => isThere(join(folder, name)))) {
    const now = new Date()
    utimesSync(markPath, now, now)
    return { path, configDir: folder, damaged: known.damaged }
  }
  if (known) forget(folder, markPath, known)
  const bytes = session.files.reduce((sum, file) => sum + file.size, 0)
  boundCopies(cacheDir, limit - bytes)
  makeFolder(join(folder, MARKS))
  // The client's cleanup does not come here: nobody is to be told that it would.
  writeFileSync(join(folder, 'settings.json'), '{"cleanupPeriodDays":36500}\n', { mode: 0o600 })
  const unpacked = await unpack(dataDir, session, folder, signal ? { signal } : {})
  const own = unpacked.damaged.find(({ file }) => file.in === 'session')
  if (own) throw new KeptFileDamaged(session.id, own.why)
  const mark: Mark = {
    sha256,
    bytes,
    files: unpacked.files.map(one => relative(folder, one.path).split(sep).join('/')),
    damaged: unpacked.damaged.map(one => one.why),
  }
  writeFileSync(markPath, `${JSON.stringify(mark)}\n`, { mode: 0o600 })
  return { path: unpacked.path, configDir: folder, damaged: mark.damaged }
}

/** For as long as it is used, and not a moment longer: what `restore` takes its files from. */
export async function staged<T>(
  dataDir: string,
  cacheDir: string,
  session: KeptSession,
  use: (unpacked: Unpacked) => Promise<T>,
  options: CopyOptions = {},
): Promise<T> {
  sweepStaging(cacheDir)
  const folder = join(cacheDir, FOLDER, STAGING + crypto().randomBytes(6).toString('hex'))
  makeFolder(folder)
  try {
    return await use(await unpack(dataDir, session, folder, options.signal ? { signal: options.signal } : {}))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What was left by somebody who was killed. */
function sweepStaging(cacheDir: string): void {
  for (const { name } of namesIn(join(cacheDir, FOLDER), [], true)) {
    if (!name.startsWith(STAGING)) continue
    const left = join(cacheDir, FOLDER, name)
    const made = statSync(left, { throwIfNoEntry: false })?.mtimeMs
    if (made !== undefined && made < Date.now() - IN_USE_MS) rmSync(left, { recursive: true, force: true })
  }
}

/** Copies of sessions that are back where they were, or no longer kept: whoever reads all would find them twice. */
export function forgetCopies(cacheDir: string, isWanted: (key: string) => boolean): void {
  for (const { folder, markPath, mark, key } of copiesIn(cacheDir)) if (!isWanted(key)) forget(folder, markPath, mark)
}

/** Those used longest ago go until the others keep the limit; not what may be in use. */
function boundCopies(cacheDir: string, limit: number): void {
  sweepStaging(cacheDir)
  const copies = copiesIn(cacheDir).toSorted((a, b) => b.used - a.used)
  let bytes = 0
  for (const { folder, markPath, mark, used } of copies) {
    bytes += mark.bytes
    if (bytes > limit && used < Date.now() - IN_USE_MS) forget(folder, markPath, mark)
  }
}

interface Copy {
  readonly folder: string
  readonly key: string
  readonly markPath: string
  readonly mark: Mark
  readonly used: number
}

function copiesIn(cacheDir: string): readonly Copy[] {
  return namesIn(join(cacheDir, FOLDER), [], true)
    .filter(entry => entry.isDirectory() && !entry.name.startsWith(STAGING))
    .flatMap(({ name }) => {
      const folder = join(cacheDir, FOLDER, name)
      return namesIn(join(folder, MARKS), [], true).flatMap(({ name: markName }) => {
        const markPath = join(folder, MARKS, markName)
        const mark = readMark(markPath)
        const used = statSync(markPath, { throwIfNoEntry: false })?.mtimeMs ?? 0
        return mark ? [{ folder, key: basename(markName, '.json'), markPath, mark, used }] : []
      })
    })
}

function forget(folder: string, markPath: string, { files }: Mark): void {
  for (const name of files) {
    const path = join(folder, name)
    // A mark is a file like any other: whatever it says, nothing else goes.
    if (relative(folder, path).startsWith('..')) continue
    rmSync(path, { force: true })
  }
  rmSync(markPath, { force: true })
}

function readMark(path: string): Mark | undefined {
  try {
    const mark = JSON.parse(readFileSync(path, 'utf8')) as Mark
    return Array.isArray(mark.files) && mark.files.every(name => typeof name === 'string') ? mark : undefined
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) !== undefined) return undefined
    throw error
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
