// The reports of usage: their rows, their filters, their prices, and what is told about them.

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { usageSchema } from '../../src/actions/schemas.js'
import { statusline } from '../../src/actions/usage/statusline.js'
import { USAGE_REPORTS, type UsageReport } from '../../src/actions/usage/usage.js'
import { paint } from '../../src/present/paint.js'
import { presentStatusline } from '../../src/present/statusline.js'
import { presentUsage } from '../../src/present/usage.js'
import { usageCsv } from '../../src/present/usage-csv.js'
import { answer, progress, usageHome } from '../catalog/usage/logged.js'
import { put } from '../disk/temp-folder.js'

const keys = ({ rows }: UsageReport): readonly string[] => rows.map(({ key }) => key)
const outputs = ({ rows }: UsageReport) =>
  Object.fromEntries(rows.map(row => [row.key, 'outputTokens' in row ? row.outputTokens : 0]))
const screen = { width: 100, paint: paint(false), now: 0 }

describe('days', () => {
  // The clocks of Berlin were set back on 25 October 2026 at 01:00 UTC, those of New York a week later.
  const home = () =>
    usageHome({
      '-p/s1.jsonl': [
        answer({ id: 'a', at: '2026-10-24T21:59:59.999Z', out: 1 }),
        answer({ id: 'b', at: '2026-10-24T22:00:00.000Z', out: 2 }),
        answer({ id: 'c', at: '2026-10-25T22:59:59.999Z', out: 4 }),
        answer({ id: 'd', at: '2026-10-25T23:00:00.000Z', out: 8 }),
        answer({ id: 'e', at: '2026-11-01T03:59:59.999Z', out: 16 }),
      ],
    })

  test('are those of a zone, also when its clocks are set', async () => {
    const { report } = home()
    expect(outputs(await report())).toEqual({ '2026-10-24': 3, '2026-10-25': 12, '2026-11-01': 16 })
    expect(outputs(await report({ timezone: 'Europe/Berlin' }))).toEqual({
      '2026-10-24': 1,
      '2026-10-25': 6,
      '2026-10-26': 8,
      '2026-11-01': 16,
    })
    expect(outputs(await report({ timezone: 'America/New_York' }))).toEqual({
      '2026-10-24': 3,
      '2026-10-25': 12,
      '2026-10-31': 16,
    })
    expect(outputs(await report({ timezone: 'Asia/Kathmandu' }))).toEqual({
      '2026-10-25': 3,
      '2026-10-26': 12,
      '2026-11-01': 16,
    })
  })

  test('weeks begin on Monday, months on the first', async () => {
    const { report } = home()
    expect(outputs(await report({ report: 'weekly' }))).toEqual({ '2026-10-19': 15, '2026-10-26': 16 })
    expect(outputs(await report({ report: 'monthly', timezone: 'America/New_York' }))).toEqual({ '2026-10': 31 })
  })

  test('since and until are days of the zone, both included', async () => {
    const { report } = home()
    const span = { since: '2026-10-25', until: '20261025' }
    expect((await report(span)).totals.outputTokens).toBe(12)
    expect((await report({ ...span, timezone: 'Europe/Berlin' })).totals.outputTokens).toBe(6)
    expect((await report({ since: '2026-10-25T23:00Z' })).totals.outputTokens).toBe(24)
    for (const wrong of ['yesterday', '2026-13-01', '20261'])
      await expect(report({ since: wrong })).rejects.toThrow('--since must be a date')
    await expect(report({ timezone: 'Nowhere/City' })).rejects.toThrow('--timezone must be a zone')
  })

  test('what has no time is in a row of its own, and in no span', async () => {
    const { report } = usageHome({ '-p/s1.jsonl': [answer(), answer({ id: 'b', at: 'Tnever', out: 7 })] })
    for (const name of ['daily', 'weekly', 'monthly', 'blocks'] as const)
      expect(keys(await report({ report: name })).at(-1)).toBe('(no time)')
    expect((await report({ since: '2020-01-01' })).totals.outputTokens).toBe(100)
    expect((await report()).notes.undated).toBe(1)
  })
})

test('a message over midnight is in one day: that of the entry that counts', async () => {
  const { report } = usageHome({
    '-p/s1.jsonl': [
      answer({ at: '2026-10-05T23:59:59.000Z', stop: null, out: 2 }),
      answer({ at: '2026-10-06T00:00:04.000Z', out: 500 }),
    ],
  })
  expect(outputs(await report())).toEqual({ '2026-10-06': 500 })
})

test('filters by project and model; each charge is its own model’s', async () => {
  const advisor = { type: 'advisor_message', model: 'claude-opus-4-7', input_tokens: 5, output_tokens: 6 }
  const { report } = usageHome({
    '-p/s1.jsonl': [
      answer({ id: 'a', cwd: '/home/x/app', usage: { iterations: [advisor] } }),
      answer({ id: 'b', cwd: '/home/x/app/web', model: 'claude-haiku-4-5' }),
      answer({ id: 'c', cwd: '/home/x/apple' }),
    ],
  })
  expect((await report({ project: '/home/x/app' })).totals.messages).toBe(3)
  expect((await report({ project: 'appl' })).totals.messages).toBe(1)
  expect((await report({ model: 'OPUS' })).totals).toMatchObject({ messages: 1, inputTokens: 5, outputTokens: 6 })
  const broken = await report({ report: 'project', breakdown: true, project: '/home/x/app' })
  expect(broken.rows.flatMap(row => ('models' in row ? [[row.key, row.models?.map(({ key }) => key)]] : []))).toEqual([
    ['/home/x/app', ['claude-opus-4-7', 'claude-sonnet-4-5-20250929']].map((one, at) =>
      at === 0 ? one : ['claude-sonnet-4-5-20250929', 'claude-opus-4-7'],
    ),
    ['/home/x/app/web', ['claude-haiku-4-5']],
  ])
})

test('blocks of five hours: what is left, the rate, and a projection', async () => {
  const { report } = usageHome({
    '-p/s1.jsonl': [
      answer({ id: 'a', at: '10:20:00.000' }),
      answer({ id: 'b', at: '14:59:00.000' }),
      answer({ id: 'c', at: '15:00:00.000' }),
      answer({ id: 'd', at: '22:30:00.000', in: 0, out: 600 }),
      answer({ id: 'e', at: '23:30:00.000', in: 0, out: 600 }),
    ],
  })
  const { rows } = await report({ report: 'blocks' })
  const blocks = rows.map(row => ('block' in row ? row.block : undefined))
  expect(rows.map(row => [row.key, 'messages' in row && row.messages])).toEqual([
    ['2026-10-05T10:00:00.000Z', 2],
    ['2026-10-05T15:00:00.000Z', 1],
    ['2026-10-05T22:00:00.000Z', 2],
  ])
  expect(blocks[0]).toMatchObject({ isActive: false, minutesLeft: 0, projected: null })
  // It is midnight: three of five hours are left, at 20 tokens a minute.
  expect(blocks[2]).toMatchObject({
    isActive: true,
    endsAt: '2026-10-06T03:00:00.000Z',
    minutesLeft: 180,
    tokensPerMinute: 20,
    projected: { totalTokens: 1200 + 180 * 20 },
  })
})

describe('prices', () => {
  test('of a file come before the list, and have the same form', async () => {
    const { report, place } = usageHome({
      '-p/s1.jsonl': [
        answer({ id: 'a', model: 'glm-9', in: 1e6, out: 0, at: '2026-10-05T10:00:00.000Z' }),
        answer({ id: 'b', model: 'glm-9', in: 1e6, out: 0, at: '2026-11-05T10:00:00.000Z' }),
        answer({ id: 'c', model: 'claude-opus-4-6', in: 1e6, out: 0, usage: { inference_geo: 'us' } }),
      ],
    })
    const prices = put(
      join(place.home, 'prices.json'),
      JSON.stringify([
        { model: 'glm-9', input: 1, output: 2 },
        { model: 'glm-9', from: '2026-11-01', input: 3, output: 2, long: { above: 500_000, input: 4, output: 4 } },
        { model: 'claude-opus-4-6', input: 100, output: 100 },
      ]),
    )
    expect((await report({ prices })).totals.costUSD).toBe(1 + 4 + 100)
    expect((await report()).notes.unpriced).toEqual({ 'glm-9': 2 })
    for (const text of [
      '{',
      '{}',
      '[1]',
      '[{"model":"x","input":-1,"output":1}]',
      '[{"model":"x","input":1,"output":1,"long":{}}]',
    ])
      await expect(report({ prices: put(join(place.home, 'wrong.json'), text) })).rejects.toThrow('--prices')
    await expect(report({ prices: join(place.home, 'missing.json') })).rejects.toThrow('cannot read')
  })

  test('that clients wrote count on request only', async () => {
    const { report } = usageHome({
      '-p/s1.jsonl': [answer({ in: 0, out: 1000, more: { costUSD: 7 } }), answer({ id: 'b', in: 0, out: 1000 })],
    })
    expect((await report()).totals.costUSD).toBe(0.03)
    expect((await report({ recordedCosts: true })).totals.costUSD).toBe(7.015)
  })

  test('a cost that lacks some messages says so', async () => {
    const { report } = usageHome({ '-p/s1.jsonl': [answer(), answer({ id: 'b', model: 'glm-9' })] })
    const lines = presentUsage(await report({ report: 'model' }), screen)
    expect(lines.find(line => line.startsWith('glm-9'))).toMatch(/ \?/)
    expect(lines.find(line => line.startsWith('total'))).toContain('≥')
    expect(lines.join('\n')).toContain('No price for glm-9 (1 message)')
    expect(lines.join('\n')).toContain('not an invoice')
  })
})

test('explained: which entry counts, and which do not, and why', async () => {
  const { report, config } = usageHome({
    '-p/s1.jsonl': [answer({ stop: null, out: 2 }), answer({ at: '10:00:02.000' }), progress({ id: 'msg_9' })],
    '-p/s2.jsonl': [answer({ session: 's2', at: '10:00:02.000' })],
    '-p/s1/subagents/agent-a1.jsonl': [answer({ id: 'msg_9' })],
  })
  const path = (name: string): string => join(config, 'projects', '-p', name)
  const { explained } = await report({ report: 'session', explain: 's1' })
  expect(explained?.messages.map(({ id, path, line, notCounted }) => ({ id, path, line, notCounted }))).toEqual([
    {
      id: 'msg_9',
      path: path('s1/subagents/agent-a1.jsonl'),
      line: 1,
      notCounted: [{ path: path('s1.jsonl'), line: 3, why: 'progress' }],
    },
    {
      id: 'msg_1',
      path: path('s1.jsonl'),
      line: 2,
      notCounted: [
        { path: path('s1.jsonl'), line: 1, why: 'part' },
        { path: path('s2.jsonl'), line: 1, why: 'copy' },
      ],
    },
  ])
  expect((await report({ explain: '2026-10' })).explained?.key).toBe('2026-10-05')
  expect((await report({ explain: 'total' })).explained?.messages).toHaveLength(2)
  await expect(report({ explain: 'nothing' })).rejects.toThrow('--explain must be')
})

test('every report fits its schema, as JSON and as comma-separated values', async () => {
  const { report } = usageHome({
    '-p/s1.jsonl': [answer({ cwd: '=1+1,"x"' }), answer({ id: 'b', model: 'glm-9', at: 'Tnever' })],
  })
  for (const name of USAGE_REPORTS) {
    const value = await report({ report: name, breakdown: true, ...(name === 'tool' ? {} : { explain: 'total' }) })
    expect(usageSchema.parse(JSON.parse(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)))
    const [head, ...lines] = usageCsv(value)
    for (const line of lines) if (!line.includes('"')) expect(line.split(',')).toHaveLength(head!.split(',').length)
  }
  expect(usageCsv(await report({ report: 'project' }))[1]).toMatch(/^"'=1\+1,""x""",/)
})

test('tools: each call once, estimated', async () => {
  const call = {
    type: 'assistant',
    sessionId: 's1',
    message: {
      id: 'm',
      model: 'claude-opus-4-7',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls '.repeat(100) } }],
    },
    timestamp: '2026-10-05T10:00:00.000Z',
  }
  const result = {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x'.repeat(4000) }] },
  }
  const { report } = usageHome({ '-p/s1.jsonl': [call, result, answer()], '-p/s2.jsonl': [call, result] })
  const { rows, totals } = await report({ report: 'tool' })
  expect(rows).toMatchObject([{ key: 'Bash', calls: 1 }])
  const weights = rows.map(row => ('resultTokens' in row ? row.resultTokens : 0))
  expect(weights[0]).toBeGreaterThan(1000)
  expect(weights[0]).toBeLessThan(1600)
  expect(totals.messages).toBe(1)
  expect((await report({ report: 'tool', until: '2026-01-01' })).rows).toEqual([])
})

describe('the status line', () => {
  const input = (path: string, more: object = {}): string =>
    JSON.stringify({
      session_id: 's1',
      transcript_path: path,
      model: { id: 'm', display_name: 'Opus\u001b[31m' },
      ...more,
    })

  test('tells of the session that is named, and of today as it was counted last', async () => {
    const home = usageHome({
      '-p/s1.jsonl': [answer({ in: 0, out: 100_000 })],
      '-p/s1/subagents/agent-a.jsonl': [answer({ id: 'b', in: 0, out: 100_000 })],
      '-p/s2.jsonl': [answer({ id: 'c', session: 's2', in: 0, out: 200_000, at: '23:00:00.000' })],
    })
    const path = join(home.config, 'projects', '-p', 's1.jsonl')
    const place = { ...home.place, now: Date.parse('2026-10-05T23:30:00Z') }
    const before = await statusline(place, { input: input(path) })
    expect(before).toMatchObject({ session: { costUSD: 3, totalTokens: 200_000 }, todayUSD: null })
    expect(before.context).toEqual({ tokens: 100_000, window: null })
    const window = { context_window: { context_window_size: 200_000, used_percentage: 42 } }
    const line = presentStatusline(await statusline(place, { input: input(path, window) }))
    expect(line).toBe('Opus␛[31m · $3.00 session · 84k context (42 %)')
  })

  test('says what it needs, and works before a session has begun', async () => {
    const { place } = usageHome({ '-p/other.jsonl': '' })
    await expect(statusline(place, { input: 'x' })).rejects.toThrow('standard input')
    const said = await statusline(place, { input: input('/nowhere/s1.jsonl') })
    expect(said).toMatchObject({ session: { costUSD: 0 }, context: null })
  })
})
