// The estimate of whole sessions, from their bytes. The figures are written into the lines; what is added since the last
// request is known in bytes, at three to four of them a token.

import { describe, expect, test } from 'vitest'
import { contextCalibration, contextEstimate, findContext, readForContext } from '../../src/context/index.js'
import {
  answer,
  answers,
  boundary,
  bytesOf,
  type Line,
  last,
  prompt,
  summaryOf,
  text,
  thinking,
  use,
  user,
} from '../conversation/lines.js'

type Lines = readonly (Line | readonly Line[])[]

const readingOf = (lines: Lines) => readForContext(bytesOf(...lines))
const estimateOf = (lines: Lines, of?: Lines) => {
  const reading = readingOf(lines)
  const original = of && readingOf(of)
  return contextEstimate(reading, findContext(reading), original && contextCalibration(original, findContext(original)))
}
const used = (uuid: string, prompt: number, output: number, blocks: readonly Line[] = [text('so')]): Line =>
  answer(uuid, {
    blocks,
    stop: 'end_turn',
    usage: { input_tokens: 3, cache_read_input_tokens: prompt - 3, output_tokens: output },
  })
const words = (bytes: number): string => 'word '.repeat(bytes / 5)

/** Calls with results of 3,500 bytes; each adds about 1,100 tokens, and the figures say so. */
const rounds = (count: number): Lines =>
  Array.from({ length: count }, (_, at) => [
    used(`a${at}`, 20_000 + at * 1200, 30, [use(`c${at}`)]),
    user(`r${at}`, [answers(`c${at}`, words(3500))]),
  ])

test('the last request, its answer, and what was said since', () => {
  const { estimate, method } = estimateOf([prompt('u1'), used('a1', 20_000, 12), user('u2', words(7000)), last('a2')])
  expect(estimate).toBeGreaterThan(20_012 + 7000 / 4)
  expect(estimate).toBeLessThan(20_012 + 7000 / 3 + 50)
  expect(method).toContain('the last request had 20,000 tokens, its answer 12')
})

test('rows of one message count once', () => {
  const rows = ['a1', 'a2', 'a3'].map(uuid =>
    answer(uuid, { message: 'm', blocks: [text(uuid)], usage: { input_tokens: 20_000, output_tokens: 9 } }),
  )
  expect(estimateOf([prompt('u1'), ...rows]).estimate).toBeLessThan(20_100)
})

test('another branch: the last request that is on it', () => {
  const { estimate } = estimateOf([
    prompt('u1'),
    used('a1', 20_000, 10),
    user('u2', words(40_000)),
    used('a2', 32_000, 10),
    prompt('u3', { parent: 'a1' }),
    last('a3'),
  ])
  expect(estimate).toBeLessThan(20_200)
})

describe('a compaction', () => {
  const before = [prompt('u1'), ...rounds(20)]

  test('before the first request since: the base and the price, not the figures from before', () => {
    const { estimate, method } = estimateOf([...before, boundary('b'), summaryOf('s')])
    expect(estimate).toBeGreaterThan(19_000)
    expect(estimate).toBeLessThan(21_000)
    expect(method).toContain('no recorded request has this history')
  })

  test('kept rows have figures of another history (N32)', () => {
    const kept = { preservedMessages: { anchorUuid: 's', uuids: ['a19', 'r19'], allUuids: ['a19', 'r19'] } }
    const { estimate } = estimateOf([...before, boundary('b', kept), summaryOf('s')])
    expect(estimate).toBeLessThan(23_000)
  })

  test('since the first request after it: its figures', () => {
    const { estimate } = estimateOf([...before, boundary('b'), summaryOf('s'), prompt('u2'), used('x', 31_000, 10)])
    expect(estimate).toBe(31_010)
  })
})

describe('a change, at the price of the original', () => {
  const original = [prompt('u1'), ...rounds(20), last('z')]

  test('results taken out', () => {
    const whole = estimateOf(original).estimate
    const stripped = original.flat().map(line => {
      const uuid = String(line['uuid'])
      return uuid.startsWith('r') ? user(uuid, [answers(uuid.replace('r', 'c'), '[stripped]')]) : line
    })
    const { estimate } = estimateOf(stripped, original)
    expect(whole).toBeGreaterThan(43_000)
    expect(estimate).toBeLessThan(whole - (20 * 3500) / 4)
    expect(estimate).toBeGreaterThan(20_000)
  })

  test('half of the turns', () => {
    const half = original.flat().slice(0, 21)
    expect(Math.abs(estimateOf(half, original).estimate - 32_000) / 32_000).toBeLessThan(0.05)
  })
})

test('thinking of another model is not sent, and not counted', () => {
  const signed = { ...thinking(''), signature: 's'.repeat(8000) }
  const lines = [
    prompt('u1'),
    answer('a1', { model: 'claude-opus-4-6', blocks: [signed, text('so')], usage: { input_tokens: 20_000 } }),
    prompt('u2'),
  ]
  const same = estimateOf([...lines, last('a2', { model: 'claude-opus-4-6' })]).estimate
  const other = estimateOf([...lines, last('a2', { model: 'claude-sonnet-4-6' })]).estimate
  expect(same - other).toBeGreaterThan(1000)
})

test('a session without figures says so', () => {
  expect(estimateOf([prompt('u1'), last('a1')])).toMatchObject({
    error: 0.45,
    method: expect.stringContaining('assumed'),
  })
})
