// The book of the last count: whatever has happened to the files since, or to it, a count says what a count of everything
// says.

import { appendFileSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Book, bookOf, bookPieces, bookWith } from '../../../src/catalog/usage/book.js'
import { createLedger } from '../../../src/catalog/usage/ledger.js'
import { randomFrom } from '../../../tools/generator/random.js'
import { runs } from '../../runs.js'
import { answer, type Files, textOf, type UsageHome, usageHome } from './logged.js'

const advisor = { type: 'advisor_message', model: 'claude-opus-4-7', input_tokens: 5, output_tokens: 6 }

/** Something of everything that a ledger keeps. */
const FILES: Files = {
  '-p/s1.jsonl': [
    answer({ id: 'a', stop: null, out: 3 }),
    answer({ id: 'a', out: 100, usage: { iterations: [advisor] } }),
    answer({ id: 'b', at: 'Tnever', out: 7, more: { costUSD: 1.5 } }),
    answer({
      id: 'c',
      usage: { service_tier: 'priority', speed: 'fast', inference_geo: 'us' },
      model: 'claude-opus-4-6',
    }),
  ],
  '-p/s1/subagents/agent-x.jsonl': [answer({ id: 'd', usage: { server_tool_use: { web_search_requests: 2 } } })],
  '-p/s2.jsonl': [
    answer({ id: 'a', session: 's2', out: 100 }),
    answer({ id: 'e', session: 's2', model: 'nobody-knows', cwd: '/w/q' }),
  ],
  '-q/s3.jsonl': `${textOf([answer({ id: 'f', session: 's3' })])}{"type":"assistant","message":{"mod`,
}

const REPORTS = ['session', 'project', 'model'] as const

async function expectSame(home: UsageHome): Promise<void> {
  const kept = await Promise.all(REPORTS.map(report => home.reportKept({ report, breakdown: true })))
  const whole: unknown[] = []
  for (const report of REPORTS) whole.push(await home.report({ report, breakdown: true }))
  expect(kept).toEqual(whole)
}

test('a second count reads no transcript that is what it was', async () => {
  const home = usageHome(FILES)
  const first = await home.report({ recordedCosts: true })
  const path = join(home.config, 'projects', '-p', 's2.jsonl')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replaceAll('"output_tokens":100', '"output_tokens":999'))
  utimesSync(path, 1_700_000_030, 1_700_000_030)
  const same = await home.reportKept({ recordedCosts: true })
  expect(same).toEqual(first)
  utimesSync(path, 1_700_000_031, 1_700_000_031)
  expect((await home.reportKept()).totals.outputTokens).toBeGreaterThan(first.totals.outputTokens)
})

test('files that grew, came, went, moved or were cut', async () => {
  const home = usageHome(FILES)
  await home.report()
  home.write({ '-p/s1.jsonl': [...(FILES['-p/s1.jsonl'] as []), answer({ id: 'g', out: 11 })] })
  await expectSame(home)
  home.write({ '-r/s9.jsonl': [answer({ id: 'h', session: 's9', out: 12 })] })
  await expectSame(home)
  rmSync(join(home.config, 'projects', '-p', 's2.jsonl'))
  await expectSame(home)
  home.write({ '-p/s7.jsonl': FILES['-p/s2.jsonl']! })
  await expectSame(home)
  truncateSync(join(home.config, 'projects', '-p', 's1.jsonl'), 700)
  await expectSame(home)
  rmSync(join(home.config, 'projects'), { recursive: true })
  await expectSame(home)
})

test('a file that was written just now is looked at again', async () => {
  const home = usageHome(FILES)
  const path = join(home.config, 'projects', '-p', 's2.jsonl')
  // Later than any look at it, as where times go in steps.
  const later = Date.now() / 1000 + 1
  utimesSync(path, later, later)
  const { totals } = await home.report()
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replaceAll('"output_tokens":100', '"output_tokens":999'))
  utimesSync(path, later, later)
  expect((await home.reportKept()).totals.outputTokens).toBeGreaterThan(totals.outputTokens)
})

test('a book that is damaged, cut, empty or of another version is made again', async () => {
  const home = usageHome(FILES)
  const right = await home.report()
  const good = readFileSync(home.book)
  const damages: readonly Uint8Array[] = [
    new Uint8Array(0),
    good.subarray(0, 10),
    good.subarray(0, good.length - 1),
    good.subarray(0, good.length >> 1),
    Buffer.concat([good, Buffer.from('x')]),
    Buffer.from(good.toString('latin1').replace('usage 1', 'usage 0'), 'latin1'),
    Buffer.from(good.toString('latin1').replace('"order"', '"odrer"'), 'latin1'),
    Buffer.from(good.toString('latin1').replace('{"order"', '!"order"'), 'latin1'),
    new Uint8Array(good.length),
  ]
  for (const damage of damages) {
    writeFileSync(home.book, damage)
    expect(await home.reportKept()).toEqual(right)
    expect(readFileSync(home.book).equals(good)).toBe(true)
  }
})

test('where none can be written, everything is counted as without', async () => {
  const home = usageHome(FILES)
  const right = await home.report()
  rmSync(home.book)
  // A folder stands in its place.
  rmSync(join(home.place.home, '.cache'), { recursive: true, force: true })
  appendFileSync(join(home.place.home, '.cache'), 'no folder')
  expect(await home.reportKept()).toEqual(right)
})

test('what is explained has every entry, also where a book is there', async () => {
  const home = usageHome(FILES)
  await home.report()
  const { explained } = await home.reportKept({ explain: 'total' })
  expect(explained?.messages.find(({ id }) => id === 'a')?.notCounted.length).toBe(2)
})

test('bytes and back, without any of the sources', () => {
  const ledger = createLedger()
  const sources = ['/p/a.jsonl', '/p/b.jsonl', '/p/c.jsonl'].map(path => ({ path, session: path, agentId: null }))
  const random = randomFrom(7)
  for (const about of sources) {
    const source = ledger.addSource(about)
    for (let at = runs(20, 2000); at > 0; at--) ledger.add(source, event(about.path, at, random.int(1, 9000)))
  }
  const look = { dev: 1, ino: 2, size: 3, mtimeMs: 4.5, damaged: 0 }
  const book = (): Book =>
    bookOf(
      Uint8Array.from(
        Buffer.concat(bookPieces({ sources: sources.map(one => ({ ...one, ...look })), state: ledger.state() })),
      ),
    )!
  for (const left of [[], [0], [1], [2], [0, 2], [0, 1, 2]]) {
    const only = createLedger()
    for (const [number, about] of sources.entries()) {
      if (!left.includes(number)) continue
      const source = only.addSource(about)
      const from = createLedger({ from: book().state }).finish()
      from.each(message => {
        if (message.source.path === about.path) only.add(source, event(about.path, message.line, message.outputTokens))
      })
    }
    const kept = bookWith(book(), ({ path }) => left.includes(sources.findIndex(one => one.path === path)))
    const counted = createLedger({ from: kept.state }).finish()
    const expected = only.finish()
    expect(counted.messages).toBe(expected.messages)
    const all = (of: typeof counted) => Array.from({ length: of.messages }, (_, at) => of.message(at))
    expect(all(counted)).toMatchObject(
      all(expected).map(({ outputTokens, line, session, webSearches }) => ({
        outputTokens,
        line,
        session,
        webSearches,
      })),
    )
  }
})

function event(path: string, line: number, outputTokens: number) {
  return {
    line,
    offset: line * 100,
    messageId: `${path}-${line}`,
    requestId: null,
    model: `m${line % 3}`,
    time: 1_000_000 + line,
    inputTokens: 1,
    outputTokens,
    cacheReadTokens: 0,
    cacheCreationTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    webSearches: line % 4 === 0 ? line : 0,
    webFetches: 0,
    serviceTier: line % 2 === 0 ? 'standard' : null,
    inferenceGeo: null,
    speed: null,
    costUSD: null,
    stopReason: 'end_turn',
    isSidechain: false,
    isProgress: false,
    agentId: null,
    sessionId: path,
    forkedFrom: null,
    cwd: '/w',
    others: [],
  }
}
