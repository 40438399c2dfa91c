// Which sessions are in the archive, and which of them are no longer where they were?

import { dirname, resolve } from 'node:path'
import { copiesFolder, type FoundRecord, forgetCopies, readingCopy, recordsOf } from '../../disk/archive/index.js'
import { cacheDir } from '../../disk/cache-place.js'
import { millisecondsOf } from '../../disk/file-times.js'
import {
  configDirs,
  dataDir,
  isPresent,
  type ListedSession,
  type ResolvedSession,
  resolveSession,
  SessionReferenceError,
} from '../../disk/index.js'
import { StorageError } from '../../format/error.js'
import { isSessionId } from '../../format/session-folder.js'
import type { Place } from '../session/place.js'
import type { SessionCard } from '../session/session-card.js'

/** Of the config dirs that are looked into; and those that lay in none. */
export function keptSessions(place: Place): readonly FoundRecord[] {
  const { env, home, configDir } = place
  const dirs = configDirs({ env, home, ...(configDir === undefined ? {} : { flag: configDir }) })
  return recordsOf(dataDir(place), dirs)
}

export function isDeleted({ session }: FoundRecord): boolean {
  return !isPresent(session.path)
}

/** What lists show, as it was when it was kept. */
export function keptCard(record: FoundRecord): SessionCard {
  const { session } = record
  const listed = listedAs(record)
  const about = (session.about ?? {}) as Partial<SessionCard>
  return {
    id: session.id,
    path: session.path,
    project: about.project ?? null,
    title: about.title ?? null,
    titles: Array.isArray(about.titles) ? about.titles : [],
    firstPrompt: about.firstPrompt ?? null,
    updatedAt: new Date(listed.mtimeMs).toISOString(),
    bytes: listed.size,
    turns: null,
    gitBranch: about.gitBranch ?? null,
    model: about.model ?? null,
    contextTokens: about.contextTokens ?? null,
    contextWindow: about.contextWindow ?? null,
    madeFrom: about.madeFrom ?? null,
    version: about.version ?? null,
    entrypoint: about.entrypoint ?? null,
    resumable: about.resumable ?? listed.resumable,
    empty: about.empty ?? false,
  }
}

export function listedAs({ session }: FoundRecord): ListedSession {
  const { id, path, configDir } = session
  const own = session.files.find(file => file.in === 'session')
  const projectFolder = dirname(path)
  return {
    id,
    path,
    configDir: configDir ?? projectFolder,
    projectFolder,
    size: own?.size ?? 0,
    mtimeMs: own === undefined ? 0 : millisecondsOf(BigInt(own.mtimeNs)),
    resumable: isSessionId(id),
  }
}

/** The one that is meant, by the rules for sessions that are there; also by the path at which it lay. */
export async function keptNamed(
  reference: string,
  place: Place,
  records: readonly FoundRecord[] = keptSessions(place),
): Promise<FoundRecord> {
  const path = resolve(place.cwd, reference)
  const lay = records.find(({ session }) => session.path === path)
  if (lay) return lay
  const byPath = new Map(records.map(record => [record.session.path, record]))
  const sessions = records.map(listedAs).toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1))
  const found = await resolveSession(reference, {
    configDirs: [],
    sessions,
    cwd: place.cwd,
    titlesOf: ({ path: one }) => keptCard(byPath.get(one)!).titles,
  })
  return byPath.get((found as ResolvedSession & { readonly kind: 'file' }).path)!
}

/** A session that is only in the archive, as a copy to read; undefined where none is meant. */
export async function locateKept(reference: string, place: Place): Promise<ResolvedSession | undefined> {
  const records = keptSessions(place).filter(isDeleted)
  if (records.length === 0) return undefined
  let record: FoundRecord
  try {
    record = await keptNamed(reference, place, records)
  } catch (error) {
    if (error instanceof SessionReferenceError && error.code === 'session-unknown') return undefined
    throw error
  }
  const { id, path, configDir } = record.session
  const copy = await readingCopy(dataDir(place), cacheDir(place), record)
  for (const why of copy.damaged) place.tell?.(why)
  return {
    kind: 'file',
    id,
    path: copy.path,
    configDir: copy.configDir,
    archived: { path, ...(configDir === undefined ? {} : { configDir }) },
  }
}

/** Config dirs with copies of all sessions that are only in the archive, newest first as far as there is room. */
export async function archivedDirs(
  place: Place,
  {
    limit,
    signal,
    onSession,
  }: { readonly limit: number; readonly signal?: AbortSignal; readonly onSession?: (done: number, of: number) => void },
): Promise<readonly string[]> {
  const records = keptSessions(place)
    .filter(isDeleted)
    .toSorted((a, b) => listedAs(b).mtimeMs - listedAs(a).mtimeMs)
  const wanted = new Set(records.map(({ key }) => key))
  forgetCopies(cacheDir(place), key => wanted.has(key))
  const dirs = new Set<string>()
  let bytes = 0
  let left = 0
  for (const [index, record] of records.entries()) {
    onSession?.(index, records.length)
    signal?.throwIfAborted()
    const size = record.session.files.reduce((sum, file) => sum + file.size, 0)
    if (bytes + size > limit) {
      left++
      continue
    }
    bytes += size
    try {
      const { damaged } = await readingCopy(dataDir(place), cacheDir(place), record, {
        limit,
        ...(signal ? { signal } : {}),
      })
      for (const why of damaged) place.tell?.(why)
      dirs.add(copiesFolder(cacheDir(place), record.session))
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      place.tell?.(error.message)
    }
  }
  if (left > 0)
    place.tell?.(
      `${left} archived sessions were left out: all of them would not fit in the cache. To read one, give its id`,
    )
  return [...dirs]
}
