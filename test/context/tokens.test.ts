// The token estimate from figures and weights that are written out here, so that every expected number can be worked
// out by hand: a unit of weight is one token unless the session's steps say otherwise.

import { describe, expect, test } from 'vitest'
import { calibrate, estimateTokens, type WeighedMessage } from '../../src/context/tokens.js'
import { recordedRequests } from '../../src/context/tokens-requests.js'
import type { RecordedRequest } from '../../src/context/tokens-steps.js'
import { NONE } from '../../src/conversation/rows.js'
import { answer, boundary, type Line, last, prompt, read, side, summaryOf, text } from '../conversation/lines.js'

const OPUS = 1
const HAIKU = 2

const request = (row: number, prompt: number, weightBefore: number, more: Partial<RecordedRequest> = {}) => ({
  row,
  model: OPUS,
  prompt,
  output: undefined,
  weight: 100,
  weightBefore,
  ...more,
})
const said = (weight: number, newestRow: number, more: Partial<WeighedMessage> = {}): WeighedMessage => ({
  weight,
  storedWeight: weight,
  newestRow,
  request: undefined,
  ...more,
})
const answered = (one: RecordedRequest, more: Partial<WeighedMessage> = {}): WeighedMessage =>
  said(one.weight, one.row, { request: one, ...more })
const estimate = (sent: readonly WeighedMessage[], requests: readonly RecordedRequest[], model = OPUS) =>
  estimateTokens(sent, calibrate(sent, requests, model))

/** A prompt of 200, then answers of 100 and results of 900, at `rate` tokens a unit over a base of 20,000. */
function session(steps: number, rate = 1): { sent: WeighedMessage[]; requests: RecordedRequest[] } {
  const sent = [said(200, 0)]
  const requests: RecordedRequest[] = []
  for (let step = 0; step < steps; step++) {
    const before = 200 + step * 1000
    const one = request(step * 2 + 1, 20_000 + rate * before, before)
    requests.push(one)
    sent.push(answered(one), said(900, step * 2 + 2))
  }
  return { sent, requests }
}

describe('the last request that had this history', () => {
  test('with its answer as counted and what came after it', () => {
    const one = request(1, 20_300, 300, { output: 70 })
    const { estimate: tokens, method } = estimate([said(300, 0), answered(one), said(50, 2)], [one])
    expect(tokens).toBe(20_300 + 70 + 50)
    expect(method).toBe(
      'calibrated on one request of this session: 20,000 tokens of system prompt and tools, 3.2 bytes per token; ' +
        'the last request had 20,300 tokens, its answer 70',
    )
  })

  test('with its answer weighed where the stream was not counted to its end', () => {
    const one = request(1, 20_300, 300)
    expect(estimate([said(300, 0), answered(one)], [one]).estimate).toBe(20_300 + 100)
  })

  test('with its answer weighed where most of it was thinking that is not there', () => {
    const one = request(1, 20_300, 300, { output: 9000 })
    expect(estimate([said(300, 0), answered(one)], [one]).estimate).toBe(20_300 + 100)
  })

  test('what the client has cut since then is taken off (B2)', () => {
    const one = request(2, 30_000, 5000)
    const sent = [said(200, 0), said(30, 1, { storedWeight: 4800 }), answered(one)]
    expect(estimate(sent, [one]).estimate).toBe(30_000 + 100 - 4770)
  })

  test('not one that was kept across a compaction: younger rows stand before it (N32)', () => {
    const kept = request(3, 140_000, 120_000)
    const first = request(1, 20_200, 200)
    const { estimate: tokens, method, error } = estimate([said(1000, 10), answered(kept)], [first, kept])
    expect(tokens).toBe(20_000 + 1000 + 100)
    expect(method).toContain('no recorded request has this history')
    expect(error).toBe(0.2)
  })

  test('the model asked comes before others, whose tools and tokens are others', () => {
    const opus = request(1, 20_200, 200)
    const haiku = request(3, 9000, 400, { model: HAIKU })
    const sent = [said(200, 0), answered(opus), said(100, 2), answered(haiku)]
    expect(estimate(sent, [opus, haiku], OPUS).estimate).toBe(20_200 + 100 + 200)
    expect(estimate(sent, [opus, haiku], HAIKU).estimate).toBe(9000 + 100)
  })
})

describe('the price', () => {
  test.each([1, 0.8, 1.4])('is the one of the session’s own steps: %s', rate => {
    const { sent, requests } = session(12, rate)
    const more = said(10_000, 99)
    const tokens = estimate([...sent, more], requests).estimate
    expect(tokens).toBe(Math.round(20_000 + rate * (12_200 + 10_000)))
  })

  test('steps that make the prompt smaller tell nothing', () => {
    const { sent, requests } = session(12, 1.4)
    const cut = request(60, 8000, 12_300)
    const again = request(62, 8000 + 1400, 13_300)
    const tokens = estimate([...sent, answered(cut), said(900, 61), answered(again)], [...requests, cut, again])
    expect(tokens.estimate).toBe(9400 + 140)
  })

  test('one strange step does not move it', () => {
    const { sent, requests } = session(12)
    const strange = request(60, 52_000, 13_200)
    const tokens = estimate([...sent, answered(strange), said(1000, 61)], [...requests, strange])
    expect(tokens.estimate).toBe(52_000 + 100 + 1000)
  })

  test('the error is that of predicting each request from those before it', () => {
    const { requests } = session(20)
    expect(calibrate([], requests, OPUS).error).toBe(0.2)
    const { sent } = session(20)
    expect(calibrate(sent, requests, OPUS).error).toBe(0.01)
    const uneven = requests.map((one, at) => ({ ...one, prompt: one.prompt + (at % 2) * 4000 }))
    const recorded = sent.map(one =>
      one.request ? { ...one, request: uneven.find(({ row }) => row === one.request!.row) } : one,
    )
    // Every second request has 4,000 tokens that nothing in the file explains.
    expect(calibrate(recorded, uneven, OPUS).error).toBeGreaterThan(0.08)
  })
})

describe('figures that are not those of this history', () => {
  test('none at all: assumed, and said so', () => {
    const { estimate: tokens, method, error } = estimate([said(1000, 0)], [])
    expect([tokens, error]).toEqual([27_000, 0.45])
    expect(method).toContain('no request in this session has token counts')
  })

  test('counted without the cache: as none', () => {
    const { sent, requests } = session(6)
    const tiny = requests.map(one => ({ ...one, prompt: 4 }))
    const recorded = sent.map(one => ({
      ...one,
      request: one.request && tiny.find(({ row }) => row === one.request!.row),
    }))
    expect(estimate(recorded, tiny).method).toContain('no request in this session has token counts')
  })

  test('a few counted without the cache are passed over', () => {
    const { sent, requests } = session(6)
    const broken = request(60, 4, 6200)
    const tokens = estimate([...sent, answered(broken)], [...requests, broken])
    expect(tokens.estimate).toBe(20_000 + 6200 + 100)
  })

  test('results stripped from the file since: weighed, not taken from the figures', () => {
    const { requests } = session(30)
    const stripped = requests.map((one, at) => ({ ...one, weightBefore: 200 + at * 130 }))
    const sent = [said(200, 0), ...stripped.flatMap(one => [answered(one), said(30, one.row + 1)])]
    const { estimate: tokens, method } = estimate(sent, stripped)
    expect(method).toContain('the file has less content than its requests')
    expect(tokens).toBeLessThan(30_000)
    expect(tokens).toBeGreaterThan(23_000)
  })
})

test('a changed session at the price of the original', () => {
  const { sent, requests } = session(40)
  const original = calibrate(sent, requests, OPUS)
  expect(estimateTokens(sent, original).estimate).toBe(60_200)
  const without = sent.filter(one => one.request !== undefined || one.newestRow === 0)
  expect(estimateTokens(without, original).estimate).toBe(60_200 - 40 * 900)
  expect(estimateTokens([], original).estimate).toBe(20_000)
})

describe('requests of a session', () => {
  const used = (uuid: string, input: number, output: number, more: Line = {}): Line =>
    answer(uuid, { usage: { input_tokens: input, output_tokens: output }, ...more })
  const requestsOf = (...lines: readonly (Line | readonly Line[])[]) =>
    recordedRequests(read(...lines), () => 10).map(({ row, prompt, output, weight, weightBefore }) => [
      row,
      prompt,
      output,
      weight,
      weightBefore,
    ])

  test('one a message id, with all that was sent: read from the cache, written to it, and new', () => {
    const usage = { input_tokens: 4, cache_read_input_tokens: 1000, cache_creation_input_tokens: 200, output_tokens: 9 }
    const lines = [
      prompt('u1'),
      answer('a1', { message: 'm', usage, stop: 'end_turn' }),
      answer('a2', { message: 'm', usage, stop: 'end_turn' }),
      prompt('u2'),
      last('a3', { usage: { ...usage, cache_read_input_tokens: 1200 } }),
    ]
    expect(requestsOf(...lines)).toEqual([
      [1, 1204, 9, 20, 10],
      [4, 1404, 9, 10, 40],
    ])
  })

  test('an answer without a stop reason has no final output figure (D2)', () => {
    expect(requestsOf(prompt('u1'), used('a1', 500, 1))).toEqual([[1, 500, undefined, 10, 10]])
  })

  test('none for the client’s own messages, for subagents, and without figures', () => {
    const lines = [
      prompt('u1'),
      side(used('s1', 700, 5)),
      used('a1', 900, 5, { model: '<synthetic>' }),
      answer('a2', { blocks: [text('no figures')] }),
    ]
    expect(requestsOf(...lines)).toEqual([])
  })

  test('what subagents said is no part of the history; a compaction begins a new one', () => {
    const lines = [prompt('u1'), side(prompt('s1'), prompt('s2')), prompt('u2'), used('a1', 900, 5)]
    expect(requestsOf(...lines)).toEqual([[4, 900, undefined, 10, 20]])
    const compacted = [...lines, boundary('b1'), summaryOf('c1'), prompt('u3'), used('a2', 400, 5)]
    expect(requestsOf(...compacted)).toEqual([
      [4, 900, undefined, 10, 20],
      [8, 400, undefined, 10, 20],
    ])
  })
})

test('messages that the client wrote have no row', () => {
  const one = request(1, 20_300, 300)
  expect(estimate([said(300, 0), answered(one), said(8, NONE)], [one]).estimate).toBe(20_408)
})
