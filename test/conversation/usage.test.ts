// Tokens: every message once, synthetic ones never; cache writes by their lifetime.

import { describe, expect, test } from 'vitest'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { contextTokens, contextWindow, sumUsage } from '../../src/conversation/usage.js'
import { answer, bytesOf, type Line, last, prompt, queuedCommand, read, side, text } from './lines.js'

const total = (...lines: readonly (Line | readonly Line[])[]) => {
  const { messages, rows } = read(prompt('u1'), ...lines)
  return sumUsage(messages, rows.names)
}
const said = (uuid: string, usage: Line, more: { message?: string; model?: string; stop?: string } = {}): Line =>
  answer(uuid, { usage, blocks: [text(uuid)], ...more })
const writes = (total: number, short?: number, long?: number): Line => ({
  cache_creation_input_tokens: total,
  ...(short === undefined
    ? {}
    : { cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long } }),
})

test('a message of three entries counts once', () => {
  const usage = { input_tokens: 3, output_tokens: 50, cache_read_input_tokens: 700 }
  const found = total(...['a1', 'a2', 'a3'].map(uuid => said(uuid, usage, { message: 'm', stop: 'tool_use' })))
  expect([found.inputTokens, found.outputTokens, found.cacheReadTokens]).toEqual([3, 50, 700])
})

test('messages add up, those of sidechains too', () => {
  const found = total(
    said('a1', { output_tokens: 5 }),
    said('a2', { output_tokens: 7 }),
    side(said('p1', { output_tokens: 11 })),
  )
  expect(found.outputTokens).toBe(23)
})

test('synthetic messages are in no figure', () => {
  const usage = {
    input_tokens: 9,
    output_tokens: 9,
    service_tier: 'standard',
    server_tool_use: { web_search_requests: 9 },
  }
  expect(total(said('a1', usage, { model: '<synthetic>' }))).toEqual(total())
})

describe('cache writes', () => {
  test.each<readonly [string, Line, number, number]>([
    ['both lifetimes', writes(130, 30, 100), 30, 100],
    ['one hour only', writes(100, 0, 100), 0, 100],
    ['no breakdown: five minutes', writes(40), 40, 0],
    [
      'the breakdown without the total',
      { cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 6 } },
      4,
      6,
    ],
    ['null', { cache_creation_input_tokens: null, cache_creation: null }, 0, 0],
    ['none', {}, 0, 0],
  ])('%s', (_, usage, short, long) => {
    const found = total(said('a1', usage))
    expect([found.cacheWrite5mTokens, found.cacheWrite1hTokens]).toEqual([short, long])
  })
})

test('web searches and fetches, service tiers', () => {
  const server = (searches: number, fetches: number): Line => ({
    server_tool_use: { web_search_requests: searches, web_fetch_requests: fetches },
  })
  const found = total(
    said('a1', { ...server(2, 1), service_tier: 'standard' }),
    said('a2', { ...server(1, 0), service_tier: 'standard' }),
    said('a3', { service_tier: 'priority' }),
    said('a4', { service_tier: null }),
    said('a5', { service_tier: '__proto__' }),
  )
  expect([found.webSearches, found.webFetches]).toEqual([3, 1])
  expect(Object.entries(found.serviceTiers)).toEqual([
    ['standard', 2],
    ['priority', 1],
    ['__proto__', 1],
  ])
})

test('figures that are no counts are 0', () => {
  const odd = {
    input_tokens: 'many',
    output_tokens: [7],
    cache_read_input_tokens: {},
    cache_creation_input_tokens: true,
  }
  const found = total(said('a1', odd), said('a2', { output_tokens: 1.5e2 }))
  expect([found.inputTokens, found.outputTokens, found.cacheReadTokens, found.cacheWrite5mTokens]).toEqual([
    0, 150, 0, 0,
  ])
})

test('the context after a message: all that was read, and what was written', () => {
  const usage = { input_tokens: 4, output_tokens: 10, cache_read_input_tokens: 1000, ...writes(130, 30, 100) }
  expect(contextTokens(read(prompt('u1'), said('a1', usage)).messages[0]!.usage!)).toBe(1144)
})

test('the window', () => {
  expect(contextWindow('claude-opus-4-6', 150_000)).toBe(200_000)
  expect(contextWindow('claude-opus-4-6[1m]', 1)).toBe(1_000_000)
  expect(contextWindow('claude-opus-4-6', 300_000)).toBe(1_000_000)
})

test('context and tokens of each turn, from the session’s own figures', () => {
  const bytes = bytesOf(
    prompt('u1'),
    said('a1', { input_tokens: 100, output_tokens: 10 }),
    side(said('p1', { input_tokens: 5, output_tokens: 1 })),
    last('a2', { parent: 'a1', usage: { input_tokens: 200, output_tokens: 20 } }),
    said('e1', { input_tokens: 1, output_tokens: 1 }, { model: '<synthetic>' }),
    prompt('u2'),
    queuedCommand('q1', 'more'),
    said('a3', { input_tokens: 300, output_tokens: 30 }),
  )
  const { turns } = sessionTurns(inMemory(bytes), { all: false })
  expect(turns.map(turn => [turn.kind, turn.contextTokens, turn.tokens])).toEqual([
    ['prompt', 220, 31],
    ['prompt', null, 0],
    ['queued', 330, 30],
  ])
  expect(turns.map(turn => turn.lines)).toEqual([
    [1, 5],
    [6, 6],
    [7, 8],
  ])
})
