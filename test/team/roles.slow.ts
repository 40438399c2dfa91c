// Nobody gets in where they do not belong: what each role may ask of the database itself, attempt by attempt.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite, ship, withTeam } from '../../src/actions/team/index.js'
import { NO_FIGURES } from '../../src/catalog/ingest/figures.js'
import { configOf } from '../../src/catalog/postgres/driver.js'
import { openPostgres } from '../../src/catalog/postgres/postgres-store.js'
import { execSql, type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { put } from '../disk/temp-folder.js'
import { everythingIn, freshName, type Machine, newMachine, newStore } from './team.js'

const bin = postgresPrograms()

const OWNED = ['sources', 'entries', 'texts', 'touches', 'packs', 'cards', 'token_events'] as const
const ALL = [...OWNED, 'messages', 'daily', 'members', 'folders', 'facts'] as const

describe.skipIf(bin === undefined)('roles of the team store', () => {
  let server: PostgresServer
  let store: string
  let ada: Machine
  let bob: Machine
  let eve: Machine
  let before: string
  const names = { ada: freshName('ada'), bob: freshName('bob'), eve: freshName('eve') }

  beforeAll(async () => {
    server = await startPostgres(bin!)
    store = await newStore(server)
    const made: Machine[] = []
    const { mkdtempSync, rmSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const { join } = await import('node:path')
    for (const [name, team] of [
      [names.ada, 'weather'],
      [names.bob, 'weather'],
      [names.eve, 'tides'],
    ] as const) {
      const home = mkdtempSync(join(tmpdir(), 'rethread-roles-'))
      homes.push(() => rmSync(home, { recursive: true, force: true }))
      const machine = await newMachine(store, { name, team, home })
      put(
        join(machine.config, 'projects', '-p', `${made.length}0000000-0000-4000-8000-000000000000.jsonl`),
        session(`words of ${name.split('-')[0]}`),
      )
      expect(await ship(machine.place, {})).toMatchObject({ shipped: 1, held: [] })
      made.push(machine)
    }
    ;[ada, bob, eve] = made as [Machine, Machine, Machine]
    before = everythingIn(store)
  }, 180_000)
  const homes: (() => void)[] = []
  afterAll(() => {
    server?.stop()
    for (const remove of homes) remove()
  })

  /** Rows that came back, or why not. */
  const attempt = (url: string, sql: string): { readonly rows?: readonly string[]; readonly error?: string } => {
    try {
      const said = execSql(url, sql)
      return { rows: said === '' ? [] : said.split('\n') }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }

  test('a device reads the rows of its own machine, and of nobody else', () => {
    for (const table of OWNED) {
      const mine = attempt(bob.device, `SELECT DISTINCT machine FROM rethread.${table}`)
      expect([table, mine.rows?.filter(name => name !== names.bob)]).toEqual([table, []])
      const theirs = attempt(bob.device, `SELECT 1 FROM rethread.${table} WHERE machine = '${names.ada}'`)
      expect([table, theirs]).toEqual([table, { rows: [] }])
    }
    for (const table of ['messages', 'daily', 'members', 'folders', 'facts'])
      expect([table, attempt(bob.device, `SELECT * FROM rethread.${table}`).error]).toEqual([
        table,
        expect.stringContaining('permission denied'),
      ])
  })

  test('a reader reads the rows of its teams, and of no other', () => {
    for (const table of OWNED) {
      const seen = attempt(ada.reader, `SELECT DISTINCT machine FROM rethread.${table} ORDER BY 1`)
      expect([table, seen.rows?.includes(names.eve)]).toEqual([table, false])
    }
    expect(attempt(ada.reader, 'SELECT DISTINCT machine FROM rethread.sources ORDER BY 1').rows).toEqual(
      [names.ada, names.bob].toSorted(),
    )
    expect(attempt(eve.reader, 'SELECT DISTINCT machine FROM rethread.sources').rows).toEqual([names.eve])
    expect(attempt(ada.reader, 'SELECT DISTINCT team FROM rethread.daily').rows).toEqual(['weather'])
    for (const table of ['messages', 'members', 'folders', 'facts'])
      expect([table, attempt(ada.reader, `SELECT * FROM rethread.${table}`).error]).toEqual([
        table,
        expect.stringContaining('permission denied'),
      ])
  })

  test('functions tell nobody more than the tables', async () => {
    // The prompt of each session, and its title.
    const count = (url: string, sql: string): string => attempt(url, `SELECT count(*) FROM ${sql}`).rows![0]!
    expect(count(ada.reader, "rethread.candidates('words')")).toBe('4')
    expect(count(eve.reader, "rethread.candidates('words')")).toBe('2')
    expect(count(bob.device, "rethread.candidates('words')")).toBe('2')
    expect(count(bob.device, "rethread.candidates('ada')")).toBe('0')
    expect(count(ada.reader, "rethread.candidates('eve')")).toBe('0')
    expect(attempt(ada.reader, "SELECT * FROM rethread.words_like('eve:*', 'eve', 9)").rows).toEqual([])
    expect(attempt(bob.device, "SELECT * FROM rethread.words_like(NULL, 'ada', 9)").rows).toEqual([])
    expect(count(bob.device, "rethread.touched('/w/a.ts', '%')")).toBe('1')
    expect(count(eve.reader, "rethread.touched('/w/a.ts', '%')")).toBe('1')
    const reader = await openPostgres(eve.reader)
    expect(
      (
        await reader.search({
          all: [[{ kind: 'phrase', text: 'words', isPrefix: false }]],
          none: [],
          text: { tools: [], notTools: [] },
          session: [],
        })
      ).length,
    ).toBe(1)
    await reader.close()
    const seen = await withTeam(ada.place).team!.open()
    expect((await seen.cards()).length).toBe(2)
    await seen.close()
  })

  /** Each must change nothing: refused, or without a row. */
  const attacks = (): readonly (readonly [who: string, url: string, sql: string])[] => {
    const path = `(SELECT '${names.ada}/x/projects/-p/n.jsonl')`
    const columns =
      'session_key, path, folder, session, dev, ino, size, mtime, title_mtime, read_offset, read_line, head, tail, read_figures, open, figures, edition, gone'
    const values = `'f', 's', 1, 1, 1, 1, 0, 0, 1, '', '', '{}', '[]', '{}', 1, 0`
    const insert = (key: string, machine: string, team: string): string =>
      `INSERT INTO rethread.sources(${columns}, machine, team) VALUES(${key}, ${key}, ${values}, '${machine}', '${team}')`
    const devices = ['bob', 'eve'] as const
    const list: [string, string, string][] = []
    for (const who of devices) {
      const url = { bob: bob.device, eve: eve.device }[who]
      const mine = `'${names[who]}/x/projects/-p/n.jsonl'`
      for (const table of OWNED) {
        list.push([who, url, `UPDATE rethread.${table} SET machine = machine WHERE machine = '${names.ada}'`])
        list.push([who, url, `DELETE FROM rethread.${table} WHERE machine = '${names.ada}'`])
        list.push([who, url, `UPDATE rethread.${table} SET machine = '${names.ada}'`])
        list.push([who, url, `UPDATE rethread.${table} SET team = 'other'`])
        list.push([who, url, `TRUNCATE rethread.${table}`])
        list.push([who, url, `ALTER TABLE rethread.${table} DISABLE ROW LEVEL SECURITY`])
      }
      for (const table of ['messages', 'daily', 'members', 'folders', 'facts', 'migrations'])
        list.push([who, url, `DELETE FROM rethread.${table}`])
      list.push(
        [who, url, insert(path, names.ada, 'weather')],
        [who, url, insert(mine, names.ada, 'weather')],
        [who, url, insert(path, names[who], who === 'eve' ? 'tides' : 'weather')],
        [who, url, insert(mine, names[who], who === 'eve' ? 'weather' : 'tides')],
        [who, url, `INSERT INTO rethread.members VALUES(session_user, 'weather', 'reader', NULL)`],
        [who, url, `UPDATE rethread.members SET team = 'weather'`],
        [who, url, 'SET ROLE rethread_reader'],
        [who, url, `SET SESSION AUTHORIZATION test`],
        [who, url, 'CREATE TABLE rethread.mine(x int)'],
        [who, url, 'CREATE FUNCTION rethread.my_machine() RETURNS text LANGUAGE sql AS $$ SELECT 1 $$'],
        [who, url, 'DROP FUNCTION rethread.recount(text[])'],
        [who, url, 'DROP POLICY own_machine ON rethread.texts'],
        [who, url, 'SELECT rolpassword FROM pg_authid'],
        [who, url, "COPY rethread.texts TO PROGRAM 'cat'"],
        [who, url, 'CREATE ROLE more LOGIN'],
        [who, url, `ALTER ROLE test PASSWORD 'x'`],
        [who, url, 'GRANT rethread_reader TO session_user'],
      )
    }
    for (const [who, url] of [
      ['reader of weather', ada.reader],
      ['reader of tides', eve.reader],
    ] as const) {
      for (const table of ALL) {
        list.push([who, url, `DELETE FROM rethread.${table}`])
        list.push([who, url, `INSERT INTO rethread.${table} DEFAULT VALUES`])
        list.push([who, url, `TRUNCATE rethread.${table}`])
      }
      for (const table of OWNED) list.push([who, url, `UPDATE rethread.${table} SET team = 'tides'`])
      list.push([who, url, "SELECT rethread.recount(ARRAY['msg'])"], [who, url, 'SET ROLE rethread_device'])
      list.push([who, url, 'SELECT rolpassword FROM pg_authid'], [who, url, `SET SESSION AUTHORIZATION test`])
    }
    return list
  }

  test('200 attempts to write what is not theirs, or to become somebody else: none changes anything', () => {
    const list = attacks()
    expect(list.length).toBeGreaterThanOrEqual(200)
    const changed: string[] = []
    for (const [who, url, sql] of list) {
      const wrapped = /^(UPDATE|DELETE|INSERT)/.test(sql)
        ? `WITH done AS (${sql} RETURNING 1) SELECT count(*) FROM done`
        : sql
      const { rows, error } = attempt(url, wrapped)
      if (error === undefined && rows!.join('') !== '0') changed.push(`${who}: ${sql} → ${rows!.join(' ')}`)
    }
    expect(changed).toEqual([])
    expect(everythingIn(store)).toBe(before)
  })

  test('a device cannot raise what another one’s message took, nor count it away', async () => {
    const message = execSql(store, `SELECT message FROM rethread.token_events WHERE machine = '${names.ada}' LIMIT 1`)
    const sums = (): string => execSql(store, 'SELECT * FROM rethread.daily WHERE messages > 0 ORDER BY 1, 2, 3, 4')
    const sound = sums()
    const own = `'${names.bob}/x/projects/-p/n.jsonl'`
    execSql(
      bob.device,
      `INSERT INTO rethread.token_events(message, session_key, path, place, arrival, input, output, cache_read, cache_write, machine, team) ` +
        `VALUES('${message}', ${own}, ${own}, 0, 999999, 1000000, 1000000, 0, 0, '${names.bob}', 'weather')`,
    )
    execSql(bob.device, `SELECT rethread.recount(ARRAY['${message}'])`)
    expect(sums()).toBe(sound)
    execSql(bob.device, `DELETE FROM rethread.token_events WHERE path = ${own}`)
    execSql(bob.device, `SELECT rethread.recount(ARRAY['${message}', 'unknown'])`)
    expect(sums()).toBe(sound)
    const owner = await openPostgres(store)
    expect(await owner.fault()).toBeUndefined()
    await owner.close()
  })

  test('an old token and a wrong one are refused, and nobody comes in without', async () => {
    const wrong = new URL(bob.device)
    wrong.password = 'x'
    await expect(openPostgres(wrong.href)).rejects.toThrow('does not allow')
    wrong.password = ''
    await expect(openPostgres(wrong.href)).rejects.toThrow()
    await invite(bob.place, { url: store, name: names.bob, team: 'weather', kind: 'device' })
    await expect(openPostgres(bob.device)).rejects.toThrow('does not allow')
    expect(
      execSql(
        store,
        "SELECT count(*) FROM pg_authid WHERE rolname LIKE 'rethread%' AND rolpassword NOT LIKE 'SCRAM-SHA-256$%'",
      ),
    ).toBe('0')
  })

  test('a reader finds a word through the index: no table is read from end to end', async () => {
    const many = await newStore(server)
    const owner = await openPostgres(many, { writer: { machine: 'm', team: 'weather' } })
    for (let number = 0; number < 12; number++) {
      const path = `m/x/projects/-p/${number}.jsonl`
      const texts = Array.from({ length: 500 }, (_, at) => ({
        field: 'output' as const,
        words: `word${number}x${at} and some more that stand in every text, so that there is something to read`,
        parts: '',
        line: at,
        offset: at,
        length: 1,
        tool: null,
        isError: false,
        time: null,
      }))
      const read = { offset: 0, line: 1, head: '', tail: '', figures: NO_FIGURES, open: '[]' }
      const file = { dev: 1, ino: 1, size: 1, mtimeMs: 1 }
      const about = { path, folder: 'f', session: path, agentId: null, titleMtimeMs: 0, edition: 0, gone: false }
      const source = { ...about, file, read, figures: NO_FIGURES, problem: null }
      await owner.write([{ source, after: null, keepBefore: 0, texts, tokens: [], touches: [], outline: null }])
    }
    await owner.close()
    execSql(many, 'ANALYZE rethread.texts')
    const url = new URL(many)
    const { url: address } = await invite(ada.place, {
      url: url.href,
      name: names.ada,
      team: 'weather',
      kind: 'reader',
    })
    const scanned = (): string =>
      execSql(many, "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relid = 'rethread.texts'::regclass")
    const found = (): string =>
      execSql(many, "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelid = 'rethread.texts_by_word'::regclass")
    const [before, used] = [scanned(), found()]
    const reader = await openPostgres(address)
    const asked = { all: [[{ kind: 'phrase', text: 'word7x77', isPrefix: false } as const]], none: [] }
    const hits = await reader.search({ ...asked, text: { tools: [], notTools: [] }, session: [] })
    expect(hits.map(one => [one.source.path, one.hits])).toEqual([['m/x/projects/-p/7.jsonl', 1]])
    await reader.close()
    // Counted when the connection has ended.
    for (let waited = 0; found() === used && waited < 100; waited++) await new Promise(done => setTimeout(done, 100))
    expect(Number(found())).toBeGreaterThan(Number(used))
    expect(scanned()).toBe(before)
  })

  test('another host is only spoken to by TLS', () => {
    for (const mode of ['disable', 'allow', 'prefer', 'no-verify'])
      expect(() => configOf(`postgres://a:b@db.example/x?sslmode=${mode}`)).toThrow('not allowed')
    expect(configOf('postgres://a:b@db.example/x').ssl).toEqual({ rejectUnauthorized: true })
    for (const here of ['127.0.0.1', 'localhost', '[::1]'])
      expect(configOf(`postgres://a:b@${here}/x`).ssl).toBeUndefined()
    expect(() => configOf('http://db.example')).toThrow('postgres://')
  })
})

/** A prompt, an answer, and a file that was read. */
function session(words: string): string {
  const about = {
    sessionId: 's',
    cwd: '/w',
    timestamp: '2026-03-04T05:06:07.000Z',
    version: '2.1.0',
    isSidechain: false,
  }
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/w/a.ts' } }
  const usage = { input_tokens: 1, output_tokens: 2 }
  const id = `msg_${words.at(-1)}`
  return [
    { ...about, uuid: 'a', parentUuid: null, type: 'user', message: { role: 'user', content: words } },
    {
      ...about,
      uuid: 'b',
      parentUuid: 'a',
      type: 'assistant',
      message: { id, role: 'assistant', model: 'm', content: [call], usage },
    },
    {
      ...about,
      uuid: 'c',
      parentUuid: 'b',
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' }] },
    },
  ]
    .map(row => `${JSON.stringify(row)}\n`)
    .join('')
}
