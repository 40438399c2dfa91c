// The server without a socket: on copies of the samples, with any rights, asked as its own page would ask.

import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { plans } from '../../src/actions/planned/index.js'
import { keptSessions, type Place, sessionsOf } from '../../src/actions/session/index.js'
import { createApp } from '../../src/server/app.js'
import { cookieName } from '../../src/server/guard.js'
import { liveEvents } from '../../src/server/live-events.js'
import type { Rights } from '../../src/server/rights.js'
import { SAMPLES, temporary } from '../cli/rethread.js'

export const PORT = 4321
export const TOKEN = 'a-token-of-this-test-and-of-no-other'
export const HOST = `127.0.0.1:${PORT}`

/** Everything that can be asked of a session by its key. */
export const PARTS = [
  'outline',
  'end',
  'turns',
  'ledger',
  'context',
  'check',
  'compactions',
  'graph',
  'files',
  'lineage',
  'resume',
  'stats',
  'export',
] as const

export interface Served {
  readonly app: Hono
  readonly home: string
  readonly configDir: string
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** The value of the envelope; throws what the server says otherwise. */
  value(path: string): Promise<unknown>
  close(): void
}

export function served(rights: Rights = 'new-sessions', home = sampleCopy()): Served {
  const configDir = join(home, '.claude')
  const place: Place = { env: { HOME: home }, home, cwd: home, configDir }
  const kept = keptSessions(() => sessionsOf(place).sessions)
  const live = liveEvents(place, error => {
    throw error
  })
  const files = new Map([['index.html', { plain: Buffer.from('<!doctype html><title>rethread</title>') }]])
  const serving = { place: { ...place, kept }, everywhere: place, rights, areSamples: true, plans: plans(), live }
  const app = createApp({ serving, files, token: TOKEN, port: () => PORT })
  const own = { host: HOST, cookie: `${cookieName(PORT)}=${TOKEN}` }
  const get: Served['get'] = async (path, headers = {}) => app.request(path, { headers: { ...own, ...headers } })
  return {
    app,
    home,
    configDir,
    get,
    post: async (path, body, headers = {}) =>
      app.request(path, {
        method: 'POST',
        headers: { ...own, origin: `http://${HOST}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async value(path) {
      const said = (await (await get(path)).json()) as { ok: boolean; value: unknown; error?: { message: string } }
      if (!said.ok) throw new Error(said.error?.message)
      return said.value
    },
    close() {
      live.close()
      kept.close()
    },
  }
}

export function sampleCopy(): string {
  const home = mkdtempSync(join(temporary(), 'home-'))
  cpSync(SAMPLES, join(home, '.claude'), { recursive: true })
  return home
}
