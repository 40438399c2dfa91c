// Damaged lines are told with the severity that the reader gives them.

import { expect, test } from 'vitest'
import { LINE_CODES } from '../../src/check/codes/lines.js'
import { last, prompt } from '../conversation/lines.js'
import { check, codesOf, encode, session } from './damaged.js'
import { bytesOf, good, LINE_FIXTURES } from './line-fixtures.js'

test('every code has a fixture, and no other', () => {
  expect(Object.keys(LINE_FIXTURES).toSorted()).toEqual(Object.keys(LINE_CODES).toSorted())
})

test('the good session has none', () => expect(codesOf(check(encode(good)))).toEqual([]))

test.each(Object.entries(LINE_FIXTURES))('%s', (code, [bytes, line, options]) => {
  const found = check(bytes, options)
  expect(codesOf(found)).toEqual([`${code}:${line}`])
  expect(found[0]!.severity).toBe(LINE_CODES[code as keyof typeof LINE_CODES].severity)
})

test('what the client skips with its line is missing for it, though we read it (R-F1, N1)', () => {
  const far = session(
    prompt('u1'),
    last('a1'),
    prompt('u2'),
    last('a2', { more: { timestamp: '2026-01-02T11:00:00.000Z' } }),
  )
  const text = far.map(entry => JSON.stringify(entry))
  const glued = bytesOf(`${[text[0], text[1]! + text[2]!, text[3], ''].join('\n')}`)
  const found = check(glued)
  expect(codesOf(found)).toEqual(['line-glued:2', 'parent-missing:3'])
  expect(found[1]!.message).toMatch(/parent is on line 2, which the client skips; .*: 3 entries/)
})
