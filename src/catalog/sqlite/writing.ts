// Writing what was read of transcripts: each update wholly or not at all, many of them in one go.

import { searchable } from '../query/words.js'
import {
  type FileTouch,
  type Source,
  type SourceUpdate,
  TEXT_FIELDS,
  type Text,
  type TextField,
  type TokenEvent,
} from '../store.js'
import { packTokens, unpackTokens } from '../usage/token-pack.js'
import type { Database, Statement, Value } from './driver.js'
import { bytes, number, SOURCE_COLUMNS, sourceValues } from './rows.js'
import { PLACES } from './schema.js'

export interface Writing {
  write(updates: readonly SourceUpdate[], moreFollows: boolean): readonly string[]
  /** Keeps what was written with the word that more follows. */
  settle(): void
  closeFolder(folder: string, print: string, present: readonly string[], at: number): void
  dropFolders(folders: readonly string[]): void
}

export function writing(db: Database): Writing {
  const statements = new Map<string, Statement>()
  const sql = (words: string): Statement => {
    const known = statements.get(words) ?? db.prepare(words)
    statements.set(words, known)
    return known
  }
  const names = new Map<string, number>()
  let isOpen = false

  return {
    write: (updates, moreFollows) =>
      inOneGo(() => updates.filter(update => !put(update)).map(({ source }) => source.path), moreFollows),
    settle: () => {
      if (isOpen) inOneGo(() => {})
    },
    closeFolder: (folder, print, present, at) =>
      inOneGo(() => {
        const there = new Set(present)
        for (const row of sql('SELECT id, path, gone FROM sources WHERE folder = ?').all(folder)) {
          const isGone = !there.has(String(row['path']))
          if (isGone !== (row['gone'] !== 0))
            sql('UPDATE sources SET gone = ?, edition = edition + 1 WHERE id = ?').run(isGone ? 1 : 0, row['id']!)
        }
        sql('INSERT INTO folders(path, print) VALUES(?, ?) ON CONFLICT(path) DO UPDATE SET print = excluded.print').run(
          folder,
          print,
        )
        sql(
          "INSERT INTO facts(name, value) VALUES('refreshedAt', ?) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
        ).run(at)
      }),
    dropFolders: folders =>
      inOneGo(() => {
        for (const folder of folders) {
          sql('UPDATE sources SET gone = 1, edition = edition + 1 WHERE folder = ? AND gone = 0').run(folder)
          sql('DELETE FROM folders WHERE path = ?').run(folder)
        }
      }),
  }

  function inOneGo<Result>(act: () => Result, moreFollows = false): Result {
    if (!isOpen) begin()
    try {
      const result = act()
      if (!moreFollows) {
        db.exec('COMMIT')
        isOpen = false
      }
      return result
    } catch (error) {
      isOpen = false
      names.clear() // some may have been new
      try {
        db.exec('ROLLBACK')
      } catch {
        // It was rolled back by what went wrong.
      }
      throw error
    }
  }

  /** Taken at the beginning: two that read first and write then would stand in each other's way. */
  function begin(): void {
    db.exec('BEGIN IMMEDIATE')
    isOpen = true
  }

  /** False where somebody else has written about the source since it was read. */
  function put(update: SourceUpdate): boolean {
    const { source, after, keepBefore } = update
    const known = sql('SELECT id, edition FROM sources WHERE path = ?').get(source.path)
    if ((known === undefined ? null : number(known['edition'])) !== after) return false
    const id = known === undefined ? add(source) : change(number(known['id']), source, (after ?? 0) + 1)
    if (known !== undefined) forget(id, keepBefore)
    sql('UPDATE sources SET outline = ? WHERE id = ?').run(update.outline ? JSON.stringify(update.outline) : null, id)
    putTexts(id, update.texts)
    putTokens(id, update.tokens)
    for (const touch of update.touches) putTouch(id, touch)
    if (update.card) putCard(id, update.card)
    return true
  }

  function add(source: Source): number {
    sql(`INSERT INTO sources(${SOURCE_COLUMNS}) VALUES(${marks(SOURCE_COLUMNS)})`).run(...sourceValues(source, 1))
    return number(sql('SELECT id FROM sources WHERE path = ?').get(source.path)!['id'])
  }

  function change(id: number, source: Source, edition: number): number {
    const set = SOURCE_COLUMNS.split(', ').map(column => `${column} = ?`)
    sql(`UPDATE sources SET ${set.join(', ')} WHERE id = ?`).run(...sourceValues(source, edition), id)
    return id
  }

  function forget(id: number, from: number): void {
    // The later a text stands in the file, the later its place: from the last block on, up to one that is kept in part.
    for (const { id: block } of sql('SELECT id FROM blocks WHERE source = ? ORDER BY id DESC').all(id)) {
      const first = number(block) * PLACES
      const gone = sql(
        `SELECT id FROM texts WHERE id BETWEEN ? AND ? AND offset >= ? AND field <> ${TITLE} ORDER BY id DESC`,
      ).all(first, first + PLACES - 1, from)
      for (const row of gone) {
        forgetWords(row['id']!)
        sql('DELETE FROM texts WHERE id = ?').run(row['id']!)
      }
      const kept = sql(`SELECT 1 AS any FROM texts WHERE id BETWEEN ? AND ? AND field <> ${TITLE} LIMIT 1`)
      if (kept.get(first, first + PLACES - 1)) break
    }
    forgetTokens(id, from)
    sql('DELETE FROM touches WHERE source = ? AND result_offset >= ?').run(id, from)
  }

  function forgetWords(place: Value): void {
    sql('DELETE FROM words WHERE rowid = ?').run(place)
    sql('DELETE FROM parts WHERE rowid = ?').run(place)
  }

  function putTexts(id: number, texts: readonly Text[]): void {
    let place = -1
    for (const text of texts) putText((place = nextPlace(id, place)), text)
  }

  /** Behind `last`, or behind all texts that the source has; in a new block where the old one is full. */
  function nextPlace(id: number, last: number): number {
    if (last < 0) {
      const free = firstFree(id)
      if (free !== undefined) return free
    } else if ((last + 1) % PLACES !== 0) return last + 1
    sql('INSERT INTO blocks(source) VALUES(?)').run(id)
    return number(sql('SELECT max(id) AS block FROM blocks').get()!['block']) * PLACES
  }

  /** In the last block of the source. */
  function firstFree(id: number): number | undefined {
    const block = sql('SELECT max(id) AS block FROM blocks WHERE source = ?').get(id)?.['block']
    if (typeof block !== 'number') return undefined
    const first = block * PLACES
    const last = sql('SELECT max(id) AS last FROM texts WHERE id BETWEEN ? AND ?').get(first, first + PLACES - 1)?.[
      'last'
    ]
    if (typeof last !== 'number') return first
    return last + 1 < first + PLACES ? last + 1 : undefined
  }

  function putText(place: number, text: Text): void {
    sql('INSERT INTO texts(id, field, line, offset, length, tool, error, time) VALUES(?, ?, ?, ?, ?, ?, ?, ?)').run(
      place,
      TEXT_FIELDS.indexOf(text.field),
      text.line,
      text.offset,
      text.length,
      named(text.tool),
      text.isError ? 1 : 0,
      text.time,
    )
    sql(PUT_WORDS[text.field]).run(place, text.words)
    if (text.parts !== '') sql('INSERT INTO parts(rowid, part) VALUES(?, ?)').run(place, text.parts)
  }

  /** A part of a file is a pack of its own: what comes later does not touch it. */
  function putTokens(id: number, events: readonly TokenEvent[]): void {
    if (events.length > 0)
      sql('INSERT OR REPLACE INTO tokens VALUES(?, ?, ?)').run(id, events[0]!.offset, packTokens(events))
  }

  /** The pack in which the line is drawn keeps what stands before it. */
  function forgetTokens(id: number, from: number): void {
    const last = sql(
      'SELECT offset, pack FROM tokens WHERE source = ? AND offset < ? ORDER BY offset DESC LIMIT 1',
    ).get(id, from)
    sql('DELETE FROM tokens WHERE source = ? AND offset >= ?').run(id, from)
    if (last === undefined) return
    const events = unpackTokens(bytes(last['pack']))
    const kept = events.filter(event => event.offset < from)
    if (kept.length === events.length) return
    sql('UPDATE tokens SET pack = ? WHERE source = ? AND offset = ?').run(packTokens(kept), id, last['offset']!)
  }

  function putTouch(id: number, touch: FileTouch): void {
    sql(PUT_TOUCH).run(
      id,
      touch.resultOffset,
      touch.offset,
      named(touch.path),
      touch.did === 'changed' ? 1 : 0,
      named(touch.tool),
      touch.line,
      touch.length,
      touch.time,
    )
  }

  /** Titles and the project's path are found like any text. */
  function putCard(id: number, { file, titleMtimeMs, titles, project, card }: NonNullable<SourceUpdate['card']>): void {
    const known = sql('SELECT text FROM cards WHERE source = ?').get(id)?.['text']
    const place = typeof known === 'number' ? known : nextPlace(id, -1)
    if (place === known) forgetWords(place)
    sql(`INSERT OR REPLACE INTO texts VALUES(?, ${TITLE}, 1, 0, 0, NULL, 0, NULL)`).run(place)
    const [title, path] = [searchable(titles.join('\n')), searchable(project ?? '')]
    sql('INSERT INTO words(rowid, title, path) VALUES(?, ?, ?)').run(place, title.words, path.words)
    sql('INSERT INTO parts(rowid, part) VALUES(?, ?)').run(place, `${title.parts} ${path.parts}`)
    sql(
      `INSERT OR REPLACE INTO cards VALUES(${marks('source, text, dev, ino, size, mtime, title, project, titles, card')})`,
    ).run(
      id,
      place,
      file.dev,
      file.ino,
      file.size,
      file.mtimeMs,
      titleMtimeMs,
      project,
      JSON.stringify(titles),
      JSON.stringify(card),
    )
  }

  function named(text: string | null): number | null {
    if (text === null) return null
    let id = names.get(text)
    if (id === undefined) {
      sql('INSERT OR IGNORE INTO names(text) VALUES(?)').run(text)
      id = number(sql('SELECT id FROM names WHERE text = ?').get(text)!['id'])
      if (names.size > 10_000) names.clear()
      names.set(text, id)
    }
    return id
  }
}

const TITLE = TEXT_FIELDS.indexOf('title')

const PUT_TOUCH = 'INSERT OR REPLACE INTO touches VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)'
const PUT_WORDS = Object.fromEntries(
  TEXT_FIELDS.map(field => [field, `INSERT INTO words(rowid, ${field}) VALUES(?, ?)`]),
) as Readonly<Record<TextField, string>>

function marks(columns: string): string {
  return columns.replace(/[^,]+/g, '?')
}
