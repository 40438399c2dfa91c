// Ships the sessions of the projects that were opted in: what is new in them, redacted, in order, exactly once.

import { createHash, randomInt } from 'node:crypto'
import { basename, relative, sep } from 'node:path'
import { TeamStoreError } from '../../catalog/postgres/driver.js'
import type { TeamStore } from '../../catalog/postgres/postgres-store.js'
import {
  listTranscripts,
  sessionsOfAgentsBeside,
  type Transcript,
  type TranscriptFolder,
} from '../../disk/list-transcripts.js'
import { rest } from '../../disk/rest.js'
import { privateFolder, type TeamFile } from '../../disk/team-file.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import type { Action, Doing } from '../action.js'
import { indexedDirs } from '../index/index-place.js'
import { listedOf, storedCard } from '../index/stored-card.js'
import type { Place } from '../session/place.js'
import { readCard, type SessionCard } from '../session/session-card.js'
import { type TitleBeside, titled, titlesBeside } from '../session/summary-titles.js'
import { withShipping } from './membership.js'
import { type Looked, NotRedacted, redactedValue } from './redacted.js'
import { type Shipped, shipFile } from './ship-file.js'

export interface ShipRequest {
  /** Go on until it is ended: what comes to the sessions is shipped as it comes. */
  readonly watch?: boolean
  /** How long to wait between two looks at the files. */
  readonly everyMs?: number
  /** Told after each round, and of each that failed. */
  readonly onRound?: (report: ShipReport | { readonly failed: string; readonly waitMs: number }) => void
}

export interface ShipReport {
  readonly location: string
  readonly machine: string
  /** Transcripts with something new, and what was sent of them. */
  readonly shipped: number
  readonly batches: number
  readonly bytes: number
  readonly secrets: number
  /** Transcripts of which the store has everything. */
  readonly current: number
  /** Not sent, and why. */
  readonly held: readonly { readonly path: string; readonly why: string }[]
  /** Sessions of projects that were not opted in. */
  readonly others: number
}

export const ship: Action<ShipRequest, ShipReport> = async (place, request, doing = {}) => {
  let failures = 0
  for (;;) {
    try {
      const report = await withShipping(place, (store, file) => shipAll(store, file, place, doing))
      failures = 0
      request.onRound?.(report)
      if (!request.watch || doing.signal?.aborted) return report
      await pause(request.everyMs ?? WATCH_MS, doing.signal)
    } catch (error) {
      const mayTryAgain = error instanceof TeamStoreError && (error.kind === 'unreachable' || error.kind === 'again')
      if (!mayTryAgain || doing.signal?.aborted || (!request.watch && (error.kind !== 'again' || failures >= FEW)))
        throw error
      const waitMs = backoff(failures++)
      request.onRound?.({ failed: error.message, waitMs })
      await pause(waitMs, doing.signal)
    }
    doing.signal?.throwIfAborted()
  }
}

const WATCH_MS = 10_000
const FEW = 8
const LONGEST_WAIT_MS = 300_000

/** Longer and longer, and never the same for two: a store that comes back is not asked by all at once. */
export function backoff(failures: number, random: () => number = () => randomInt(1000) / 1000): number {
  const most = Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures, 20))
  return Math.round(most * (0.5 + random() / 2))
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
}

interface Candidate {
  readonly transcript: Transcript
  readonly folder: TranscriptFolder
  /** The path of its session's own file. */
  readonly session: string
  /** That another file has for it. */
  readonly beside?: TitleBeside | undefined
}

async function shipAll(store: TeamStore, file: TeamFile, place: Place, doing: Doing): Promise<ShipReport> {
  const { location } = await store.status()
  const { machine } = store.member
  const { candidates, others } = await candidatesOf(file, place)
  const held: { path: string; why: string }[] = []
  const heldSessions = new Map<string, string>()
  const total = { shipped: 0, batches: 0, bytes: 0, secrets: 0, current: 0 }
  for (const [at, one] of candidates.entries()) {
    await rest()
    doing.signal?.throwIfAborted()
    doing.progress?.({ kind: 'sessions', done: at, of: candidates.length })
    const before = heldSessions.get(one.session)
    const result: Shipped =
      before === undefined ? await shipOne(store, one, machine, doing.signal) : { outcome: 'held', why: before }
    if (result.outcome === 'held') {
      // An agent goes the way of its session.
      if (one.transcript.agentId === null) heldSessions.set(one.session, result.why)
      held.push({ path: one.transcript.path, why: result.why })
    } else if (result.outcome === 'current') total.current++
    else {
      total.shipped++
      total.batches += result.batches
      total.bytes += result.bytes
      total.secrets += result.secrets
    }
  }
  return { location, machine, ...total, held, others }
}

async function shipOne(
  store: TeamStore,
  { transcript, folder, session, beside }: Candidate,
  machine: string,
  signal: AbortSignal | undefined,
): Promise<Shipped> {
  const name = (path: string): string => nameInStore(machine, folder.configDir, path)
  let looked: Looked | undefined
  try {
    return await shipFile(store, {
      transcript,
      configDir: folder.configDir,
      path: name(transcript.path),
      folder: name(folder.path),
      session: name(session),
      card: () => {
        const stored = storedCard(transcript, folder.configDir)
        const path = name(transcript.path)
        if (!stored) return undefined
        const card = titled(stored.card as SessionCard, beside)
        return { ...redactedValue({ ...stored, card, titles: card.titles }, looked!.scanner), path }
      },
      isHeld: all => {
        looked = all
        return privateAmong(all.directories)
      },
      signal,
    })
  } catch (error) {
    if (error instanceof NotRedacted) return { outcome: 'held', why: error.message }
    throw error
  }
}

/** Machine, config dir and place in it: where a copy lies on whoever reads it, it looks like a config dir again. */
export function nameInStore(machine: string, configDir: string, path: string): string {
  const print = createHash('sha256').update(configDir).digest('hex').slice(0, 8)
  return [machine, print, ...relative(configDir, path).split(sep)].join('/')
}

function privateAmong(directories: Iterable<string>): string | undefined {
  for (const directory of directories) {
    const folder = privateFolder(directory)
    if (folder !== undefined) return `${folder} contains .rethread-private`
  }
  return undefined
}

/** Sessions of projects that were opted in, with their agents; each session before its agents. */
export async function candidatesOf(file: TeamFile, place: Place) {
  const candidates: Candidate[] = []
  let others = 0
  const dirs = await indexedDirs(place)
  for (const folder of listTranscripts(dirs).folders) {
    const beside = folder.transcripts.some(one => one.session === null)
      ? sessionsOfAgentsBeside(folder.path)
      : new Map()
    const wanted = new Set<string>()
    const titleOf = titlesBeside(() =>
      folder.transcripts.filter(one => one.agentId === null).map(one => listedOf(one, folder.configDir)),
    )
    for (const transcript of folder.transcripts) {
      if (transcript.agentId !== null || transcript.size === 0) continue
      const card = readCard(listedOf(transcript, folder.configDir))
      const { id, project } = card
      if (isOptedIn(project, file) && !file.forgotten.includes(id)) {
        wanted.add(transcript.path)
        const beside = titleOf(card)
        // A title that comes later is as new as one of its own.
        const titleMtimeMs = Math.max(transcript.titleMtimeMs, beside?.mtimeMs ?? 0)
        candidates.push({ transcript: { ...transcript, titleMtimeMs }, folder, session: transcript.path, beside })
      } else others++
    }
    for (const transcript of folder.transcripts) {
      if (transcript.agentId === null || transcript.size === 0) continue
      const session = transcript.session ?? beside.get(transcript.path) ?? transcript.path
      if (wanted.has(session)) candidates.push({ transcript, folder, session })
    }
  }
  return { candidates, others }
}

function isOptedIn(project: string | null, { projects }: TeamFile): boolean {
  return (
    project !== null && projects.some(one => project === one || project.startsWith(one.endsWith(sep) ? one : one + sep))
  )
}

export function idOf(path: string): string {
  return basename(path, SESSION_ENDING)
}
