// The catalog of a team in PostgreSQL (store.ts says what a catalog is): what an index keeps, and the entries themselves.

import { inflateRawSync } from 'node:zlib'
import type { Row } from '../sqlite/driver.js'
import {
  bytes,
  cardOf,
  number,
  numberOrNull,
  outlineOf,
  SOURCE_COLUMNS,
  sourceOf,
  text,
  textOrNull,
  tokensOf,
} from '../sqlite/rows.js'
import type { IsWanted, Source, SourceUpdate, Store, StoredTokens } from '../store.js'
import { type Connection, type ConnectOptions, connect, TeamStoreError } from './driver.js'
import { versionIn } from './migrate.js'
import { MIGRATIONS } from './schema.js'
import { searchSources, searchTexts, wordsLike } from './searching.js'
import { type ShippedBytes, type Writer, writing } from './writing.js'

export type { ShippedBytes } from './writing.js'

/** Who has logged in. */
export interface Member {
  readonly kind: 'device' | 'reader' | 'owner'
  readonly machine: string
  /** Of a device the team that it ships to; of a reader those that it sees. */
  readonly teams: readonly string[]
}

/** Where a shipper goes on. */
export interface ServerCursor {
  readonly source: Source
  readonly cursor: string | null
}

/** One day of one model in one project. */
export interface DailyRow extends DaySums {
  readonly team: string
  readonly project: string
  readonly model: string
}

/** Days are in UTC. */
export interface DaySums {
  readonly day: string
  readonly messages: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export interface TeamStore extends Store {
  readonly member: Member
  /** It can still be asked. */
  readonly isThere: boolean
  cursor(path: string): Promise<ServerCursor | undefined>
  ship(update: SourceUpdate, shipped: ShippedBytes): Promise<boolean>
  /** The entries as they were shipped, piece by piece, from the piece on that begins there. */
  raw(path: string, from?: number): AsyncIterable<Uint8Array>
  /** All that is there of a session and its agents; how many transcripts that were. */
  forget(session: string): Promise<number>
  daily(): Promise<readonly DailyRow[]>
  /** One row for each day, added up in the store: fetching all of them takes ten times as long. */
  sumsByDay(): Promise<readonly DaySums[]>
}

export interface OpenOptions extends ConnectOptions {
  /** Whose rows are written, where it is not whoever has logged in. */
  readonly writer?: Writer
}

export async function openPostgres(url: string, options: OpenOptions = {}): Promise<TeamStore> {
  const { writer, ...others } = options
  const db = await connect(url, others)
  try {
    if ((await versionIn(db)) !== MIGRATIONS.length)
      throw new TeamStoreError('failed', `${db.location} has another version; run rethread team migrate`)
    const member = await memberOf(db)
    return storeOn(db, member, writer ?? { machine: member.machine, team: member.teams[0] ?? '' })
  } catch (error) {
    await db.end()
    throw error
  }
}

async function memberOf(db: Connection): Promise<Member> {
  const [row] = await db.query(
    "SELECT rethread.is_owner() AS owner, rethread.my_machine() AS machine, rethread.my_team() AS team, array_to_string(rethread.my_teams(), ',') AS teams",
  )
  if (row?.['machine'] != null) return { kind: 'device', machine: text(row['machine']), teams: [text(row['team'])] }
  if (row?.['owner']) return { kind: 'owner', machine: '', teams: [] }
  return {
    kind: 'reader',
    machine: '',
    teams: text(row?.['teams'])
      .split(',')
      .filter(team => team !== ''),
  }
}

function storeOn(db: Connection, member: Member, writer: Writer): TeamStore {
  const put = writing(db, writer)
  /** The session that a source belongs to: whoever asks for the rows of a session names it. */
  const keys = new Map<string, string>()
  const keyOf = async (path: string): Promise<string | undefined> => {
    const known = keys.get(path)
    if (known !== undefined) return known
    const [row] = await db.query('SELECT session_key FROM rethread.sources WHERE path = $1', [path])
    if (row === undefined) return undefined
    if (keys.size > 100_000) keys.clear()
    keys.set(path, text(row['session_key']))
    return text(row['session_key'])
  }
  /** The rows of one source. */
  const of = async (path: string, sql: string): Promise<readonly Row[]> => {
    const key = await keyOf(path)
    return key === undefined ? [] : db.query(sql, [key, path])
  }
  const OWN = 'sources.session_key = $1 AND sources.path = $2'
  return {
    member,
    get isThere() {
      return db.isThere
    },
    async folders() {
      const rows = await db.query('SELECT path, print FROM rethread.folders')
      return new Map(rows.map(row => [text(row['path']), text(row['print'])]))
    },
    async sources(folder) {
      const rows = await db.query(
        `SELECT ${SOURCE_COLUMNS} FROM rethread.sources WHERE $1::text IS NULL OR folder = $1 ORDER BY path`,
        [folder ?? null],
      )
      return rows.map(sourceOf)
    },
    async source(path) {
      const [row] = await of(path, `SELECT ${SOURCE_COLUMNS} FROM rethread.sources WHERE ${OWN}`)
      return row && sourceOf(row)
    },
    async cursor(path) {
      const [row] = await of(path, `SELECT ${SOURCE_COLUMNS}, cursor FROM rethread.sources WHERE ${OWN}`)
      return row && { source: sourceOf(row), cursor: textOrNull(row['cursor']) }
    },
    write: (updates, moreFollows = false) => put.write(updates, moreFollows),
    ship: (update, shipped) => put.ship(update, shipped),
    closeFolder: (folder, print, present, at) => put.closeFolder(folder, print, present, at),
    dropFolders: folders => put.dropFolders(folders),
    async forget(session) {
      keys.clear()
      return put.forget(session)
    },
    async *raw(path, from = 0) {
      const key = await keyOf(path)
      if (key === undefined) return
      for (let place = from; ; ) {
        const [row] = await db.query(
          'SELECT place, bytes, raw FROM rethread.entries WHERE session_key = $1 AND path = $2 AND place >= $3 ORDER BY place LIMIT 1',
          [key, path, place],
        )
        if (row === undefined) return
        yield inflateRawSync(bytes(row['raw']))
        place = number(row['place']) + number(row['bytes'])
      }
    },
    async card(path) {
      const [row] = await of(path, `${CARDS} AND ${OWN}`)
      return row && cardOf(row)
    },
    async cards() {
      return (await db.query(`${CARDS} ORDER BY sources.path`)).map(cardOf)
    },
    async outline(path) {
      const [row] = await of(path, `SELECT outline FROM rethread.sources WHERE ${OWN}`)
      return outlineOf(row?.['outline'])
    },
    async turnCounts() {
      const rows = await db.query(TURN_COUNTS)
      return new Map(rows.map(row => [text(row['path']), number(row['turns'])]))
    },
    async keepOutline(path, edition, outline) {
      const key = await keyOf(path)
      if (key === undefined) return
      await db.query('UPDATE rethread.sources SET outline = $3 WHERE session_key = $1 AND path = $2 AND edition = $4', [
        key,
        path,
        JSON.stringify(outline),
        edition,
      ])
    },
    search: question => searchSources(db, question),
    async hits(question, source, limit, order) {
      const key = await keyOf(source)
      return key === undefined ? [] : searchTexts(db, question, { key, path: source }, limit, order)
    },
    wordsLike: (beginning, limit) => wordsLike(db, beginning, limit),
    async touches(path) {
      const end = `%/${path.replace(/^\/+/, '').replace(/[\\%_]/g, '\\$&')}`
      const rows = await db.query(TOUCHES, [path, end])
      return rows.map(row => ({
        source: text(row['source']),
        path: text(row['file']),
        did: row['changed'] === 0 ? ('read' as const) : ('changed' as const),
        tool: text(row['tool']),
        line: number(row['line']),
        offset: number(row['at']),
        length: number(row['length']),
        resultOffset: number(row['result_offset']),
        time: numberOrNull(row['time']),
      }))
    },
    async touchedFiles() {
      const rows = await db.query('SELECT DISTINCT file FROM rethread.touches ORDER BY 1')
      return rows.map(row => text(row['file']))
    },
    tokens: isWanted => storedTokens(db, isWanted),
    async daily() {
      const rows = await db.query(
        'SELECT day::text AS day, team, project, model, messages, input, output, cache_read, cache_write ' +
          'FROM rethread.daily WHERE messages > 0 ORDER BY day, team, project, model',
      )
      return rows.map(row => ({
        ...daySums(row),
        team: text(row['team']),
        project: text(row['project']),
        model: text(row['model']),
      }))
    },
    async sumsByDay() {
      const sums = ['messages', 'input', 'output', 'cache_read', 'cache_write'].map(
        one => `sum(${one})::bigint AS ${one}`,
      )
      const rows = await db.query(
        `SELECT day::text AS day, ${sums.join(', ')} FROM rethread.daily WHERE messages > 0 GROUP BY daily.day ORDER BY daily.day`,
      )
      return rows.map(daySums)
    },
    async status() {
      const [figures] = await db.query(
        'SELECT count(*) FILTER (WHERE agent IS NULL AND gone = 0) AS sessions, ' +
          'count(*) FILTER (WHERE agent IS NOT NULL AND gone = 0) AS agents, count(*) FILTER (WHERE gone = 1) AS gone, ' +
          "coalesce(sum(size) FILTER (WHERE gone = 0), 0)::bigint AS bytes, current_setting('server_version') AS version, " +
          'pg_database_size(current_database()) AS room FROM rethread.sources',
      )
      const facts =
        member.kind === 'owner' ? await db.query("SELECT value FROM rethread.facts WHERE name = 'refreshedAt'") : []
      const problems = await db.query(
        'SELECT path, problem FROM rethread.sources WHERE problem IS NOT NULL AND gone = 0 ORDER BY path',
      )
      return {
        engine: `PostgreSQL ${text(figures?.['version'])}`,
        location: db.location,
        bytes: number(figures?.['room']),
        sessions: number(figures?.['sessions']),
        agents: number(figures?.['agents']),
        gone: number(figures?.['gone']),
        indexedBytes: number(figures?.['bytes']),
        refreshedAt: numberOrNull(facts[0]?.['value']),
        problems: problems.map(row => ({ path: text(row['path']), problem: text(row['problem']) })),
      }
    },
    async countTexts() {
      const [row] = await db.query('SELECT count(*) AS n FROM rethread.texts')
      return number(row?.['n'])
    },
    async fault() {
      for (const [what, sql] of FAULTS) {
        const [row] = await db.query(sql)
        if (row !== undefined) return `${what}: ${JSON.stringify(row)}`
      }
      return undefined
    },
    async close() {
      try {
        await put.settle()
      } finally {
        await db.end()
      }
    },
  }
}

function daySums(row: Row): DaySums {
  return {
    day: text(row['day']),
    messages: number(row['messages']),
    input: number(row['input']),
    output: number(row['output']),
    cacheRead: number(row['cache_read']),
    cacheWrite: number(row['cache_write']),
  }
}

const CARDS =
  'SELECT sources.path AS path, cards.dev AS dev, cards.ino AS ino, cards.size AS size, cards.mtime AS mtime, ' +
  'cards.title_mtime AS title_mtime, cards.project AS project, titles, card FROM rethread.cards ' +
  'JOIN rethread.sources USING (session_key, path) WHERE sources.gone = 0'

/** An outline begins with its turns. As `jsonb` it could not be read where a name in it has a U+0000. */
const TURN_COUNTS =
  'SELECT path, substring(outline from \'^\\{"turns":([0-9]+)\')::int AS turns FROM rethread.sources ' +
  'WHERE outline IS NOT NULL AND gone = 0'

const TOUCHES =
  'SELECT sources.path AS source, file, changed, tool, line, at, length, result_offset, time ' +
  'FROM rethread.touched($1, $2) AS near JOIN rethread.touches USING (session_key, path, result_offset, at) ' +
  'JOIN rethread.sources USING (session_key, path) WHERE sources.gone = 0 ' +
  'ORDER BY sources.path COLLATE "C", result_offset, at'

const MOST_SOURCES = 200

/** A few transcripts at a time, in the order in which they came. */
async function* storedTokens(db: Connection, isWanted: IsWanted = () => true): AsyncGenerator<StoredTokens> {
  for (let after = -1; ; ) {
    const sources = await db.query(
      'SELECT session_key, arrival, path, session, agent, dev, ino, size, mtime, figures, problem FROM rethread.sources ' +
        'WHERE gone = 0 AND arrival > $1 ORDER BY arrival LIMIT $2',
      [after, MOST_SOURCES],
    )
    if (sources.length === 0) return
    const packs = new Map<string, Uint8Array[]>()
    const wanted = sources.filter(row => isWanted(text(row['path'])))
    const rows =
      wanted.length === 0
        ? []
        : await db.query(
            'SELECT path, pack FROM rethread.packs WHERE session_key = ANY($1::text[]) AND path = ANY($2::text[]) ORDER BY path, place',
            [[...new Set(wanted.map(row => text(row['session_key'])))], wanted.map(row => text(row['path']))],
          )
    for (const row of rows) {
      const own = packs.get(text(row['path'])) ?? []
      own.push(bytes(row['pack']))
      packs.set(text(row['path']), own)
    }
    for (const row of sources) {
      yield tokensOf(row, packs.get(text(row['path'])) ?? [])
      after = number(row['arrival'])
    }
  }
}

/** Each finds nothing in a store that is sound. */
const FAULTS: readonly (readonly [what: string, sql: string])[] = [
  ...['entries', 'texts', 'touches', 'packs', 'cards', 'token_events'].map(
    table =>
      [
        `${table} without a transcript`,
        `SELECT session_key, path FROM rethread.${table} AS own WHERE NOT EXISTS (SELECT 1 FROM rethread.sources ` +
          'WHERE sources.session_key = own.session_key AND sources.path = own.path) LIMIT 1',
      ] as const,
  ),
  [
    'a message that is not counted, or counted though it is gone',
    'SELECT coalesce(a.message, b.message) AS message FROM (SELECT DISTINCT message FROM rethread.token_events) AS a ' +
      'FULL JOIN rethread.messages AS b ON a.message = b.message WHERE a.message IS NULL OR b.message IS NULL LIMIT 1',
  ],
  [
    'a day whose sums are not those of its messages',
    'SELECT coalesce(a.day, b.day)::text AS day FROM (SELECT day, team, project, model, count(*) AS n, sum(input) AS i, ' +
      'sum(output) AS o, sum(cache_read) AS r, sum(cache_write) AS w FROM rethread.messages GROUP BY 1, 2, 3, 4) AS a ' +
      'FULL JOIN (SELECT * FROM rethread.daily WHERE messages <> 0 OR input <> 0 OR output <> 0) AS b ' +
      'ON a.day = b.day AND a.team = b.team AND a.project = b.project AND a.model = b.model ' +
      'WHERE a.n IS DISTINCT FROM b.messages OR a.i IS DISTINCT FROM b.input OR a.o IS DISTINCT FROM b.output ' +
      'OR a.r IS DISTINCT FROM b.cache_read OR a.w IS DISTINCT FROM b.cache_write LIMIT 1',
  ],
]
