// A store with its members, and machines that ship to it.

import { mkdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import type { Place } from '../../src/actions/session/index.js'
import { invite, join, migrateStore } from '../../src/actions/team/index.js'
import { execSql, type PostgresServer } from '../../tools/postgres-server.js'
import { tempFolder } from '../disk/temp-folder.js'

export interface Machine {
  readonly place: Place
  readonly config: string
  readonly home: string
  /** As a device, and as a reader of the same team. */
  readonly device: string
  readonly reader: string
}

/** A database that is set up. */
export async function newStore(server: PostgresServer): Promise<string> {
  const url = server.database()
  await migrateStore(NOWHERE, { url })
  return url
}

const NOWHERE: Place = { env: {}, home: '/nonexistent', cwd: '/' }

/** Names are those of roles, which all databases of a server share. */
let count = 0
export const freshName = (word: string): string => `${word}-${process.pid}-${++count}`

export async function newMachine(
  store: string,
  options: {
    readonly config?: string
    readonly name?: string
    readonly team?: string
    readonly projects?: readonly string[]
    readonly home?: string
    readonly reads?: boolean
  } = {},
): Promise<Machine> {
  const home = options.home ?? tempFolder()
  const config = options.config ?? joinPath(home, '.claude')
  mkdirSync(joinPath(config, 'projects'), { recursive: true })
  const place: Place = { env: {}, home, cwd: home, configDir: config }
  const name = options.name ?? freshName('m')
  const team = options.team ?? 'crew'
  const device = (await invite(place, { url: store, name, team, kind: 'device' })).url
  const reader = (await invite(place, { url: store, name, team, kind: 'reader' })).url
  await join(place, { url: device, projects: options.projects ?? ['/'] })
  if (options.reads ?? true) await join(place, { url: reader, projects: [] })
  return { place, config, home, device, reader }
}

/** Everything that is in the store, as text: for looking for what must not be there. */
export function everythingIn(store: string): string {
  const tables = execSql(
    store,
    "SELECT relname FROM pg_class WHERE relnamespace = 'rethread'::regnamespace AND relkind = 'r'",
  ).split('\n')
  return tables.map(table => execSql(store, `SELECT t::text FROM rethread.${table} AS t`)).join('\n')
}
