// The command itself, on the samples: how much, where to, and back again.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compactionsSchema, compressSchema } from '../../src/actions/schemas.js'
import { ask, sampleHome, samplesIn } from './rethread.js'

const home = sampleHome()
const sample = samplesIn(home).find(one => one.id.startsWith('10a6'))!
const hash = (): string => createHash('sha256').update(readFileSync(sample.path)).digest('hex')
const json = async (...words: readonly string[]) => JSON.parse((await ask([...words, '--json'], { home })).stdout)

test('a summary of the older turns: a session of its own, the original as it was', async () => {
  const before = hash()
  const report = compressSchema.parse(await json('compress', '10a6', '--oldest', '60%'))
  expect(report.refused).toEqual([])
  expect(report.summarizer).toBe('extractive')
  expect(report.parts).toMatchObject([{ state: 'compressed', turns: [1, expect.any(Number)] }])
  expect(report.parts[0]!.tokensAfter).toBeLessThan(report.parts[0]!.tokensBefore)
  expect(report.after.tokens).toBeLessThan(report.before.tokens)
  expect(hash()).toBe(before)
  const { compactions } = compactionsSchema.parse(await json('compactions', report.sessionId))
  expect(compactions).toMatchObject([{ number: 1, trigger: 'manual', summary: { line: 2 } }])
})

test('in place, and taken back', async () => {
  const before = hash()
  const report = await json('compress', '10a6', '--keep-last', '2', '--in-place')
  expect(report.refused).toEqual([])
  expect(hash()).not.toBe(before)
  expect((await ask(['undo', report.receipt], { home })).code).toBe(0)
  expect(hash()).toBe(before)
})

test('a budget takes as many turns as it needs, and says where it cannot be met', async () => {
  const { before } = await json('compress', '10a6', '--keep-last', '1', '--dry-run')
  const some = await json('compress', '10a6', '--budget', String(before.tokens - 1500), '--dry-run')
  const most = await json('compress', '10a6', '--budget', String(before.tokens - 3500), '--dry-run')
  for (const report of [some, most]) expect(report.refused).toEqual([])
  expect(some.after.tokens).toBeLessThanOrEqual(before.tokens - 1500)
  expect(most.after.tokens).toBeLessThanOrEqual(before.tokens - 3500)
  expect(most.parts[0].turns[1]).toBeGreaterThan(some.parts[0].turns[1])
  const tooLittle = await ask(['compress', '10a6', '--budget', '100', '--dry-run'], { home })
  expect(tooLittle.code).toBe(1)
  expect(tooLittle.stdout).toMatch(/the result would still have about [\d,]+ tokens, more\s+than 100/)
})

test('bands keep all turns', async () => {
  const report = await json('compress', '10a6', '--bands', '0-50:10%,50-80:35%', '--keep-tools', '--dry-run')
  expect(compressSchema.parse(report).refused).toEqual([])
  expect(report.parts).toHaveLength(2)
  expect(report.after.toolCalls).toBeLessThan(report.before.toolCalls)
})

test('the same seed gives the same bytes', async () => {
  const [one, other] = [
    await json('compress', '10a6', '--oldest', '60%', '--ids-from', 'x', '--out', `${home}/one.jsonl`),
    await json('compress', '10a6', '--oldest', '60%', '--ids-from', 'x', '--out', `${home}/other.jsonl`),
  ]
  expect(readFileSync(one.path, 'utf8')).toBe(readFileSync(other.path, 'utf8'))
})
