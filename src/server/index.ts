// The local server: on loopback, for whoever has the token, until it is told to end.

import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { plans } from '../actions/planned/index.js'
import { keptSessions, type Place, sessionsOf } from '../actions/session/index.js'
import { builtFiles } from '../disk/built-files.js'
import { announcedServer, announceServer, withdrawServer } from '../disk/running-server.js'
import { StorageError } from '../format/error.js'
import { createApp } from './app.js'
import { cookieName } from './guard.js'
import { liveEvents } from './live-events.js'
import type { Rights } from './rights.js'
import type { Serving } from './serving.js'

export type { Rights } from './rights.js'

export interface ServeOptions {
  readonly place: Place
  /** The team's sessions, below `/team`: where a store was joined, or nothing else. */
  readonly team: 'beside' | 'only' | 'none'
  /** Of the pages; a new one where there is none. */
  readonly token?: string | undefined
  /** Whose cache says that it runs. */
  readonly user: Place
  readonly rights: Rights
  /** 0: any that is free. */
  readonly port: number
  /** The folder of the built app. */
  readonly app: string
  readonly areSamples: boolean
  readonly complain: (message: string) => void
}

export interface Served {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export async function serve({
  place,
  team: asked,
  token = randomBytes(24).toString('base64url'),
  user,
  rights,
  port,
  app: folder,
  areSamples,
  complain,
}: ServeOptions): Promise<Served> {
  const files = builtFiles(folder)
  const own = asked === 'only' ? undefined : ownSessions(place, rights, areSamples, complain)
  const team = asked === 'none' ? undefined : (await import('../actions/team/index.js')).teamSessions(user)
  let bound = port
  const app = createApp({
    ...(own ? { serving: own } : {}),
    ...(team ? { team: { team, hasOwn: own !== undefined } } : {}),
    files,
    token,
    port: () => bound,
  })
  const server = createServer(getRequestListener(app.fetch))
  // A page may stay open for hours without a word, and a stream for as long as it likes.
  server.requestTimeout = 60_000
  bound = await listening(server, port)
  announceServer(user, { port: bound, token, purpose: purposeOf(user, rights, asked) })
  return {
    url: addressOf(bound, token),
    port: bound,
    async close() {
      withdrawServer(user, token)
      own?.live.close()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      own?.place.kept.close()
      await team?.close()
    },
  }
}

function ownSessions(place: Place, rights: Rights, areSamples: boolean, complain: ServeOptions['complain']): Serving {
  const kept = keptSessions(() => sessionsOf(place).sessions)
  const live = liveEvents(place, error =>
    complain(`cannot follow sessions: ${error instanceof Error ? error.message : error}`),
  )
  return { place: { ...place, kept }, everywhere: place, rights, areSamples, plans: plans(), live }
}

/** The address of one that runs already for the same sessions with the same rights. */
export async function runningServer(
  place: Place,
  rights: Rights,
  team: ServeOptions['team'],
): Promise<string | undefined> {
  const said = announcedServer(place)
  if (!said || said.purpose !== purposeOf(place, rights, team)) return undefined
  try {
    const answer = await fetch(`http://127.0.0.1:${said.port}${team === 'only' ? '/team' : ''}/api/about`, {
      headers: { cookie: `${cookieName(said.port)}=${said.token}` },
      signal: AbortSignal.timeout(2000),
    })
    return answer.ok ? addressOf(said.port, said.token) : undefined
  } catch {
    // It does not answer: it has ended, or another program has its port.
    return undefined
  }
}

function addressOf(port: number, token: string): string {
  return `http://127.0.0.1:${port}/?token=${token}`
}

function purposeOf(place: Place, rights: Rights, team: ServeOptions['team']): string {
  return JSON.stringify([rights, sessionsOf(place).dirs, team])
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'it is in use; try --port 0' : (error.code ?? error.message)
      reject(new StorageError('port', `cannot listen on port ${port}: ${why}`, error))
    })
    server.listen({ host: '127.0.0.1', port }, () => resolve((server.address() as AddressInfo).port))
  })
}
