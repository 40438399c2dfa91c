// Reading the store: the same commands give the same answers as on the files that were shipped.

import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ls } from '../../src/actions/list/index.js'
import { blame, filesAcross, search } from '../../src/actions/search/index.js'
import type { Place } from '../../src/actions/session/index.js'
import { forget, join, ship, withTeam } from '../../src/actions/team/index.js'
import { USAGE_REPORTS, usage } from '../../src/actions/usage/index.js'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { sampleFiles } from '../../tools/samples.js'
import { rethread } from '../cli/rethread.js'
import { put, tempFolder } from '../disk/temp-folder.js'
import { newMachine, newStore } from './team.js'

const bin = postgresPrograms()

describe.skipIf(bin === undefined)('reading the team store', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(bin!)
  }, 180_000)
  afterAll(() => server?.stop())

  /** Without what must differ: paths of copies, calls that lead there, scores of another engine. */
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, part) =>
        ['path', 'configDirs', 'show', 'clone', 'resume', 'score', 'updatedAt', 'reason', 'machine'].includes(key)
          ? undefined
          : part,
      ),
    )

  test('ls, search, usage, files, blame, show and export say of shipped sessions what they say of the files', async () => {
    const url = await newStore(server)
    const home = tempFolder()
    const config = joinPath(home, '.claude')
    for (const [name, bytes] of sampleFiles()) put(joinPath(config, name), bytes)
    const gauge = put(joinPath(home, 'proj', 'gauge.ts'), 'export const depth = 4\nexport const tide = depth * 2\n')
    put(joinPath(config, 'projects', '-proj', `${SESSION}.jsonl`), writingSession(joinPath(home, 'proj'), gauge))
    const machine = await newMachine(url, { home, config })
    // Files without a directory belong to no project, so they are never shipped.
    for (const { path, project } of (await ls(machine.place, { all: true })).sessions)
      if (project === null) rmSync(path)
    const shipped = await ship(machine.place, {})
    expect(shipped).toMatchObject({ held: [], others: 0 })
    // Somebody else, with no session at all.
    const other = tempFolder()
    mkdirSync(joinPath(other, '.claude', 'projects'), { recursive: true })
    const reader: Place = { env: {}, home: other, cwd: other, configDir: joinPath(other, '.claude') }
    await join(reader, { url: machine.reader, projects: [] })
    const team = withTeam(reader)
    const local = machine.place

    const [here, there] = [await ls(local, { all: true }), await ls(team, { all: true })]
    const ids = (report: typeof here): readonly string[] => report.sessions.map(card => card.id).toSorted()
    expect(ids(there)).toEqual(ids(here))
    expect(here.sessions.length).toBeGreaterThan(5)
    for (const card of here.sessions) {
      const twin = there.sessions.find(one => one.id === card.id)!
      expect(plain({ ...twin, madeFrom: null })).toEqual(plain({ ...card, madeFrom: null, turns: null }))
    }
    for (const query of [
      'station',
      '"the wind"',
      'tool:Bash error:true',
      'in:answer wind',
      'agent:true',
      'has:compaction',
      'file:wind.ts',
    ]) {
      const asked = { query, limit: 100, hits: 100 }
      const [mine, theirs] = [await search(local, asked), await search(team, asked)]
      const sorted = (report: typeof mine) =>
        (plain(report.sessions) as { id: string; hits: { line: number }[] }[])
          .map(one => ({ ...one, hits: one.hits.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect([query, sorted(theirs)]).toEqual([query, sorted(mine)])
      expect(
        theirs.sessions.every(one => one.resume === null && one.hits.every(hit => hit.show.endsWith(' --team'))),
      ).toBe(true)
    }
    expect((await search(team, { query: 'station' })).sessions.length).toBeGreaterThan(1)
    const now = Date.parse('2026-07-01T12:00:00Z')
    for (const report of USAGE_REPORTS.filter(name => name !== 'tool'))
      for (const more of [
        { timezone: 'UTC' },
        { timezone: 'Asia/Kathmandu', breakdown: true },
        { timezone: 'America/New_York', since: '2026-02-01', until: '2026-05-31' },
        { timezone: 'UTC', model: 'sonnet' },
        { timezone: 'UTC', project: '/home/ada/weather-station', recordedCosts: true },
      ]) {
        const asked = { report, ...more }
        const [mine, theirs] = [await usage({ ...local, now }, asked), await usage({ ...team, now }, asked)]
        const { files: _, bytes: __, skipped: ___, ...notes } = mine.notes
        expect([asked, theirs.rows, theirs.totals]).toEqual([asked, mine.rows, mine.totals])
        expect([asked, theirs.notes]).toEqual([asked, expect.objectContaining(notes)])
        expect([asked, mine.rows.length > 0]).toEqual([asked, true])
      }
    const explain = { report: 'daily', timezone: 'UTC', explain: 'total' } as const
    expect(plain(await usage(team, explain))).toMatchObject({
      explained: plain((await usage(local, explain)).explained),
    })
    await expect(usage(team, { report: 'tool' })).rejects.toThrow('--team')
    for (const [mode, query] of [
      ['exact', 'The station'],
      ['exact', '/home/ada/weather-station/src'],
      ['regex', 'wind(speed|Speed)?'],
      ['regex', '\\d{2}:\\d{2}'],
      ['exact', 'no such words anywhere'],
    ] as const) {
      const asked = { query, mode, limit: 100, hits: 100 }
      const [mine, theirs] = [await search(local, asked), await search(team, asked)]
      const sorted = (report: typeof mine) =>
        (plain(report.sessions) as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect([query, sorted(theirs)]).toEqual([query, sorted(mine)])
      expect([query, mine.sessions.length > 0]).toEqual([query, !query.startsWith('no such')])
    }
    const [mine, theirs] = [
      await filesAcross(local, { file: 'proj/gauge.ts', edits: true }),
      await filesAcross(team, { file: 'proj/gauge.ts', edits: true }),
    ]
    expect(plain(theirs)).toEqual(plain(mine))
    expect(mine.sessions).toMatchObject([{ edits: 1, calls: [{ hunks: [{}] }] }])
    const blamed = [await blame(local, { file: gauge }), await blame(team, { file: gauge })]
    expect(plain(blamed[1])).toEqual(plain(blamed[0]))
    expect(blamed[1]).toMatchObject({
      unknown: 0,
      lines: [{ by: { turn: 1, show: expect.stringMatching(/ --team$/) } }, {}],
    })

    // As a process of its own; the store is all that it has.
    const ask = async (...words: readonly string[]) => rethread(words, { home: other })
    const id = here.sessions.find(card => card.id.startsWith('10a6'))!.id
    const shown = await ask('show', '10a6', '--team', '--json')
    expect(shown.code).toBe(0)
    const own = await rethread(['show', '10a6', '--json'], { home })
    expect(plain(JSON.parse(shown.stdout))).toEqual(plain(JSON.parse(own.stdout)))
    expect(JSON.parse(shown.stdout).session.id).toBe(id)
    expect((await ask('ls', '--team', '--json')).code).toBe(0)
    expect((await ask('search', '--team', 'station')).stdout).toContain('--team')
    expect((await ask('usage', '--team')).code).toBe(0)
    const page = joinPath(other, 'page.html')
    expect((await ask('export', '10a6', '--team', '-o', page)).code).toBe(0)
    expect(readFileSync(page, 'utf8')).toContain('<html')
    expect((await ask('search', '--team', '--regex', 'the (wind|rain)')).stdout).toContain('--team')
    expect(await ask('show', 'nothing-like-it', '--team')).toMatchObject({ code: 2 })

    // A store that is down is told in words, at once.
    server.kill()
    for (const words of [
      ['search', '--team', 'station'],
      ['ls', '--team'],
      ['usage', '--team'],
      ['show', '10a6', '--team'],
    ]) {
      const { code, stderr, stdout } = await ask(...words)
      expect([words, code, stdout]).toEqual([words, 3, ''])
      expect(stderr).toContain('cannot be reached')
      expect(stderr).not.toContain(decodeURIComponent(new URL(machine.reader).password))
    }
    const status = await ask('team', 'status', '--json')
    expect(JSON.parse(status.stdout)).toMatchObject({
      joined: true,
      store: null,
      trouble: expect.stringContaining('cannot be reached'),
    })
    server.start()
  })
})

describe.skipIf(bin === undefined)('counting again', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres(bin!)
  }, 180_000)
  afterAll(() => server?.stop())

  test('reads what was shipped in between and nothing else, and counts the same as a first count', async () => {
    const home = tempFolder()
    const config = joinPath(home, '.claude')
    for (const [name, bytes] of sampleFiles()) put(joinPath(config, name), bytes)
    const machine = await newMachine(await newStore(server), { home, config })
    await ship(machine.place, {})
    const team = withTeam(machine.place)
    /** Packs that were asked for, by a look at the server's log. */
    const packsAsked = () => server.logs().split('SELECT path, pack FROM').length
    const asked = { report: 'session', timezone: 'UTC' } as const
    const counted = async () => {
      const again = await usage(team, asked)
      const fresh = withTeam({ ...machine.place, env: { XDG_CACHE_HOME: tempFolder() } })
      expect(plainUsage(again)).toEqual(plainUsage(await usage(fresh, asked)))
      return again
    }
    const first = await counted()
    const before = packsAsked()
    expect(plainUsage(await usage(team, asked))).toEqual(plainUsage(first))
    expect(packsAsked()).toBe(before)
    // One has grown, one is forgotten, one is new.
    const [grown, gone] = first.rows as readonly { readonly key: string }[]
    const paths = (await ls(machine.place, { all: true })).sessions
    const at = paths.find(one => one.id === grown!.key)!.path
    appendFileSync(at, answerOf(grown!.key, 'msg_more'))
    put(joinPath(config, 'projects', '-proj', `${SESSION}.jsonl`), answerOf(SESSION, 'msg_new'))
    await forget(machine.place, { session: gone!.key })
    await ship(machine.place, {})
    const later = await counted()
    expect(packsAsked()).toBeGreaterThan(before)
    expect(later.totals.messages).toBe(
      first.totals.messages + 2 - (first.rows as readonly { readonly messages: number }[])[1]!.messages,
    )
    expect(later.rows.map(row => row.key)).not.toContain(gone!.key)
    expect(later.rows.map(row => row.key)).toContain(SESSION)
  })
})

function plainUsage({ rows, totals, notes }: Awaited<ReturnType<typeof usage>>): unknown {
  return { rows, totals, notes }
}

function answerOf(sessionId: string, id: string): string {
  const about = { sessionId, cwd: '/proj', timestamp: '2026-03-04T05:06:07.000Z', version: '2.1.0', isSidechain: false }
  const usage = { input_tokens: 11, output_tokens: 7 }
  const content = [{ type: 'text', text: 'so be it' }]
  const message = {
    id,
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
    content,
    usage,
    stop_reason: 'end_turn',
  }
  return `${JSON.stringify({ ...about, uuid: id, parentUuid: null, type: 'assistant', requestId: id, message })}\n`
}

const SESSION = '0b1a0000-0000-4000-8000-000000000001'

/** One turn, in which the file is written as it stands. */
function writingSession(cwd: string, path: string): string {
  const about = { sessionId: SESSION, cwd, timestamp: '2026-03-04T05:06:07.000Z', version: '2.1.0', isSidechain: false }
  const call = {
    type: 'tool_use',
    id: 'toolu_1',
    name: 'Write',
    input: { file_path: path, content: readFileSync(path, 'utf8') },
  }
  const done = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' }
  return [
    { ...about, uuid: 'a', parentUuid: null, type: 'user', message: { role: 'user', content: 'write it' } },
    {
      ...about,
      uuid: 'b',
      parentUuid: 'a',
      type: 'assistant',
      message: { id: 'msg_1', role: 'assistant', model: 'm', content: [call] },
    },
    { ...about, uuid: 'c', parentUuid: 'b', type: 'user', message: { role: 'user', content: [done] } },
  ]
    .map(row => `${JSON.stringify(row)}\n`)
    .join('')
}
