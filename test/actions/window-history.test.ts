// How the window filled on the way: totals as the file has them, kinds that add up to them, cliffs where it was compacted.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LedgerReport, ledger } from '../../src/actions/context/index.js'
import { ledgerSchema } from '../../src/actions/context/ledger.schema.js'
import { put } from '../disk/temp-folder.js'
import { samplesHome } from './samples-home.js'

const COMPACTED = 'c0c0aded-7e11-4a5b-b6c7-d8e9f0a1b204'
const ID = 'feed0000-0000-4000-8000-000000000001'

interface Entry {
  readonly type: string
  readonly message?: { readonly id?: string; readonly usage?: Readonly<Record<string, number>> }
}

function totalsIn(path: string): readonly number[] {
  const entries = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Entry)
  const last = new Map<string, number>()
  for (const { type, message } of entries) {
    if (type !== 'assistant' || !message?.usage) continue
    const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = message.usage
    last.set(
      message.id!,
      input_tokens! + output_tokens! + (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0),
    )
  }
  return [...last.values()]
}

function expectToAddUp({ history, tokens }: LedgerReport): void {
  const kinds = Object.values(history.byKind)
  for (const [at, total] of history.tokens.entries()) {
    const sum = kinds.reduce((all, column) => all + column[at]!, 0)
    expect(Math.abs(sum - total)).toBeLessThanOrEqual(kinds.length)
  }
  expect(history.tokens.at(-1)).toBe(tokens.estimate)
  expect(history.counted.at(-1)).toBe(false)
}

test('of a sample with two compactions', async () => {
  const { place, pathOf } = samples()
  const report = await ledger(place, { session: COMPACTED })
  expect(ledgerSchema.parse(report)).toEqual(report)
  const totals = totalsIn(pathOf(COMPACTED))
  expect(report.history.requests).toBe(totals.length)
  expect(report.history.tokens.slice(0, -1)).toEqual(totals)
  expect(report.history.counted.slice(0, -1).every(Boolean)).toBe(true)
  expectToAddUp(report)
  const [first, second] = report.history.compactions
  expect([first!.number, second!.number, report.history.compactions.length]).toEqual([1, 2, 2])
  expect(first!.tokensBefore!).toBeGreaterThan(first!.tokensAfter!)
  // What was sent until then is gone from the window, and a summary is there.
  const at = first!.request - 1
  expect(report.history.byKind['tool results']![at - 1]).toBeGreaterThan(0)
  expect(report.history.byKind['tool results']![at]).toBe(0)
  expect(report.history.byKind['summaries']![at]).toBeGreaterThan(0)
})

test('of many requests some are told, and those beside a compaction always', async () => {
  const { place, folder } = samples()
  put(join(folder, `${ID}.jsonl`), longSession(1500, 977))
  const { history } = await ledger(place, { session: ID })
  expect(history.requests).toBe(1500)
  expect(history.request.length).toBeLessThan(450)
  expect(history.request.at(-1)).toBe(1501)
  expect(history.compactions.map(one => one.request)).toEqual([978])
  const before = history.request.indexOf(977)
  expect(history.request[before + 1]).toBe(978)
  expect(history.tokens[before]).toBe(20_000 + 977 * 100)
  expect(history.tokens[before + 1]).toBe(22_000)
})

test('where the client compacts is told for models and clients of which it is known', async () => {
  const { place, folder } = samples()
  put(join(folder, `${ID}.jsonl`), longSession(5, 2, 'claude-opus-4-6'))
  expect((await ledger(place, { session: ID })).compactsAt).toBe(200_000 - 33_000 - 2_407)
  expect((await ledger(place, { session: ID, client: '1.0.128' })).compactsAt).toBe(200_000 - 32_000 - 13_000)
  put(join(folder, `${ID}.jsonl`), longSession(5, 2, 'claude-haiku-4-5'))
  expect((await ledger(place, { session: ID })).compactsAt).toBe(null)
})

test('files have the calls that read or wrote them', async () => {
  const { place } = samples()
  const { files, largest } = await ledger(place, { session: '10a6da70-3a4b-45c6-97d2-4d5e6f708120' })
  const wind = files.find(one => one.file.endsWith('data/wind.csv'))!
  expect(wind.reads).toBeGreaterThan(0)
  expect(wind.calls).toContain(largest.find(one => one.target.endsWith('data/wind.csv'))!.call)
  expect(files.map(one => one.tokens)).toEqual(files.map(one => one.tokens).toSorted((a, b) => b - a))
})

function samples() {
  const { place, config } = samplesHome()
  const pathOf = (id: string): string =>
    join(config, readdirSync(config, { recursive: true, encoding: 'utf8' }).find(path => path.endsWith(`${id}.jsonl`))!)
  return { place, pathOf, folder: join(config, 'projects', '-made') }
}

/** So many requests of one turn, compacted after one of them. */
function longSession(requests: number, compactedAfter: number, model = 'claude-opus-5-5'): string {
  const lines: object[] = []
  const uuid = (n: number): string => `feed0000-0000-4000-9000-${String(n).padStart(12, '0')}`
  const add = (fields: object, isRoot = false): void => {
    const n = lines.length
    lines.push({
      uuid: uuid(n),
      parentUuid: n === 0 || isRoot ? null : uuid(n - 1),
      ...(isRoot ? { logicalParentUuid: uuid(n - 1) } : {}),
      sessionId: ID,
      cwd: '/p',
      version: '2.1.325',
      isSidechain: false,
      timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      ...fields,
    })
  }
  const user = (content: unknown, more: object = {}): void =>
    add({ type: 'user', message: { role: 'user', content }, ...more })
  user('Go.')
  let since = 0
  for (let request = 1; request <= requests; request++) {
    since++
    const isLast = request === requests || request === compactedAfter
    const content = isLast
      ? [{ type: 'text', text: 'Done.' }]
      : [{ type: 'tool_use', id: `toolu_${request}`, name: 'Bash', input: { command: 'make' } }]
    const cached = request > compactedAfter ? 20_000 + 1_900 + since * 100 : 20_000 + request * 100
    const usage = { input_tokens: 10, output_tokens: 10, cache_read_input_tokens: cached - 20 }
    const stop_reason = isLast ? 'end_turn' : 'tool_use'
    add({
      type: 'assistant',
      message: { id: `msg_${request}`, type: 'message', role: 'assistant', model, content, stop_reason, usage },
    })
    if (!isLast) user([{ type: 'tool_result', tool_use_id: `toolu_${request}`, content: 'made '.repeat(20) }])
    if (request !== compactedAfter || request === requests) continue
    since = 0
    const compactMetadata = { trigger: 'auto', preTokens: cached, postTokens: 22_000 }
    add({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', compactMetadata }, true)
    user('This session is being continued. Things were made.', { isCompactSummary: true })
  }
  return `${lines.map(line => JSON.stringify(line)).join('\n')}\n`
}
