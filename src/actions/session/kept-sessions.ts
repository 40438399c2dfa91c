// Sessions for a process that lives long and is asked many things about a few of them: each is looked up by its key, read
// once, and kept open between questions until its files change or others are asked for.

import { createHash } from 'node:crypto'
import { fileState, findSessionFolder, isPresent, type ListedSession, type ResolvedSession } from '../../disk/index.js'
import { InputError, StorageError } from '../../format/error.js'
import { type OpenAgent, openAgents } from './agents.js'
import { type OpenReading, openReading } from './open-reading.js'
import type { OpenOptions } from './open-session.js'

type SessionFile = ResolvedSession & { readonly kind: 'file' }

export interface KeptSessions {
  /** How a question names a session: by its key only, or as people do; never by a path. */
  readonly namedBy: 'key' | 'reference'
  /** By its key, and by nothing else: no path, no prefix, no title. */
  find(key: string): SessionFile
  keyOf(path: string): string | undefined
  /** It has been read as it is now: a question would be answered at once. */
  isOpen(session: SessionFile): boolean
  /** The session, read as it is now; it stays open while it is used. */
  use<Value>(
    session: SessionFile,
    options: OpenOptions,
    use: (open: OpenReading) => Value | Promise<Value>,
  ): Promise<Value>
  close(): void
}

interface Kept {
  readonly state: string
  readonly opened: Promise<OpenReading>
  agents?: Promise<readonly OpenAgent[]>
  users: number
  dropped: boolean
  isRead: boolean
}

/** A person looks at one session, compares it with another, and goes back. */
const MOST_KEPT = 3

export function keptSessions(
  list: () => readonly ListedSession[],
  namedBy: KeptSessions['namedBy'] = 'key',
): KeptSessions {
  const kept = new Map<string, Kept>()
  let byKey: ReadonlyMap<string, ListedSession> = new Map()
  let keys: ReadonlyMap<string, string> = new Map()
  const lookAgain = (): void => {
    byKey = keyed(list())
    keys = new Map([...byKey].map(([key, { path }]) => [path, key]))
  }
  return {
    namedBy,
    find(key) {
      const known = byKey.get(key)
      // New, or gone since one looked.
      if (!known || !isPresent(known.path)) lookAgain()
      const found = byKey.get(key)
      if (!found) throw new InputError('session-unknown', 'no session has this id')
      return { kind: 'file', id: found.id, path: found.path, configDir: found.configDir }
    },
    keyOf(path) {
      if (!keys.has(path)) lookAgain()
      return keys.get(path)
    },
    isOpen(session) {
      const known = kept.get(session.path)
      return known?.isRead === true && known.state === stateOf(session)
    },
    async use(session, options, use) {
      const one = borrow(session, options)
      one.users++
      try {
        return await use(await one.opened)
      } finally {
        one.users--
        if (one.dropped) await end(one)
      }
    },
    close() {
      for (const path of [...kept.keys()]) drop(path)
    },
  }

  function borrow(session: SessionFile, options: OpenOptions): Kept {
    const state = stateOf(session)
    const known = kept.get(session.path)
    if (known?.state === state) {
      // The one asked for last is the last to go.
      kept.delete(session.path)
      kept.set(session.path, known)
      return known
    }
    drop(session.path)
    // Read for whoever asks: a question that is given up must not take it from the others.
    const { signal: _, ...others } = options
    const opened = openReading(session, others).then(open => ({
      ...open,
      agents: () => (one.agents ??= openAgents(open)),
    }))
    const one: Kept = { state, opened, users: 0, dropped: false, isRead: false }
    opened.then(
      () => {
        one.isRead = true
      },
      () => kept.get(session.path) === one && kept.delete(session.path),
    )
    kept.set(session.path, one)
    for (const path of [...kept.keys()].slice(0, -MOST_KEPT)) drop(path)
    return one
  }

  function drop(path: string): void {
    const one = kept.get(path)
    if (!one) return
    kept.delete(path)
    one.dropped = true
    void end(one)
  }
}

/** Its files are closed when nobody reads in them any more. */
async function end(one: Kept): Promise<void> {
  if (one.users > 0) return
  const [open, agents] = await Promise.allSettled([one.opened, one.agents])
  if (one.users > 0) return
  if (agents.status === 'fulfilled') for (const agent of agents.value ?? []) if (agent.file) agent.open.close()
  if (open.status === 'fulfilled') open.value.close()
}

/** The state of a session's own file, to be compared with a later one. */
export function sessionStateAt(path: string): string {
  return stateAt(path)
}

/** Of its file and of those of its subagents. */
function stateOf({ path, configDir }: SessionFile): string {
  const { folder } = findSessionFolder(path, configDir)
  return [path, ...folder.agents.map(agent => agent.path)].map(stateAt).join('\n')
}

/** Whoever reads it says what is wrong with it. */
function stateAt(path: string): string {
  try {
    return JSON.stringify(fileState(path))
  } catch (error) {
    if (error instanceof StorageError) return error.code
    throw error
  }
}

const SHORT = 8

/** The id; where several files have the same, with a part of the hash of its path. */
function keyed(sessions: readonly ListedSession[]): ReadonlyMap<string, ListedSession> {
  const count = new Map<string, number>()
  for (const { id } of sessions) count.set(id, (count.get(id) ?? 0) + 1)
  return new Map(
    sessions.map(session => [
      count.get(session.id) === 1 ? session.id : `${session.id}~${mark(session.path)}`,
      session,
    ]),
  )
}

function mark(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, SHORT)
}
