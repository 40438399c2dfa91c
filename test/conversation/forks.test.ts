// D5: why has a parent several children? Only a real branch is a branch to the user.

import { expect, test } from 'vitest'
import { FORK_WORDS } from '../../src/conversation/forks.js'
import {
  all,
  answer,
  at,
  attachment,
  boundary,
  calls,
  command,
  interrupted,
  type Line,
  last,
  meta,
  progress,
  prompt,
  queuedCommand,
  read,
  result,
  side,
  summaryOf,
  system,
  text,
  use,
  user,
} from './lines.js'

const u1 = prompt('u1')
const failed = (uuid: string, parent: string): Line =>
  answer(uuid, { parent, model: '<synthetic>', more: { isApiErrorMessage: true } })
const second = (uuid: string, parent: string, id: string): Line =>
  answer(uuid, { parent, message: 'msg_a1', blocks: [use(id)] })

test.each<readonly [string, readonly (Line | readonly Line[])[], string]>([
  ['no fork', [u1, last('a1')], ''],
  [
    'parallel results, going on behind the last',
    [
      u1,
      calls('a1', 'x'),
      second('a2', 'a1', 'y'),
      result('rx', 'x', { parent: 'a1' }),
      result('ry', 'y', { parent: 'a2' }),
      last('a3'),
    ],
    'a1 parallel-results',
  ],
  [
    'parallel results, going on behind the first',
    [
      u1,
      calls('a1', 'x'),
      second('a2', 'a1', 'y'),
      result('ry', 'y', { parent: 'a2' }),
      result('rx', 'x', { parent: 'a1' }),
      last('a3'),
    ],
    'a1 parallel-results',
  ],
  [
    'three parallel calls, results in completion order',
    [
      u1,
      calls('a1', 'x'),
      second('a2', 'a1', 'y'),
      second('a3', 'a2', 'z'),
      result('rz', 'z', { parent: 'a3' }),
      result('rx', 'x', { parent: 'a1' }),
      result('ry', 'y', { parent: 'a2' }),
      last('a4'),
    ],
    'a1 parallel-results, a2 parallel-results',
  ],
  [
    'two results on one call entry',
    [u1, calls('a1', 'x', 'y'), result('rx', 'x', { parent: 'a1' }), result('ry', 'y', { parent: 'a1' }), last('a2')],
    'a1 parallel-results',
  ],
  [
    'a result with an attachment below, and the way on',
    [
      u1,
      calls('a1', 'x'),
      second('a2', 'a1', 'y'),
      result('rx', 'x', { parent: 'a1' }),
      meta('m1'),
      result('ry', 'y', { parent: 'a2' }),
      last('a3'),
    ],
    'a1 parallel-results',
  ],
  [
    'progress beside a result',
    [u1, calls('a1', 'x'), progress('p1'), result('rx', 'x', { parent: 'a1' }), last('a2')],
    'a1 progress',
  ],
  [
    'a result beside progress that goes on',
    [u1, calls('a1', 'x'), result('rx', 'x'), progress('p1', { parent: 'a1' }), prompt('u2'), last('a2')],
    'a1 progress',
  ],
  [
    'much progress',
    [
      u1,
      calls('a1', 'x'),
      progress('p1'),
      progress('p2', { parent: 'a1' }),
      progress('p3'),
      result('rx', 'x', { parent: 'a1' }),
    ],
    'a1 progress',
  ],
  [
    'a hook’s row',
    [u1, last('a1'), system('s1', 'stop_hook_summary'), prompt('u2', { parent: 'a1' }), last('a2')],
    'a1 system-row',
  ],
  [
    'a hook’s row with one below',
    [u1, last('a1'), system('s1', 'stop_hook_summary'), system('s2', 'turn_duration'), prompt('u2', { parent: 'a1' })],
    'a1 system-row',
  ],
  ['an attachment', [u1, attachment('t1', 'file'), last('a1', { parent: 'u1' })], 'u1 attachment'],
  [
    'blocks of one message',
    [u1, answer('a1', { message: 'm' }), last('a2', { message: 'm', parent: 'u1', blocks: [text('y')] })],
    'u1 same-message',
  ],
  [
    'blocks of one message, one going on',
    [
      u1,
      answer('a1', { message: 'm' }),
      answer('a2', { message: 'm', parent: 'u1', blocks: [text('y')] }),
      prompt('u2'),
    ],
    'u1 same-message',
  ],
  ['an answer that failed, then one', [u1, failed('e1', 'u1'), last('a1', { parent: 'u1' })], 'u1 retry'],
  [
    'the same prompt sent again',
    [u1, last('a1'), user('u2', 'go on'), user('u3', 'go on', { parent: 'a1' }), last('a3')],
    'a1 retry',
  ],
  [
    'the same prompt sent again, both answered',
    [u1, last('a1'), user('u2', 'go'), last('a2'), user('u3', 'go', { parent: 'a1' }), last('a3')],
    'a1 retry',
  ],
  [
    'written again after a compaction',
    [u1, last('a1'), prompt('u2'), last('a2'), summaryOf('s1', { parent: 'a1' }), last('a3')],
    'a1 compaction-replay',
  ],
  [
    'a sidechain beside the way on',
    [
      u1,
      calls('a1', 'x'),
      side(prompt('p1', { parent: 'a1' }), last('p2')),
      result('rx', 'x', { parent: 'a1' }),
      last('a2'),
    ],
    'a1 sidechain',
  ],
  [
    'two sidechains',
    [
      u1,
      calls('a1', 'x', 'y'),
      side(prompt('p1', { parent: 'a1' })),
      side(prompt('p2', { parent: 'a1' })),
      result('rx', 'x', { parent: 'a1' }),
    ],
    'a1 sidechain',
  ],
  [
    'a stop, then a prompt',
    [u1, answer('a1'), interrupted('i1'), prompt('u2', { parent: 'a1' }), last('a2')],
    'a1 side-leaf',
  ],
  [
    'two prompts',
    [u1, last('a1'), prompt('u2'), last('a2'), prompt('u3', { parent: 'a1' }), last('a3')],
    'a1 branch:u2 u3',
  ],
  [
    'two prompts, one never answered',
    [u1, last('a1'), prompt('u2'), prompt('u3', { parent: 'a1' }), last('a3')],
    'a1 branch:u2 u3',
  ],
  [
    'two prompts, a row between',
    [u1, last('a1'), system('s1', 'turn_duration'), prompt('u2'), prompt('u3', { parent: 'a1' })],
    'a1 branch:s1 u3',
  ],
  [
    'a prompt and a queued one',
    [u1, last('a1'), queuedCommand('q1', 'more'), prompt('u2', { parent: 'a1' })],
    'a1 branch:q1 u2',
  ],
  [
    'a command and a prompt',
    [u1, last('a1'), command('c1'), meta('m1'), last('a2'), prompt('u2', { parent: 'a1' })],
    'a1 branch:c1 u2',
  ],
  ['two answers', [u1, last('a1'), last('a2', { parent: 'u1' })], 'u1 branch:a1 a2'],
  [
    'two answers without message ids',
    [u1, last('a1', { message: null }), last('a2', { message: null, parent: 'u1' })],
    'u1 branch:a1 a2',
  ],
  [
    'two answers to one result',
    [u1, calls('a1', 'x'), result('rx', 'x'), last('a2'), last('a3', { parent: 'rx' })],
    'rx branch:a2 a3',
  ],
  [
    'a prompt at a call whose result goes on elsewhere',
    [u1, calls('a1', 'x'), result('rx', 'x'), last('a2'), prompt('u2', { parent: 'a1' }), last('a3')],
    'a1 branch:rx u2',
  ],
  [
    'three ways',
    [u1, last('a1'), prompt('u2'), prompt('u3', { parent: 'a1' }), prompt('u4', { parent: 'a1' })],
    'a1 branch:u2 u3 u4',
  ],
  [
    'two answers inside a sidechain',
    [u1, side(prompt('p1', { parent: null }), last('p2'), last('p3', { parent: 'p1' }))],
    'p1 branch:p2 p3',
  ],
])('D5 %s', (_, lines, expected) => {
  const conversation = read(...lines)
  const told = conversation.forks.map(fork => {
    const ways = fork.reason === 'branch' ? `:${all(conversation, fork.ways)}` : ''
    return `${at(conversation, fork.row)} ${fork.reason}${ways}`
  })
  expect(told.join(', ')).toBe(expected)
})

test('D5 every reason can be read', () => {
  for (const words of Object.values(FORK_WORDS)) expect(words).toMatch(/^[a-z][a-z ]{10,}$/)
})

test('D8 a boundary is no child of what it ends', () => {
  expect(read(u1, last('a1'), boundary('b1', {}, { logicalParentUuid: 'a1' }), summaryOf('s1')).forks).toEqual([])
})
