// The server on the team's store: what it reads is what the files say, it changes nothing, and nothing of the machine that
// it runs on can be asked through it.

import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { createInterface } from 'node:readline'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plans } from '../../src/actions/planned/index.js'
import { outlineSchema } from '../../src/actions/read/outline.schema.js'
import { lsSchema, searchSchema, usageSchema } from '../../src/actions/schemas.js'
import { keptSessions, type Place, sessionsOf } from '../../src/actions/session/index.js'
import { join, ship, type TeamSessions, teamSessions } from '../../src/actions/team/index.js'
import { createApp } from '../../src/server/app.js'
import { cookieName } from '../../src/server/guard.js'
import { liveEvents } from '../../src/server/live-events.js'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { ROOT, rethread, SAMPLES } from '../cli/rethread.js'
import { tempFolder } from '../disk/temp-folder.js'
import { HOST, PARTS, PORT, TOKEN } from '../server/served.js'
import { type Machine, newMachine, newStore } from './team.js'

const bin = postgresPrograms()
const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const OWN = '4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11'
const LOCAL_PARTS = ['lineage', 'resume'] as const

describe.skipIf(bin === undefined)('the server on a team store', () => {
  let server: PostgresServer
  let machine: Machine
  let reader: Place
  let team: TeamSessions
  let both: Hono
  let only: Hono
  let close: () => void

  beforeAll(async () => {
    server = await startPostgres(bin!)
    const home = tempFolder(afterAll)
    cpSync(SAMPLES, joinPath(home, '.claude'), { recursive: true })
    machine = await newMachine(await newStore(server), { home, config: joinPath(home, '.claude') })
    await ship(machine.place, {})
    // Whoever reads has one session of its own, which is not the team's.
    const other = tempFolder(afterAll)
    const configDir = joinPath(other, '.claude')
    mkdirSync(joinPath(configDir, 'projects', '-own'), { recursive: true })
    const own = readFileSync(joinPath(SAMPLES, 'projects', '-home-ada-weather-station', `${OWN}.jsonl`), 'utf8')
    writeFileSync(joinPath(configDir, 'projects', '-own', `${MINE}.jsonl`), own.replaceAll(OWN, MINE))
    reader = { env: {}, home: other, cwd: other, configDir }
    await join(reader, { url: machine.reader, projects: [] })
    team = teamSessions(reader)
    const files = new Map([['index.html', { plain: Buffer.from('<!doctype html><title>rethread</title>') }]])
    const kept = keptSessions(() => sessionsOf(reader).sessions)
    const live = liveEvents(reader, error => {
      throw error
    })
    const serving = {
      place: { ...reader, kept },
      everywhere: reader,
      rights: 'in-place',
      areSamples: false,
      plans: plans(),
      live,
    } as const
    const common = { files, token: TOKEN, port: () => PORT }
    both = createApp({ serving, team: { team, hasOwn: true }, ...common })
    only = createApp({ team: { team, hasOwn: false }, ...common })
    close = () => {
      live.close()
      kept.close()
    }
  }, 300_000)
  afterAll(async () => {
    close?.()
    await team?.close()
    server?.stop()
  })

  const cookie = `${cookieName(PORT)}=${TOKEN}`
  const get = async (app: Hono, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    app.request(path, { headers: { host: HOST, cookie, ...headers } })
  const value = async (app: Hono, path: string): Promise<never> => {
    const said = (await (await get(app, path)).json()) as { ok: boolean; value: never; error?: { message: string } }
    if (!said.ok) throw new Error(`${path}: ${said.error?.message}`)
    return said.value
  }
  const post = async (app: Hono, path: string, body: unknown = {}): Promise<Response> =>
    app.request(path, {
      method: 'POST',
      headers: { host: HOST, cookie, origin: `http://${HOST}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('lists, finds, reads, counts and exports what was shipped', async () => {
    const listed = (await value(only, '/team/api/sessions')) as { sessions: { key: string; machine: string }[] }
    lsSchema.partial().parse({ ...listed, sessions: [] })
    expect(listed.sessions.map(one => one.key)).toContain(LONG)
    expect(listed.sessions.every(one => one.machine.startsWith('m-'))).toBe(true)
    const found = (await value(only, '/team/api/search?q=wind')) as { sessions: { key: string | null }[] }
    searchSchema.parse(found)
    expect(found.sessions.map(one => one.key)).toContain(LONG)
    const outline = outlineSchema.parse(await value(only, `/team/api/sessions/${LONG}/outline`))
    const direct = JSON.parse((await rethread(['turns', LONG, '--json'], { home: machine.home })).stdout)
    expect(outline.turns.number.length).toBe(direct.turns.length)
    const counted = usageSchema.parse(await value(only, '/team/api/usage/session'))
    const here = JSON.parse((await rethread(['usage', 'session', '--json'], { home: machine.home })).stdout)
    const shipped = new Set(listed.sessions.map(one => one.key))
    const rows = here.rows.filter((row: { key: string }) => shipped.has(row.key))
    const figures = (list: readonly { key: string; costUSD: number }[]) => list.map(row => [row.key, row.costUSD])
    expect(rows.length).toBeGreaterThan(10)
    expect(figures(counted.rows as never)).toEqual(figures(rows))
    const cards = (await value(only, '/team/api/figures')) as { sessions: { key: string; costUSD: number }[] }
    expect(cards.sessions.find(one => one.key === LONG)!.costUSD).toBe(
      rows.find((row: { key: string }) => row.key === LONG).costUSD,
    )
    const page = await get(only, `/team/api/sessions/${LONG}/export?to=md`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('wind')])
    for (const part of PARTS) {
      const { status } = await get(only, `/team/api/sessions/${LONG}/${part}`)
      expect([part, status]).toEqual([part, (LOCAL_PARTS as readonly string[]).includes(part) ? 404 : 200])
    }
  })

  test('what is shipped later is there when it is asked for again', async () => {
    const path = joinPath(machine.config, 'projects', '-home-ada-weather-station', `${OWN}.jsonl`)
    const before = outlineSchema.parse(await value(both, `/team/api/sessions/${OWN}/outline`))
    const { uuid, sessionId } = JSON.parse(readFileSync(path, 'utf8').trim().split('\n').at(-1)!) as never
    const about = {
      sessionId,
      parentUuid: uuid,
      cwd: '/home/ada/weather-station',
      timestamp: '2027-01-01T00:00:00.000Z',
    }
    const entry = {
      ...about,
      uuid: 'f'.repeat(8),
      type: 'user',
      message: { role: 'user', content: 'and one thing more' },
    }
    appendFileSync(path, `${JSON.stringify(entry)}\n`)
    await ship(machine.place, {})
    const again = async () => outlineSchema.parse(await value(both, `/team/api/sessions/${OWN}/outline`)).lines
    await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(before.lines + 1)
  })

  test('nothing can be changed, kept or removed on the team’s side, whatever the server may do otherwise', async () => {
    for (const app of [both, only])
      for (const path of [
        `/sessions/${LONG}/plans`,
        `/sessions/${LONG}/remove`,
        '/plans/1/apply',
        '/receipts/1/undo',
        '/archive',
        `/sessions/${LONG}/outline`,
      ])
        expect([path, (await post(app, `/team/api${path}`, { keys: [LONG] })).status]).toEqual([path, 404])
  })

  test('each side knows its own sessions only', async () => {
    const own = (await value(both, '/api/sessions')) as { sessions: { key: string }[] }
    expect(own.sessions.map(one => one.key)).toEqual([MINE])
    expect((await get(both, `/team/api/sessions/${MINE}/outline`)).status).toBe(404)
    expect((await get(both, `/api/sessions/${LONG}/outline`)).status).toBe(404)
    expect(await value(both, '/api/about')).toMatchObject({ other: 'team', store: null })
    expect(await value(both, '/team/api/about')).toMatchObject({ other: 'own', rights: 'read' })
    // Alone, it has no other side at all.
    for (const path of ['/api/sessions', `/api/sessions/${MINE}/outline`, '/api/search?q=a', '/api/receipts'])
      expect([path, (await get(only, path)).status]).toEqual([path, 404])
    expect(await value(only, '/team/api/about')).toMatchObject({ other: null, rights: 'read' })
    expect((await get(only, '/')).headers.get('location')).toBe('/team/')
    for (const path of ['/team', '/team/', '/team/usage', `/team/s/${LONG}`, `/team/s/${LONG}/context`])
      expect([path, (await get(only, path)).status]).toEqual([path, 200])
    for (const path of ['/usage', `/s/${LONG}`, '/teams', '/team/other'])
      expect([path, (await get(only, path)).status]).toEqual([path, 404])
  })

  test('a name that leads elsewhere, or another’s token, gets nothing', async () => {
    for (const key of ['..', '%2e%2e%2f%2e%2e%2fetc%2fpasswd', '../../x', 'latest', LONG.slice(0, 8), '~', "'--"])
      expect([key, (await get(both, `/team/api/sessions/${key}/outline`)).status]).toEqual([key, 404])
    for (const headers of [
      { cookie: '' },
      { cookie: `${cookieName(PORT)}=wrong` },
      { host: 'evil.example' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      for (const path of ['/team/api/sessions', `/team/api/sessions/${LONG}/outline`, '/team/'])
        expect([401, 403, 421]).toContain((await get(only, path, headers)).status)
    const token = decodeURIComponent(new URL(machine.reader).password)
    for (const path of ['/team/api/about', '/team/api/sessions', '/team/api/search?q=wind'])
      expect(await (await get(only, path)).text()).not.toContain(token)
  })

  test('many at once share a few connections, and a store that was down is asked again', async () => {
    const asked = Array.from({ length: 60 }, (_, at) =>
      get(only, at % 2 === 0 ? '/team/api/search?q=wind' : `/team/api/sessions/${LONG}/outline`),
    )
    expect(new Set((await Promise.all(asked)).map(one => one.status))).toEqual(new Set([200]))
    server.kill()
    const down = await get(only, '/team/api/sessions')
    expect([down.status, await down.text()]).toEqual([500, expect.stringContaining('cannot be reached')])
    server.start()
    await expect
      .poll(async () => (await get(only, '/team/api/sessions')).status, { timeout: 60_000, interval: 200 })
      .toBe(200)
  })

  test('serve --team: a token of one’s own stays out of what is printed, and a proxy may use it', async () => {
    const file = joinPath(reader.home, 'token')
    const token = 'a-token-that-the-proxy-knows-as-well-0123456789'
    writeFileSync(file, `${token}\n`)
    const words = ['serve', '--team', '--no-open', '--port', '0', '--token-file', file]
    const child = spawn(process.execPath, [joinPath(ROOT, 'dist', 'cli', 'rethread.js'), ...words], {
      env: { PATH: process.env['PATH'], HOME: reader.home },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
    try {
      const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
      const url = new URL(String(line.value))
      expect([url.search, url.pathname]).toEqual(['', '/'])
      const cookie = `rethread-${url.port}=${token}`
      const answer = await fetch(`${url.origin}/team/api/sessions`, { headers: { cookie } })
      expect(answer.status).toBe(200)
      expect((await fetch(`${url.origin}/team/api/sessions`)).status).toBe(401)
    } finally {
      child.kill('SIGINT')
    }
    expect(await ended).toBe(0)
    writeFileSync(file, 'too short')
    for (const [call, why] of [
      [words, '32 or more'],
      [['serve', '--team', '--token-file', joinPath(reader.home, 'nowhere')], 'cannot read'],
      [['serve', '--token-file', file], 'needs --team'],
      [['serve', '--team', '--allow-in-place'], 'cannot be used together'],
    ] as const) {
      const { code, stderr } = await rethread(call, { home: reader.home })
      expect([call, code, stderr]).toEqual([call, 2, expect.stringContaining(why)])
    }
    const nobody = await rethread(['serve', '--team', '--no-open'], { home: tempFolder() })
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('team join')])
    expect(existsSync(joinPath(reader.home, '.claude', 'projects', '-home-ada-weather-station'))).toBe(false)
  })
})

const MINE = '0e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e99'
