// The shape of every use case: where it runs, what is asked, and how it goes on, in; plain data that outlives the open
// files, out. Command line, server and tools only turn their words into a request and the value into theirs.

import { dataDir, type ResolvedSession } from '../disk/index.js'
import { InputError } from '../format/error.js'
import { type OpenReading, openReading } from './session/open-reading.js'
import { type OpenOptions, type OpenSession, openSession } from './session/open-session.js'
import { type LocateOptions, locate, type Place } from './session/place.js'

export { timeAt } from './time-at.js'

export type Action<Request, Value> = (place: Place, request: Request, doing?: Doing) => Promise<Value>

export interface Doing {
  /** Ends it: the promise is rejected, files are closed, and nothing is half written. */
  readonly signal?: AbortSignal
  /** Told again and again while it takes its time. */
  readonly progress?: (step: Progress) => void
}

export type Progress =
  | { readonly kind: 'reading'; readonly bytes: number; readonly of: number }
  | { readonly kind: 'indexing'; readonly bytes: number; readonly of: number }
  | { readonly kind: 'sessions'; readonly done: number; readonly of: number }
  | { readonly kind: 'packs'; readonly done: number; readonly of: number }
  | {
      readonly kind: 'summaries'
      readonly done: number
      readonly of: number
      readonly secondsLeft: number | undefined
    }

/** The session that is meant, as people name it; the latest where nothing is said. */
export interface OfSession {
  readonly session?: string | undefined
}

export function openOptions(place: Place, { signal, progress }: Doing = {}): OpenOptions {
  return {
    dataDir: dataDir(place),
    ...(signal ? { signal } : {}),
    ...(progress ? { onProgress: (bytes, of) => progress({ kind: 'reading', bytes, of }) } : {}),
  }
}

/** What is told of a work that goes through many sessions. */
export interface EachSession {
  readonly onSession?: (index: number, of: number) => void
  readonly signal?: AbortSignal
}

export function eachSession({ signal, progress }: Doing): EachSession {
  return {
    ...(signal ? { signal } : {}),
    ...(progress ? { onSession: (done, of) => of > 1 && progress({ kind: 'sessions', done, of }) } : {}),
  }
}

/** Opens the session for as long as it is used. */
export async function withSession<Value>(
  place: Place,
  { session }: OfSession,
  doing: Doing,
  use: (open: OpenSession) => Value | Promise<Value>,
): Promise<Value> {
  const found = await located(place, session)
  if (place.kept && found.kind === 'file') return place.kept.use(found, openOptions(place, doing), use)
  const open = await openSession(found, openOptions(place, doing))
  try {
    return await use(open)
  } finally {
    open.close()
  }
}

/** The same, for what the model gets of it. */
export async function withReading<Value>(
  place: Place,
  { session }: OfSession,
  doing: Doing,
  use: (open: OpenReading) => Value | Promise<Value>,
): Promise<Value> {
  const found = await located(place, session)
  if (place.kept && found.kind === 'file') return place.kept.use(found, openOptions(place, doing), use)
  const open = await openReading(found, openOptions(place, doing))
  try {
    return await use(open)
  } finally {
    open.close()
  }
}

function located(place: Place, reference = 'latest'): Promise<ResolvedSession> {
  return locate(reference, place, { allowStandardInput: true, allowPoint: true })
}

/** A session that must be a file: what is done with it is done with its folder too. */
export async function sessionFile(
  place: Place,
  reference = 'latest',
  verb: string,
  options: LocateOptions = {},
): Promise<ResolvedSession & { readonly kind: 'file' }> {
  const session = await locate(reference, place, options)
  if (session.kind !== 'file') throw new InputError('usage', `${verb} takes a session file, not standard input`)
  return session
}
