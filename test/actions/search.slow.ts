// Search, files of all sessions and blame as whole use cases, on the samples.

import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { followIndex, index } from '../../src/actions/index/index.js'
import { ls } from '../../src/actions/list/ls.js'
import { blameSchema, filesAcrossSchema, indexSchema, searchSchema } from '../../src/actions/schemas.js'
import { blame, blameLines } from '../../src/actions/search/blame.js'
import { filesAcross } from '../../src/actions/search/files-across.js'
import { search } from '../../src/actions/search/search.js'
import type { Place } from '../../src/actions/session/place.js'
import { ask } from '../cli/rethread.js'
import { put, uuid } from '../disk/temp-folder.js'
import { samplesHome } from './samples-home.js'

/** A place whose cache dir is a file: there can be no index. */
function withoutIndex({ place, home }: { readonly place: Place; readonly home: string }): Place {
  return { ...place, env: { ...place.env, XDG_CACHE_HOME: put(join(home, 'no-folder'), 'x') } }
}

const rowsOf = (texts: readonly (readonly [role: 'user' | 'assistant', text: string])[]): string =>
  texts
    .map(([type, content], at) =>
      JSON.stringify({
        type,
        uuid: uuid(at + 1),
        parentUuid: at === 0 ? null : uuid(at),
        sessionId: uuid(77),
        cwd: '/p',
        timestamp: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
        message: { role: type, id: `m${at}`, content: type === 'user' ? content : [{ type: 'text', text: content }] },
      }),
    )
    .join('\n')
    .concat('\n')

describe('search', () => {
  test('finds the turn, marks the words, and names the calls that lead there', async () => {
    const { place } = samplesHome()
    const report = searchSchema.parse(await search(place, { query: 'degrees in:output' }))
    const [first] = report.sessions
    expect(first).toMatchObject({ title: 'A wind page for the station', resume: 'rethread resume 10a6da70' })
    const [hit] = first!.hits
    expect(hit).toMatchObject({ turn: 2, field: 'output', show: 'rethread show 10a6da70 --turn 2' })
    expect(hit!.marks.map(([start, end]) => hit!.snippet!.slice(start, end))).toContain('degrees')
    expect(report.searched).toMatchObject({ sessions: 21, agents: 4, index: true })
  })

  test('the same without an index, and says why', async () => {
    const home = samplesHome()
    for (const query of [
      '"tide table"',
      'tool:Bash error:true',
      'station -wind',
      'file:wind.ts in:answer',
      'has:compaction',
      'session:10a6',
      'agent:true',
      'project:tide branch:main',
      'zebra',
    ]) {
      const indexed = await search(home.place, { query, limit: 99 })
      const scanned = await search(withoutIndex(home), { query, limit: 99 })
      const ids = (report: typeof indexed) => report.sessions.map(one => [one.path, one.matches]).toSorted()
      expect([query, ids(scanned)]).toEqual([query, ids(indexed)])
      expect(scanned.searched.index).toBe(false)
      expect(scanned.searched.reason).toMatch(/cannot be written/)
    }
  })

  test('a session that has grown is found at once; with --no-refresh it is not', async () => {
    const { place, config } = samplesHome()
    await search(place, { query: 'degrees' })
    put(join(config, 'projects', '-p', `${uuid(77)}.jsonl`), rowsOf([['user', 'a zebra crossed']]))
    expect((await search(place, { query: 'zebra', refresh: false })).sessions).toEqual([])
    expect((await search(place, { query: 'zebra' })).sessions).toHaveLength(1)
    appendFileSync(join(config, 'projects', '-p', `${uuid(77)}.jsonl`), rowsOf([['user', 'another okapi']]))
    const [okapi] = (await search(place, { query: 'okapi' })).sessions
    expect(okapi!.hits[0]).toMatchObject({ line: 2 })
  })

  test('what stands beside the messages is found, under its field, and shown', async () => {
    const { place, config } = samplesHome()
    const lines = [
      { type: 'system', subtype: 'informational', content: 'the okapi system is down', level: 'warning' },
      {
        type: 'system',
        subtype: 'api_error',
        level: 'error',
        error: { status: 529, error: { message: 'okapi overload' } },
      },
      { type: 'system', subtype: 'local_command', content: '<command-name>/okapi</command-name>' },
      { type: 'attachment', attachment: { type: 'hook_blocking_error', hookName: 'Stop', stderr: 'okapi says no' } },
      {
        type: 'attachment',
        attachment: { type: 'file', filename: '/p/okapi.md', content: { file: { content: 'x' } } },
      },
      { type: 'attachment', attachment: { type: 'skill_listing', content: 'okapi skill' } },
      { type: 'summary', summary: 'About an okapi', leafUuid: uuid(1) },
      { type: 'queue-operation', operation: 'enqueue', content: 'and feed the okapi' },
    ]
    const path = join(config, 'projects', '-p', `${uuid(77)}.jsonl`)
    put(path, rowsOf([['user', 'hello']]) + lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    const hitsOf = async (query: string) =>
      (await search(place, { query, hits: 99 })).sessions
        .flatMap(one => one.hits)
        .toSorted((a, b) => a.line - b.line)
        .map(hit => [hit.line, hit.field, hit.isError, hit.snippet])
    const notTitle = (await hitsOf('okapi in:prompt,output')).map(([line, field, isError]) => [line, field, isError])
    expect(notTitle).toEqual([
      [2, 'output', false],
      [3, 'output', true],
      [4, 'prompt', false],
      [5, 'output', true],
      [6, 'output', false],
      [8, 'output', false],
      [9, 'prompt', false],
    ])
    expect(await hitsOf('okapi error:true')).toEqual([
      [3, 'output', true, 'okapi overload'],
      [5, 'output', true, 'Stop okapi says no'],
    ])
  })

  test('a session of very many entries has turn numbers too', async () => {
    const { place, config } = samplesHome()
    const entries = 121_000
    const rows = rowsOf(Array.from({ length: entries }, (_, at) => (at % 2 ? ['assistant', 'a'] : ['user', 'b'])))
    const path = join(config, 'projects', '-p', `${uuid(77)}.jsonl`)
    put(
      path,
      rows +
        rowsOf([['user', 'hello okapi']])
          .replace(uuid(1), uuid(entries + 1))
          .replace('null', `"${uuid(entries)}"`),
    )
    for (const _ of ['made when asked', 'kept']) {
      const [hit] = (await search(place, { query: 'okapi' })).sessions[0]!.hits
      expect(hit).toMatchObject({ line: entries + 1, turn: entries / 2 + 1 })
    }
  })

  test('abandoned branches and agents are marked', async () => {
    const { place } = samplesHome()
    const all = await search(place, { query: 'role:assistant', limit: 99, hits: 200 })
    const hits = all.sessions.flatMap(session => session.hits)
    const abandoned = hits.find(hit => hit.abandoned)!
    expect(abandoned.show).toMatch(/--leaf \d/)
    const agents = await search(place, { query: 'agent:true', limit: 99 })
    expect(agents.sessions.flatMap(session => session.hits).every(hit => hit.agent !== null)).toBe(true)
    expect(agents.sessions.some(session => session.hits.some(hit => hit.turn !== null))).toBe(true)
  })

  test('an empty answer offers the nearest word that exists', async () => {
    const { place } = samplesHome()
    const report = await search(place, { query: 'statoin' })
    expect(report.sessions).toEqual([])
    expect(report.nearest).toEqual([{ word: 'statoin', instead: 'station' }])
  })

  test('newest first, and no more than asked for', async () => {
    const { place } = samplesHome()
    const newest = await search(place, { query: 'the', order: 'newest', limit: 3 })
    const times = newest.sessions.map(one => one.updatedAt)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(newest.more).toBeGreaterThan(0)
  })

  test('a damaged index is made anew', async () => {
    const { place, home } = samplesHome()
    await search(place, { query: 'station' })
    const cache = join(home, '.cache', 'rethread')
    for (const name of readdirSync(cache)) writeFileSync(join(cache, name), 'nothing of use'.repeat(500))
    expect((await search(place, { query: 'station' })).sessions.length).toBeGreaterThan(0)
    expect((await index(place, { do: 'verify' })).faults).toEqual([])
  })

  test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is no obstacle', async () => {
    const { place, home } = samplesHome()
    mkdirSync(join(home, '.cache'), { mode: 0o500 })
    chmodSync(join(home, '.cache'), 0o500)
    expect((await search(place, { query: 'station' })).searched.index).toBe(false)
  })
})

describe('patterns', () => {
  test('as it is written, and as a regular expression', async () => {
    const { place } = samplesHome()
    const exact = await search(place, { query: 'expected "N", received', mode: 'exact' })
    expect(exact.sessions.map(one => one.id.slice(0, 4))).toEqual(['10a6'])
    expect((await search(place, { query: 'Expected "N", received', mode: 'exact' })).sessions).toEqual([])
    // Every sign stands for itself.
    for (const query of ['weather-station', '^$.*+?()[]{}|\\/-&#~'])
      expect((await search(place, { query, mode: 'exact' })).query).toBe(query)
    expect((await search(place, { query: 'weather-station', mode: 'exact' })).sessions.length).toBeGreaterThan(1)
    const regex = await search(place, { query: '\\d+ passed \\(\\d+\\)', mode: 'regex', limit: 99 })
    expect(regex.sessions.length).toBeGreaterThan(1)
    expect(regex.sessions[0]!.hits[0]!.marks).not.toEqual([])
    await expect(search(place, { query: '(', mode: 'regex' })).rejects.toThrow(/regular expression/)
  })

  test('100 hostile ones end within their time, and what was not searched is counted', async () => {
    const { place, config } = samplesHome()
    rmSync(join(config, 'projects'), { recursive: true })
    put(
      join(config, 'projects', '-p', `${uuid(77)}.jsonl`),
      rowsOf([['user', `${'a'.repeat(60)}! ${'x'.repeat(60)}y`]]),
    )
    const shapes = [
      '(a+)+$',
      '(a|aa)+$',
      '(a*)*b',
      '([a-z]+)*=',
      '(.*a){30}',
      '^(([a-z])+.)+[A-Z]([a-z])+$',
      '(x+x+)+z',
      '(a|a?)+$',
      '((a+)+)+$',
      '(\\w|\\w\\w)+!!',
    ]
    for (let round = 0; round < 100; round++) {
      const query = shapes[round % shapes.length]! + '(?:)'.repeat(round % 7)
      const begun = performance.now()
      const report = await search(place, { query, mode: 'regex', deadlineMs: 150 })
      // Far more than it is given, far less than forever.
      expect(performance.now() - begun).toBeLessThan(30_000)
      if (report.sessions.length === 0) expect(report.unread).toBeGreaterThanOrEqual(0)
    }
    const slow = await search(place, { query: '(a+)+$', mode: 'regex', deadlineMs: 100 })
    expect(slow.unread).toBeGreaterThan(0)
  })
})

describe('files of all sessions', () => {
  test('which sessions touched it, and how', async () => {
    const { place } = samplesHome()
    const report = filesAcrossSchema.parse(await filesAcross(place, { file: 'station/store.py', edits: true }))
    expect(report.sessions.length).toBeGreaterThan(0)
    const [first] = report.sessions
    expect(first!.files).toEqual(['/home/ada/weather-station/station/store.py'])
    const edits = report.sessions.flatMap(session => session.calls.filter(call => call.did === 'changed'))
    expect(edits.every(call => call.hunks!.length > 0)).toBe(true)
    expect((await filesAcross(place, { file: 'nothing.py' })).sessions).toEqual([])
  })

  test('the same without an index', async () => {
    const home = samplesHome()
    const request = { file: 'station/store.py', edits: true }
    expect(await filesAcross(withoutIndex(home), request)).toEqual(await filesAcross(home.place, request))
  })
})

describe('blame', () => {
  const edit = (at: number, path: string, text: string, session: string) => [
    {
      type: 'user',
      uuid: uuid(at),
      parentUuid: at > 1 ? uuid(at - 1) : null,
      sessionId: session,
      timestamp: `2026-01-01T00:00:${String(at % 60).padStart(2, '0')}.000Z`,
      message: { role: 'user', content: `prompt ${at}` },
    },
    {
      type: 'assistant',
      uuid: uuid(at + 1),
      parentUuid: uuid(at),
      sessionId: session,
      timestamp: `2026-01-01T00:01:${String(at % 60).padStart(2, '0')}.000Z`,
      message: {
        id: `m${at}`,
        role: 'assistant',
        content: [
          { type: 'tool_use', id: `t${session}${at}`, name: 'Write', input: { file_path: path, content: text } },
        ],
      },
    },
    {
      type: 'user',
      uuid: uuid(at + 2),
      parentUuid: uuid(at + 1),
      sessionId: session,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${session}${at}`, content: 'done' }] },
    },
  ]
  const put2 = (config: string, number: number, rows: readonly object[]) =>
    put(join(config, 'projects', '-p', `${uuid(number)}.jsonl`), rows.map(row => `${JSON.stringify(row)}\n`).join(''))

  test('the session and turn whose text stands there', async () => {
    const { place, config, home } = samplesHome()
    const path = put(join(home, 'src', 'poem.txt'), 'one line\nby hand\nthe second line\n}\n')
    put2(config, 300, [
      ...edit(1, path, 'one line\nother', uuid(300)),
      ...edit(4, path, 'the second line\n}\nmore', uuid(300)),
    ])
    put2(config, 301, edit(31, path, 'something else', uuid(301)))
    const report = blameSchema.parse(await blame(place, { file: path }))
    expect(report.lines.map(({ by }) => by && [by.id, by.turn])).toEqual([
      [uuid(300), 1],
      null,
      [uuid(300), 2],
      [uuid(300), 2],
    ])
    expect(report).toMatchObject({ edits: 3, unknown: 1 })
    expect((await blame(place, { file: path, line: 3 })).lines).toHaveLength(1)
    await expect(blame(place, { file: path, line: 99 })).rejects.toThrow(/4 lines/)
  })

  test('of two sessions with the same text nobody can tell; a copy of a session is no other', async () => {
    const { place, config, home } = samplesHome()
    const path = put(join(home, 'src', 'poem.txt'), 'the same line\n')
    put2(config, 300, edit(1, path, 'the same line', uuid(300)))
    put2(config, 301, edit(31, path, 'the same line', uuid(301)))
    expect((await blame(place, { file: path })).lines[0]).toMatchObject({ by: null, candidates: 2 })
    put2(config, 301, edit(1, path, 'the same line', uuid(300)))
    expect((await blame(place, { file: path })).lines[0]!.by).not.toBeNull()
  })

  test('more neighbours decide', () => {
    const edits = [[['a word', 'x = 1']], [['b word', 'x = 1', 'c word']]]
    const origins = blameLines(['b word', 'x = 1', 'c word', '}'], edits)
    expect(origins.map(one => one && [one.edit, one.together])).toEqual([[1, 3], [1, 3], [1, 3], undefined])
  })
})

describe('ls and the index', () => {
  test('gives the same with an index, whether it is fresh or not', async () => {
    const { place, config } = samplesHome()
    const asked = [
      { order: 'title' },
      { project: 'station' },
      { branch: 'main', all: true },
      { turns: true },
      { model: 'opus', order: 'fullest' },
    ] as const
    const before = await Promise.all(asked.map(request => ls(place, request)))
    await index(place, {})
    expect(await Promise.all(asked.map(request => ls(place, request)))).toEqual(before)
    const path = join(config, 'projects', '-p', `${uuid(77)}.jsonl`)
    put(path, rowsOf([['user', 'first words']]))
    await index(place, {})
    put(
      path,
      rowsOf([
        ['user', 'now other words'],
        ['assistant', 'yes'],
      ]),
    )
    put(join(config, 'projects', '-p', uuid(77), 'custom-title.json'), '{"customTitle":"Named by hand"}')
    const listed = await ls(place, { order: 'title', turns: true })
    expect(listed.sessions.find(one => one.path === path)).toMatchObject({ title: 'Named by hand', turns: 1 })
  })
})

/** A home whose files were not written just now: what was is looked at again the next time. */
function oldHome(): ReturnType<typeof samplesHome> {
  const home = samplesHome()
  for (const name of readdirSync(home.config, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.jsonl')) utimesSync(join(home.config, name), 1_700_000_000, 1_700_000_000)
  return home
}

describe('index', () => {
  test('status, update, rebuild and verify', async () => {
    const { place, config } = oldHome()
    expect(indexSchema.parse(await index(place, { do: 'status' }))).toMatchObject({ sessions: 0, behind: 25 })
    expect(await index(place, {})).toMatchObject({ sessions: 21, agents: 4, behind: 0, read: { files: 25 } })
    expect(await index(place, { do: 'status' })).toMatchObject({ behind: 0 })
    put(join(config, 'projects', '-p', `${uuid(77)}.jsonl`), rowsOf([['user', 'new']]))
    expect(await index(place, { do: 'status' })).toMatchObject({ behind: 1 })
    expect(await index(place, { do: 'rebuild' })).toMatchObject({ sessions: 22, read: { files: 26 } })
    expect(await index(place, { do: 'verify' })).toMatchObject({ faults: [] })
  })

  test('follows what is written until it is stopped', async () => {
    const { place, config } = oldHome()
    const stop = new AbortController()
    const followed = followIndex(place, { signal: stop.signal })
    expect((await followed.next()).value).toMatchObject({ files: 25 })
    const next = followed.next()
    const path = join(config, 'projects', '-home-ada-tide-table', `${uuid(77)}.jsonl`)
    put(path, rowsOf([['user', 'a zebra']]))
    expect((await next).value).toMatchObject({ files: 1 })
    expect((await search(place, { query: 'zebra', refresh: false })).sessions).toHaveLength(1)
    const last = followed.next()
    stop.abort()
    expect((await last).done).toBe(true)
  })

  test('verify finds what is not so', async () => {
    const { place, config } = samplesHome()
    await index(place, {})
    put(join(config, 'projects', '-p', `${uuid(77)}.jsonl`), rowsOf([['user', 'unseen']]))
    expect((await index(place, { do: 'verify' })).faults).not.toEqual([])
  })
})

test('by the command line: text, JSON, exit codes', async () => {
  const { home, config } = samplesHome()
  const run = (...words: readonly string[]) => ask(words, { home, env: { CLAUDE_CONFIG_DIR: config } })
  const found = await run('search', 'degrees', '--json')
  expect(found.code).toBe(0)
  searchSchema.parse(JSON.parse(found.stdout))
  expect((await run('search', 'zzzzzz')).code).toBe(1)
  expect((await run('search', 'x', '--regex', '--exact')).code).toBe(2)
  expect((await run('index', '--status', '--rebuild')).code).toBe(2)
  expect((await run('files', 'store.py')).stdout).toContain('station/store.py')
  expect((await run('files', 'nowhere/at-all.ts')).code).toBe(1)
  expect((await run('blame', 'nowhere/at-all.ts')).code).toBe(3)
  const coloured = await run('search', 'degrees', '--color', 'always')
  expect(coloured.stdout).toContain('\u001b[31mdegrees')
  expect(readFileSync(join(config, 'settings.json'), 'utf8')).not.toBe('')
})
