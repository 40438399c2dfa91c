// Every code of the tree: a good session without it, the same one damaged with it and nothing else, at its line.

import { describe, expect, test } from 'vitest'
import { TREE_CODES } from '../../src/check/codes/tree.js'
import { check, checkEntries, codesOf } from './damaged.js'
import { TREE_FIXTURES } from './fixtures.js'

test('every code has a fixture, and no other', () => {
  expect(Object.keys(TREE_FIXTURES).toSorted()).toEqual(Object.keys(TREE_CODES).toSorted())
})

describe.each(Object.entries(TREE_FIXTURES))('%s', (code, fixtures) => {
  test.each(fixtures)('$rule', ({ good, damaged, line, says }) => {
    expect(codesOf(checkEntries(good))).toEqual([])
    const found = checkEntries(damaged)
    expect(codesOf(found)).toEqual([`${code}:${line}`])
    expect(found[0]!.severity).toBe(TREE_CODES[code as keyof typeof TREE_CODES].severity)
    if (says) expect(found[0]!.message).toMatch(says)
  })
})

test('every code cites its rule, and says what to do', () => {
  for (const [code, { effect, cause, remedy, title, rules }] of Object.entries(TREE_CODES)) {
    expect(rules.join(' '), code).toMatch(/\b(R-[A-Z]\d+|N\d+|A\d\.\d+|B1|D\d+)\b/)
    for (const words of [cause, effect, remedy, title]) expect(words.length, code).toBeGreaterThan(5)
  }
})

test('a walk that begins and ends in a subagent is told, and ends', () => {
  const row = (uuid: string, parentUuid: string | null, type: string, isSidechain: boolean) => ({
    ...{ uuid, parentUuid, type, isSidechain, timestamp: 'never', sessionId: 's', version: '2.1.45' },
    message: { role: type, id: `m-${uuid}`, model: 'claude-opus-4-6', content: [{ type: 'text', text: uuid }] },
  })
  const rows = [
    row('a', null, 'user', true),
    row('b', 'a', 'assistant', false),
    row('c', 'b', 'user', false),
    row('d', 'c', 'assistant', true),
  ]
  for (const lines of [rows, rows.slice(0, 3), [...rows, row('e', 'd', 'system', false)]])
    expect(Array.isArray(checkEntries(lines))).toBe(true)
})

test('of two timestamps the last one counts, as in JSON.parse', () => {
  const entry = (times: string): string =>
    `{"uuid":"a","parentUuid":null,"type":"user","sessionId":"s",${times},"message":{"role":"user","content":"q"}}`
  const [number, text, bad] = [
    '"timestamp":1767348006000',
    '"timestamp":"2026-01-02T10:00:06.000Z"',
    '"timestamp":"no"',
  ]
  const found = (...times: readonly string[]): readonly string[] =>
    check(new TextEncoder().encode(`${entry(times.join(','))}\n`))
      .filter(({ code }) => code.startsWith('timestamp-'))
      .map(({ message }) => message.split(' on ')[0]!)
  expect(found(number)).toEqual(['timestamp is a number'])
  expect(found(text, number)).toEqual(['timestamp is a number'])
  expect(found(number, text)).toEqual([])
  expect(found(bad, text)).toEqual([])
  expect(found(text, bad)).toEqual(['invalid timestamp'])
})
