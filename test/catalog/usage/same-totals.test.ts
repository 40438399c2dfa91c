// Whatever is done with files that changes no answer changes no total: their order and names, copies of them, whole or in
// part, and the order in which an index has met them.

import { expect, test } from 'vitest'
import type { TokenEvent } from '../../../src/catalog/store.js'
import { createLedger, type Ledger } from '../../../src/catalog/usage/ledger.js'
import { pricesOf } from '../../../src/catalog/usage/prices.js'
import { tokenReader } from '../../../src/catalog/usage/token-reader.js'
import { NO_SPANS } from '../../../src/format/json/spans.js'
import { type Random, randomFrom } from '../../../tools/generator/random.js'
import { runs } from '../../runs.js'
import { answer, type Files, textOf, usageHome } from './logged.js'

interface Log {
  readonly path: string
  readonly session: string
  readonly entries: readonly Readonly<Record<string, unknown>>[]
}

const START = Date.parse('2026-10-01T00:00:00Z')

/** Sessions as clients and gateways write them: parts of answers, with and without requests, and ids that repeat. */
function someLogs(random: Random): readonly Log[] {
  let ids = 0
  return Array.from({ length: random.int(1, 4) }, (_, at) => {
    const session = `s${at}`
    const hasRequests = random.chance(0.6)
    const isGateway = random.chance(0.25)
    let time = START + random.int(0, 10) * 86_400_000
    const entries: Readonly<Record<string, unknown>>[] = []
    for (let left = random.int(1, 12); left > 0; left--) {
      const id = isGateway ? 'gen-0' : `msg_${++ids}`
      const request = hasRequests ? `req_${session}_${left}` : null
      const said = {
        id,
        request,
        session,
        cwd: `/w/${session}`,
        model: random.pick(['claude-sonnet-4-5', 'claude-opus-4-7', 'unknown-1']),
        in: random.int(1, 5) + left * 10,
        read: random.int(0, 900_000),
        write: random.int(0, 3000),
      }
      const style = random.pick(['final', 'parts', 'all-final', ...(isGateway ? [] : ['open'])])
      const out = random.int(5, 900)
      const stamp = (): string => new Date((time += random.int(50, 3000))).toISOString()
      if (style !== 'final')
        for (let part = random.int(1, 3); part > 0; part--)
          entries.push(
            answer({
              ...said,
              at: stamp(),
              ...(style === 'all-final' ? { out } : { out: 1 + (part % 2), stop: null }),
            }),
          )
      entries.push(answer({ ...said, at: stamp(), out, ...(style === 'open' ? { stop: null } : {}) }))
      time += random.int(120_000, 900_000)
    }
    return { path: `/p/${session}.jsonl`, session, entries }
  })
}

const reader = tokenReader()

function eventsOf({ entries }: Log): readonly TokenEvent[] {
  return entries.flatMap((entry, at) => {
    const bytes = Buffer.from(JSON.stringify(entry))
    const event = reader.read(bytes, 0, NO_SPANS, at + 1, at * 1000)
    return event ? [event] : []
  })
}

function ledgerOf(logs: readonly Log[]): Ledger {
  const ledger = createLedger()
  for (const log of logs) {
    const source = ledger.addSource({ path: log.path, session: log.session, agentId: null })
    for (const event of eventsOf(log)) ledger.add(source, event)
  }
  return ledger
}

/** `others` were read by somebody else. */
function totalsOf(logs: readonly Log[], others: readonly Log[] = []): unknown {
  const ledger = ledgerOf(logs)
  if (others.length > 0) ledger.takeUp(ledgerOf(others).state())
  const counted = ledger.finish()
  const prices = pricesOf()
  const sums = { messages: counted.messages, input: 0, output: 0, read: 0, write: 0 }
  const byModel = new Map<string, number>()
  let cost = 0
  for (let at = 0; at < counted.messages; at++) {
    const message = counted.message(at)
    sums.input += message.inputTokens
    sums.output += message.outputTokens
    sums.read += message.cacheReadTokens
    sums.write += message.cacheWrite5mTokens + message.cacheWrite1hTokens
    cost += Math.round((prices.costOf(message) ?? 0) * 1e10)
    byModel.set(message.model, (byModel.get(message.model) ?? 0) + 1)
  }
  return { ...sums, cost, byModel: [...byModel].toSorted() }
}

function shuffled<Item>(random: Random, items: readonly Item[]): readonly Item[] {
  return items
    .map(item => ({ item, at: random.int(0, 1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** As a fork, a resumed file, a clone and a plain copy have it. */
function copyOf(random: Random, log: Log, number: number): Log {
  const session = random.chance(0.5) ? log.session : `copy-${number}`
  const length = random.chance(0.5) ? log.entries.length : random.int(1, log.entries.length)
  const more = random.chance(0.2) ? { forkedFrom: { sessionId: log.session, messageUuid: 'x' } } : {}
  const isRenamed = random.chance(0.3)
  return {
    path: `/${random.pick(['a', 'q', 'z'])}/copy-${number}.jsonl`,
    session: `copy-${number}`,
    entries: log.entries.slice(0, length).map(entry => {
      const copy = { ...entry, sessionId: session, uuid: `${number} ${entry['uuid']}`, ...more }
      return isRenamed ? { ...copy, cwd: '/elsewhere' } : copy
    }),
  }
}

test('the order of files, their names, and copies of them', () => {
  for (let seed = 1; seed <= runs(30, 5000); seed++) expectSame(seed)
})

test('copies that end in the midst of an answer, beside others with the id of the gateway', () => {
  for (const seed of [567, 1568, 1883]) expectSame(seed)
})

function expectSame(seed: number): void {
  const random = randomFrom(seed)
  const logs = someLogs(random)
  const before = totalsOf(logs)
  expect(totalsOf(shuffled(random, logs)), `seed ${seed}, in another order`).toEqual(before)
  const copies = Array.from({ length: random.int(1, 4) }, (_, at) => copyOf(random, random.pick(logs), at))
  expect(totalsOf(shuffled(random, [...logs, ...copies])), `seed ${seed}, with copies`).toEqual(before)
  const all = shuffled(random, [...logs, ...copies])
  const half = random.int(0, all.length)
  expect(totalsOf(all.slice(0, half), all.slice(half)), `seed ${seed}, read by two`).toEqual(before)
  const renamed = logs.map((log, at) => ({ ...log, path: `/other/${9 - at}.jsonl` }))
  expect(totalsOf(renamed), `seed ${seed}, renamed`).toEqual(before)
}

test('how files are split, and when an index has met them', async () => {
  for (let seed = 1; seed <= runs(4, 60); seed++) {
    const random = randomFrom(seed)
    const logs = someLogs(random)
    const filesOf = (some: readonly Log[]): Files =>
      Object.fromEntries(some.map(({ path, entries }) => [`-p${path}`, entries]))
    const home = usageHome(filesOf(logs))
    const { totals } = await home.report()
    const indexed = usageHome()
    for (const log of shuffled(random, logs)) {
      const text = textOf(log.entries)
      indexed.write({ [`-p${log.path}`]: text.slice(0, random.int(0, text.length)) })
      await indexed.refresh()
      if (random.chance(0.5)) indexed.write(filesOf([log]))
      await indexed.reportKept()
    }
    indexed.write(filesOf([...logs, copyOf(random, logs[0]!, 1)]))
    expect((await indexed.reportKept()).totals, `seed ${seed}, with a book that is behind`).toEqual(totals)
    expect((await indexed.reportKept()).totals, `seed ${seed}, from a book`).toEqual(totals)
    expect((await indexed.report()).totals, `seed ${seed}, behind`).toEqual(totals)
    await indexed.refresh()
    expect((await indexed.report()).totals, `seed ${seed}, up to date`).toEqual(totals)
  }
})
