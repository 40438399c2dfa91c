// One at a time: a file that exists while somebody holds the lock, and says who. Who has crashed holds it no longer.
//
// A lock that was left behind is taken away by one process only, or two might take away each other's new one. So
// whoever takes it away first holds a second lock, which is called after the very lock that it is about; then it looks
// again. That second one may be left behind too, and is taken away in the same manner.

import { closeSync, linkSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { RethreadError } from '../format/error.js'
import { codeOf, NO_LINKS, removeIfThere, writeFully } from './atomic-replace.js'
import { crypto } from './crypto.js'
import { namesIn } from './list-sessions.js'
import { type Certainty, certaintyOf, type OwnIdentity, ownIdentity } from './process-identity.js'

/** Somebody else is at it, and does not come to an end. Nothing was written. */
export class ChangeBusy extends RethreadError {
  constructor(what: string, owner: OwnIdentity | undefined, left: string) {
    const certainty = owner === undefined ? 'number-only' : certaintyOf(owner)
    super('change-busy', 1, `${who(owner, certainty)} is ${what}. Nothing was changed: ${ADVICE[certainty](left)}`)
  }
}

const ADVICE: Readonly<Record<Certainty | 'gone', (left: string) => string>> = {
  sure: () => 'try again when it has finished',
  gone: () => 'try again', // it ended in this moment
  'number-only': left => `try again when it has finished, or delete ${left} if it is no longer running`,
  elsewhere: left => `try again when it has finished, or delete ${left} if it is no longer running`,
}

function who(owner: OwnIdentity | undefined, certainty: Certainty | 'gone'): string {
  if (owner === undefined) return 'another rethread'
  const where = certainty === 'elsewhere' ? ` on ${owner.host ?? 'another machine'}, or in another container there` : ''
  return `another rethread (process ${owner.pid}${where})`
}

/** For as long as one holds it: a few small files are written. Many may stand in line. */
const PATIENCE = 10_000
const POLL = 10

/** Waits its turn for a bounded time, and holds the lock while `use` runs. */
export async function holding<T>(path: string, use: () => T | Promise<T>, patience = PATIENCE): Promise<T> {
  const token = await acquire(path, Date.now() + patience)
  let result: T
  try {
    result = await use()
  } catch (error) {
    try {
      release(path, token)
    } catch {
      // What went wrong first is told. The lock is given back when the process ends.
    }
    throw error
  }
  release(path, token)
  return result
}

/** What crashed processes have left of locks that nobody holds any longer. Only for who holds the lock. */
export function sweepLocks(path: string): void {
  for (const { name } of namesIn(dirname(path), [], true)) {
    if (!name.startsWith(`${basename(path)}.`)) continue
    const left = join(dirname(path), name)
    const held = heldBy(left)
    if (held !== undefined && held !== 'unknown' && certaintyOf(held.owner) === 'gone') removeIfThere(left)
  }
}

interface Held {
  readonly token: string
  readonly owner: OwnIdentity
}

async function acquire(path: string, deadline: number): Promise<string> {
  const token = crypto().randomBytes(8).toString('hex')
  const text = `${JSON.stringify({ token, owner: ownIdentity() })}\n`
  const candidate = `${path}.${token}.new`
  writeFileSync(candidate, Buffer.from(text), { mode: 0o600, flag: 'wx' })
  try {
    for (;;) {
      if (tryToTake(path, candidate, text)) return token
      const held = heldBy(path) ?? 'unknown' // given back in this moment
      const isLeft = held !== 'unknown' && certaintyOf(held.owner) === 'gone'
      if (isLeft) await takeAway(path, held.token, deadline)
      else if (Date.now() < deadline) await setTimeout(crypto().randomInt(POLL, 2 * POLL))
      else throw new ChangeBusy('recording a change', held === 'unknown' ? undefined : held.owner, path)
    }
  } finally {
    removeIfThere(candidate)
  }
}

/** Only ever our own: somebody may have deleted it by hand, and another one has it now. */
function release(path: string, token: string): void {
  if (isHeldAs(path, token)) removeIfThere(path)
}

async function takeAway(path: string, token: string, deadline: number): Promise<void> {
  const second = `${path}.${token}`
  const own = await acquire(second, deadline)
  try {
    // While we hold the second lock nobody else takes this one away; and another one is not ours to take.
    release(path, token)
  } finally {
    release(second, own)
  }
}

function isHeldAs(path: string, token: string): boolean {
  const held = heldBy(path)
  return held !== undefined && held !== 'unknown' && held.token === token
}

/** The file appears with what it says in one step: whoever sees it knows whose it is. */
function tryToTake(path: string, candidate: string, text: string): boolean {
  try {
    linkSync(candidate, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
    return tryToMake(path, text)
  }
}

/** Where there are no links, it is empty for a moment, and after a crash in that moment for good. */
function tryToMake(path: string, text: string): boolean {
  let fd: number
  try {
    fd = openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    writeFully(fd, Buffer.from(text))
    return true
  } catch (error) {
    removeIfThere(path)
    throw error
  } finally {
    closeSync(fd)
  }
}

function heldBy(path: string): Held | 'unknown' | undefined {
  let text: string
  try {
    text = readFileSync(path).toString() // with an encoding, node 20 dies where closing fails
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    const { token, owner } = JSON.parse(text) as Partial<Held>
    const isOne = /^[0-9a-f]{16}$/.test(String(token)) && typeof owner?.pid === 'number'
    return isOne ? { token: token!, owner: owner! } : 'unknown'
  } catch {
    return 'unknown'
  }
}
