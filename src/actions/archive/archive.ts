// Sessions are kept in the archive, each with everything that belongs to it.

import { dirname } from 'node:path'
import {
  archiveFolder,
  archiveSize,
  type Kept,
  type KeptPart,
  keepSessions,
  knownPieces,
  recordNames,
} from '../../disk/archive/index.js'
import {
  dataDir,
  findSessionFolder,
  type ListedSession,
  sideFilesOf,
  sizeOfFile,
  storageError,
} from '../../disk/index.js'
import { resolveRegular } from '../../disk/regular-file.js'
import { InputError } from '../../format/error.js'
import type { Finding } from '../../format/finding.js'
import { isSessionId } from '../../format/session-folder.js'
import { type Action, sessionFile, timeAt } from '../action.js'
import { type Place, refuseSamples, sessionsOf } from '../session/place.js'
import { readCard, type SessionCard } from '../session/session-card.js'
import { summaryTitles } from '../session/summary-titles.js'
import { refuseArchived } from './refuse-archived.js'

export interface ArchiveRequest {
  /** The latest where nothing is said. */
  readonly sessions?: readonly string[]
  readonly all?: boolean
  /** All that were not written since this time. */
  readonly before?: number | undefined
  /** What the archive may take in all. */
  readonly maxBytes?: number | undefined
  readonly dryRun?: boolean
}

export interface ArchivedSession {
  readonly id: string
  readonly path: string
  readonly title: string | null
  /** `planned`: a dry run. `failed`: it could not be read; `why` says so. */
  readonly outcome: Kept['outcome'] | 'planned' | 'failed'
  readonly why?: string
  readonly files: number
  readonly bytes: number
  /** What the archive has grown by. */
  readonly written: number
}

export interface ArchiveReport {
  readonly dryRun: boolean
  readonly sessions: readonly ArchivedSession[]
  readonly bytes: number
  readonly written: number
  /** What of the sessions was new to the archive, before it was compressed. */
  readonly parts: readonly KeptPart[]
  /** Not archived because the archive has reached its limit. */
  readonly left: number
  readonly archive: ArchiveUse
  readonly findings: readonly Finding[]
}

export interface ArchiveUse {
  readonly folder: string
  readonly bytes: number
  readonly maxBytes: number
  readonly sessions: number
}

/** Unless something else is said. */
export const MAX_ARCHIVE = 20_000_000_000

export const archive: Action<ArchiveRequest, ArchiveReport> = async (place, request, { signal, progress } = {}) => {
  const { dryRun = false, maxBytes = MAX_ARCHIVE } = request
  const folder = dataDir(place)
  const meant = await whichSessions(place, request)
  for (const { path } of meant) refuseSamples(place, path)
  const known = knownPieces(folder)
  const sessions: ArchivedSession[] = []
  const findings: Finding[] = []
  const parts = new Map<string, KeptPart>()
  let size = archiveSize(folder)
  let left = 0
  let done = 0
  for (const batch of batches(meant)) {
    if (meant.length > 1) progress?.({ kind: 'sessions', done, of: meant.length })
    signal?.throwIfAborted()
    done += batch.length
    if (size >= maxBytes) {
      left += batch.length
      continue
    }
    const read = batch.map(session => {
      const found = findSessionFolder(session.path, session.inConfigDir ? session.configDir : undefined)
      findings.push(...found.findings)
      return { session, found, about: cardOf(session) }
    })
    // One that cannot be read costs no other one; a disk that is full costs all of them.
    const whole = read.filter(({ found }) => unlisted(found) === undefined)
    for (const { session, found, about } of read) {
      const why = unlisted(found)
      if (why === undefined) continue
      const named = { id: session.id, path: session.path, title: about.title }
      sessions.push({ ...named, outcome: 'failed', why, files: 0, bytes: 0, written: 0 })
    }
    const kept = dryRun
      ? whole.map(({ found }) => planned(found))
      : await keepSessions(whole, { dataDir: folder, known, now: timeAt(place), ...(signal ? { signal } : {}) })
    for (const [index, one] of kept.entries()) {
      const { session, about } = whole[index]!
      const named = { id: session.id, path: session.path, title: about.title }
      if (one.outcome === 'failed') {
        sessions.push({ ...named, outcome: 'failed', why: one.why, files: 0, bytes: 0, written: 0 })
        continue
      }
      const { parts: inParts, ...figures } = one
      size += figures.written
      sessions.push({ ...named, ...figures })
      for (const { part, bytes, fresh } of inParts) {
        const before = parts.get(part)
        parts.set(part, { part, bytes: bytes + (before?.bytes ?? 0), fresh: fresh + (before?.fresh ?? 0) })
      }
    }
  }
  return {
    dryRun,
    sessions,
    bytes: sum(sessions.map(one => one.bytes)),
    written: sum(sessions.map(one => one.written)),
    parts: [...parts.values()],
    left,
    archive: archiveUse(place, maxBytes),
    findings,
  }
}

export function archiveUse(place: Place, maxBytes = MAX_ARCHIVE): ArchiveUse {
  const folder = dataDir(place)
  return {
    folder: archiveFolder(folder),
    bytes: archiveSize(folder),
    maxBytes,
    sessions: recordNames(folder).filter(one => one.version === undefined).length,
  }
}

/** Kept together: enough to keep the machine busy, and little enough for whoever waits to come in between. */
const BATCH_BYTES = 32_000_000
const BATCH = 50

function batches(meant: readonly Meant[]): readonly (readonly Meant[])[] {
  const all: Meant[][] = []
  let bytes = Infinity
  for (const session of meant) {
    if (bytes + session.size > BATCH_BYTES || all.at(-1)!.length === BATCH) {
      all.push([])
      bytes = 0
    }
    all.at(-1)!.push(session)
    bytes += session.size
  }
  return all
}

/** What could not be listed might be a part of it: a session that is kept is kept whole, or said not to be. */
function unlisted({ findings }: ReturnType<typeof findSessionFolder>): string | undefined {
  return findings.find(({ code }) => code === 'file-unreadable')?.message
}

function planned(found: ReturnType<typeof findSessionFolder>) {
  const sizes = sizesOf(found)
  return { outcome: 'planned' as const, files: sizes.length, bytes: sum(sizes), written: 0, parts: [] }
}

interface Meant extends ListedSession {
  readonly inConfigDir: boolean
}

/** Oldest first where many are meant: they are the next that the client deletes. */
async function whichSessions(place: Place, { sessions = [], all, before }: ArchiveRequest): Promise<readonly Meant[]> {
  const isMany = all === true || before !== undefined
  if (isMany && sessions.length > 0)
    throw new InputError('usage', 'give sessions, or --all, or --older-than: not several of them')
  if (isMany) {
    return sessionsOf(place)
      .sessions.filter(({ mtimeMs }) => before === undefined || mtimeMs < before)
      .toReversed()
      .map(one => ({ ...one, inConfigDir: true }))
  }
  const meant = new Map<string, Meant>()
  for (const reference of sessions.length > 0 ? sessions : ['latest']) {
    const resolved = await sessionFile(place, reference, 'archive')
    refuseArchived(resolved, 'archive')
    const { id, path, configDir } = resolved
    const file = resolveRegular(path)
    if (file.kind === 'problem') throw storageError(file.finding)
    const projectFolder = dirname(path)
    const { size, mtimeMs } = file.stats
    meant.set(path, {
      ...{ id, path, projectFolder, size, mtimeMs, resumable: isSessionId(id) },
      configDir: configDir ?? projectFolder,
      inConfigDir: configDir !== undefined,
    })
  }
  return [...meant.values()]
}

function cardOf(session: ListedSession): SessionCard {
  return summaryTitles([readCard(session)], [session])[0]!
}

function sizesOf({ folder }: ReturnType<typeof findSessionFolder>): readonly number[] {
  return [folder.path, ...sideFilesOf(folder)].map(sizeOfFile)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
