// What the server answers, by the schemas of the actions that it asks.

import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { diffSchema } from '../../src/actions/context/diff.schema.js'
import { ledgerSchema } from '../../src/actions/context/ledger.schema.js'
import { outlineSchema } from '../../src/actions/read/outline.schema.js'
import { archiveStatusSchema, lsSchema, reshapeSchema, showSchema, usageSchema } from '../../src/actions/schemas.js'
import { put } from '../disk/temp-folder.js'
import { PARTS, type Served, served } from './served.js'

const FORKED = '4e817d00-a1b2-4c3d-9e4f-5a6b7c8d9e11'
const LONG = '10a6da70-3a4b-45c6-97d2-4d5e6f708120'
const DAMAGED = 'dead0015-0b0e-4e1d-9c2b-3a4f5e6d7c06'

const server = served()
afterAll(() => server.close())

describe('a session', () => {
  test('its outline tells turns, forks and branches', async () => {
    const outline = outlineSchema.parse(await server.value(`/api/sessions/${FORKED}/outline`))
    expect(outline.turns.number).toEqual([1, 2])
    expect(outline.forks).toEqual([{ turn: 1, branches: [2] }])
    expect(outline.branches.map(one => [one.number, one.state, one.turns])).toEqual([
      [1, 'active', 2],
      [2, 'abandoned', 1],
    ])
  })

  test('along another branch, the active one is the other way', async () => {
    const outline = outlineSchema.parse(await server.value(`/api/sessions/${FORKED}/outline?leaf=2`))
    expect(outline.turns.number).toEqual([1, 3])
    expect(outline.forks).toEqual([{ turn: 1, branches: [1] }])
  })

  test('its turns come as they are asked for', async () => {
    const page = (await server.value(`/api/sessions/${LONG}/turns?numbers=3,12&depth=tools`)) as {
      turns: { number: number; allItems: number }[]
    }
    showSchema.parse(page)
    expect(page.turns.map(turn => turn.number)).toEqual([3, 12])
    expect(page.turns[0]!.allItems).toBeGreaterThan(1)
  })

  test('a call can be asked for as a whole, and an entry as it stands', async () => {
    const page = showSchema.parse(await server.value(`/api/sessions/${LONG}/turns?numbers=10&depth=tools`))
    const call = page.turns[0]!.items.find(item => item.kind === 'tool')!
    const whole = (await server.value(`/api/sessions/${LONG}/turns/10/calls/${call.id}`)) as {
      id: string
      lines: number[]
    }
    expect(whole.id).toBe(call.id)
    const raw = (await server.value(`/api/sessions/${LONG}/lines/${whole.lines[0]}`)) as { json: { text: string } }
    expect(raw.json.text).toContain(call.id)
  })

  test('the ledger adds up to the estimate', async () => {
    const ledger = ledgerSchema.parse(await server.value(`/api/sessions/${LONG}/ledger`))
    const sum = ledger.kinds.reduce((all, kind) => all + kind.tokens, 0)
    expect(Math.abs(sum - ledger.tokens.estimate)).toBeLessThan(ledger.tokens.estimate / 50)
    expect(ledger.largest[0]!.tokens).toBeGreaterThanOrEqual(ledger.largest.at(-1)!.tokens)
    expect(ledger.turns.number.at(-1)).toBe(12)
  })

  test('what the model gets, page by page, is all of it', async () => {
    const at = async (from: number, to: number) =>
      (await server.value(`/api/sessions/${LONG}/context?from=${from}&to=${to}`)) as {
        messages: number
        page: { number: number }[]
      }
    const first = await at(0, 20)
    const numbers = [...first.page]
    for (let from = 20; from < first.messages; from += 20) numbers.push(...(await at(from, from + 20)).page)
    expect(numbers.map(one => one.number)).toEqual(Array.from({ length: first.messages }, (_, at) => at))
  })

  test('two branches side by side, with what each says, page by page', async () => {
    interface Side {
      readonly differences: number
      readonly changes: readonly {
        readonly kind: string
        readonly before: { readonly text: { readonly text: string } } | null
        readonly after: { readonly text: { readonly text: string } } | null
      }[]
    }
    const path = `/api/sessions/${FORKED}/diff?leaf=1&leafOfOther=2`
    const all = (await server.value(path)) as Side
    expect(all.changes.length).toBe(all.differences)
    expect(all.changes[0]!.before!.text.text).toBe('Then a table, with the day as its key.')
    expect(all.changes[0]!.after!.text.text).toContain('plain files')
    for (const { kind, before, after } of all.changes) {
      expect(before === null).toBe(kind === 'added')
      expect(after === null).toBe(kind === 'removed')
    }
    const rest = (await server.value(`${path}&from=4`)) as Side
    expect(rest.changes).toEqual(all.changes.slice(4))
  })

  test.each(['check', 'compactions', 'graph', 'files', 'lineage', 'resume', 'stats'])('%s answers', async part => {
    expect((await server.get(`/api/sessions/${LONG}/${part}`)).status).toBe(200)
  })

  test('progress comes line by line where it is asked for', async () => {
    const answer = await server.get(`/api/sessions/${LONG}/outline`, { accept: 'application/x-ndjson' })
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as object)
    expect(lines.at(-1)).toHaveProperty('ok', true)
  })
})

describe('all sessions', () => {
  test('are listed, each with the key of its page', async () => {
    const report = (await server.value('/api/sessions')) as { sessions: { key: string; id: string }[] }
    lsSchema.shape.total.parse((report as unknown as { total: number }).total)
    expect(report.sessions.length).toBeGreaterThan(15)
    expect(report.sessions.map(one => one.key)).toContain(LONG)
  })

  test('are searched at once by what the index has, and again with what has changed since', async () => {
    const own = served()
    const asked = async (more: string) =>
      (await own.value(`/api/search?q=zanzibar${more}`)) as { behind: boolean; sessions: { key: string }[] }
    // The first question makes the index, also where it is in a hurry.
    expect(await asked('&soon=yes')).toMatchObject({ behind: false, sessions: [] })
    const path = join(own.configDir, 'projects', '-home-ada-weather-station', `${FORKED}.jsonl`)
    const lines = readFileSync(path, 'utf8')
    const { uuid } = JSON.parse(lines.trimEnd().split('\n').at(-1)!) as { uuid: string }
    const prompt = { type: 'user', uuid: 'f'.repeat(8), parentUuid: uuid, sessionId: FORKED, cwd: '/home/ada' }
    writeFileSync(path, `${lines}${JSON.stringify({ ...prompt, message: { role: 'user', content: 'to zanzibar' } })}\n`)
    const now = performance.now()
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000)
    try {
      expect(await asked('&soon=yes')).toMatchObject({ behind: true, sessions: [] })
      expect(await asked('')).toMatchObject({ behind: false, sessions: [{ key: FORKED }] })
      expect(await asked('&soon=yes')).toMatchObject({ behind: false, sessions: [{ key: FORKED }] })
    } finally {
      later.mockRestore()
      own.close()
    }
  })

  test('are counted', async () => {
    usageSchema.parse(await server.value('/api/usage/daily'))
    expect((await server.get('/api/usage/nothing')).status).toBe(400)
  })

  test('two files with one id have keys of their own', async () => {
    const twice = served()
    const [first, second] = ['-home-ada-tide-table', '-home-ada-weather-station'].map(one =>
      join(twice.configDir, 'projects', one),
    )
    writeFileSync(join(first!, `${LONG}.jsonl`), readFileSync(join(second!, `${LONG}.jsonl`)))
    const report = (await twice.value('/api/sessions')) as { sessions: { key: string; id: string }[] }
    const keys = report.sessions.filter(one => one.id === LONG).map(one => one.key)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect((await twice.get(`/api/sessions/${key}/outline`)).status).toBe(200)
    expect((await twice.get(`/api/sessions/${LONG}/outline`)).status).toBe(404)
    twice.close()
  })
})

interface Planned {
  readonly ok: boolean
  readonly value: {
    readonly plan: string | null
    readonly report: { readonly refused: string[]; readonly after: { tokens: number } }
  }
}

async function planned(from: Served, key: string, words: object): Promise<Planned['value']> {
  const said = (await (await from.post(`/api/sessions/${key}/plans`, words)).json()) as Planned
  return said.value
}

describe('a change', () => {
  test('is planned, carried out as planned, and undone', async () => {
    const own = served()
    const before = sessionFiles(own)
    const { plan, report } = await planned(own, LONG, { verb: 'trim', budget: 22_000 })
    reshapeSchema.parse(report)
    expect(sessionFiles(own)).toEqual(before)
    const done = (await (await own.post(`/api/plans/${plan}/apply`, {})).json()) as {
      value: { key: string; report: { written: boolean; receipt: string; resume: string; after: { tokens: number } } }
    }
    expect(done.value.report.written).toBe(true)
    expect(done.value.report.after.tokens).toBe(report.after.tokens)
    expect(done.value.report.resume).toContain('claude --resume')
    expect(sessionFiles(own).length).toBe(before.length + 1)
    expect((await own.get(`/api/sessions/${done.value.key}/outline`)).status).toBe(200)
    const undone = (await (await own.post(`/api/receipts/${done.value.report.receipt}/undo`, {})).json()) as {
      value: { refused: string[] }
    }
    expect(undone.value.refused).toEqual([])
    expect(sessionFiles(own)).toEqual(before)
    own.close()
  })

  interface Compared {
    readonly a: { readonly messages: number; readonly tokens: { readonly estimate: number } }
    readonly b: { readonly messages: number; readonly tokens: { readonly estimate: number } }
    readonly differences: number
    readonly same: number
    readonly sameBehind: number
    readonly changes: readonly (Record<'a' | 'b', { line: number } | null> & {
      readonly kind: string
      readonly role: string
      readonly type: string
      readonly tokens: number
      readonly sameBefore: number
      readonly before: object | null
      readonly after: object | null
    })[]
  }
  const said = ({ kind, role, type, tokens, sameBefore, before, after }: Compared['changes'][number]) => ({
    ...{ kind, role, type, tokens, sameBefore, before, after },
  })

  test.each([
    { verb: 'trim', budget: 22_000 },
    { verb: 'strip', results: true, mode: 'truncate', oldest: '60%', by: 'calls' },
    { verb: 'cut', turns: [{ from: 2, to: 4 }] },
    { verb: 'compress', oldest: '50%', by: 'turns' },
    { verb: 'clone' },
  ])('$verb shows beforehand what the model will get, and that is what it gets', async words => {
    const own = served()
    const before = sessionFiles(own)
    const { plan, report } = await planned(own, LONG, words)
    const shown = (await own.value(`/api/plans/${plan}/diff`)) as Compared
    diffSchema.omit({ changes: true }).parse(shown)
    expect(sessionFiles(own)).toEqual(before)
    expect(shown.b.tokens.estimate).toBe(report.after.tokens)
    expect(shown.differences > 0).toBe(words.verb !== 'clone')
    const done = (await (await own.post(`/api/plans/${plan}/apply`, {})).json()) as { value: { key: string } }
    const written = (await own.value(`/api/sessions/${LONG}/diff?with=${done.value.key}`)) as Compared
    expect(shown.changes.map(said)).toEqual(written.changes.map(said))
    expect([shown.differences, shown.same, shown.sameBehind]).toEqual([
      written.differences,
      written.same,
      written.sameBehind,
    ])
    const runs = shown.changes.reduce((sum, one) => sum + one.sameBefore, 0)
    if (shown.differences === shown.changes.length) expect(runs + shown.sameBehind).toBe(shown.same)
    own.close()
  })

  test('what would change is read page by page, and not of a session that has grown', async () => {
    const own = served()
    const { plan } = await planned(own, LONG, { verb: 'strip', results: true, mode: 'stub' })
    const all = (await own.value(`/api/plans/${plan}/diff`)) as Compared
    const rest = (await own.value(`/api/plans/${plan}/diff?from=3`)) as Compared
    expect(rest.changes.slice(0, 5)).toEqual(all.changes.slice(3, 8))
    expect(rest.changes.length).toBe(Math.min(60, all.differences - 3))
    expect((await own.get('/api/plans/nothing/diff')).status).toBe(404)
    const path = join(own.configDir, 'projects', '-home-ada-weather-station', `${LONG}.jsonl`)
    writeFileSync(
      path,
      `${readFileSync(path, 'utf8')}{"type":"custom-title","customTitle":"x","sessionId":"${LONG}"}\n`,
    )
    const answer = (await (await own.get(`/api/plans/${plan}/diff`)).json()) as { error: { kind: string } }
    expect(answer.error.kind).toBe('session-changed')
    own.close()
  })

  test('presets are those of strip', async () => {
    const { presets } = (await server.value('/api/presets')) as { presets: { name: string; remove: number }[] }
    expect(presets.map(one => one.name)).toEqual(['gentle', 'routine', 'emergency'])
    const own = served()
    put(join(own.home, '.config', 'rethread', 'config.json'), JSON.stringify({ presets: { mine: { remove: '40%' } } }))
    const more = (await own.value('/api/presets')) as { presets: { name: string; remove: number }[] }
    expect(more.presets.at(-1)).toMatchObject({ name: 'mine', remove: 0.4 })
    own.close()
  })

  test('takes out what was pointed at, together', async () => {
    const ledger = ledgerSchema.parse(await server.value(`/api/sessions/${LONG}/ledger`))
    const calls = ledger.largest.slice(0, 3).map(one => one.call)
    const { plan, report } = await planned(server, LONG, { verb: 'take-out', calls, turns: [{ from: 8, to: 8 }] })
    expect(report.refused).toEqual([])
    expect(plan).not.toBeNull()
    expect(report.after.tokens).toBeLessThan(
      ledger.tokens.estimate - 0.8 * ledger.largest.slice(0, 3).reduce((sum, one) => sum + one.tokens, 0),
    )
  })

  test('a plan is good once', async () => {
    const own = served()
    const { plan } = await planned(own, FORKED, { verb: 'clone', leaf: '2' })
    expect((await own.post(`/api/plans/${plan}/apply`, {})).status).toBe(200)
    expect((await own.post(`/api/plans/${plan}/apply`, {})).status).toBe(404)
    expect((await own.post('/api/plans/nothing/apply', {})).status).toBe(404)
    own.close()
  })

  test('a plan for a session that has grown since is not carried out', async () => {
    const own = served()
    const { plan } = await planned(own, FORKED, { verb: 'clone' })
    const path = join(own.configDir, 'projects', '-home-ada-weather-station', `${FORKED}.jsonl`)
    writeFileSync(
      path,
      `${readFileSync(path, 'utf8')}{"type":"custom-title","customTitle":"x","sessionId":"${FORKED}"}\n`,
    )
    const answer = await own.post(`/api/plans/${plan}/apply`, {})
    expect(((await answer.json()) as { error: { kind: string } }).error.kind).toBe('session-changed')
    own.close()
  })

  test('that is refused has no plan to carry out', async () => {
    const { plan, report } = await planned(server, LONG, { verb: 'trim', budget: 1000 })
    expect(report.refused.length).toBeGreaterThan(0)
    expect(plan).toBeNull()
  })

  test.each([
    [{ verb: 'rm' }],
    [{ verb: 'clone', where: '/etc' }],
    [{ verb: 'clone', path: '../x' }],
    [{ verb: 'strip', tools: 'yes' }],
    [{}],
    [null],
    ['clone'],
  ])('%j is not understood', async words => {
    const answer = await server.post(`/api/sessions/${LONG}/plans`, words)
    expect(answer.status).toBe(400)
  })
})

describe('keeping', () => {
  test('says what the client deletes next, and archives it', async () => {
    const own = served()
    const path = join(own.configDir, 'projects', '-home-ada-weather-station', `${FORKED}.jsonl`)
    // The samples have a cleanup after 365 days.
    const old = Date.now() / 1000 - 364 * 86_400
    utimesSync(path, old, old)
    const due = archiveStatusSchema
      .pick({ next: true })
      .parse(await own.value('/api/archive'))
      .next.at(0)!
    expect([due.id, due.safe]).toEqual([FORKED, 'no'])
    expect((await own.post('/api/archive', { keys: [FORKED] })).status).toBe(200)
    const after = (await own.value('/api/archive')) as { next: { id: string; safe: string }[] }
    expect(after.next.at(0)).toMatchObject({ id: FORKED, safe: 'yes' })
    own.close()
  })

  test.each([[{}], [{ keys: [] }], [{ keys: ['../x'] }], [{ keys: 'all' }], [null]])(
    '%j archives nothing',
    async body => {
      expect([400, 404]).toContain((await server.post('/api/archive', body)).status)
    },
  )

  test('not where only reading is allowed', async () => {
    const own = served('read')
    expect((await own.post('/api/archive', { keys: [FORKED] })).status).toBe(403)
    own.close()
  })
})

describe('rights', () => {
  test('a server that may only read writes nothing', async () => {
    const own = served('read')
    const before = sessionFiles(own)
    const { plan } = await planned(own, FORKED, { verb: 'clone' })
    expect((await own.post(`/api/plans/${plan}/apply`, {})).status).toBe(403)
    expect((await own.post('/api/receipts/x/undo', {})).status).toBe(403)
    expect(sessionFiles(own)).toEqual(before)
    own.close()
  })

  test('in place needs a right of its own', async () => {
    const own = served()
    const path = join(own.configDir, 'projects', '-home-ada-weather-station', `${DAMAGED}.jsonl`)
    const before = readFileSync(path)
    const { plan } = await planned(own, DAMAGED, { verb: 'repair', inPlace: true })
    expect((await own.post(`/api/plans/${plan}/apply`, {})).status).toBe(403)
    expect((await own.post(`/api/sessions/${DAMAGED}/remove`, {})).status).toBe(403)
    expect(readFileSync(path)).toEqual(before)
    own.close()
  })

  test('with it, a session is repaired in place and removed', async () => {
    const own = served('in-place')
    const { plan } = await planned(own, DAMAGED, { verb: 'repair', inPlace: true })
    expect((await own.post(`/api/plans/${plan}/apply`, {})).status).toBe(200)
    expect((await own.post(`/api/sessions/${DAMAGED}/remove`, {})).status).toBe(200)
    expect((await own.get(`/api/sessions/${DAMAGED}/outline`)).status).toBe(404)
    own.close()
  })
})

test('reading writes nothing', async () => {
  const own = served()
  const state = (): readonly string[] =>
    sessionFiles(own).map(name => {
      const { mtimeMs, size, ino } = statSync(join(own.configDir, 'projects', name))
      return `${name} ${mtimeMs} ${size} ${ino}`
    })
  const before = state()
  for (const part of PARTS) expect((await own.get(`/api/sessions/${LONG}/${part}`)).status).toBe(200)
  await planned(own, LONG, { verb: 'trim', budget: 22_000 })
  expect(state()).toEqual(before)
  own.close()
})

test('exports come with secrets replaced, and a preview that can reach nothing', async () => {
  const answer = await server.get(`/api/sessions/${FORKED}/export?as=preview`)
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(await answer.text()).toContain('Where should forecasts be stored?')
  const review = (await server.value(`/api/sessions/${FORKED}/export?as=review`)) as {
    secrets: unknown[]
    redacted: boolean
  }
  expect(review.redacted).toBe(true)
})

test('the events of a page say which session has grown', async () => {
  const own = served()
  const answer = await own.get('/api/events')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('event: ready')
  const path = join(own.configDir, 'projects', '-home-ada-weather-station', `${FORKED}.jsonl`)
  const text = readFileSync(path, 'utf8')
  // The watcher may not be there yet: it is written until somebody says so.
  const timer = setInterval(() => writeFileSync(path, `${text}${'\n'.repeat(1 + Math.floor(Math.random() * 50))}`), 100)
  try {
    let heard = ''
    while (!heard.includes(FORKED)) heard += (await reader.read()).value ?? ''
    expect(heard).toContain('event: sessions')
  } finally {
    clearInterval(timer)
    await reader.cancel()
    own.close()
  }
})

function sessionFiles({ configDir }: Served): readonly string[] {
  return readdirSync(join(configDir, 'projects'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .toSorted()
}
