// Is a client running on this session? (B6)
//
// Clients since 2.1 register in `sessions/<pid>.json` and take the file away at a clean exit; after a kill it stays.
// Live means: the process is there, it was started when the file says, and the process number means the same process
// here as there (`pidDomain`). Older clients do not register: for them there is only the state of the file.
//
// Elsewhere than on Linux the forms of `procStart` and `pidDomain` are not known: there it is only asked whether a
// process of that number is there, which may by now be another one. Such an entry counts as live.

import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { RethreadError } from '../format/error.js'
import { namesIn } from './list-sessions.js'
import { peekText } from './peek.js'
import { type FileFinding, storageError } from './regular-file.js'

export interface LiveClient {
  readonly pid: number
  /** The file that says so. */
  readonly registry: string
  /** Sure; only a process of that number is there; or it was registered in another place, which cannot be asked. */
  readonly certainty: 'sure' | 'number-only' | 'elsewhere'
  readonly status?: string
  readonly version?: string
}

/** A client is running on the session. Nothing was written. */
export class SessionLive extends RethreadError {
  constructor(sessionId: string, { pid, registry, certainty, status }: LiveClient) {
    const who = `process ${pid}${status === undefined ? '' : `, ${status}`}`
    const what = {
      sure: `a client is running on session ${sessionId} (${who}): end it first`,
      'number-only': `a client seems to be running on session ${sessionId} (${who}): end it, or delete ${registry} if it is gone`,
      elsewhere: `a client of another machine or container is registered on session ${sessionId} (${who}): end it, or delete ${registry} if it is gone`,
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

/** A process in a form that survives it: the same number later is another process. */
export interface ProcessIdentity {
  readonly pid: number
  readonly procStart?: string
  readonly pidDomain?: string
}

export function ownIdentity(): ProcessIdentity {
  const { start: procStart } = statOf(process.pid)
  const pidDomain = ownDomain()
  return {
    pid: process.pid,
    ...(procStart === undefined ? {} : { procStart }),
    ...(pidDomain === undefined ? {} : { pidDomain }),
  }
}

/** What can be said about a process that was once seen. */
export function certaintyOf({ pid, procStart, pidDomain }: ProcessIdentity): LiveClient['certainty'] | 'gone' {
  if (pidDomain?.startsWith('linux:') && pidDomain !== ownDomain()) return 'elsewhere'
  if (!isRunning(pid)) return 'gone'
  const { state, start } = statOf(pid)
  if (state === 'Z' || state === 'X') return 'gone' // dead, and only not yet fetched by whoever started it
  if (start === undefined || procStart === undefined) return 'number-only'
  return start === procStart ? 'sure' : 'gone'
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // somebody else's
  }
}

/** Fields 3 and 22 of `/proc/<pid>/stat`. The second is the program's name, in brackets, and may hold anything. */
function statOf(pid: number): { readonly state?: string | undefined; readonly start?: string | undefined } {
  if (process.platform !== 'linux') return {}
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[3 - 3], start: fields[22 - 3] }
  } catch {
    return {} // it has just ended, or /proc is not there: it cannot be asked
  }
}

/** Which process numbers ours are comparable with: `linux:<machine>:<process namespace>`. */
function ownDomain(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const machine = peekText('/etc/machine-id', MAX_ENTRY)?.trim()
  try {
    return machine && `linux:${machine}:${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return undefined // no /proc here: then nothing can be compared
  }
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
  { pid, status, version }: RegistryEntry,
  registry: string,
  certainty: LiveClient['certainty'],
): LiveClient {
  return {
    pid,
    registry,
    certainty,
    ...(status === undefined ? {} : { status }),
    ...(version === undefined ? {} : { version }),
  }
}
