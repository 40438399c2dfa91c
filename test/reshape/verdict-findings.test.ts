// Which findings of a result are news: findings made by hand, beside sessions that are sound.

import { describe, expect, test } from 'vitest'
import type { Finding } from '../../src/format/finding.js'
import type { Plan, Promises } from '../../src/reshape/plan/plan.js'
import { verify } from '../../src/reshape/verdict/verify.js'
import { a, session as rowsOf, u } from '../client/experiments/builders.js'
import { examine, folderOf, idIn } from './in-memory.js'

const ROWS = [
  u('u1', null, 'the first prompt'),
  a('a1', 'u1', 'm1', 'the first answer'),
  u('u2', 'a1', 'the second prompt'),
  a('a2', 'u2', 'm2', 'the second answer'),
  u('x1', 'a1', 'a branch that was left'),
  a('x2', 'x1', 'm3', 'an answer there'),
  u('u3', 'a2', 'the third prompt'),
  a('a3', 'u3', 'm4', 'the third answer'),
]
const bytes = rowsOf(ROWS)
const sound = examine(bytes, folderOf(idIn(bytes)))

const found = (code: string, line?: number, more: Partial<Finding> = {}): Finding =>
  ({ code, severity: 'loses', message: `${code} here`, ...(line === undefined ? {} : { line }), ...more }) as Finding

interface Case {
  readonly promises?: Partial<Promises>
  readonly rows?: readonly number[]
}

function verdictOf(before: readonly Finding[], after: readonly Finding[], { promises, rows }: Case = {}) {
  const plan = {
    changes: { edits: [], sideFiles: [] },
    promises: { context: 'same', gone: new Set(), rewritten: new Set(), thinking: true, ...promises },
    named: { leftOut: new Set() },
    sourceRows: Int32Array.from(rows ?? ROWS.map((_, at) => at)),
  } as unknown as Plan
  const evidence = { unaccounted: [], folder: undefined }
  return verify(plan, { before: { ...sound, findings: before }, after: { ...sound, findings: after }, ...evidence })
}

const news = (...args: Parameters<typeof verdictOf>): readonly string[] =>
  verdictOf(...args).findings.map(({ code, line }) => `${code} ${line ?? '-'}`)

describe('by code and entry', () => {
  test('what was there is no news, what was not is told', () => {
    expect(news([], [])).toEqual([])
    expect(news([found('x', 2)], [found('x', 2)])).toEqual([])
    expect(news([], [found('x', 2)])).toEqual(['x 2'])
    expect(news([found('x', 2)], [found('x', 3)])).toEqual(['x 3'])
    expect(news([found('x', 2)], [found('y', 2)])).toEqual(['y 2'])
    expect(news([found('x')], [found('x')])).toEqual([])
    expect(news([found('x', 2)], [found('x')])).toEqual(['x -'])
  })

  test('as often as it was', () => {
    expect(news([found('x', 2)], [found('x', 2), found('x', 2)])).toEqual(['x 2'])
    expect(news([found('x', 2), found('x', 2)], [found('x', 2), found('x', 2)])).toEqual([])
  })

  test('by the entry, wherever its line is now', () => {
    const rows = [1, 0, 2, 3, 4, 5, 6, 7]
    expect(news([found('x', 1)], [found('x', 2)], { rows })).toEqual([])
    expect(news([found('x', 1)], [found('x', 1)], { rows })).toEqual(['x 1'])
    // A new entry has nothing to answer for it.
    const added = [-1, 0, 2, 3, 4, 5, 6, 7]
    expect(news([found('x', 2)], [found('x', 1)], { rows: added })).toEqual([])
    expect(news([], [found('x', 1)], { rows: added })).toEqual(['x 1'])
  })

  test('damage that is no entry stays where it is', () => {
    expect(news([found('x', 99)], [found('x', 98)])).toEqual([])
    expect(news([found('x', 99)], [found('x', 98), found('x', 97)])).toEqual(['x 97'])
    expect(news([], [found('x', 98)])).toEqual(['x 98'])
  })

  test('the sentence names the line, where there is one', () => {
    expect(verdictOf([], [found('x', 2), found('y')]).broken).toEqual([
      'the result would have a new problem: x on line 2: x here',
      'the result would have a new problem: y: y here',
    ])
  })
})

const OF_THE_WHOLE = [
  'parent-missing',
  'parent-missing-aside',
  'parent-bridged',
  'parent-null',
  'agent-missing',
  'backup-missing',
  'output-elsewhere',
  'session-id-mixed',
  'session-id-differs',
  'unknown-field',
  'unknown-type',
  'parent-forward',
  'timestamp-bad',
  'timestamp-tip',
  'tool-results-parallel',
]

test.each(OF_THE_WHOLE)('%s is about the session as a whole: the entry that it names is the first of several', code => {
  expect(news([found(code, 2)], [found(code, 3)])).toEqual([])
  expect(news([], [found(code, 3)])).toEqual([`${code} 3`])
  expect(news([found(code, 2)], [found(code, 2), found(code, 3)])).toEqual([`${code} 3`])
})

const OF_THE_END = [
  'tool-call-pending',
  'tool-results-parallel',
  'tool-reference',
  'tool-result-repeated',
  'thinking-other-model',
  'parent-bridged',
  'checkpoint-rewound',
  'parent-missing-aside',
]

describe('where a session is made to end elsewhere', () => {
  const leaf = { promises: { leaf: 7 } }

  test.each(OF_THE_END)('%s comes with that', code => {
    expect(news([], [found(code, 2)], leaf)).toEqual([])
    expect(news([], [found(code, 2)])).toEqual([`${code} 2`])
  })

  test('what was not sent was wrong before', () => {
    expect(news([], [found('x', 6)], leaf)).toEqual([])
    expect(news([], [found('x', 2)], leaf)).toEqual(['x 2'])
    expect(news([], [found('x')], leaf)).toEqual(['x -'])
    expect(news([], [found('x', 6)])).toEqual(['x 6'])
  })
})

describe('the same trouble by another name', () => {
  test.each([
    ['output-missing', 'output-elsewhere'],
    ['line-cut', 'line-half'],
  ])('%s and %s', (one, other) => {
    expect(news([found(one, 2)], [found(other, 2)])).toEqual([])
    expect(news([found(other, 2)], [found(one, 2)])).toEqual([])
    expect(news([], [found(other, 2)])).toEqual([`${other} 2`])
  })

  test('agents of the client’s own are told where no other agent is there, whose calls may have gone', () => {
    expect(news([], [found('agent-unlinked')])).toEqual(['agent-unlinked -'])
    for (const context of ['words', 'rest'] as const)
      expect(news([], [found('agent-unlinked')], { promises: { context } })).toEqual([])
  })

  test('a block that had a worse finding as long as it was sent', () => {
    expect(news([found('x', 2)], [found('block-not-sent', 2)])).toEqual([])
    expect(news([found('x', 3)], [found('block-not-sent', 2)])).toEqual(['block-not-sent 2'])
    expect(news([found('x', 2)], [found('other', 2)])).toEqual(['other 2'])
    expect(news([found('x', 98)], [found('block-not-sent', 98)])).toEqual(['block-not-sent 98'])
  })

  test('what hung on nothing but what is cut begins the conversation', () => {
    const gone = { promises: { context: 'rest', gone: new Set([1]) } } as const
    expect(news([], [found('parent-null', 3)], gone)).toEqual([])
    expect(news([], [found('parent-null', 2)], gone)).toEqual(['parent-null 2'])
    expect(news([], [found('parent-null', 3)])).toEqual(['parent-null 3'])
    expect(news([], [found('x', 3)], gone)).toEqual(['x 3'])
  })
})

describe('of a repair', () => {
  const mended = { promises: { context: 'mended', mended: new Set<number>() } } as const

  test('nothing worse than cosmetic', () => {
    expect(news([], [found('x', 2, { severity: 'cosmetic' })], mended)).toEqual([])
    expect(news([], [found('x', 2)], mended)).toEqual(['x 2'])
  })

  test.each([
    'request-too-large',
    'agent-missing',
    'output-missing',
    'backup-missing',
    'parent-null',
    'compaction-no-summary',
  ])('%s comes with history that is there again', code => {
    expect(news([], [found(code, 2)], mended)).toEqual([])
    expect(news([], [found(code, 2)])).toEqual([`${code} 2`])
  })
})
