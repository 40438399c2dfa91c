// The contract over SQLite, with each driver that this Node has; and what only SQLite can get wrong.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openCatalog } from '../../src/catalog/open-catalog.js'
import type { Question } from '../../src/catalog/query/question.js'
import { type Database, DRIVERS, type Driver, driverNamed } from '../../src/catalog/sqlite/driver.js'
import { countQuery, scoreQuery, textsQuery } from '../../src/catalog/sqlite/searching.js'
import { openSqlite } from '../../src/catalog/sqlite/sqlite-store.js'
import { StoreTrouble } from '../../src/catalog/store.js'
import { tempFolder } from '../disk/temp-folder.js'
import { question, storeContract } from './contract.js'

const drivers: (readonly [string, Driver])[] = []
for (const name of DRIVERS) {
  const driver = await driverNamed(name)
  if (driver) drivers.push([name, driver])
}

test('there is a driver, and the one of Node where Node has one', () => {
  expect(drivers.map(([name]) => name)).toContain('libsql')
  const [major, minor] = process.versions.node.split('.').map(Number) as [number, number]
  if (major > 22 || (major === 22 && minor >= 16)) expect(drivers.map(([name]) => name)).toContain('node')
})

describe.each(drivers)('%s', (_, driver) => {
  storeContract(path => openSqlite(driver, path))

  test('what is no index is told as such, without a word of databases', async () => {
    const folder = tempFolder()
    const path = join(folder, 'index.db')
    writeFileSync(path, 'this is not an index'.repeat(1000))
    expect(() => openSqlite(driver, path)).toThrow(StoreTrouble)
    const opened = await openCatalog(join(folder, 'index.db'), driver)
    expect(opened).toMatchObject({ isNew: true })
    if ('store' in opened) await opened.store.close()
  })

  test('an index of another version, and another database, begin anew', async () => {
    for (const sql of ['PRAGMA user_version = 999', 'CREATE TABLE other(x); PRAGMA application_id = 5']) {
      const folder = tempFolder()
      const db = driver(join(folder, 'index.db'))
      db.exec('CREATE TABLE something(x)')
      db.exec(sql)
      db.close()
      const opened = await openCatalog(join(folder, 'index.db'), driver)
      expect(opened).toMatchObject({ isNew: true })
      if ('store' in opened) await opened.store.close()
    }
  })

  test('queries go through the indexes: no table is read from end to end', async () => {
    const path = join(tempFolder(), 'index.db')
    await openSqlite(driver, path).close()
    const db = driver(path)
    try {
      const word = question('word')
      const filtered: Question = {
        ...word,
        text: { tools: ['bash'], notTools: [], isError: true },
        fields: ['output'],
      }
      const queries = {
        counts: countQuery(db, word),
        'counts with filters': countQuery(db, filtered),
        'counts of two words': countQuery(db, question('one', 'two')),
        scores: scoreQuery(db, { question: word }),
        'scores with filters': scoreQuery(db, { question: filtered, columns: ['title', 'prompt'] }),
        texts: textsQuery(db, word, { first: 0, last: 1023 }, 'best'),
        'texts without words': textsQuery(db, question(), { first: 0, last: 1023 }, 'newest'),
      }
      for (const [name, query] of Object.entries(queries)) {
        const plan = planOf(db, query.sql, [...query.values, ...(name.startsWith('texts') ? [1, 10] : [])])
        const scans = plan.filter(
          step => /^SCAN/.test(step) && !/VIRTUAL TABLE INDEX \d+:.*[M=<>]|SCAN (found|whole|matches|\(|\d)/.test(step),
        )
        expect([name, scans]).toEqual([name, []])
      }
    } finally {
      db.close()
    }
  })
})

function planOf(
  db: Database,
  sql: string,
  values: readonly (string | number | null | Uint8Array)[],
): readonly string[] {
  return db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(row => String(row['detail']))
}
