// D4: every call with its result. Each case: the lines, then calls as id:state:result, then what is odd.

import { expect, test } from 'vitest'
import type { Conversation } from '../../src/conversation/conversation.js'
import {
  answer,
  answers,
  at,
  calls,
  checkpoint,
  interrupted,
  type Line,
  last,
  prompt,
  read,
  result,
  side,
  timeAt,
  use,
  user,
  word,
} from './lines.js'

function told(conversation: Conversation): string {
  const { list, orphanResults, duplicateIds } = conversation.toolCalls
  const one = list.map(
    ({ use, state, result }) =>
      `${word(conversation, use.id)}:${state}${result ? `:${at(conversation, result.row)}` : ''}`,
  )
  const orphans = orphanResults.map(({ id, row }) => `orphan ${word(conversation, id)}:${at(conversation, row)}`)
  return [...one, ...orphans, ...duplicateIds.map(id => `twice ${word(conversation, id)}`)].join(', ')
}

const u1 = prompt('u1')

test.each<readonly [string, readonly (Line | readonly Line[])[], string]>([
  ['a result behind its use', [u1, calls('a1', 'x'), result('r1', 'x'), last('a2')], 'x:paired:r1'],
  ['a result before its use', [u1, result('r1', 'x'), calls('a1', 'x')], 'x:paired:r1'],
  [
    'results in another order',
    [u1, calls('a1', 'x', 'y'), result('ry', 'y'), result('rx', 'x')],
    'x:paired:rx, y:paired:ry',
  ],
  [
    'results in one entry',
    [u1, calls('a1', 'x', 'y'), user('r1', [answers('x'), answers('y')])],
    'x:paired:r1, y:paired:r1',
  ],
  [
    'a result that is a side leaf',
    [
      u1,
      calls('a1', 'x'),
      answer('a2', { message: 'msg_a1', blocks: [use('y')] }),
      result('rx', 'x', { parent: 'a1' }),
      result('ry', 'y', { parent: 'a2' }),
      last('a3'),
    ],
    'x:paired:rx, y:paired:ry',
  ],
  ['at the tip', [u1, calls('a1', 'x')], 'x:pending'],
  ['at the tip beside one that is there', [u1, calls('a1', 'x', 'y'), result('rx', 'x')], 'x:paired:rx, y:pending'],
  [
    'at the tip in another entry of the last message',
    [u1, calls('a1', 'x'), answer('a2', { message: 'msg_a1' })],
    'x:pending',
  ],
  ['the conversation went on: an answer', [u1, calls('a1', 'x'), last('a2')], 'x:lost'],
  ['the conversation went on: a prompt', [u1, calls('a1', 'x'), prompt('u2')], 'x:lost'],
  ['stopped', [u1, calls('a1', 'x'), interrupted('i1')], 'x:lost'],
  [
    'an API error behind it changes nothing',
    [u1, calls('a1', 'x'), answer('e1', { model: '<synthetic>' })],
    'x:pending',
  ],
  [
    'on an abandoned branch',
    [u1, last('a1'), prompt('u2'), calls('a2', 'x'), prompt('u3', { parent: 'a1' }), last('a3')],
    'x:lost',
  ],
  [
    'at the tip of the older branch that a checkpoint names',
    [u1, last('a1'), prompt('u2'), calls('a2', 'x'), prompt('u3', { parent: 'a1' }), last('a3'), checkpoint('a2')],
    'x:pending',
  ],
  ['a result without a use', [u1, result('r1', 'gone'), last('a1')], 'orphan gone:r1'],
  [
    'a result without an id',
    [u1, calls('a1', 'x'), user('r1', [{ type: 'tool_result', content: '' }])],
    'x:pending, orphan -:r1',
  ],
  [
    'a use and a result without ids',
    [
      u1,
      answer('a1', { blocks: [{ type: 'tool_use', name: 'Read', input: {} }] }),
      user('r1', [{ type: 'tool_result', content: '' }]),
    ],
    '-:pending, orphan -:r1',
  ],
  [
    'two results for one use: the first (R-T8)',
    [u1, calls('a1', 'x'), result('r1', 'x'), result('r2', 'x')],
    'x:paired:r1, twice x',
  ],
  [
    'two results in one entry',
    [u1, calls('a1', 'x'), user('r1', [answers('x'), answers('x')])],
    'x:paired:r1, twice x',
  ],
  [
    'one id for two calls (R-T9)',
    [u1, calls('a1', 'x'), result('r1', 'x'), calls('a2', 'x'), last('a3')],
    'x:paired:r1, x:lost, twice x',
  ],
  [
    'a call repeated in its own message',
    [u1, calls('a1', 'x'), answer('a2', { message: 'msg_a1', blocks: [use('x')] }), result('r1', 'x')],
    'x:paired:r1',
  ],
  [
    'a file written twice',
    [...[1, 2].flatMap(() => [prompt('u1', { parent: null }), calls('a1', 'x'), result('r1', 'x')])],
    'x:paired:r1',
  ],
  [
    'a file written twice, without message ids',
    [
      ...[1, 2].flatMap(() => [
        prompt('u1', { parent: null }),
        answer('a1', { message: null, blocks: [use('x')] }),
        result('r1', 'x'),
      ]),
    ],
    'x:paired:r1',
  ],
  [
    'in a sidechain',
    [
      u1,
      calls('a1', 'x'),
      side(prompt('p1', { parent: null }), calls('p2', 's'), result('p3', 's'), last('p4')),
      result('r1', 'x', { parent: 'a1' }),
    ],
    'x:paired:r1, s:paired:p3',
  ],
])('D4 %s', (_, lines, expected) => expect(told(read(...lines))).toBe(expected))

test('D4 names of objects’ own parts are ids like others', () => {
  const conversation = read(
    u1,
    calls('a1', '__proto__', 'constructor'),
    result('r1', '__proto__'),
    result('r2', 'constructor'),
  )
  expect(told(conversation)).toBe('__proto__:paired:r1, constructor:paired:r2')
})

const first = (...lines: readonly Line[]) => read(u1, ...lines).toolCalls.list[0]!

test.each<readonly [string, Line, number | undefined]>([
  ['by the timestamps', result('r1', 'x', { timestamp: timeAt(7) }), 5000],
  [
    'by the result’s own figure',
    result('r1', 'x', { timestamp: timeAt(7), toolUseResult: { durationMs: 1234 } }),
    1234,
  ],
  ['by an agent’s own figure', result('r1', 'x', { toolUseResult: { totalDurationMs: 99 } }), 99],
  ['none where time goes back', result('r1', 'x', { timestamp: timeAt(1) }), undefined],
  ['none without a timestamp', result('r1', 'x', { timestamp: null }), undefined],
])('duration: %s', (_, line, expected) => expect(first(calls('a1', 'x'), line).durationMs).toBe(expected))

test('error flag, agent, side file, sizes, turn', () => {
  const more = { toolUseResult: { agentId: 'ag1', persistedOutputPath: '/c/tool-results/b1.txt', outputFile: null } }
  const conversation = read(
    prompt('u1'),
    answer('a1', { blocks: [use('x', 'Task', { a: 'ü' }), use('y')] }),
    user('r1', [answers('x', 'no', { is_error: true })], more),
    user('r2', [answers('y', 'yes', { is_error: false })], { toolUseResult: { outputFile: '/c/b2.txt' } }),
  )
  const [x, y] = conversation.toolCalls.list
  expect([x!.result!.isError, y!.result!.isError]).toEqual([true, false])
  expect(word(conversation, x!.result!.agentId)).toBe('ag1')
  expect([x, y].map(call => word(conversation, call!.result!.file))).toEqual(['/c/tool-results/b1.txt', '/c/b2.txt'])
  expect([x!.use.inputBytes, x!.result!.contentBytes]).toEqual([Buffer.byteLength('{"a":"ü"}'), 4])
  expect([x!.turn, word(conversation, x!.use.name), y!.use.index]).toEqual([0, 'Task', 1])
})

test('D1 a call whose input came in a later chunk has the whole input', () => {
  const conversation = read(
    u1,
    calls('a1', 'x'),
    answer('a2', { message: 'msg_a1', blocks: [use('x', 'Read', { file: 'a' })] }),
  )
  expect(conversation.toolCalls.list.map(call => [call.use.row, call.use.inputBytes])).toEqual([[2, 12]])
})
