// A connection to the team store. The driver is loaded when a store that the user has named is first asked, and TLS is
// required wherever the store is not on this machine.

import type { ClientConfig, Client as PgClient } from 'pg'
import { StorageError } from '../../format/error.js'
import type { Row } from '../sqlite/driver.js'
import { STORE_CUT_OFF } from '../store.js'

export type Value = string | number | boolean | null | Uint8Array | readonly string[]

export interface Connection {
  /** The address without its password. */
  readonly location: string
  /** It can still be asked: it has neither been cut off nor taken too long. */
  readonly isThere: boolean
  query(sql: string, values?: readonly Value[]): Promise<readonly Row[]>
  end(): Promise<void>
}

export interface ConnectOptions {
  /** How long an answer may take; without it, as long as it takes. */
  readonly deadlineMs?: number | undefined
}

/** The store cannot be asked, or does not do what it is asked. */
export class TeamStoreError extends StorageError {
  /** `again`: it was in the way of somebody else, and nothing was written. */
  readonly kind: 'unreachable' | 'slow' | 'denied' | 'again' | 'failed'

  constructor(kind: TeamStoreError['kind'], message: string, cause?: unknown) {
    super(kind === 'unreachable' || kind === 'slow' ? STORE_CUT_OFF : 'team-store', message, cause)
    this.kind = kind
  }
}

/** How long a store may take to say that it is there. */
const PATIENCE_MS = 10_000

export async function connect(url: string, { deadlineMs }: ConnectOptions = {}): Promise<Connection> {
  const config = configOf(url, deadlineMs)
  const location = withoutPassword(url)
  const { default: pg } = await import('pg')
  const client = new pg.Client(config)
  let lost: unknown
  // Told to whoever asks next: an error without a listener would end the process.
  client.on('error', error => {
    lost ??= error
  })
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => {})
    throw troubleOf(error, location)
  }
  return {
    location,
    get isThere() {
      return lost === undefined
    },
    async query(sql, values = []) {
      if (lost !== undefined) throw troubleOf(lost, location)
      try {
        const result = await inTime(client.query(sql, values.map(sent)))
        const rows = (Array.isArray(result) ? (result.at(-1) as { rows: Row[] }) : result).rows as Row[]
        return rows.map(told)
      } catch (error) {
        throw troubleOf(error, location)
      }
    },
    end: () => endOf(client),
  }

  /** Whoever is too slow is not asked again: what it says then would be taken for the next answer. */
  async function inTime<Result>(asked: Promise<Result>): Promise<Result> {
    if (deadlineMs === undefined) return asked
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        lost ??= new TeamStoreError('slow', `the team store ${location} did not answer within ${deadlineMs / 1000} s`)
        reject(lost)
        void endOf(client)
      }, deadlineMs)
    })
    asked.catch(() => {}) // it fails when the connection is ended, and nobody waits for it then
    try {
      return await Promise.race([asked, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

async function endOf(client: PgClient): Promise<void> {
  try {
    await client.end()
  } catch {
    // It has ended before.
  }
}

export function configOf(url: string, deadlineMs = PATIENCE_MS): ClientConfig {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw new StorageError('team-store', 'the address of a team store looks like postgres://name:token@host/database')
  }
  if (parsed.protocol !== 'postgres:' && parsed.protocol !== 'postgresql:')
    throw new StorageError('team-store', 'the address of a team store begins with postgres://')
  const isHere = isOnThisMachine(parsed)
  const mode = parsed.searchParams.get('sslmode')
  if (!isHere && (mode === 'disable' || mode === 'allow' || mode === 'prefer' || mode === 'no-verify'))
    throw new StorageError('team-store', `sslmode=${mode} is not allowed for a store on another machine`)
  const ssl = !isHere && mode === null && !parsed.searchParams.has('sslrootcert')
  // Without a mode of its own the certificate is checked against those that the system trusts.
  return {
    connectionString: url,
    ...(ssl ? { ssl: { rejectUnauthorized: true } } : {}),
    connectionTimeoutMillis: Math.min(PATIENCE_MS, deadlineMs),
    keepAlive: true,
    application_name: 'rethread',
    types: { getTypeParser: parserOf as never },
  }
}

function isOnThisMachine({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1')
  return host === '' || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host) || host[0] === '/'
}

export function withoutPassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:@/]*):[^@/]*@/, '$1@')
}

const [INT8, INT2, INT4, FLOAT4, FLOAT8, BYTEA, BOOL, TEXTS] = [20, 21, 23, 700, 701, 17, 16, 1009]

/** Numbers as numbers: nothing that is counted here is beyond 2^53. Everything else as its text. */
function parserOf(type: number): (text: string) => unknown {
  if (type === INT8 || type === INT2 || type === INT4 || type === FLOAT4 || type === FLOAT8) return Number
  if (type === BYTEA) return text => Buffer.from(text.slice(2), 'hex')
  if (type === BOOL) return text => (text === 't' ? 1 : 0)
  if (type === TEXTS) return text => text
  return text => text
}

/** `text` cannot hold U+0000, nor half a pair: the first is written as two characters that nobody writes. */
export function storable(text: string): string {
  const whole = /[\ud800-\udfff]/.test(text) ? text.replace(LONE, '\ufffd') : text
  return UNSTORABLE.test(whole)
    ? whole.replace(/[\u0000\u0001]/g, one => (one === '\0' ? '\u00010' : '\u00011'))
    : whole
}

const UNSTORABLE = /[\u0000\u0001]/
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

function restored(text: string): string {
  return text.includes('\u0001') ? text.replace(/\u0001([01])/g, (_, one) => (one === '0' ? '\0' : '\u0001')) : text
}

function sent(value: Value): unknown {
  if (typeof value === 'string') return storable(value)
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return Array.isArray(value) ? value.map(storable) : value
}

function told(row: Row): Row {
  const plain: Record<string, Row[string]> = {}
  for (const [name, value] of Object.entries(row)) plain[name] = typeof value === 'string' ? restored(value) : value
  return plain
}

/** Many rows as one value, for `json_to_recordset`. */
export function asRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value) => (typeof value === 'string' ? storable(value) : value))
}

const AGAIN = /^40(001|P01)/
const UNREACHABLE = /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EPIPE|ENOENT|08|57P0|53300)/
const DENIED = /^(28|42501)/

export function troubleOf(error: unknown, location: string): unknown {
  if (error instanceof TeamStoreError || !(error instanceof Error)) return error
  const code = String((error as { readonly code?: unknown }).code ?? '')
  const message = error.message || code
  if (UNREACHABLE.test(code) || /terminated|timeout|not queryable|closed/i.test(message))
    return new TeamStoreError('unreachable', `the team store ${location} cannot be reached: ${message}`, error)
  if (AGAIN.test(code)) return new TeamStoreError('again', `the team store ${location} is busy: ${message}`, error)
  if (DENIED.test(code))
    return new TeamStoreError('denied', `the team store ${location} does not allow this: ${message}`, error)
  if (code === '3F000' || code === '42P01')
    return new TeamStoreError(
      'failed',
      `${location} is no team store yet; to set it up, run rethread team migrate`,
      error,
    )
  return new TeamStoreError('failed', `the team store ${location}: ${message}`, error)
}
