// Is the process still there that has written this down? A process number alone does not say: numbers are used again,
// and mean something else on another machine, in another container and after a restart.

import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { crypto } from './crypto.js'

/** A process in a form that survives it: the same number later is another process. As clients register (B6). */
export interface ProcessIdentity {
  readonly pid: number
  readonly procStart?: string
  /** `linux:<machine>:<process namespace>` */
  readonly pidDomain?: string
}

/** As we note ourselves: a container often has no machine id, and a restart begins the numbers anew. */
export interface OwnIdentity extends ProcessIdentity {
  /** Of the kernel's start; all containers of a machine have the same. */
  readonly boot?: string
  readonly namespace?: string
  readonly machine?: string
  readonly host?: string
  /** Of this copy of the program: a thread that has loaded another one is somebody else. */
  readonly instance?: string
}

/** Sure; only a process of that number is there; or it was in another place, which cannot be asked. */
export type Certainty = 'sure' | 'number-only' | 'elsewhere'

let made: string | undefined

function instanceOfThis(): string {
  made ??= crypto().randomBytes(8).toString('hex')
  return made
}

export function ownIdentity(): OwnIdentity {
  const { machine, namespace, boot } = ownPlace()
  const fields = {
    procStart: statOf(process.pid).start,
    pidDomain: ownDomain(),
    boot,
    namespace,
    machine,
    host: hostname(),
    instance: instanceOfThis(),
  }
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  return { pid: process.pid, ...Object.fromEntries(known) }
}

export function isOwn({ instance }: OwnIdentity): boolean {
  return instance === instanceOfThis()
}

/** What can be said about a process that was once seen. */
export function certaintyOf(seen: OwnIdentity): Certainty | 'gone' {
  const where = placeOf(seen)
  if (where !== 'here') return where
  if (!isRunning(seen.pid)) return 'gone'
  const { state, start } = statOf(seen.pid)
  if (state === 'Z' || state === 'X') return 'gone' // dead, and only not yet fetched by whoever started it
  if (start === undefined || seen.procStart === undefined) return 'number-only'
  return start === seen.procStart ? 'sure' : 'gone'
}

/** Do its numbers mean the same as ours? */
function placeOf({ pidDomain, boot, namespace, machine, host }: OwnIdentity): 'here' | 'elsewhere' | 'gone' {
  const own = ownPlace()
  if (boot !== undefined && own.boot !== undefined) {
    if (boot === own.boot) return namespace === own.namespace ? 'here' : 'elsewhere'
    // This machine was started anew since; where it cannot be told from a copy of it, it may be another one.
    return machine !== undefined && machine === own.machine && host === hostname() ? 'gone' : 'elsewhere'
  }
  return pidDomain?.startsWith('linux:') && pidDomain !== ownDomain() ? 'elsewhere' : 'here'
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
  const text = systemText(`/proc/${pid}/stat`) // it has just ended, or /proc is not there: it cannot be asked
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return { state: fields?.[3 - 3], start: fields?.[22 - 3] }
}

/** Which process numbers ours are comparable with. */
function ownDomain(): string | undefined {
  const { machine, namespace } = ownPlace()
  return machine !== undefined && namespace !== undefined ? `linux:${machine}:${namespace}` : undefined
}

interface OwnPlace {
  readonly machine: string | undefined
  readonly namespace: string | undefined
  readonly boot: string | undefined
}

let place: OwnPlace | undefined

function ownPlace(): OwnPlace {
  const isLinux = process.platform === 'linux'
  place ??= {
    machine: isLinux ? systemText('/etc/machine-id') : undefined,
    namespace: isLinux ? ownNamespace() : undefined,
    boot: isLinux ? systemText('/proc/sys/kernel/random/boot_id') : undefined,
  }
  return place
}

function ownNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return undefined // no /proc here: then nothing can be compared
  }
}

function systemText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1').trim() || undefined
  } catch {
    return undefined
  }
}
