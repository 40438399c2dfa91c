// Nobody gets in where they do not belong through the server either: every route of it, asked by readers of another team,
// by devices, by whoever was revoked, and with names that lead elsewhere. Each route answers the right reader first.

import { join as joinPath } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Place } from '../../src/actions/session/index.js'
import { join, ship, type TeamSessions, teamSessions } from '../../src/actions/team/index.js'
import { USAGE_REPORTS } from '../../src/actions/usage/index.js'
import { createApp } from '../../src/server/app.js'
import { cookieName } from '../../src/server/guard.js'
import { execSql, type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { put, tempFolder } from '../disk/temp-folder.js'
import { HOST, PORT, TOKEN } from '../server/served.js'
import { freshName, type Machine, newMachine, newStore } from './team.js'

const bin = postgresPrograms()

const KEYS = {
  ada: 'ada00000-0000-4000-8000-000000000000',
  /** Of the same machine: what one's own session is compared with. */
  adaToo: 'ada10000-0000-4000-8000-000000000000',
  bob: 'b0b00000-0000-4000-8000-000000000000',
  eve: 'e4e00000-0000-4000-8000-000000000000',
} as const
type Who = 'ada' | 'bob' | 'eve'

/** What must never be seen by others: words, a file, a directory, a tool's output, an agent's answer. */
const secretOf = (who: Who): string => `${who}only`

/** An example of every route about a session; what is not here fails the first test. */
const OF_SESSION: Readonly<Record<string, (other: string) => readonly string[]>> = {
  outline: () => ['outline', 'outline?leaf=1'],
  end: () => ['end'],
  turns: () => ['turns?numbers=1&depth=all', 'turns?from=1&to=1'],
  'turns/:turn/calls/:call': () => ['turns/1/calls/toolu_1'],
  'turns/:turn/lines/:line': () => ['turns/1/lines/1'],
  'lines/:line': () => ['lines/1', 'lines/3'],
  ledger: () => ['ledger'],
  context: () => ['context', 'context?from=0&to=3'],
  check: () => ['check', 'check?secrets=yes'],
  compactions: () => ['compactions'],
  graph: () => ['graph'],
  stats: () => ['stats'],
  files: who => ['files', `files?file=/home/${who}only/gauge.ts`],
  diff: () => [`diff?with=${KEYS.adaToo}`],
  export: () => ['export?to=md', 'export?to=json', 'export?to=html&as=preview', 'export?as=review'],
}

const OF_ALL: Readonly<Record<string, readonly string[]>> = {
  about: ['about'],
  sessions: ['sessions', 'sessions?sort=largest', 'sessions?limit=5'],
  figures: ['figures', 'figures?sort=costliest'],
  search: ['search?q=adaonly', 'search?q=measured', `search?q=session:${KEYS.ada}`, 'search?q=file:gauge.ts'],
  'usage/:report': [
    ...USAGE_REPORTS.filter(report => report !== 'tool').map(report => `usage/${report}`),
    'usage/session?project=/home/adaonly',
  ],
}

/** An answer for whoever may see it, and a question about nothing for all others. */
const EXPLAINED = `usage/session?explain=${KEYS.ada}`

const TRAVERSALS = [
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5cetc%5cpasswd',
  '%2fetc%2fpasswd',
  `${KEYS.ada}%2f..%2f${KEYS.eve}`,
  `${KEYS.ada}%00`,
  `..%2f${KEYS.ada}.jsonl`,
  'latest',
  KEYS.ada.slice(0, 8),
  `${KEYS.ada}:t1`,
  `${KEYS.ada}~00000000`,
  "'%20OR%201=1--",
  '%25',
  '*',
  '-',
] as const

describe.skipIf(bin === undefined)('access through the server on a team store', () => {
  let server: PostgresServer
  let store: string
  let machines: Readonly<Record<Who, Machine>>
  const open: TeamSessions[] = []

  beforeAll(async () => {
    server = await startPostgres(bin!)
    store = await newStore(server)
    const made: Partial<Record<Who, Machine>> = {}
    for (const [who, team] of [
      ['ada', 'weather'],
      ['bob', 'weather'],
      ['eve', 'tides'],
    ] as const) {
      const home = tempFolder(afterAll)
      const machine = await newMachine(store, { name: freshName(who), team, home })
      const folder = joinPath(machine.config, 'projects', `-home-${who}only`)
      put(joinPath(folder, `${KEYS[who]}.jsonl`), session(who, KEYS[who]))
      put(joinPath(folder, KEYS[who], 'subagents', 'agent-a1.jsonl'), agent(who, KEYS[who]))
      if (who === 'ada') put(joinPath(folder, `${KEYS.adaToo}.jsonl`), session(who, KEYS.adaToo))
      expect(await ship(machine.place, {})).toMatchObject({ held: [] })
      made[who] = machine
    }
    machines = made as Record<Who, Machine>
  }, 180_000)
  afterAll(async () => {
    for (const team of open) await team.close()
    server?.stop()
  })

  /** The server as somebody runs it who has only this address. */
  const serverOf = async (address: string): Promise<Hono> => {
    const home = tempFolder(afterAll)
    // A session of this machine, which must not be reached either.
    put(joinPath(home, '.claude', 'projects', '-here', `${HERE}.jsonl`), session('bob', HERE))
    const place: Place = { env: {}, home, cwd: home, configDir: joinPath(home, '.claude') }
    await join(place, { url: address, projects: [] })
    const team = teamSessions(place)
    open.push(team)
    const files = new Map([['index.html', { plain: Buffer.from('<!doctype html><title>rethread</title>') }]])
    return createApp({ team: { team, hasOwn: false }, files, token: TOKEN, port: () => PORT })
  }
  const cookie = `${cookieName(PORT)}=${TOKEN}`
  const ask = async (app: Hono, path: string): Promise<{ readonly status: number; readonly text: string }> => {
    const answer = await app.request(`/team/api/${path}`, { headers: { host: HOST, cookie } })
    return { status: answer.status, text: await answer.text() }
  }
  const partsOf = (who: string): readonly string[] => Object.values(OF_SESSION).flatMap(paths => paths(who))

  /** Nothing of a session is told: not that it is there, and not a word of it. */
  const expectNothing = async (app: Hono, key: string, of: readonly Who[], parts = partsOf('ada')): Promise<void> => {
    for (const part of parts) {
      const { status, text } = await ask(app, `sessions/${key}/${part}`)
      expect([key, part, status]).toEqual([key, part, 404])
      for (const who of of) expect([part, text]).toEqual([part, expect.not.stringContaining(secretOf(who))])
    }
  }

  test('every route of the server is asked here', async () => {
    const app = await serverOf(machines.ada.reader)
    const routes = app.routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/team/api/'))
    const ofSession = routes.flatMap(({ path }) => path.split('/team/api/sessions/:key/')[1] ?? [])
    expect(new Set(ofSession)).toEqual(new Set(Object.keys(OF_SESSION)))
    const ofAll = routes.map(({ path }) => path.slice('/team/api/'.length)).filter(path => !path.includes(':key'))
    expect(new Set(ofAll)).toEqual(new Set(Object.keys(OF_ALL)))
    // Nothing else can be asked of it, but for what stands before all routes.
    const others = app.routes.filter(({ method, path }) => method !== 'GET' && path.startsWith('/team'))
    expect(others.filter(({ method }) => method !== 'ALL')).toEqual([])
  })

  test('the right reader, and the device itself, get an answer on every route', async () => {
    for (const address of [machines.ada.reader, machines.ada.device]) {
      const app = await serverOf(address)
      for (const part of partsOf('ada')) {
        const { status, text } = await ask(app, `sessions/${KEYS.ada}/${part}`)
        expect([part, status, text.slice(0, 200)]).toEqual([part, 200, expect.anything()])
      }
      for (const path of Object.values(OF_ALL).flat()) {
        const { status, text } = await ask(app, path)
        expect([path, status, text.slice(0, 200)]).toEqual([path, 200, expect.anything()])
      }
      expect((await ask(app, EXPLAINED)).status).toBe(200)
      for (const path of ['sessions', 'search?q=adaonly', 'usage/session', 'usage/project', 'figures'])
        expect([path, (await ask(app, path)).text]).toEqual([path, expect.stringMatching(/ada00000|adaonly/)])
      for (const part of ['turns?numbers=1&depth=all', 'lines/1', 'context', 'export?to=md'])
        expect([part, (await ask(app, `sessions/${KEYS.ada}/${part}`)).text]).toEqual([
          part,
          expect.stringContaining(secretOf('ada')),
        ])
    }
  })

  test('a reader of another team gets nothing of a session, by its key or beside its own', async () => {
    const eve = await serverOf(machines.eve.reader)
    for (const key of [KEYS.ada, KEYS.adaToo, KEYS.bob]) await expectNothing(eve, key, ['ada', 'bob'])
    for (const other of [KEYS.ada, KEYS.bob, `${KEYS.ada}:t1`])
      await expectNothing(eve, KEYS.eve, ['ada', 'bob'], [`diff?with=${other}`, `diff?with=${other}&leaf=1`])
    const ada = await serverOf(machines.ada.reader)
    await expectNothing(ada, KEYS.eve, ['eve'], partsOf('eve'))
    await expectNothing(ada, KEYS.ada, ['eve'], [`diff?with=${KEYS.eve}`])
  })

  test('a device, stolen or not, gets nothing of any other machine, of its own team neither', async () => {
    for (const [who, keys] of [
      ['bob', [KEYS.ada, KEYS.adaToo, KEYS.eve]],
      ['eve', [KEYS.ada, KEYS.adaToo, KEYS.bob]],
      ['ada', [KEYS.bob, KEYS.eve]],
    ] as const) {
      const app = await serverOf(machines[who].device)
      const others = (['ada', 'bob', 'eve'] as const).filter(one => one !== who)
      for (const key of keys) await expectNothing(app, key, others)
    }
  })

  test('what is asked of all sessions tells nothing of others', async () => {
    const servers = [
      [await serverOf(machines.eve.reader), ['ada', 'bob']],
      [await serverOf(machines.eve.device), ['ada', 'bob']],
      [await serverOf(machines.bob.device), ['ada', 'eve']],
      [await serverOf(machines.ada.reader), ['eve']],
    ] as const
    for (const [app, others] of servers)
      for (const path of Object.values(OF_ALL).flat()) {
        const { status, text } = await ask(app, path)
        expect([path, status]).toEqual([path, 200])
        // The words of the question are not an answer.
        const said = text.replaceAll(decodeURIComponent(new URL(path, 'http://x').searchParams.get('q') ?? '\n'), '')
        for (const who of others) {
          expect([path, said]).toEqual([path, expect.not.stringContaining(KEYS[who])])
          expect([path, said]).toEqual([path, expect.not.stringContaining(secretOf(who))])
          expect([path, said]).toEqual([path, expect.not.stringContaining(`${who}-`)])
        }
      }
    for (const at of [0, 1, 2]) expect((await ask(servers[at]![0], EXPLAINED)).status).toBe(400)
    const counted = JSON.parse((await ask(servers[0][0], 'usage/session')).text)
    expect(counted.value.rows.map((row: { key: string }) => row.key)).toEqual([KEYS.eve])
  })

  test('a name that leads elsewhere is no session, on any route', async () => {
    const app = await serverOf(machines.ada.reader)
    const parts = Object.values(OF_SESSION).map(paths => paths('ada')[0]!)
    for (const key of [...TRAVERSALS, HERE])
      for (const part of parts) {
        const { status, text } = await ask(app, `sessions/${key}/${part}`)
        expect([key, part, [400, 404].includes(status), text.slice(0, 200)]).toEqual([
          key,
          part,
          true,
          expect.anything(),
        ])
        expect(text).not.toMatch(/root:|adaonly|bobonly|eveonly/)
      }
    // A place in one's own session is no way out of it.
    for (const other of [...TRAVERSALS, HERE].filter(one => one !== `${KEYS.ada}:t1`)) {
      const { status, text } = await ask(app, `sessions/${KEYS.ada}/diff?with=${other}`)
      expect([other, [400, 404].includes(status)]).toEqual([other, true])
      expect(text).not.toMatch(/root:|bobonly|eveonly/)
    }
  })

  test('whoever is revoked gets nothing any more, with what was open and copied before too', async () => {
    const extra = await newMachine(store, { name: freshName('mallory'), team: 'weather', home: tempFolder() })
    const roles = [extra.reader, extra.device].map(url => decodeURIComponent(new URL(url).username))
    const reader = await serverOf(extra.reader)
    const device = await serverOf(extra.device)
    // It was right once: connections are open, and a copy lies in its cache.
    expect((await ask(reader, `sessions/${KEYS.ada}/outline`)).status).toBe(200)
    expect((await ask(device, 'sessions')).status).toBe(200)
    for (const role of roles)
      execSql(
        store,
        `DROP OWNED BY "${role}"; DROP ROLE "${role}"; DELETE FROM rethread.members WHERE role = '${role}'`,
      )
    // A page asks many things about a session at once: that one has just been brought is known for 2 s.
    await expect
      .poll(async () => (await ask(reader, `sessions/${KEYS.ada}/outline`)).status, { timeout: 30_000, interval: 500 })
      .not.toBe(200)
    for (const app of [reader, device])
      for (const path of [
        ...partsOf('ada').map(part => `sessions/${KEYS.ada}/${part}`),
        ...Object.values(OF_ALL)
          .flat()
          .filter(path => path !== 'about'),
      ]) {
        const { status, text } = await ask(app, path)
        expect([path, status === 200 ? text : 'refused']).toEqual([path, expect.not.stringMatching(/ada00000|bobonly/)])
        if (path.startsWith('sessions/')) expect([path, status]).not.toEqual([path, 200])
        expect(text.replaceAll('search?q=adaonly', '')).not.toContain('/home/adaonly')
      }
    await expect(serverOf(extra.reader)).rejects.toThrow()
  })

  test('what is no question is refused, and changes nothing', async () => {
    const app = await serverOf(machines.ada.reader)
    const before = execSql(store, 'SELECT count(*), sum(edition) FROM rethread.sources')
    let refused = 0
    for (const part of ['plans', 'remove', 'outline', 'export', 'context'])
      for (const key of [KEYS.ada, KEYS.bob, KEYS.eve])
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const answer = await app.request(`/team/api/sessions/${key}/${part}`, {
            method,
            headers: { host: HOST, cookie, origin: `http://${HOST}`, 'content-type': 'application/json' },
            body: '{"verb":"clone"}',
          })
          expect([method, part, [404, 405].includes(answer.status)]).toEqual([method, part, true])
          refused++
        }
    expect(refused).toBe(60)
    expect(execSql(store, 'SELECT count(*), sum(edition) FROM rethread.sources')).toBe(before)
  })
})

const HERE = '4e4e0000-0000-4000-8000-000000000000'

function session(who: Who, id: string): string {
  const about = {
    sessionId: id,
    cwd: `/home/${who}only`,
    version: '2.1.0',
    gitBranch: `${who}only`,
    isSidechain: false,
  }
  const at = (second: number): string => `2026-11-16T12:00:${String(second).padStart(2, '0')}.000Z`
  const uuid = (number: number): string => `${id.slice(0, 24)}${String(number).padStart(12, '0')}`
  const usage = { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  const answer = (number: number, content: readonly object[], stop: string) => ({
    ...{ type: 'assistant', uuid: uuid(number), parentUuid: uuid(number - 1), timestamp: at(number), ...about },
    requestId: `req_${id.slice(0, 8)}_${number}`,
    message: {
      ...{ id: `msg_${id.slice(0, 8)}_${number}`, role: 'assistant', model: 'claude-sonnet-4-5', type: 'message' },
      ...{ content, stop_reason: stop, usage },
    },
  })
  const input = { file_path: `/home/${who}only/gauge.ts`, old_string: 'a', new_string: `${who}only` }
  const lines = [
    {
      ...{ type: 'user', uuid: uuid(1), parentUuid: null, timestamp: at(1), ...about },
      message: { role: 'user', content: `What was measured by ${who}only?` },
    },
    answer(2, [{ type: 'tool_use', id: 'toolu_1', name: 'Edit', input }], 'tool_use'),
    {
      ...{ type: 'user', uuid: uuid(3), parentUuid: uuid(2), timestamp: at(3), ...about },
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: `changed for ${who}only` }],
      },
    },
    answer(4, [{ type: 'text', text: `It was measured, says ${who}only.` }], 'end_turn'),
  ]
  return `${lines.map(line => JSON.stringify(line)).join('\n')}\n`
}

function agent(who: Who, id: string): string {
  const line = {
    ...{
      type: 'assistant',
      uuid: `${id.slice(0, 24)}999999999999`,
      parentUuid: null,
      isSidechain: true,
      agentId: 'a1',
    },
    ...{ sessionId: id, cwd: `/home/${who}only`, version: '2.1.0', timestamp: '2026-11-16T12:00:03.500Z' },
    message: { role: 'assistant', content: [{ type: 'text', text: `the agent of ${who}only measured` }] },
  }
  return `${JSON.stringify(line)}\n`
}
