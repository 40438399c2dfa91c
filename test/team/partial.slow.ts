// A store that stops answering: what has arrived is shown and said to be a part, with the exit code of failed input; where
// nothing has arrived, the command says so.

import { mkdirSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Place } from '../../src/actions/session/index.js'
import { join, ship } from '../../src/actions/team/index.js'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../tools/postgres-server.js'
import { rethread } from '../cli/rethread.js'
import { put, tempFolder } from '../disk/temp-folder.js'
import { type BadWay, badWay } from './cut-off.js'
import { newMachine, newStore } from './team.js'

const bin = postgresPrograms()

describe.skipIf(bin === undefined)('a team store that stops answering', () => {
  let server: PostgresServer
  let way: BadWay
  let home: string
  const SESSIONS = 230

  beforeAll(async () => {
    server = await startPostgres(bin!)
    way = await badWay(server.port)
    const machine = await newMachine(await newStore(server), { home: tempFolder(afterAll) })
    for (let at = 0; at < SESSIONS; at++)
      put(joinPath(machine.config, 'projects', '-p', `${idOf(at)}.jsonl`), smallSession(idOf(at), at))
    expect(await ship(machine.place, {})).toMatchObject({ shipped: SESSIONS, held: [] })
    home = tempFolder(afterAll)
    mkdirSync(joinPath(home, '.claude', 'projects'), { recursive: true })
    const reader: Place = { env: {}, home, cwd: home, configDir: joinPath(home, '.claude') }
    await join(reader, { url: way.through(machine.reader), projects: [] })
  }, 300_000)
  afterAll(async () => {
    await way?.close()
    server?.stop()
  })

  const HITS = 'AS "offset", length, tool'
  const PACKS = 'SELECT path, pack FROM'
  const ENTRIES = 'SELECT place, bytes, raw'
  const OUTLINE = 'SELECT outline FROM'

  /** Whatever is answered in time takes far less than this, also on a machine with much else to do. */
  const DEADLINE_S = 10
  const REASONS = { cut: 'cannot be reached', silent: `did not answer within ${DEADLINE_S} s` } as const

  /** Where nothing was copied before. */
  const asked = async (
    words: readonly string[],
    [place, nth]: readonly [string, number],
    how: 'cut' | 'silent' = 'cut',
    cache = tempFolder(),
  ) => {
    way.breakAt(place, nth, how)
    const env = { XDG_CACHE_HOME: cache, ...(how === 'silent' ? { RETHREAD_TEAM_TIMEOUT: String(DEADLINE_S) } : {}) }
    try {
      return await rethread(words, { home, env })
    } finally {
      way.mend()
    }
  }

  describe.each(['cut', 'silent'] as const)('%s', how => {
    const why = REASONS[how]

    test('search shows the sessions that arrived', async () => {
      const { code, stdout, stderr } = await asked(['search', '--team', 'barometer', '--json'], [HITS, 4], how)
      expect([code, stderr]).toEqual([3, expect.stringContaining('only a part of the answer')])
      const report = JSON.parse(stdout)
      expect(report.partial.why).toContain(why)
      expect(report.sessions).toHaveLength(3)
      expect(report.more).toBe(SESSIONS - 3)
      // Whole again where the store answers.
      const whole = await rethread(['search', '--team', 'barometer', '--json'], { home })
      expect([whole.code, JSON.parse(whole.stdout).partial]).toEqual([0, undefined])
    })

    test('where nothing arrived there is no answer', async () => {
      const { code, stdout, stderr } = await asked(['ls', '--team'], ['FROM rethread.cards', 1], how)
      expect([code, stdout, stderr]).toEqual([3, '', expect.stringContaining(why)])
    })
  })

  const why = REASONS.cut

  test('search for a pattern searches the transcripts that arrived', async () => {
    const words = ['search', '--team', '--regex', 'baro.eter', '--json', '-n', '0']
    const { code, stdout } = await asked(words, [ENTRIES, 9])
    const report = JSON.parse(stdout)
    expect([code, report.partial.why]).toEqual([3, expect.stringContaining(why)])
    // A transcript is two questions: its bytes, and whether there are more.
    expect(report.sessions).toHaveLength(4)
  })

  test('usage counts the sessions that arrived', async () => {
    const { code, stdout, stderr } = await asked(['usage', '--team', '--json'], [PACKS, 2])
    expect([code, stderr]).toEqual([3, expect.stringContaining('only a part of the answer')])
    const report = JSON.parse(stdout)
    expect(report.partial.why).toContain(why)
    expect(report.totals.messages).toBe(200)
  })

  test('ls --turns lists all, and counts the turns of those that arrived', async () => {
    const { code, stdout } = await asked(['ls', '--team', '--turns', '--json'], [OUTLINE, 6])
    const report = JSON.parse(stdout)
    expect([code, report.partial.why]).toEqual([3, expect.stringContaining(why)])
    expect(report.sessions.map((one: { turns: number | null }) => one.turns)).toEqual([
      ...Array(5).fill(1),
      ...Array(15).fill(null),
    ])
  })

  test('files names the sessions that arrived', async () => {
    const { code, stdout } = await asked(['files', '--team', 'gauge.ts', '--json'], [OUTLINE, 4])
    const report = JSON.parse(stdout)
    expect([code, report.partial.why]).toEqual([3, expect.stringContaining(why)])
    expect(report.sessions).toHaveLength(3)
  })

  test('of half a session there is no answer, and nothing half is kept', async () => {
    const cache = tempFolder()
    for (const [words, at] of [
      [
        ['search', '--team', 'barometer'],
        [HITS, 1],
      ],
      [
        ['usage', '--team'],
        [PACKS, 1],
      ],
      [
        ['show', idOf(7), '--team'],
        ['FROM rethread.entries', 1],
      ],
      [
        ['export', idOf(8), '--team', '-o', '-'],
        ['FROM rethread.entries', 1],
      ],
    ] as const) {
      const { code, stdout, stderr } = await asked(words, at, 'cut', cache)
      expect([words, code, stdout, stderr]).toEqual([words, 3, '', expect.stringContaining(why)])
    }
    const env = { XDG_CACHE_HOME: cache }
    expect((await rethread(['show', idOf(7), '--team'], { home, env })).stdout).toContain('barometer number 7')
  })

  test('a timeout that is none is refused', async () => {
    const { code, stderr } = await rethread(['ls', '--team'], { home, env: { RETHREAD_TEAM_TIMEOUT: 'soon' } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('RETHREAD_TEAM_TIMEOUT')])
  })
})

function idOf(at: number): string {
  return `0b1a0000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`
}

/** One turn: a prompt, a file that is read, an answer. */
function smallSession(id: string, at: number): string {
  const timestamp = new Date(Date.parse('2026-03-04T05:06:07.000Z') + at * 60_000).toISOString()
  const about = { sessionId: id, cwd: '/p', timestamp, version: '2.1.0', isSidechain: false }
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/p/gauge.ts' } }
  const usage = { input_tokens: 1, output_tokens: 2 }
  return [
    {
      ...about,
      uuid: 'a',
      parentUuid: null,
      type: 'user',
      message: { role: 'user', content: `barometer number ${at}` },
    },
    {
      ...about,
      uuid: 'b',
      parentUuid: 'a',
      type: 'assistant',
      message: { id: `msg_${at}`, role: 'assistant', model: 'm', content: [call], usage, stop_reason: 'tool_use' },
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
