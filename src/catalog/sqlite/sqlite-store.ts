// The catalog in SQLite (store.ts says what it is).

import { type IsWanted, type Store, type StoredTokens, type StoredTouch, StoreTrouble } from '../store.js'
import type { Database, Driver, Row } from './driver.js'
import { bytes, cardOf, number, numberOrNull, outlineOf, SOURCE_COLUMNS, sourceOf, text, tokensOf } from './rows.js'
import { APPLICATION, FIRST_SETTING, PATIENCE, SETTINGS, TABLES, VERSION } from './schema.js'
import { searchSources, searchTexts, wordsLike } from './searching.js'
import { writing } from './writing.js'

/** Throws StoreTrouble of kind `damaged` for what is no index of this version: whoever opens it makes a new one. */
export function openSqlite(driver: Driver, location: string): Store {
  const db = driver(location)
  try {
    prepare(db)
    return storeOn(db, location)
  } catch (error) {
    db.close()
    throw error
  }
}

function prepare(db: Database): void {
  db.exec(PATIENCE)
  if (isEmpty(db)) db.exec(FIRST_SETTING)
  db.exec(SETTINGS)
  if (isReady(db)) return
  // Another process may be about it as well: whoever comes second finds it done.
  db.exec('BEGIN IMMEDIATE')
  try {
    if (!isReady(db)) db.exec(`${TABLES} PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION};`)
    db.exec('COMMIT')
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // It was rolled back by what went wrong.
    }
    throw error
  }
}

function isReady(db: Database): boolean {
  const application = number(db.prepare('PRAGMA application_id').get()?.['application_id'])
  const version = number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (application === APPLICATION && version === VERSION) return true
  if (isEmpty(db)) return false
  throw new StoreTrouble('damaged', 'the index is of another version')
}

function isEmpty(db: Database): boolean {
  return db.prepare('SELECT 1 AS any FROM sqlite_schema LIMIT 1').get() === undefined
}

const TURN_COUNTS = "SELECT path, outline ->> '$.turns' AS turns FROM sources WHERE outline IS NOT NULL AND gone = 0"

function storeOn(db: Database, location: string): Store {
  const put = writing(db)
  let hasWritten = false
  const one = (sql: string, ...values: readonly string[]): number => number(db.prepare(sql).get(...values)?.['n'])
  return {
    async folders() {
      return new Map(
        db
          .prepare('SELECT path, print FROM folders')
          .all()
          .map(row => [text(row['path']), text(row['print'])]),
      )
    },
    async sources(folder) {
      const rows =
        folder === undefined
          ? db.prepare(`SELECT ${SOURCE_COLUMNS} FROM sources ORDER BY path`).all()
          : db.prepare(`SELECT ${SOURCE_COLUMNS} FROM sources WHERE folder = ? ORDER BY path`).all(folder)
      return rows.map(sourceOf)
    },
    async source(path) {
      const row = db.prepare(`SELECT ${SOURCE_COLUMNS} FROM sources WHERE path = ?`).get(path)
      return row && sourceOf(row)
    },
    async write(updates, moreFollows = false) {
      hasWritten = true
      return put.write(updates, moreFollows)
    },
    async closeFolder(folder, print, present, at) {
      hasWritten = true
      put.closeFolder(folder, print, present, at)
    },
    async dropFolders(folders) {
      put.dropFolders(folders)
    },
    async card(path) {
      const row = db.prepare(`${CARDS} WHERE sources.path = ? AND sources.gone = 0`).get(path)
      return row && cardOf(row)
    },
    async cards() {
      return db.prepare(`${CARDS} WHERE sources.gone = 0 ORDER BY sources.path`).all().map(cardOf)
    },
    async outline(path) {
      return outlineOf(db.prepare('SELECT outline FROM sources WHERE path = ?').get(path)?.['outline'])
    },
    async turnCounts() {
      const rows = db.prepare(TURN_COUNTS).all()
      return new Map(rows.map(row => [text(row['path']), number(row['turns'])]))
    },
    async keepOutline(path, edition, outline) {
      db.prepare('UPDATE sources SET outline = ? WHERE path = ? AND edition = ?').run(
        JSON.stringify(outline),
        path,
        edition,
      )
    },
    async search(question) {
      return searchSources(db, question)
    },
    async hits(question, source, limit, order) {
      return searchTexts(db, question, source, limit, order)
    },
    async wordsLike(beginning, limit) {
      return wordsLike(db, beginning, limit)
    },
    async touches(path) {
      return touchesOf(db, path)
    },
    async touchedFiles() {
      return db
        .prepare('SELECT DISTINCT names.text AS path FROM touches JOIN names ON names.id = touches.path ORDER BY 1')
        .all()
        .map(row => text(row['path']))
    },
    async *tokens(isWanted) {
      yield* storedTokens(db, isWanted)
    },
    async status() {
      const figures = db
        .prepare(
          'SELECT sum(agent IS NULL AND NOT gone) AS sessions, sum(agent IS NOT NULL AND NOT gone) AS agents, sum(gone) AS gone, sum(CASE WHEN gone THEN 0 ELSE size END) AS bytes FROM sources',
        )
        .get()!
      return {
        engine: `${db.engine} ${text(db.prepare('SELECT sqlite_version() AS v').get()?.['v'])}`,
        location,
        bytes:
          one('SELECT page_count AS n FROM pragma_page_count()') * one('SELECT page_size AS n FROM pragma_page_size()'),
        sessions: number(figures['sessions']),
        agents: number(figures['agents']),
        gone: number(figures['gone']),
        indexedBytes: number(figures['bytes']),
        refreshedAt: numberOrNull(db.prepare("SELECT value FROM facts WHERE name = 'refreshedAt'").get()?.['value']),
        problems: db
          .prepare('SELECT path, problem FROM sources WHERE problem IS NOT NULL AND NOT gone ORDER BY path')
          .all()
          .map(row => ({ path: text(row['path']), problem: text(row['problem']) })),
      }
    },
    async countTexts() {
      return one('SELECT count(*) AS n FROM texts')
    },
    async fault() {
      const found = db.prepare('PRAGMA integrity_check(1)').get()
      const word = found === undefined ? 'ok' : text(found['integrity_check'])
      if (word !== 'ok') return word
      try {
        db.exec(
          "INSERT INTO words(words) VALUES('integrity-check'); INSERT INTO parts(parts) VALUES('integrity-check')",
        )
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
      return undefined
    },
    async close() {
      try {
        put.settle()
        // What was written lies beside the index until somebody puts it in; whoever is reading may prevent it.
        if (hasWritten) db.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        if (!(error instanceof StoreTrouble)) throw error
      }
      db.close()
    },
  }
}

const CARDS =
  'SELECT sources.path AS path, cards.dev AS dev, cards.ino AS ino, cards.size AS size, cards.mtime AS mtime, ' +
  'cards.title_mtime AS title_mtime, project, titles, card FROM cards JOIN sources ON sources.id = cards.source'

function touchesOf(db: Database, path: string): readonly StoredTouch[] {
  const end = `/${path.replace(/^\/+/, '')}`
  return db
    .prepare(
      'SELECT sources.path AS source, files.text AS path, changed, tools.text AS tool, line, offset, length, ' +
        'result_offset, time FROM names AS files JOIN touches ON touches.path = files.id ' +
        'JOIN sources ON sources.id = touches.source JOIN names AS tools ON tools.id = touches.tool ' +
        'WHERE (files.text = ? OR substr(files.text, -length(?)) = ?) AND NOT sources.gone ' +
        'ORDER BY sources.path, touches.result_offset, touches.offset',
    )
    .all(path, end, end)
    .map(row => ({
      source: text(row['source']),
      path: text(row['path']),
      did: row['changed'] === 0 ? ('read' as const) : ('changed' as const),
      tool: text(row['tool']),
      line: number(row['line']),
      offset: number(row['offset']),
      length: number(row['length']),
      resultOffset: number(row['result_offset']),
      time: numberOrNull(row['time']),
    }))
}

const TOKENS =
  'SELECT path, session, agent, dev, ino, size, mtime, figures, problem, pack FROM sources ' +
  'LEFT JOIN tokens ON tokens.source = sources.id WHERE NOT gone ORDER BY sources.id, tokens.offset'

/** One row a pack: those of one transcript follow each other. */
function* storedTokens(db: Database, isWanted: IsWanted = () => true): Generator<StoredTokens> {
  let row: Row | undefined
  let packs: Uint8Array[] = []
  for (const next of db.prepare(TOKENS).iterate()) {
    if (row && next['path'] !== row['path']) {
      yield tokensOf(row, packs)
      packs = []
    }
    row = next
    if (next['pack'] !== null && isWanted(text(next['path']))) packs.push(bytes(next['pack']))
  }
  if (row) yield tokensOf(row, packs)
}
