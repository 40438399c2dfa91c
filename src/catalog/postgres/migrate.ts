// Sets a team store up, or brings it to this version. Nothing else changes its tables.

import { number } from '../sqlite/rows.js'
import { type Connection, connect, TeamStoreError } from './driver.js'
import { DISTRIBUTION, MIGRATIONS } from './schema.js'

export interface Migrated {
  readonly location: string
  /** Numbers of the migrations that were run now. */
  readonly run: readonly number[]
  readonly version: number
  /** Was Citus there, so that the tables are distributed? */
  readonly distributed: boolean
}

/** Two that set up one store at the same time wait for each other. */
const LOCK = 0x72746864

export async function migrate(url: string): Promise<Migrated> {
  const db = await connect(url)
  try {
    const [setting] = await db.query("SELECT current_setting('server_encoding') AS encoding")
    if (setting?.['encoding'] !== 'UTF8')
      throw new TeamStoreError('failed', `${db.location}: the database must have the encoding UTF8`)
    await db.query('BEGIN')
    try {
      await db.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
      await db.query(
        'CREATE SCHEMA IF NOT EXISTS rethread; ' +
          'CREATE TABLE IF NOT EXISTS rethread.migrations(number int PRIMARY KEY, run_at timestamptz NOT NULL DEFAULT now())',
      )
      const before = await versionIn(db)
      if (before > MIGRATIONS.length)
        throw new TeamStoreError('failed', `${db.location} was set up by a newer version of rethread`)
      const run: number[] = []
      for (let at = before; at < MIGRATIONS.length; at++) {
        await db.query(MIGRATIONS[at]!)
        await db.query('INSERT INTO rethread.migrations(number) VALUES($1)', [at + 1])
        run.push(at + 1)
      }
      const distributed = await distribute(db)
      await db.query('COMMIT')
      return { location: db.location, run, version: MIGRATIONS.length, distributed }
    } catch (error) {
      await db.query('ROLLBACK').catch(() => {})
      throw error
    }
  } finally {
    await db.end()
  }
}

/** 0 where nothing was set up yet. */
export async function versionIn(db: Connection): Promise<number> {
  const [row] = await db.query('SELECT coalesce(max(number), 0) AS n FROM rethread.migrations')
  return number(row?.['n'])
}

/** What Citus is asked for each table that it does not know yet, in this order. */
export function distributionCalls(): readonly { readonly table: string; readonly call: string }[] {
  return Object.entries(DISTRIBUTION).map(([table, column]) => ({
    table,
    call:
      column === 'everywhere'
        ? `SELECT create_reference_table('rethread.${table}')`
        : `SELECT create_distributed_table('rethread.${table}', '${column}')`,
  }))
}

async function distribute(db: Connection): Promise<boolean> {
  const [citus] = await db.query("SELECT 1 AS here FROM pg_extension WHERE extname = 'citus'")
  if (citus === undefined) return false
  for (const { table, call } of distributionCalls()) {
    const [known] = await db.query('SELECT 1 AS here FROM pg_dist_partition WHERE logicalrelid = $1::text::regclass', [
      `rethread.${table}`,
    ])
    if (known === undefined) await db.query(call)
  }
  return true
}
