// What is not sent, and why, in sessions written out by hand: stretches of neighbouring entries with one reason.

import { expect, test } from 'vitest'
import { findContext, readForContext } from '../../src/context/index.js'
import {
  a,
  apiError,
  att,
  boundary,
  call,
  lastPrompt,
  progress,
  type Row,
  r,
  session,
  summaryOf,
  sys,
  think,
  u,
} from '../client/experiments/builders.js'

/** `lines: why`, in the order of the file; entries that are sent stand in no line of it. */
function left(rows: readonly Row[]): readonly string[] {
  const reading = readForContext(session(rows))
  const { omitted } = findContext(reading, { client: '2.1.325' })
  return omitted.map(
    ({ rows: list, why }) => `${list.map(row => reading.conversation.rows.line[row]).join(' ')}: ${why}`,
  )
}

const turn = [u('u1', null, 'one'), a('a1', 'u1', 'm1', 'two')]

test('nothing is left out of a plain session', () => {
  expect(left([...turn, u('u2', 'a1', 'three'), a('a2', 'u2', 'm2', 'four')])).toEqual([])
})

test('a branch that was given up, and rows that never speak', () => {
  const rows = [
    ...turn,
    u('u2', 'a1', 'left'),
    a('a2', 'u2', 'm2', 'left reply'),
    u('u3', 'a1', 'new'),
    progress('p1', 'u3'),
    sys('s1', 'p1', 'turn_duration'),
    att('t1', 's1', 'date', { date: '2026-06-01' }),
    apiError('e1', 't1'),
    a('a3', 'e1', 'm3', 'new reply'),
  ]
  expect(left(rows)).toEqual([
    '3 4: abandoned branch',
    '6: progress',
    '7: bookkeeping',
    "8: attachment: the client's own reminder",
    '9: API error',
  ])
})

test('history before a compaction, whatever branch it was on', () => {
  const rows = [
    ...turn,
    u('x1', 'a1', 'given up'),
    u('u2', 'a1', 'three'),
    boundary('c1', null),
    summaryOf('k1', 'c1'),
    u('u3', 'k1', 'five'),
  ]
  expect(left(rows)).toEqual(['1 2 3 4: before compaction', '5: bookkeeping'])
})

test('history that a missing parent cuts off, and one that a null parent does', () => {
  const broken = [...turn, u('u2', 'gone', 'three', { at: 60 }), a('a2', 'u2', 'm2', 'four')]
  expect(left(broken)).toEqual(['1 2: cut off by a missing parent at line 3'])
  const rootless = [...turn, u('u2', null, 'three'), a('a2', 'u2', 'm2', 'four')]
  expect(left(rootless)).toEqual(['1 2: cut off at line 3, which has no parent'])
})

test('a subagent, a row without a message, a line that the client passes over', () => {
  const rows = [
    ...turn,
    u('x1', null, 'SIDE', { isSidechain: true }),
    { ...u('n1', 'a1', 'x'), message: undefined },
    u('u2', 'a1', 'three'),
  ]
  expect(left(rows)).toEqual(['3: subagent', '4: no message'])
  const damaged = left([...turn, `xx ${JSON.stringify(u('u2', 'a1', 'three'))}`])
  expect(damaged).toEqual(['3: on a damaged line that the client skips'])
})

test('answers and results that fall out', () => {
  const rows = [
    ...turn,
    u('u2', 'a1', 'three'),
    a('h1', 'u2', 'm2', [think('alone')]),
    a('x1', 'h1', 'm3', [call('x')]),
    u('u3', 'x1', 'four'),
    a('a3', 'u3', 'm4', [call('y')]),
    r('r1', 'a3', 'y'),
    r('r2', 'r1', 'y', 'again'),
    r('r3', 'r2', 'gone'),
    a('h2', 'r3', 'm5', [think('foreign')], { message: { model: 'claude-opus-4-6' } }),
    a('a4', 'h2', 'm5', 'five'),
  ]
  expect(left(rows)).toEqual([
    '4: answer without text: only thinking or white space',
    '5: its tool call has no result',
    '9: second result of the same call',
    '10: result that does not follow its call',
    '11: thinking of another model',
  ])
})

test('what stands behind the leaf of a checkpoint', () => {
  const rows = [...turn, u('u2', 'a1', 'three'), a('a2', 'u2', 'm2', 'four'), lastPrompt('a1', { explicit: true })]
  expect(left(rows)).toEqual(['3 4: after the leaf'])
})

test('a session that is not resumed sends nothing', () => {
  expect(left([u('x1', null, 'SIDE', { isSidechain: true })])).toEqual(['1: the client does not resume this session'])
})
