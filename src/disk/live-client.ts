// Is a client running on this session? (B6)
//
// Clients since 2.1 register in `sessions/<pid>.json` and take the file away at a clean exit; after a kill it stays.
// Live means: the process is there, it was started when the file says, and the process number means the same process
// here as there (`pidDomain`). Older clients do not register: for them there is only the state of the file.
//
// Elsewhere than on Linux the forms of `procStart` and `pidDomain` are not known: there it is only asked whether a
// process of that number is there, which may by now be another one. Such an entry counts as live.

import { realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RethreadError } from '../format/error.js'
import { SESSION_ENDING } from '../format/session-folder.js'
import { namesIn } from './list-sessions.js'
import { peekText } from './peek.js'
import { type Certainty, certaintyOf, type ProcessIdentity } from './process-identity.js'
import { type FileFinding, isPresent, storageError } from './regular-file.js'

export interface LiveClient {
  readonly pid: number
  /** The file that says so. */
  readonly registry: string
  readonly certainty: Certainty
  readonly sessionId?: string
  readonly status?: string
  readonly version?: string
}

/** A client is running on the session. Nothing was written. */
export class SessionLive extends RethreadError {
  constructor(sessionId: string, { pid, registry, certainty, status }: LiveClient) {
    const who = `process ${pid}${status === undefined ? '' : `, ${status}`}`
    const what = {
      sure: `session ${sessionId} is in use by a client (${who}): quit it first`,
      'number-only': `session ${sessionId} seems to be in use by a client (${who}): quit it, or delete ${registry} if it is no longer running`,
      elsewhere: `session ${sessionId} is in use by a client on another machine or container (${who}): quit it, or delete ${registry} if it is no longer running`,
    }[certainty]
    super('session-live', 1, `${what}. Nothing was changed`)
  }
}

const REGISTRY = 'sessions'
const MAX_ENTRY = 64 * 1024

/** Throws where a client is live on the session. A session outside any config dir cannot be resumed by a client. */
export function refuseLive(sessionId: string, configDir: string | undefined): void {
  const [client] = liveClients(sessionId, configDir)
  if (client) throw new SessionLive(sessionId, client)
}

/** By the name of the file that it really is, too: a link may be called as it likes. */
export function refuseLiveAt(path: string, sessionId: string, configDir: string | undefined): void {
  refuseLive(sessionId, configDir)
  const real = isPresent(path) ? basename(realpathSync.native(path), SESSION_ENDING) : sessionId
  if (real !== sessionId) refuseLive(real, configDir)
}

/** Of one session; without one, of all. */
export function liveClients(sessionId: string | undefined, configDir: string | undefined): readonly LiveClient[] {
  if (configDir === undefined) return []
  const folder = join(configDir, REGISTRY)
  const findings: FileFinding[] = []
  const names = namesIn(folder, findings, true)
  if (findings[0]) throw storageError(findings[0]) // who cannot look does not know
  return names.flatMap(({ name }) => {
    if (!/^\d+\.json$/.test(name)) return [] // the `.key` beside it is a secret, and is not read
    const entry = registryEntry(join(folder, name))
    if (entry === undefined) return []
    if (sessionId !== undefined && entry.sessionId?.toLowerCase() !== sessionId.toLowerCase()) return []
    const certainty = certaintyOf(entry)
    return certainty === 'gone' ? [] : [asClient(entry, join(folder, name), certainty)]
  })
}

interface RegistryEntry extends ProcessIdentity {
  readonly sessionId?: string
  readonly status?: string
  readonly version?: string
}

/** Of a file that anybody may have written: what is no text or number is left out. */
function registryEntry(path: string): RegistryEntry | undefined {
  const text = peekText(path, MAX_ENTRY)
  let value: unknown
  try {
    value = text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined // being written, or damaged: it says nothing
  }
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  if (typeof fields['pid'] !== 'number') return undefined
  const texts = ['sessionId', 'procStart', 'pidDomain', 'status', 'version'].flatMap(name => {
    const field = fields[name]
    return typeof field === 'string' || typeof field === 'number' ? [[name, String(field)]] : []
  })
  return { pid: fields['pid'], ...Object.fromEntries(texts) }
}

function asClient(
  { pid, sessionId, status, version }: RegistryEntry,
  registry: string,
  certainty: Certainty,
): LiveClient {
  return {
    pid,
    registry,
    certainty,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(status === undefined ? {} : { status }),
    ...(version === undefined ? {} : { version }),
  }
}
