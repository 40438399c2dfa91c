// The contract over PostgreSQL, and what only PostgreSQL can get wrong.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { differences } from '../../src/catalog/compare.js'
import { NO_FIGURES } from '../../src/catalog/ingest/figures.js'
import { migrate } from '../../src/catalog/postgres/migrate.js'
import { openPostgres } from '../../src/catalog/postgres/postgres-store.js'
import { DISTRIBUTION } from '../../src/catalog/postgres/schema.js'
import { parseQuery } from '../../src/catalog/query/parse.js'
import type { Question } from '../../src/catalog/query/question.js'
import { searchable } from '../../src/catalog/query/words.js'
import { DRIVERS, driverNamed } from '../../src/catalog/sqlite/driver.js'
import { openSqlite } from '../../src/catalog/sqlite/sqlite-store.js'
import type { Source, Store, Text } from '../../src/catalog/store.js'
import { execSql, type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { tempFolder } from '../disk/temp-folder.js'
import { runs } from '../runs.js'
import { question, storeContract } from './contract.js'
import { catalogHome, upToDate } from './home.js'

const bin = postgresPrograms()

/** Where a test is given one. Its schema `rethread` is emptied again and again. */
const citus = process.env['RETHREAD_CITUS_URL']

/** The drivers of SQLite that this Node has, and PostgreSQL. */
function sameAnswers(open: () => Promise<Store>): void {
  test('the same answers as SQLite, on generated sessions: made at once, and of files that grow', {
    timeout: 3_600_000,
  }, async () => {
    const { config, sessions } = catalogHome(Array.from({ length: runs(20, 120, 2000) }, (_, seed) => seed + 1))
    const other = await open()
    const names: string[] = []
    const ours: Store[] = []
    for (const name of DRIVERS) {
      const driver = await driverNamed(name)
      if (driver === undefined) continue
      names.push(name)
      ours.push(openSqlite(driver, join(tempFolder(), 'index.db')))
    }
    expect(names).toContain('libsql')
    const compared = async (): Promise<void> => {
      for (const [at, one] of ours.entries())
        for await (const difference of differences(one, other)) expect.unreachable(`${names[at]}: ${difference}`)
    }
    try {
      for (const store of [...ours, other]) await upToDate(store, config)
      await compared()
      // What was added since, and what was rewritten.
      for (const [at, path] of sessions.entries()) {
        const bytes = readFileSync(path)
        if (at % 3 === 0) appendFileSync(path, readFileSync(sessions[(at + 1) % sessions.length]!))
        if (at % 3 === 1) writeFileSync(path, bytes.subarray(0, bytes.lastIndexOf(10, bytes.length >> 1) + 1))
      }
      for (const store of [...ours, other]) await upToDate(store, config, 2)
      await compared()
      for (const query of [
        'error:true',
        'the -file',
        '"the file" OR test',
        'tool:Bash in:input',
        'rea*',
        '1*',
        'since:1w',
      ]) {
        const asked = parseQuery(query, Date.now()).question
        const found = async (store: Store) =>
          (await store.search(asked)).map(({ source, hits }) => `${source.path} ${hits}`).toSorted()
        for (const one of ours) expect([query, await found(other)]).toEqual([query, await found(one)])
      }
      expect(await other.fault()).toBeUndefined()
    } finally {
      for (const store of [...ours, other]) await store.close()
    }
  })
}

describe.skipIf(citus === undefined)('Citus', () => {
  let last: string | undefined
  const emptied = async (): Promise<void> => {
    execSql(citus!, 'CREATE EXTENSION IF NOT EXISTS citus')
    execSql(citus!, 'DROP SCHEMA IF EXISTS rethread CASCADE')
    expect((await migrate(citus!)).distributed).toBe(true)
  }

  storeContract(async path => {
    if (last !== path) await emptied()
    last = path
    return openPostgres(citus!)
  })
  sameAnswers(async () => {
    await emptied()
    return openPostgres(citus!)
  })
})

describe.skipIf(bin === undefined)('PostgreSQL', () => {
  let server: PostgresServer
  const databases = new Map<string, string>()

  beforeAll(async () => {
    server = await startPostgres(bin!)
    execSql(server.url(), 'CREATE DATABASE fresh')
    await migrate(server.url('fresh'))
  }, 180_000)
  afterAll(() => server?.stop())

  storeContract(path => {
    const url = databases.get(path) ?? server.database('fresh')
    databases.set(path, url)
    return openPostgres(url)
  })
  sameAnswers(() => openPostgres(server.database('fresh')))

  test('migrations run once, and only when they are asked for', async () => {
    const url = server.database()
    await expect(openPostgres(url)).rejects.toThrow('rethread team migrate')
    expect(execSql(url, "SELECT count(*) FROM pg_namespace WHERE nspname = 'rethread'")).toBe('0')
    expect((await migrate(url)).run).toEqual([1, 2])
    expect((await migrate(url)).run).toEqual([])
    expect((await Promise.all([migrate(url), migrate(url)])).map(one => one.version)).toEqual([2, 2])
  })

  test('words beyond what an index of PostgreSQL takes are found, and U+0000 is kept', async () => {
    const store = await openPostgres(server.database('fresh'))
    try {
      const path = '/c/projects/-p/a.jsonl'
      const many = Array.from({ length: 250_000 }, (_, at) => `word${at}`).join(' ')
      const long = 'ж'.repeat(3000)
      const text = (words: string, offset: number, tool: string | null = null): Text => ({
        field: 'output',
        ...searchable(words),
        line: offset,
        offset,
        length: 1,
        tool,
        isError: false,
        time: null,
      })
      const nul = 'Ba\0sh\u0001\u00010'
      await store.write([
        {
          source: {
            ...emptySource(path),
            figures: { ...NO_FIGURES, cwd: '/p\0q', branches: { 'b\0': 1 } },
            problem: nul,
          },
          after: null,
          keepBefore: 0,
          texts: [text(`${many} theLastOne of all`, 1), text(`before ${long} behind`, 2), text('x\0y', 3, nul)],
          tokens: [],
          touches: [
            { path: `/p/${nul}`, did: 'read', tool: nul, line: 1, offset: 1, length: 1, resultOffset: 2, time: null },
          ],
          outline: null,
        },
      ])
      const hits = async (asked: Question) => (await store.hits(asked, path, 9, 'newest')).map(one => one.offset)
      for (const words of ['word249999', 'last', 'word249998 word249999', 'word7'])
        expect([words, await hits(question(words))]).toEqual([words, [1]])
      expect(await hits(question('the last'))).toEqual([])
      expect(await hits(question(long))).toEqual([2])
      expect(await hits(question('before'))).toEqual([2])
      expect((await store.search(question('word249999'))).map(one => one.hits)).toEqual([1])
      expect(await hits({ ...question('x'), text: { tools: [nul.toLowerCase()], notTools: [] } })).toEqual([3])
      expect(await store.source(path)).toMatchObject({
        problem: nul,
        figures: { cwd: '/p\0q', branches: { 'b\0': 1 } },
      })
      expect((await store.touches(nul)).map(touch => touch.path)).toEqual([`/p/${nul}`])
    } finally {
      await store.close()
    }
  })

  test('every table could be distributed: its column is in every key, and no key leads to another table', () => {
    const url = server.url('fresh')
    const tables = execSql(
      url,
      "SELECT relname FROM pg_class WHERE relnamespace = 'rethread'::regnamespace AND relkind = 'r'",
    )
      .split('\n')
      .toSorted()
    expect(tables).toEqual(Object.keys(DISTRIBUTION).toSorted())
    const keys = execSql(
      url,
      'SELECT tables.relname, indexes.relname, ' +
        "(SELECT string_agg(attname, ',') FROM pg_attribute WHERE attrelid = tables.oid AND attnum = ANY(indkey)) " +
        'FROM pg_index JOIN pg_class AS tables ON tables.oid = indrelid JOIN pg_class AS indexes ON indexes.oid = indexrelid ' +
        "WHERE tables.relnamespace = 'rethread'::regnamespace AND indisunique",
    )
      .split('\n')
      .map(line => line.split('|') as [string, string, string])
    expect(keys.length).toBeGreaterThanOrEqual(tables.length)
    for (const [table, key, columns] of keys) {
      const by = DISTRIBUTION[table as keyof typeof DISTRIBUTION]
      if (by !== 'everywhere') expect([key, columns.split(',')]).toEqual([key, expect.arrayContaining([by])])
    }
    // Every table has one, and none has a foreign key, an exclusion or a trigger, which Citus would not take everywhere.
    const kinds = execSql(
      url,
      "SELECT DISTINCT contype FROM pg_constraint WHERE connamespace = 'rethread'::regnamespace AND contype NOT IN ('p', 'c', 'u')",
    )
    expect(kinds).toBe('')
    expect(
      keys
        .filter(([, key]) => key.endsWith('_pkey'))
        .map(([table]) => table)
        .toSorted(),
    ).toEqual(tables)
    expect(
      execSql(
        url,
        "SELECT indexrelid::regclass FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam WHERE amname = 'gin' AND relnamespace = 'rethread'::regnamespace AND NOT coalesce('fastupdate=off' = ANY(reloptions), false)",
      ),
    ).toBe('')
  })
})

function emptySource(path: string): Source {
  return {
    path,
    folder: '/c/projects/-p',
    session: path,
    agentId: null,
    file: { dev: 1, ino: 1, size: 1, mtimeMs: 1 },
    titleMtimeMs: 0,
    read: { offset: 0, line: 1, head: '', tail: '', figures: NO_FIGURES, open: '[]' },
    figures: NO_FIGURES,
    edition: 0,
    gone: false,
    problem: null,
  }
}
