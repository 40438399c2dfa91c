// D5, D7, D9: the lines of conversation, each entry on one. Told as number state from>first..leaf (entries).

import { expect, test } from 'vitest'
import {
  answer,
  at,
  boundary,
  calls,
  checkpoint,
  type Line,
  last,
  prompt,
  read,
  result,
  rowOf,
  side,
  summaryOf,
  system,
} from './lines.js'

const u = (uuid: string, parent?: string | null): Line => prompt(uuid, parent === undefined ? {} : { parent })
const rewound = [u('u1', null), last('a1'), u('u2'), last('a2'), u('u3', 'a1'), last('a3')]

test.each<readonly [string, readonly (Line | readonly Line[])[], readonly string[]]>([
  ['one line', [u('u1'), last('a1')], ['1 active ->u1..a1 (2)']],
  ['a rewind', rewound, ['1 active ->u1..a3 (4)', '2 abandoned a1>u2..a2 (2)']],
  [
    'a checkpoint on the older branch',
    [...rewound, checkpoint('a2')],
    ['1 active ->u1..a2 (4)', '2 abandoned a1>u3..a3 (2)'],
  ],
  [
    'rewound to an ancestor',
    [...rewound.slice(0, 4), checkpoint('a1', { explicit: true })],
    ['1 active ->u1..a1 (2)', '2 abandoned a1>u2..a2 (2)'],
  ],
  [
    'two branches left behind',
    [...rewound, u('u4', 'a1'), last('a4')],
    ['1 active ->u1..a4 (4)', '2 abandoned a1>u2..a2 (2)', '3 abandoned a1>u3..a3 (2)'],
  ],
  [
    'a branch of a branch',
    [...rewound.slice(0, 4), u('u5', 'u2'), ...rewound.slice(4)],
    ['1 active ->u1..a3 (4)', '2 abandoned a1>u2..u5 (2)', '3 abandoned u2>a2..a2 (1)'],
  ],
  [
    'D7 an orphan that is not joined',
    [u('u1', null), last('a1'), u('u2', 'gone'), last('a2')],
    ['1 active ->u2..a2 (2)', '2 detached ->u1..a1 (2)'],
  ],
  [
    'D7 an orphan that is joined',
    [u('u1', null), last('a1'), prompt('u2', { parent: 'gone', logicalParentUuid: 'a1' }), last('a2')],
    ['1 active ->u1..a2 (4)'],
  ],
  [
    'D8 a compaction with its logical parent',
    [u('u1'), last('a1'), boundary('b1', {}, { logicalParentUuid: 'a1' }), summaryOf('s1'), last('a2')],
    ['1 active ->u1..a2 (5)'],
  ],
  [
    'D8 a compaction whose logical parent is missing',
    [u('u1'), last('a1'), boundary('b1', {}, { logicalParentUuid: 'gone' }), summaryOf('s1'), last('a2')],
    ['1 active ->u1..a2 (5)'],
  ],
  [
    'a root that says nothing leaves nothing behind',
    [system('s0', 'informational', { parent: null }), u('u1', null), last('a1')],
    ['1 active ->s0..a1 (3)'],
  ],
  [
    'parallel results stay with their call',
    [
      u('u1'),
      calls('a1', 'x', 'y'),
      result('rx', 'x', { parent: 'a1' }),
      result('ry', 'y', { parent: 'a1' }),
      last('a2'),
    ],
    ['1 active ->u1..a2 (5)'],
  ],
  [
    'a request sent again is no branch',
    [u('u1'), answer('e1', { model: '<synthetic>' }), last('a1', { parent: 'u1' })],
    ['1 active ->u1..a1 (3)'],
  ],
  ['nothing', [], ['1 active ->-..- (0)']],
])('%s', (_, lines, expected) => {
  const conversation = read(...lines)
  const told = conversation.branches.list.map(
    one =>
      `${one.number} ${one.state} ${at(conversation, one.from)}>${at(conversation, one.firstRow)}..${at(conversation, one.leafRow)} (${one.entries})`,
  )
  expect(told).toEqual(expected)
})

test('D9 seed 004: a main entry that hangs on a sidechain goes on where the sidechain hangs', () => {
  const conversation = read(
    u('msg-001'),
    answer('msg-002'),
    side(u('msg-003'), answer('msg-004'), u('msg-005'), answer('msg-006')),
    answer('msg-007'),
  )
  expect(at(conversation, conversation.branches.up[rowOf(conversation, 'msg-007')]!)).toBe('msg-002')
  expect([...conversation.branches.of]).toEqual([1, 1, 0, 0, 0, 0, 1])
  expect([...new Set(conversation.turns.of)]).toEqual([0])
  expect(conversation.branches.list.length).toBe(1)
})

test('D9 the same where the sidechain has a root of its own: it hangs at the call that started it', () => {
  const conversation = read(
    u('u1'),
    answer('a1', { blocks: [{ type: 'tool_use', id: 'x', name: 'Task', input: { prompt: 'say p1' } }] }),
    side(u('p1', null), answer('p2')),
    answer('a2'),
  )
  expect(at(conversation, conversation.branches.up[rowOf(conversation, 'a2')]!)).toBe('a1')
  expect([...conversation.branches.of]).toEqual([1, 1, 0, 0, 1])
})
