// A PostgreSQL of its own for a test file, or for a bench: in a temporary directory, on loopback, on a free port, gone at the end.
// Debian keeps its programs out of the path; as root they are run as the user postgres, which they insist on.

import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PostgresServer {
  /** Of its superuser, for a database. */
  url(database?: string): string
  port: number
  /** A new database, a copy of another one. */
  database(template?: string): string
  /** As a crash would: nothing is written before. */
  kill(): void
  start(): void
  logs(): string
  stop(): void
}

function programs(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter(version => version >= 15)
    : []
  const newest = versions.toSorted((a, b) => b - a)[0]
  if (newest !== undefined) return join(root, String(newest), 'bin')
  const found = spawnSync('sh', ['-c', 'command -v initdb']).stdout?.toString().trim()
  return found ? join(found, '..') : undefined
}

/** Undefined where there is none; then the tests are skipped, loudly, unless it is required. */
export function postgresPrograms(): string | undefined {
  const bin = programs()
  if (bin !== undefined) return bin
  const message = 'PostgreSQL 15 or later is not installed (Debian: apt-get install postgresql)'
  if (process.env['RETHREAD_POSTGRES_REQUIRED'] === '1') throw new Error(`${message}, and RETHREAD_POSTGRES_REQUIRED=1`)
  process.stderr.write(`\n*** The tests of the team store are SKIPPED: ${message}\n\n`)
  return undefined
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { readonly port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

/** What a test wants: fast, and every statement in the log. */
const FOR_TESTS = '-c fsync=off -c max_connections=100 -c log_statement=all'

export async function startPostgres(bin: string, settings = FOR_TESTS): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'rethread-postgres-'))
  const isRoot = process.getuid?.() === 0
  const owner = isRoot
    ? { uid: Number(execFileSync('id', ['-u', 'postgres'])), gid: Number(execFileSync('id', ['-g', 'postgres'])) }
    : { uid: undefined, gid: undefined }
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const run = (program: string, args: readonly string[]): void => {
    const { status, stderr, stdout } = spawnSync(join(bin, program), args, {
      ...(owner.uid === undefined ? {} : owner),
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
      // What keeps running must not hold on to pipes of ours.
      stdio: ['ignore', program === 'pg_ctl' ? 'ignore' : 'pipe', program === 'pg_ctl' ? 'ignore' : 'pipe'],
      timeout: 120_000,
    })
    if (status !== 0) throw new Error(`${program} failed: ${stderr ?? ''}${stdout ?? ''}${tail(log)}`)
  }
  run('initdb', [
    '-D',
    data,
    '-U',
    'test',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile(folder),
  ])
  let port = await freePort()
  const server: PostgresServer = {
    get port() {
      return port
    },
    set port(other) {
      port = other
    },
    url: (database = 'postgres') => `postgres://test:${PASSWORD}@127.0.0.1:${port}/${database}`,
    database(template = 'template1') {
      const name = `t${++made}`
      execSql(server.url(), `CREATE DATABASE ${name} TEMPLATE ${template}`)
      return server.url(name)
    },
    start() {
      const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${settings}`
      run('pg_ctl', ['-D', data, '-l', log, '-o', options, '-w', '-t', '60', 'start'])
    },
    kill() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', '-t', '60', 'stop'])
    },
    logs: () => execFileSync('cat', [log], { encoding: 'utf8', maxBuffer: 2 ** 30 }),
    stop() {
      try {
        run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', '-t', '60', 'stop'])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
  for (let attempt = 1; ; attempt++) {
    try {
      server.start()
      return server
    } catch (error) {
      // Somebody else may have taken the port meanwhile.
      if (attempt === 3) {
        rmSync(folder, { recursive: true, force: true })
        throw error
      }
      port = await freePort()
    }
  }
}

const PASSWORD = 'test-only'
let made = 0

function passwordFile(folder: string): string {
  const file = join(folder, 'password')
  execFileSync('sh', ['-c', `umask 022; printf %s ${PASSWORD} > "$1"`, 'sh', file])
  return file
}

function tail(log: string): string {
  return existsSync(log) ? execFileSync('cat', [log], { encoding: 'utf8' }).split('\n').slice(-20).join('\n') : ''
}

/** By the client program, so that nothing is waited for. */
export function execSql(url: string, sql: string): string {
  const { status, stderr, stdout } = spawnSync(
    'psql',
    ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', url, '-c', sql],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  )
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}
