// Shipping: what arrives is what is in the files, but for secrets; only what was opted in; once, however often it is sent.

import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join as joinPath, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forget, leave, ship, teamStatus } from '../../src/actions/team/index.js'
import { nameInStore } from '../../src/actions/team/ship.js'
import { openPostgres, type TeamStore } from '../../src/catalog/postgres/postgres-store.js'
import { unpackTokens } from '../../src/catalog/usage/token-pack.js'
import { listTranscripts } from '../../src/disk/list-transcripts.js'
import { execSql, type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { catalogHome, openStore, upToDate } from '../catalog/home.js'
import { put, tempFolder } from '../disk/temp-folder.js'
import { everythingIn, freshName, type Machine, newMachine, newStore } from './team.js'

const bin = postgresPrograms()

const row = (id: string, number: number, more: object): string =>
  `${JSON.stringify({
    parentUuid: number === 1 ? null : `u${number - 1}`,
    uuid: `u${number}`,
    sessionId: id,
    cwd: '/work/station',
    timestamp: new Date(Date.UTC(2026, 0, 2, 3, 4, number)).toISOString(),
    version: '2.1.0',
    isSidechain: false,
    ...more,
  })}\n`
const prompt = (id: string, number: number, content: string, more: object = {}): string =>
  row(id, number, { type: 'user', message: { role: 'user', content }, ...more })
const reply = (id: string, number: number, text: string, output: number, message = `msg_${id}_${number}`): string =>
  row(id, number, {
    type: 'assistant',
    message: {
      id: message,
      role: 'assistant',
      model: 'claude-x',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
    },
  })
const id = (number: number): string => `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

async function rawOf(store: TeamStore, path: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of store.raw(path)) parts.push(part)
  return Buffer.concat(parts)
}

const inStore = ({ config }: Machine, store: TeamStore, path: string): string =>
  nameInStore(store.member.machine, config, path)

describe.skipIf(bin === undefined)('shipping', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(bin!)
  }, 180_000)
  afterAll(() => server?.stop())

  const session = (machine: Machine, number: number, content: string): string =>
    put(joinPath(machine.config, 'projects', '-work-station', `${id(number)}.jsonl`), content)

  test('generated sessions arrive byte for byte, and the store knows of them what an index of the files knows', async () => {
    const url = await newStore(server)
    const { config } = catalogHome(Array.from({ length: 25 }, (_, seed) => seed + 1))
    const machine = await newMachine(url, { config })
    const first = await ship(machine.place, {})
    expect(first.others).toBe(0)
    const index = await openStore(joinPath(tempFolder(), 'index.db'))
    const store = await openPostgres(machine.device)
    try {
      await upToDate(index, config)
      const transcripts = listTranscripts([config]).folders.flatMap(folder => folder.transcripts)
      const held = new Set(first.held.map(one => one.path))
      let same = 0
      for (const { path } of transcripts) {
        if (held.has(path)) continue
        const sent = await rawOf(store, inStore(machine, store, path))
        const file = readFileSync(path)
        // What was replaced stands there as what it was replaced by; all else is as it was.
        if (!sent.includes('[REDACTED:')) expect([path, sent.equals(file)]).toEqual([path, true])
        if (!sent.equals(file)) continue
        same++
        const [one, other] = [await index.source(path), await store.source(inStore(machine, store, path))]
        expect(other!.figures).toEqual(one!.figures)
        const texts = async (of: typeof index, name: string) =>
          (
            await of.hits({ all: [], none: [], text: { tools: [], notTools: [] }, session: [] }, name, 1e9, 'newest')
          ).map(({ source: _, score: __, ...text }) => text)
        expect(await texts(store, inStore(machine, store, path))).toEqual(await texts(index, path))
      }
      expect(same).toBeGreaterThan(20)
      expect(first.held.every(one => one.why.includes('searched for secrets'))).toBe(true)
      expect(await ship(machine.place, {})).toMatchObject({ shipped: 0, batches: 0, current: first.shipped })
      const owner = await openPostgres(url)
      expect(await owner.fault()).toBeUndefined()
      await owner.close()
    } finally {
      await index.close()
      await store.close()
    }
  })

  test('what grows is sent on, what is rewritten begins anew, and a line that is being written is replaced', async () => {
    const url = await newStore(server)
    const machine = await newMachine(url)
    const path = session(machine, 1, prompt(id(1), 1, 'first words') + reply(id(1), 2, 'an answer', 7))
    expect(await ship(machine.place, {})).toMatchObject({ shipped: 1, batches: 1, held: [] })
    const store = await openPostgres(machine.device)
    const owner = await openPostgres(url)
    const name = inStore(machine, store, path)
    const check = async (generation: number): Promise<void> => {
      await ship(machine.place, {})
      expect((await rawOf(store, name)).toString()).toBe(readFileSync(path, 'utf8'))
      expect(JSON.parse((await store.cursor(name))!.cursor!).generation).toBe(generation)
      expect(await owner.fault()).toBeUndefined()
    }
    try {
      await check(1)
      appendFileSync(path, prompt(id(1), 3, 'more words'))
      await check(1)
      const half = reply(id(1), 4, 'cut in the middle', 100)
      appendFileSync(path, half.slice(0, 60))
      await check(1)
      appendFileSync(path, half.slice(60))
      await check(1)
      expect(await owner.daily()).toMatchObject([{ messages: 2, input: 20, output: 107, cacheRead: 6, cacheWrite: 4 }])
      expect(await owner.sumsByDay()).toMatchObject([
        { messages: 2, input: 20, output: 107, cacheRead: 6, cacheWrite: 4 },
      ])
      appendFileSync(path, '{"damaged": \n')
      await check(1)
      appendFileSync(path, prompt(id(1), 5, 'behind the damage'))
      await check(1)
      appendFileSync(path, prompt(id(1), 6, 'and on'))
      await check(1)
      writeFileSync(path, readFileSync(path, 'utf8').replace('first words', 'other words'))
      await check(2)
      expect((await store.search(asked('first'))).length).toBe(0)
      expect((await store.search(asked('other'))).length).toBe(1)
      writeFileSync(path, prompt(id(1), 1, 'short now'))
      await check(3)
      expect(await owner.daily()).toEqual([])
      // Larger than what is sent in one go, with one entry that is larger by itself.
      for (let at = 2; at < 40; at++) appendFileSync(path, prompt(id(1), at, `line ${at} ${'x y '.repeat(20_000)}`))
      appendFileSync(path, prompt(id(1), 40, 'z '.repeat(900_000)))
      appendFileSync(path, prompt(id(1), 41, 'the end'))
      await check(3)
      const sizes = execSql(url, 'SELECT bytes FROM rethread.entries ORDER BY place').split('\n').map(Number)
      expect(sizes.length).toBeGreaterThan(4)
      expect(sizes.filter(size => size > 1_000_000)).toHaveLength(1)
    } finally {
      await store.close()
      await owner.close()
    }
  })

  const asked = (text: string) => ({
    all: [[{ kind: 'phrase', text, isPrefix: false }] as const],
    none: [],
    text: { tools: [], notTools: [] },
    session: [],
  })

  test('no secret leaves: in no table, and in no log of the server', async () => {
    const url = await newStore(server)
    const machine = await newMachine(url)
    const secrets = [
      `ghp_${'Z9yX8wV7uT6sR5qP4oN3mL2kJ1iH0gF9eD8c'.slice(0, 36)}`,
      `AKIA${'Q3EGRZ7TNX2WVYLD'}`,
      'hunter2-Correct-Horse-77',
      `sk-ant-api03-${'Ab3dEf6hIj9lMn2pQr5tUv8xYz1A'.repeat(3)}AA`,
    ]
    const [token, key, password, api] = secrets as [string, string, string, string]
    session(
      machine,
      2,
      prompt(id(2), 1, `deploy with ${password}`) + // bare: told by line 3 only
        prompt(id(2), 2, `token ${token} and ${JSON.stringify({ nested: JSON.stringify({ key: `AWS ${key}` }) })}`) +
        prompt(id(2), 3, `DB_PASSWORD="${password}"\nexport ANTHROPIC_API_KEY=${api}`) +
        row(id(2), 4, { type: 'summary', summary: `Title with ${token}`, leafUuid: 'u3' }) +
        `not json at all ${token}\n` +
        prompt(
          id(2),
          5,
          `data:text/plain;base64,${Buffer.from(`password = "${password}" ${token}`).toString('base64')}`,
        ),
    )
    const report = await ship(machine.place, {})
    expect(report).toMatchObject({ shipped: 1, held: [] })
    expect(report.secrets).toBeGreaterThan(6)
    const store = await openPostgres(machine.device)
    const [source] = await store.sources()
    const raw = (await rawOf(store, source!.path)).toString()
    await store.close()
    expect(raw.split('\n')).toHaveLength(7)
    const all = everythingIn(url) + raw + server.logs()
    expect(all.length).toBeGreaterThan(10_000)
    for (const secret of secrets) {
      for (const form of [secret, secret.toLowerCase(), Buffer.from(secret).toString('hex')])
        expect([form, all.includes(form)]).toEqual([form, false])
    }
    // Nor a token of a device or a reader: the server was only given what it checks them with.
    for (const address of [machine.device, machine.reader])
      expect(server.logs().includes(decodeURIComponent(new URL(address).password))).toBe(false)
  })

  test('what cannot be searched for secrets is held back, with its agents', async () => {
    const url = await newStore(server)
    const machine = await newMachine(url)
    const archive = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(2000)]).toString('base64')
    const path = session(machine, 3, prompt(id(3), 1, `data:application/zip;base64,${archive}`))
    put(joinPath(dirname(path), id(3), 'subagents', 'agent-a1.jsonl'), prompt(id(3), 1, 'of an agent'))
    const report = await ship(machine.place, {})
    expect(report.shipped).toBe(0)
    expect(report.held.map(one => basename(one.path)).toSorted()).toEqual([`${id(3)}.jsonl`, 'agent-a1.jsonl'])
    expect(execSql(url, 'SELECT count(*) FROM rethread.sources')).toBe('0')
  })

  test('a title that stands in another file comes along, also where it was written later, without its secrets', async () => {
    const url = await newStore(server)
    const machine = await newMachine(url)
    const folder = joinPath(machine.config, 'projects', '-work-station')
    put(joinPath(folder, `${id(1)}.jsonl`), prompt(id(1), 1, 'what does the gauge say') + reply(id(1), 2, 'rain', 5))
    expect(await ship(machine.place, {})).toMatchObject({ shipped: 1, held: [] })
    const store = await openPostgres(machine.reader)
    const titles = async (): Promise<readonly string[]> => (await store.cards()).flatMap(card => card.titles)
    expect(await titles()).toEqual(['what does the gauge say'])
    // As clients before 2.1.100 do: a file of its own, which names the last entry.
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    const summary = { type: 'summary', summary: `The rain gauge ${secret}`, leafUuid: 'u2' }
    put(joinPath(folder, `${id(2)}.jsonl`), `${JSON.stringify(summary)}\n`)
    expect(await ship(machine.place, {})).toMatchObject({ shipped: 1, held: [] })
    expect((await titles())[0]).toMatch(/^The rain gauge \[REDACTED:/)
    expect(everythingIn(url)).not.toContain(secret)
    expect(await ship(machine.place, {})).toMatchObject({ shipped: 0, current: 1 })
    const path = joinPath(folder, `${id(1)}.jsonl`)
    expect(await rawOf(store, (await store.cards())[0]!.path)).toEqual(readFileSync(path))
    await store.close()
  })

  test('only projects that were opted in, nothing private, nothing that was taken back', async () => {
    const url = await newStore(server)
    const home = tempFolder()
    const [open, closed, other] = ['open', 'open/closed', 'opener'].map(name => joinPath(home, name)) as [
      string,
      string,
      string,
    ]
    for (const folder of [open, joinPath(closed, 'deep'), other]) mkdirSync(folder, { recursive: true })
    writeFileSync(joinPath(closed, '.rethread-private'), '')
    const machine = await newMachine(url, { home, projects: [open] })
    const at = (cwd: string) => ({ cwd })
    session(machine, 1, prompt(id(1), 1, 'shipped', at(open)))
    session(machine, 2, prompt(id(2), 1, 'elsewhere', at(other)))
    session(machine, 3, prompt(id(3), 1, 'private', at(joinPath(closed, 'deep'))))
    session(machine, 4, prompt(id(4), 1, 'goes there', at(open)) + prompt(id(4), 2, 'is there', at(closed)))
    session(machine, 5, prompt(id(5), 1, 'shipped too', at(joinPath(open, 'below'))))
    const report = await ship(machine.place, {})
    const names = (): readonly string[] =>
      execSql(url, 'SELECT path FROM rethread.sources ORDER BY 1')
        .split('\n')
        .map(path => basename(path, '.jsonl'))
    expect(names()).toEqual([id(1), id(5)])
    expect(report.others).toBe(1)
    expect(report.held.map(one => basename(one.path, '.jsonl'))).toEqual([id(3), id(4)])
    expect(await forget(machine.place, { session: id(1).slice(0, 8) })).toEqual({ id: id(1), transcripts: 1 })
    await ship(machine.place, {})
    expect(names()).toEqual([id(5)])
    expect(everythingIn(url)).not.toContain(id(1))
    expect(await teamStatus(machine.place, {})).toMatchObject({ joined: true, forgotten: 1, transcripts: 3 })
    expect(await leave(machine.place, { projects: [open] })).toEqual({ joined: true, projects: [] })
    expect(await ship(machine.place, {})).toMatchObject({ shipped: 0, current: 0 })
    expect(await leave(machine.place, { projects: [] })).toEqual({ joined: false, projects: [] })
    await expect(ship(machine.place, {})).rejects.toThrow('no team store was joined')
  })

  test('a message that stands in several sessions, on several machines, counts once, and until the last is gone', async () => {
    const url = await newStore(server)
    const one = await newMachine(url, { name: freshName('one') })
    const two = await newMachine(url, { name: freshName('two') })
    const text =
      prompt(id(1), 1, 'hello') + reply(id(1), 2, 'partial', 5, 'msg_a') + reply(id(1), 3, 'whole', 50, 'msg_a')
    const original = session(one, 1, text)
    const fork = session(one, 2, text + reply(id(2), 4, 'own', 8, 'msg_b'))
    const copy = joinPath(two.config, relative(one.config, original))
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(original, copy)
    utimesSync(copy, 5, 5) // a clock that is far behind
    for (const machine of [one, two]) expect(await ship(machine.place, {})).toMatchObject({ held: [] })
    const owner = await openPostgres(url)
    try {
      const sums = async () =>
        (await owner.daily()).map(({ day, messages, input, output }) => ({ day, messages, input, output }))
      expect(await sums()).toEqual([{ day: '2026-01-02', messages: 2, input: 20, output: 58 }])
      let events = 0
      for await (const { packs } of owner.tokens()) events += packs.flatMap(pack => unpackTokens(pack)).length
      expect(events).toBe(7)
      await forget(one.place, { session: id(1) })
      expect(await sums()).toEqual([{ day: '2026-01-02', messages: 2, input: 20, output: 58 }])
      rmSync(fork)
      await forget(one.place, { session: id(2) })
      expect(await sums()).toEqual([{ day: '2026-01-02', messages: 1, input: 10, output: 50 }])
      await forget(two.place, { session: id(1) })
      expect(await sums()).toEqual([])
      expect(await owner.fault()).toBeUndefined()
    } finally {
      await owner.close()
    }
  })
})
