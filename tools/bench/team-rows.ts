// The team store: what is shipped against `COPY` of the same rows, a rare word, the sums of days, and many at once. On a
// PostgreSQL of its own. A part of the entries is shipped; the rest are copies of their rows, made in the database.

import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { invite } from '../../src/actions/team/invite.js'
import { ingestBytes } from '../../src/catalog/ingest/ingest-bytes.js'
import { NOTHING_READ } from '../../src/catalog/ingest/ingest-file.js'
import { migrate } from '../../src/catalog/postgres/migrate.js'
import { openPostgres, type ShippedBytes, type TeamStore } from '../../src/catalog/postgres/postgres-store.js'
import type { Question } from '../../src/catalog/query/question.js'
import type { SourceUpdate } from '../../src/catalog/store.js'
import { randomSession } from '../generator/random-session.js'
import { execSql, type PostgresServer, postgresPrograms, startPostgres } from '../postgres-server.js'
import type { BenchRow } from './rows.js'

export interface TeamBench {
  /** How many entries the store has when it is asked, smallest first. */
  readonly sizes: readonly number[]
  readonly readers: number
  readonly writers: number
  readonly seconds: number
}

interface Shipment {
  readonly update: SourceUpdate
  readonly shipped: ShippedBytes
}

const SETTINGS = '-c max_connections=300 -c shared_buffers=1GB -c maintenance_work_mem=1GB -c max_wal_size=8GB'
const NOWHERE = { env: {}, home: '/nonexistent', cwd: '/' }
const SESSIONS = 40
const ENTRIES_EACH = 500

const TABLES = ['sources', 'entries', 'texts', 'touches', 'packs', 'cards', 'token_events', 'messages', 'daily']

export async function teamRows(bench: TeamBench): Promise<readonly BenchRow[]> {
  const bin = postgresPrograms()
  if (bin === undefined) return []
  const server = await startPostgres(bin, SETTINGS)
  const folder = mkdtempSync(join(tmpdir(), 'rethread-team-bench-'))
  try {
    const url = server.database()
    await migrate(url)
    const empty = server.database(databaseOf(url))
    const device = (await invite(NOWHERE, { url, name: 'bench', team: 'crew', kind: 'device' })).url
    const reader = (await invite(NOWHERE, { url, name: 'reader', team: 'crew', kind: 'reader' })).url
    const shipments = Array.from({ length: SESSIONS }, (_, seed) => shipmentOf('bench/0', seed + 1))
    const entries = shipments.reduce((sum, { update }) => sum + update.source.figures.entries, 0)
    const rows: BenchRow[] = [await ingestRow(url, empty, device, shipments, entries, folder)]
    let copies = 1
    for (const size of bench.sizes) {
      const wanted = Math.ceil(size / entries)
      if (wanted > copies) multiply(url, copies, wanted - 1)
      copies = Math.max(copies, wanted)
      rows.push(...(await readingRows(url, reader, entries * copies, copies)))
    }
    rows.push(await loadRow(server, url, reader, bench, copies))
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
    server.stop()
  }
}

/** A session as a shipper would send it, in one batch. */
function shipmentOf(root: string, seed: number): Shipment {
  const { bytes, sessionId } = randomSession(seed, { entries: ENTRIES_EACH })
  const path = `${root}/projects/-bench/${sessionId}.jsonl`
  const { figures, open, line, ...gathered } = ingestBytes(bytes, NOTHING_READ)
  const file = { dev: 1, ino: seed, size: bytes.length, mtimeMs: 1 }
  const card = { id: sessionId, path, title: `Session ${seed}`, titles: [`Session ${seed}`], project: '/bench' }
  return {
    update: {
      source: {
        path,
        folder: `${root}/projects/-bench`,
        session: path,
        agentId: null,
        file,
        titleMtimeMs: 0,
        read: { ...NOTHING_READ, offset: bytes.length, line, figures, open },
        figures,
        edition: 0,
        gone: false,
        problem: null,
      },
      after: null,
      keepBefore: 0,
      ...gathered,
      card: { path, file, titleMtimeMs: 0, titles: card.titles, project: card.project, card },
      outline: null,
    },
    shipped: { raw: bytes, cursor: '{}', project: '/bench' },
  }
}

async function ingestRow(
  url: string,
  empty: string,
  device: string,
  shipments: readonly Shipment[],
  entries: number,
  folder: string,
): Promise<BenchRow> {
  const store = await openPostgres(device)
  const begun = performance.now()
  for (const { update, shipped } of shipments)
    if (!(await store.ship(update, shipped))) throw new Error('a batch was not taken')
  const ours = performance.now() - begun
  await store.close()
  let copied = 0
  for (const table of TABLES) {
    const file = join(folder, table)
    piped(url, `COPY rethread.${table} TO STDOUT (FORMAT binary)`, 'out', file)
    const from = performance.now()
    piped(empty, `COPY rethread.${table} FROM STDIN (FORMAT binary)`, 'in', file)
    copied += performance.now() - from
  }
  const [mine, theirs] = [url, empty].map(one => execSql(one, 'SELECT count(*) FROM rethread.texts'))
  if (mine !== theirs) throw new Error(`${theirs} texts were copied, not ${mine}`)
  return {
    what: `shipping ${shipments.length} sessions to the team store (${entries} entries, ${mine} texts)`,
    against: '`COPY` of the same rows into the same tables and indexes, wall time',
    ratio: ours / copied,
    goal: 2,
    figures: `${ours.toFixed(0)} ms (${((entries / ours) * 1000).toFixed(0)} entries/s) against ${copied.toFixed(0)} ms`,
  }
}

function piped(url: string, sql: string, way: 'in' | 'out', file: string): void {
  const fd = openSync(file, way === 'in' ? 'r' : 'w')
  try {
    const stdio: (number | 'ignore' | 'pipe')[] = way === 'in' ? [fd, 'ignore', 'pipe'] : ['ignore', fd, 'pipe']
    const { status, stderr } = spawnSync('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', url, '-c', sql], { stdio })
    if (status !== 0) throw new Error(String(stderr))
  } finally {
    closeSync(fd)
  }
}

/** Copies of all rows of the sessions that were shipped, as those of other sessions, each a day later than the one before. */
function multiply(url: string, from: number, to: number): void {
  const run = (sql: string): string =>
    execFileSync('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', url, '-c', sql], { encoding: 'utf8' })
  const copies = `generate_series(${from}, ${to}) AS k`
  run('DROP INDEX IF EXISTS rethread.texts_by_word')
  for (const table of ['sources', 'entries', 'texts', 'touches', 'packs', 'cards', 'token_events']) {
    const columns = run(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = 'rethread' AND table_name = '${table}' ` +
        `${table === 'sources' ? "AND column_name <> 'arrival' " : ''}ORDER BY ordinal_position`,
    )
      .trim()
      .split('\n')
    const values = columns.map(column => {
      if (/^(session_key|path|session|folder)$/.test(column)) return `'bench/' || k || substr(${column}, 8)`
      if (column === 'message') return "message || '-' || k"
      return table === 'token_events' && column === 'time' ? 'time + k * 86400000.0' : column
    })
    run(
      `INSERT INTO rethread.${table}(${columns.join(', ')}) SELECT ${values.join(', ')} FROM rethread.${table}, ${copies} ` +
        "WHERE starts_with(path, 'bench/0/')",
    )
  }
  run(
    "INSERT INTO rethread.messages SELECT message || '-' || k, day + k, team, project, model, input, output, cache_read, " +
      `cache_write FROM rethread.messages, ${copies} WHERE message NOT LIKE '%-%'`,
  )
  run(
    'TRUNCATE rethread.daily; INSERT INTO rethread.daily SELECT day, team, project, model, count(*), sum(input), sum(output), ' +
      'sum(cache_read), sum(cache_write) FROM rethread.messages GROUP BY 1, 2, 3, 4',
  )
  // A word that is in one text only, in each of the copies.
  run(
    "UPDATE rethread.texts SET vector = vector || array_to_tsvector(ARRAY['needle' || split_part(texts.path, '/', 2)]) " +
      `FROM (SELECT min(path) AS path FROM rethread.texts WHERE split_part(path, '/', 2)::int >= ${from} ` +
      "GROUP BY split_part(path, '/', 2)) AS first WHERE texts.path = first.path AND texts.place = 1",
  )
  run('CREATE INDEX texts_by_word ON rethread.texts USING gin(vector) WITH (fastupdate = off)')
  execFileSync('psql', ['-X', '-q', url, '-c', 'VACUUM ANALYZE'])
}

function wordQuestion(text: string): Question {
  const all: Question['all'] = [[{ kind: 'phrase', text, isPrefix: false }]]
  return { all, none: [], text: { tools: [], notTools: [] }, session: [] }
}

const needle = (copy: number): Question => wordQuestion(`needle${copy}`)

async function readingRows(url: string, reader: string, entries: number, copies: number): Promise<readonly BenchRow[]> {
  const store = await openPostgres(reader)
  try {
    const found: number[] = []
    const days: number[] = []
    const sums: number[] = []
    for (let round = 0; round < 220; round++) {
      const copy = 1 + ((round * 7919) % Math.max(1, copies - 1))
      const [took, sources] = await timed(() => store.search(needle(copy)))
      if (copies > 1 && sources.length !== 1)
        throw new Error(`needle${copy} is in ${sources.length} sessions, not in one`)
      found.push(took)
    }
    let rows = 0
    for (let round = 0; round < 60; round++) {
      const [took, all] = await timed(() => store.daily())
      rows = all.length
      days.push(took)
      const [ms] = await timed(() => store.sumsByDay())
      sums.push(ms)
    }
    const millions = entries / 1e6
    const word = p95(found.slice(20))
    const day = p95(sums.slice(10))
    const room = execSql(
      url,
      "SELECT pg_size_pretty(pg_database_size(current_database())) || '; ' || string_agg(relname || ' ' || pg_size_pretty(size), ', ' ORDER BY size DESC) FROM " +
        "(SELECT relname, pg_total_relation_size(oid) AS size FROM pg_class WHERE relnamespace = 'rethread'::regnamespace AND relkind = 'r' ORDER BY 2 DESC LIMIT 5) AS tables",
    )
    const index = execSql(url, "SELECT pg_size_pretty(pg_relation_size('rethread.texts_by_word'))")
    return [
      {
        what: `a rare word among ${millions.toFixed(1)} million entries of the team store, p95 of 200`,
        against: '25 ms for each million entries, at least for one',
        ratio: word / (25 * Math.max(1, millions)),
        goal: 1,
        figures: `${word.toFixed(1)} ms, median ${median(found.slice(20)).toFixed(1)} ms; ${room}, word index ${index}`,
      },
      {
        what: `sums by day from their ${rows} daily rows, p95 of 50`,
        against: '20 ms',
        ratio: day / 20,
        goal: 1,
        figures: `${day.toFixed(1)} ms, median ${median(sums.slice(10)).toFixed(1)} ms; all rows ${p95(days.slice(10)).toFixed(1)} ms, median ${median(days.slice(10)).toFixed(1)} ms`,
      },
    ]
  } finally {
    await store.close()
  }
}

/** Readers that never pause, and writers that ship one session after the other. */
async function loadRow(
  server: PostgresServer,
  url: string,
  reader: string,
  { readers, writers, seconds }: TeamBench,
  copies: number,
): Promise<BenchRow> {
  const errors: string[] = []
  const took: number[] = []
  let shipped = 0
  const reading: TeamStore[] = []
  const writing: TeamStore[] = []
  for (let at = 0; at < readers; at++) reading.push(await openPostgres(reader))
  for (let at = 0; at < writers; at++) {
    const device = await invite(NOWHERE, { url, name: `writer-${at}`, team: 'crew', kind: 'device' })
    writing.push(await openPostgres(device.url))
  }
  // The clock starts when all of them are there.
  const end = performance.now() + seconds * 1000
  const until = async (store: TeamStore, act: (round: number) => Promise<void>): Promise<void> => {
    for (let round = 0; performance.now() < end; round++)
      await act(round).catch((error: unknown) => errors.push(String(error)))
    await store.close()
  }
  await Promise.all([
    ...reading.map((store, at) =>
      until(store, async round => {
        const copy = 1 + ((at * 31 + round * 17) % Math.max(1, copies - 1))
        const [ms] = await timed<unknown>(() => (round % 4 === 3 ? store.daily() : store.search(needle(copy))))
        took.push(ms)
      }),
    ),
    ...writing.map((store, at) =>
      until(store, async round => {
        const made = shipmentOf(`writer-${at}/${round}`, 1000 + ((at + round) % 8))
        if (!(await store.ship(made.update, made.shipped))) throw new Error('a batch was not taken')
        shipped += made.update.source.figures.entries
      }),
    ),
  ])
  if (shipped === 0) errors.push('nothing was shipped')
  const fault = await soundness(server.url(databaseOf(url)))
  if (fault !== undefined) errors.push(fault)
  return {
    what: `${readers} readers and ${writers} writers at once for ${seconds} s`,
    against: 'no error, and a store that is sound',
    ratio: errors.length,
    goal: 0,
    figures: `${took.length} answers, p95 ${p95(took).toFixed(0)} ms, median ${median(took).toFixed(0)} ms; ${shipped} entries shipped${errors.length > 0 ? `; ${errors[0]}` : ''}`,
  }
}

async function soundness(url: string): Promise<string | undefined> {
  const store = await openPostgres(url)
  try {
    return await store.fault()
  } finally {
    await store.close()
  }
}

async function timed<Value>(act: () => Promise<Value>): Promise<readonly [ms: number, value: Value]> {
  const from = performance.now()
  const value = await act()
  return [performance.now() - from, value]
}

function p95(times: readonly number[]): number {
  return quantile(times, 0.95)
}

function median(times: readonly number[]): number {
  return quantile(times, 0.5)
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
