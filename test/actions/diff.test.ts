// What two histories differ in, against lines written by hand.

import { describe, expect, test } from 'vitest'
import { align } from '../../src/actions/context/align.js'
import { type DiffReport, diffSessions } from '../../src/actions/context/diff.js'
import { diffSchema } from '../../src/actions/schemas.js'
import { readingInMemory } from '../../src/actions/session/open-reading.js'
import { presentDiff } from '../../src/present/diff.js'
import { paint } from '../../src/present/paint.js'
import { answer, answers, bytesOf, type Line, prompt, text, thinking, use, user } from '../conversation/lines.js'

function diff(a: readonly Line[], b: readonly Line[]): DiffReport {
  const side = (lines: readonly Line[]) => ({ open: readingInMemory(bytesOf(lines)), wishes: {} })
  const report = diffSessions(side(a), side(b))
  expect(diffSchema.parse(report)).toEqual(report)
  return report
}

const brief = ({ changes }: DiffReport) =>
  changes.map(({ kind, role, type, a, b }) => [kind, role, type, a?.line ?? null, b?.line ?? null])

const model = 'claude-opus-5-5'
const session = (output: string, ...more: readonly Line[]) => [
  prompt('u1'),
  answer('a1', { message: 'm1', blocks: [thinking('first')], model }),
  answer('a2', { message: 'm1', blocks: [use('x')], model }),
  user('r1', [answers('x', output)]),
  answer('a3', { blocks: [thinking('second'), text('done')], model }),
  ...more,
]

test('the same', () => {
  const report = diff(session('out'), session('out'))
  expect([report.changes, report.same, report.thinking]).toEqual([[], 6, null])
})

test('a result that was cut is the same block, shortened; the thinking after it is void, not that before (A0)', () => {
  const report = diff(session('a long output '.repeat(50)), session('[cut]'))
  expect(brief(report)).toEqual([['shortened', 'user', 'tool_result', 4, 4]])
  expect(report.changes[0]!.tokens).toBeLessThan(-100)
  expect(report.thinking).toEqual({ from: 2, blocks: 1, firstMessage: 3, checked: true })
})

test('what was added at the end voids nothing', () => {
  const report = diff(session('out'), session('out', prompt('u2'), answer('a4', { model })))
  expect(brief(report)).toEqual([
    ['added', 'user', 'text', null, 6],
    ['added', 'assistant', 'text', null, 7],
  ])
  expect(report.thinking).toBeNull()
})

test('a call and its result that were taken out', () => {
  const without = session('out').filter((_, index) => index !== 2 && index !== 3)
  const report = diff(session('out'), [...without.slice(0, 2), { ...without[2]!, parentUuid: 'a1' }])
  expect(brief(report)).toContainEqual(['removed', 'assistant', 'tool_use', 3, null])
  expect(brief(report)).toContainEqual(['removed', 'user', 'tool_result', 4, null])
  expect(brief(report).filter(([kind]) => kind === 'added')).toEqual([])
})

test('a prompt with other words is changed, not removed and added', () => {
  const other = session('out').with(0, user('u1', 'say something longer'))
  expect(brief(diff(session('out'), other))).toEqual([['lengthened', 'user', 'text', 1, 1]])
})

test('the lines on a terminal', () => {
  const lines = [
    ...presentDiff(diff(session('a long output '.repeat(50)), session('[cut]')), {
      width: 90,
      paint: paint(false),
      now: 0,
    }),
  ]
  expect(lines.find(line => line.startsWith('shortened'))).toMatch(
    /shortened +user +tool_result +2\.0 line 4 +2\.0 line 4 +-\d+/,
  )
  expect(lines.at(-3)).toMatch(/^1 shortened: about -\d+ tokens; 5 blocks unchanged\.$/)
  expect(lines.slice(-2)).toEqual([
    'b differs starting at message 2, so 1 thinking block starting at message 3 is no longer',
    'valid: the API rejects or drops them.',
  ])
})

describe('aligning', () => {
  const letters = (a: string, b: string) =>
    align([...a], [...b])
      .map(pair => a[pair.a])
      .join('')

  test.each([
    ['abc', 'abc', 'abc'],
    ['abc', '', ''],
    ['axbxc', 'abc', 'abc'],
    ['abcdef', 'abxdef', 'abdef'],
    ['aab', 'ab', 'ab'],
    ['abcd', 'dabc', 'abc'],
  ])('%s and %s share %s', (a, b, shared) => {
    expect(letters(a, b)).toBe(shared)
  })

  test('50,000 in another order, in a moment', () => {
    const a = Array.from({ length: 50_000 }, (_, index) => String(index))
    const b = a.toReversed()
    expect(align(a, b)).toHaveLength(1)
  })
})
