// The generator keeps its own promises: legal JSON, the same bytes for the same seed, and a truth that holds.
import { describe, expect, test } from 'vitest'
import { DAMAGE_KINDS, damage, mutate } from '../tools/generator/damage.js'
import { jsonText } from '../tools/generator/json-text.js'
import { largeSession, randomSession } from '../tools/generator/random-session.js'
import { sampleFiles } from '../tools/samples.js'
import { runs } from './runs.js'

type Row = Readonly<Record<string, unknown>> & { readonly uuid?: string; readonly parentUuid?: string | null }

const rowsOf = (bytes: Uint8Array): readonly Row[] =>
  Buffer.from(bytes)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Row)

const SEEDS = Array.from({ length: runs(5, 40) }, (_, index) => index + 1)

describe('random sessions', () => {
  test('the same seed makes the same bytes', () => {
    const first = randomSession(7, { damage: true })
    expect(Buffer.compare(randomSession(7, { damage: true }).bytes, first.bytes)).toBe(0)
    expect(Buffer.compare(randomSession(8, { damage: true }).bytes, first.bytes)).not.toBe(0)
  })

  test.each(SEEDS)('seed %i: the truth fits the rows', seed => {
    const { bytes, truth } = randomSession(seed, { turns: 20 })
    const rows = rowsOf(bytes)
    expect(truth.records).toBe(rows.length)
    expect(truth.uuids).toEqual(rows.map(row => row.uuid ?? null))
    const seen = new Set<string>()
    for (const { uuid, parentUuid } of rows) {
      if (uuid === undefined) continue
      if (parentUuid) expect(seen.has(parentUuid)).toBe(true)
      expect(seen.has(uuid)).toBe(false)
      seen.add(uuid)
    }
    for (const start of truth.prompts) expect(seen.has(start.uuid)).toBe(true)
    for (const fork of truth.branches) expect(new Set(fork.children).size).toBe(fork.children.length)
    const text = Buffer.from(bytes).toString('utf8')
    const uses = text.match(/"type":"tool_use","id":"/g)?.length ?? 0
    const { paired, pending, lost } = truth.toolCalls
    expect(paired.length + pending.length + lost.length).toBe(uses)
  })

  test('many entries are made at once, a large session in chunks', () => {
    const entries = runs(5000, 20_000)
    expect(randomSession(3, { entries }).truth.records).toBeGreaterThanOrEqual(entries)
    const least = runs(1_000_000, 3_000_000)
    let size = 0
    for (const chunk of largeSession(least, 5)) {
      expect(chunk.at(-1)).toBe(10)
      size += chunk.length
    }
    expect(size).toBeGreaterThanOrEqual(least)
  })
})

test('JSON texts parse, and most do not survive parse and stringify', () => {
  let lost = 0
  for (let seed = 0; seed < runs(200, 2000); seed += 1) {
    const text = Buffer.from(jsonText(seed)).toString('utf8')
    if (JSON.stringify(JSON.parse(text)) !== text) lost += 1
  }
  expect(lost).toBeGreaterThan(runs(100, 1000))
  expect(Buffer.from(jsonText(1, { newlines: false, root: 'object' })).includes(10)).toBe(false)
})

describe('damage', () => {
  const { bytes } = randomSession(11, { turns: 4, generation: '2.1' })
  const count = rowsOf(bytes).length

  test.each(DAMAGE_KINDS)('%s changes the file at the first, a middle and the last line', kind => {
    for (const index of [0, Math.floor(count / 2), count - 1]) {
      const damaged = damage(bytes, index, kind)
      expect(damaged.kind).toBe(kind)
      expect(Buffer.compare(damaged.bytes, bytes)).not.toBe(0)
      expect(damaged.lost.length).toBeLessThan(count)
    }
  })

  test('mutations repeat for the same seed', () => {
    expect(Buffer.compare(mutate(bytes, 9).bytes, mutate(bytes, 9).bytes)).toBe(0)
  })
})

test('every line of every sample parses, but for the damaged one', () => {
  for (const [path, bytes] of sampleFiles()) {
    if (path.endsWith('.jsonl') && !path.includes('/dead0015-')) expect(() => rowsOf(bytes), path).not.toThrow()
  }
})
