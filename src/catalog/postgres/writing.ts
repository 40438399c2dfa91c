// Writing what was read of transcripts: each update wholly or not at all, many of them in one go.

import { deflateRawSync } from 'node:zlib'
import { searchable } from '../query/words.js'
import { bytes, number, SOURCE_COLUMNS, sourceValues } from '../sqlite/rows.js'
import type { SourceUpdate, StoredCard, TokenEvent } from '../store.js'
import { packTokens, unpackTokens } from '../usage/token-pack.js'
import { asRows, type Connection, type Value } from './driver.js'
import { storedText } from './rows.js'

/** Whose rows are written. */
export interface Writer {
  readonly machine: string
  readonly team: string
}

/** What a team store keeps beside what an index keeps. */
export interface ShippedBytes {
  /** The bytes that stand behind `keepBefore`. */
  readonly raw: Uint8Array
  /** How far the file on the laptop was read, in the shipper's own words. */
  readonly cursor: string
  readonly project: string | null
}

export interface Writing {
  write(updates: readonly SourceUpdate[], moreFollows: boolean): Promise<readonly string[]>
  /** False: somebody else has written about it, or the same was written before. */
  ship(update: SourceUpdate, shipped: ShippedBytes): Promise<boolean>
  settle(): Promise<void>
  closeFolder(folder: string, print: string, present: readonly string[], at: number): Promise<void>
  dropFolders(folders: readonly string[]): Promise<void>
  forget(sessionKey: string): Promise<number>
}

const CHANGED_COLUMNS = SOURCE_COLUMNS.split(', ').filter(column => column !== 'path')

export function writing(db: Connection, { machine, team }: Writer): Writing {
  let isOpen = false
  /** One at a time: a transaction belongs to the connection. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const next = last.then(act, act)
    last = next.catch(() => {})
    return next
  }

  async function inOneGo<Result>(act: () => Promise<Result>, moreFollows = false): Promise<Result> {
    if (!isOpen) await db.query('BEGIN')
    isOpen = true
    try {
      const result = await act()
      if (!moreFollows) {
        await db.query('COMMIT')
        isOpen = false
      }
      return result
    } catch (error) {
      isOpen = false
      await db.query('ROLLBACK').catch(() => {}) // where the connection is gone, so is the transaction
      throw error
    }
  }

  return {
    write: (updates, moreFollows) =>
      inTurn(() =>
        inOneGo(async () => {
          const refused: string[] = []
          const changed = new Set<string>()
          for (const update of updates) if (!(await put(update, changed))) refused.push(update.source.path)
          await recount(changed)
          return refused
        }, moreFollows),
      ),
    ship: (update, shipped) =>
      inTurn(() =>
        inOneGo(async () => {
          const changed = new Set<string>()
          if (!(await put(update, changed, shipped))) return false
          await recount(changed)
          return true
        }),
      ),
    settle: () => inTurn(async () => (isOpen ? inOneGo(async () => {}) : undefined)),
    closeFolder: (folder, print, present, at) =>
      inTurn(() =>
        inOneGo(async () => {
          await db.query(
            'UPDATE rethread.sources SET gone = 1 - gone, edition = edition + 1 ' +
              'WHERE folder = $1 AND (gone = 0) <> (path = ANY($2::text[]))',
            [folder, present],
          )
          await db.query(
            'INSERT INTO rethread.folders(path, print) VALUES($1, $2) ON CONFLICT(path) DO UPDATE SET print = excluded.print',
            [folder, print],
          )
          await db.query(
            "INSERT INTO rethread.facts(name, value) VALUES('refreshedAt', $1) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
            [at],
          )
        }),
      ),
    dropFolders: folders =>
      inTurn(() =>
        inOneGo(async () => {
          await db.query(
            'UPDATE rethread.sources SET gone = 1, edition = edition + 1 WHERE folder = ANY($1::text[]) AND gone = 0',
            [folders],
          )
          await db.query('DELETE FROM rethread.folders WHERE path = ANY($1::text[])', [folders])
        }),
      ),
    forget: sessionKey =>
      inTurn(() =>
        inOneGo(async () => {
          const events = await db.query('DELETE FROM rethread.token_events WHERE session_key = $1 RETURNING message', [
            sessionKey,
          ])
          for (const table of ['entries', 'texts', 'touches', 'packs', 'cards'])
            await db.query(`DELETE FROM rethread.${table} WHERE session_key = $1`, [sessionKey])
          const gone = await db.query('DELETE FROM rethread.sources WHERE session_key = $1 RETURNING path', [
            sessionKey,
          ])
          await recount(new Set(events.map(row => String(row['message']))))
          return gone.length
        }),
      ),
  }

  /** False where somebody else has written about the source since it was read. */
  async function put(update: SourceUpdate, changed: Set<string>, shipped?: ShippedBytes): Promise<boolean> {
    const { source, after, keepBefore } = update
    const known = await knownSource(source.path)
    if ((known === undefined ? null : known.edition) !== after) return false
    const key = known?.key ?? source.session
    const values = sourceValues(source, (after ?? 0) + 1) as readonly Value[]
    const more: readonly Value[] = [
      update.outline ? JSON.stringify(update.outline) : null,
      shipped?.project ?? update.card?.project ?? null,
      shipped?.cursor ?? null,
      machine,
      team,
    ]
    let arrival: number
    if (known === undefined) {
      const columns = `${SOURCE_COLUMNS}, outline, project, cursor, machine, team`
      const marks = [...values, ...more].map((_, at) => `$${at + 2}`).join(', ')
      // Whoever comes second waits here until the first has ended, and finds that it is there.
      const [added] = await db.query(
        `INSERT INTO rethread.sources(session_key, ${columns}) VALUES($1, ${marks}) ON CONFLICT DO NOTHING RETURNING arrival`,
        [key, ...values, ...more],
      )
      if (added === undefined) return false
      arrival = number(added['arrival'])
    } else {
      const set = CHANGED_COLUMNS.map((column, at) => `${column} = $${at + 3}`)
      const at = CHANGED_COLUMNS.length + 3
      await db.query(
        `UPDATE rethread.sources SET ${set.join(', ')}, outline = $${at}, project = coalesce($${at + 1}, project), ` +
          `cursor = coalesce($${at + 2}, cursor), machine = $${at + 3}, team = $${at + 4} ` +
          'WHERE session_key = $1 AND path = $2',
        [key, source.path, ...values.slice(1), ...more],
      )
      await forgetFrom(key, source.path, keepBefore, changed)
      arrival = known.arrival
    }
    const of: Of = { key, path: source.path, arrival, project: source.figures.cwd ?? update.card?.project ?? null }
    await putTexts(of, update)
    await putTokens(of, update.tokens, changed)
    await putTouches(of, update)
    if (update.card) await putCard(of, update.card)
    if (shipped && shipped.raw.length > 0)
      await db.query(
        'INSERT INTO rethread.entries(session_key, path, place, line, bytes, raw, machine, team) VALUES($1, $2, $3, $4, $5, $6, $7, $8)',
        [
          key,
          source.path,
          keepBefore,
          source.read.line,
          shipped.raw.length,
          deflateRawSync(shipped.raw),
          machine,
          team,
        ],
      )
    return true
  }

  interface Of {
    readonly key: string
    readonly path: string
    readonly arrival: number
    readonly project: string | null
  }

  /** Locked until the end, so that the edition that was seen is the one that is written upon. */
  async function knownSource(path: string) {
    const [row] = await db.query(
      'SELECT session_key, arrival, edition FROM rethread.sources WHERE path = $1 FOR UPDATE',
      [path],
    )
    return row && { key: String(row['session_key']), arrival: number(row['arrival']), edition: number(row['edition']) }
  }

  async function forgetFrom(key: string, path: string, from: number, changed: Set<string>): Promise<void> {
    const source = [key, path] as const
    const where = 'session_key = $1 AND path = $2'
    await db.query(`DELETE FROM rethread.texts WHERE ${where} AND at >= $3 AND place <> ${TITLE_PLACE}`, [
      ...source,
      from,
    ])
    await db.query(`DELETE FROM rethread.touches WHERE ${where} AND result_offset >= $3`, [...source, from])
    await db.query(`DELETE FROM rethread.entries WHERE ${where} AND place >= $3`, [...source, from])
    const events = await db.query(
      `DELETE FROM rethread.token_events WHERE ${where} AND place >= $3 RETURNING message`,
      [...source, from],
    )
    for (const row of events) changed.add(String(row['message']))
    const [pack] = await db.query(
      `SELECT place, pack FROM rethread.packs WHERE ${where} AND place < $3 ORDER BY place DESC LIMIT 1`,
      [...source, from],
    )
    await db.query(`DELETE FROM rethread.packs WHERE ${where} AND place >= $3`, [...source, from])
    if (pack === undefined) return
    // The pack in which the line is drawn keeps what stands before it.
    const all = unpackTokens(bytes(pack['pack']))
    const kept = all.filter(event => event.offset < from)
    if (kept.length < all.length)
      await db.query(`UPDATE rethread.packs SET pack = $3 WHERE ${where} AND place = $4`, [
        ...source,
        packTokens(kept),
        number(pack['place']),
      ])
  }

  async function putTexts({ key, path }: Of, { texts }: SourceUpdate): Promise<void> {
    if (texts.length === 0) return
    const [row] = await db.query(
      'SELECT coalesce(max(place), 0) AS last FROM rethread.texts WHERE session_key = $1 AND path = $2',
      [key, path],
    )
    const first = number(row?.['last']) + 1
    for (let from = 0; from < texts.length; from += MOST_ROWS) {
      const rows = texts
        .slice(from, from + MOST_ROWS)
        .map((text, at) => ({ place: first + from + at, ...storedText(text) }))
      await db.query(
        `INSERT INTO rethread.texts(session_key, path, machine, team, ${TEXT_COLUMNS}) ` +
          `SELECT $1, $2, $3, $4, ${TEXT_COLUMNS} FROM json_to_recordset($5::json) AS one(${TEXT_TYPES})`,
        [key, path, machine, team, asRows(rows)],
      )
    }
  }

  /** A part of a file is a pack of its own; beside it each event for itself, by its message. */
  async function putTokens(of: Of, events: readonly TokenEvent[], changed: Set<string>): Promise<void> {
    const { key, path, arrival } = of
    if (events.length === 0) return
    await db.query(
      'INSERT INTO rethread.packs(session_key, path, place, pack, machine, team) VALUES($1, $2, $3, $4, $5, $6) ' +
        'ON CONFLICT(session_key, path, place) DO UPDATE SET pack = excluded.pack',
      [key, path, events[0]!.offset, packTokens(events), machine, team],
    )
    const rows = events.map(event => ({
      message: event.messageId ?? `${path}:${event.offset}`,
      place: event.offset,
      time: event.time,
      model: event.model,
      project: event.cwd ?? of.project,
      input: event.inputTokens,
      output: event.outputTokens,
      cache_read: event.cacheReadTokens,
      cache_write: Math.max(event.cacheCreationTokens, event.cacheWrite5mTokens + event.cacheWrite1hTokens),
    }))
    for (const row of rows) changed.add(row.message)
    await db.query(
      `INSERT INTO rethread.token_events(session_key, path, arrival, machine, team, ${EVENT_COLUMNS}) ` +
        `SELECT $1, $2, $3, $4, $5, ${EVENT_COLUMNS} FROM json_to_recordset($6::json) AS one(${EVENT_TYPES}) ` +
        'ON CONFLICT DO NOTHING',
      [key, path, arrival, machine, team, asRows(rows)],
    )
  }

  /** In the same transaction as what it counts, and last of all: others wait for these rows. */
  async function recount(changed: ReadonlySet<string>): Promise<void> {
    if (changed.size > 0) await db.query('SELECT rethread.recount($1::text[])', [[...changed]])
  }

  async function putTouches({ key, path }: Of, { touches }: SourceUpdate): Promise<void> {
    if (touches.length === 0) return
    const rows = new Map(
      touches.map(touch => [
        `${touch.resultOffset} ${touch.offset}`,
        {
          result_offset: touch.resultOffset,
          at: touch.offset,
          file: touch.path,
          changed: touch.did === 'changed' ? 1 : 0,
          tool: touch.tool,
          line: touch.line,
          length: touch.length,
          time: touch.time,
        },
      ]),
    )
    await db.query(
      `INSERT INTO rethread.touches(session_key, path, machine, team, ${TOUCH_COLUMNS}) ` +
        `SELECT $1, $2, $3, $4, ${TOUCH_COLUMNS} FROM json_to_recordset($5::json) AS one(${TOUCH_TYPES}) ` +
        'ON CONFLICT(session_key, path, result_offset, at) DO UPDATE SET file = excluded.file, changed = excluded.changed, ' +
        'tool = excluded.tool, line = excluded.line, length = excluded.length, time = excluded.time',
      [key, path, machine, team, asRows([...rows.values()])],
    )
  }

  /** Titles and the project's path are found like any text. */
  async function putCard({ key, path }: Of, { file, titleMtimeMs, titles, project, card }: StoredCard): Promise<void> {
    const [title, folder] = [searchable(titles.join('\n')), searchable(project ?? '')]
    const text = storedText({
      field: 'title',
      words: `${title.words}\n${folder.words}`,
      parts: `${title.parts} ${folder.parts}`,
      line: 1,
      offset: 0,
      length: 0,
      tool: null,
      isError: false,
      time: null,
    })
    await db.query(
      `INSERT INTO rethread.texts(session_key, path, machine, team, ${TEXT_COLUMNS}) ` +
        `SELECT $1, $2, $3, $4, ${TEXT_COLUMNS} FROM json_to_recordset($5::json) AS one(${TEXT_TYPES}) ` +
        'ON CONFLICT(session_key, path, place) DO UPDATE SET size = excluded.size, words = excluded.words, ' +
        'vector = excluded.vector, loose = excluded.loose, large = excluded.large',
      [key, path, machine, team, asRows([{ place: TITLE_PLACE, ...text }])],
    )
    await db.query(
      'INSERT INTO rethread.cards(session_key, path, dev, ino, size, mtime, title_mtime, project, titles, card, machine, team) ' +
        'VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT(session_key, path) DO UPDATE SET ' +
        'dev = excluded.dev, ino = excluded.ino, size = excluded.size, mtime = excluded.mtime, ' +
        'title_mtime = excluded.title_mtime, project = excluded.project, titles = excluded.titles, card = excluded.card',
      [
        key,
        path,
        file.dev,
        file.ino,
        file.size,
        file.mtimeMs,
        titleMtimeMs,
        project,
        JSON.stringify(titles),
        JSON.stringify(card),
        machine,
        team,
      ],
    )
  }
}

/** Where the title of a session stands among its texts. */
const TITLE_PLACE = -1
const MOST_ROWS = 500

const typed = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')

const TEXT = {
  place: 'bigint',
  field: 'smallint',
  line: 'bigint',
  at: 'bigint',
  length: 'bigint',
  tool: 'text',
  error: 'smallint',
  time: 'double precision',
  size: 'bigint',
  words: 'text',
  vector: 'tsvector',
  loose: 'tsvector',
  large: 'boolean',
}
const TEXT_COLUMNS = Object.keys(TEXT).join(', ')
const TEXT_TYPES = typed(TEXT)

const EVENT = {
  message: 'text',
  place: 'bigint',
  time: 'double precision',
  model: 'text',
  project: 'text',
  input: 'bigint',
  output: 'bigint',
  cache_read: 'bigint',
  cache_write: 'bigint',
}
const EVENT_COLUMNS = Object.keys(EVENT).join(', ')
const EVENT_TYPES = typed(EVENT)

const TOUCH = {
  result_offset: 'bigint',
  at: 'bigint',
  file: 'text',
  changed: 'smallint',
  tool: 'text',
  line: 'bigint',
  length: 'bigint',
  time: 'double precision',
}
const TOUCH_COLUMNS = Object.keys(TOUCH).join(', ')
const TOUCH_TYPES = typed(TOUCH)
