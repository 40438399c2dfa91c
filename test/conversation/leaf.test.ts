// R-L1 to R-L5, N4 to N7: the entry at which the client takes up the conversation.

import { expect, test } from 'vitest'
import {
  answer,
  at,
  attachment,
  calls,
  checkpoint,
  type Line,
  last,
  meta,
  progress,
  prompt,
  read,
  result,
  side,
  system,
  timeAt,
  use,
} from './lines.js'

const u = (uuid: string, parent: string | null, second?: number): Line =>
  prompt(uuid, { parent, ...(second === undefined ? {} : { timestamp: timeAt(second) }) })
const a = (uuid: string, parent: string, second?: number): Line =>
  last(uuid, { parent, ...(second === undefined ? {} : { more: { timestamp: timeAt(second) } }) })
const two = [u('u1', null), a('a1', 'u1'), u('u2', 'a1'), a('a2', 'u2'), u('u3', 'a1'), a('a3', 'u3')]
const parallel = [
  u('u1', null),
  calls('a1', 'x'),
  answer('a2', { message: 'msg_a1', blocks: [use('y')], parent: 'a1' }),
  result('rx', 'x', { parent: 'a1' }),
  meta('mx', { parent: 'rx' }),
  result('ry', 'y', { parent: 'a2' }),
  a('a3', 'ry'),
]

test.each<readonly [string, readonly (Line | readonly Line[])[], string]>([
  ['R-L1 two branches: that of the last entry', two, 'a3'],
  [
    'R-L1 even if the other one is younger',
    [...two.slice(0, 3), a('a2', 'u2', 900), u('u3', 'a1'), a('a3', 'u3')],
    'a3',
  ],
  ['R-L2 a checkpoint on the older branch wins', [...two, checkpoint('a2')], 'a2'],
  ['R-L3 a checkpoint on an ancestor is stale', [...two, checkpoint('u3')], 'a3'],
  ['R-L3 unless it is meant', [...two, checkpoint('u3', { explicit: true })], 'u3'],
  ['R-L4 a checkpoint that names nothing', [...two, checkpoint('gone')], 'a3'],
  ['R-L5 rewound to the start', [...two, checkpoint(null, { explicit: true })], 'none'],
  ['R-L5 null, but not explicit', [...two, checkpoint(null)], 'a3'],
  ['R-L6 a summary changes nothing', [...two, { type: 'summary', summary: 'x', leafUuid: 'a2' }], 'a3'],
  [
    'R-L7 entries in another order',
    [...two.slice(4), ...two.slice(0, 4), { ...two[5]!, uuid: 'a4', parentUuid: 'a3' }],
    'a4',
  ],
  ['N4 a system row at the end that reaches nothing', [...two, system('s1', 'turn_duration', { parent: null })], 'a3'],
  ['N4 a system row of its branch', [...two, system('s1', 'turn_duration')], 's1'],
  ['N4 an attachment of its branch', [...two, attachment('t1', 'file')], 't1'],
  ['N4 rows outside the chain do not count', [...two, { type: 'mode', mode: 'plan' }], 'a3'],
  ['N4 progress does not count', [...two, progress('p1')], 'a3'],
  ['N4 an unknown type does not count', [...two, { type: 'new', uuid: 'n1', parentUuid: 'a3' }], 'a3'],
  ['N3 a sidechain row does not count', [...two, side(u('p1', null), a('p2', 'p1'))], 'a3'],
  [
    'N4 the last row has children: the youngest end below',
    [a('a2', 'u1', 50), a('a3', 'u1', 90), a('a4', 'u1', 70), u('u1', null)],
    'a3',
  ],
  [
    'N4 an end without time is not the youngest',
    [a('a2', 'u1', 50), last('a3', { parent: 'u1', more: { timestamp: null } }), u('u1', null)],
    'a2',
  ],
  [
    'N4 what hangs on the newest row does not count',
    [progress('p1', { parent: 'u1' }), a('a2', 'p1'), u('u1', null)],
    'u1',
  ],
  [
    'N4 a file without prompts and answers: its newest row',
    [{ type: 'mode', mode: 'plan' }, system('s1', 'turn_duration', { parent: null })],
    's1',
  ],
  ['N5 the checkpoint wins though more was written', [...two, checkpoint('a2'), u('u4', 'a3'), a('a4', 'u4')], 'a2'],
  ['N5 and it cuts exactly there', [...two, checkpoint('u2'), u('u4', 'a3')], 'u2'],
  ['N5 a result of a parallel call is no other branch', [...parallel, checkpoint('rx')], 'a3'],
  ['N5 N8 nor a note below it', [...parallel, checkpoint('mx')], 'a3'],
  [
    'N5 N8 another entry of the same message, without calls, that nothing hangs on',
    [
      u('u1', null),
      calls('a1', 'x'),
      answer('a2', { message: 'msg_a1', parent: 'u1' }),
      result('rx', 'x', { parent: 'a1' }),
      a('a3', 'rx'),
      checkpoint('a2'),
    ],
    'a2',
  ],
  [
    'N5 N8 nor a result below progress',
    [
      u('u1', null),
      calls('a1', 'x', 'y'),
      progress('p1'),
      result('rx', 'x', { parent: 'p1' }),
      result('ry', 'y', { parent: 'a1' }),
      a('a3', 'ry'),
      checkpoint('rx'),
    ],
    'a3',
  ],
  [
    'N5 but a prompt at a call is',
    [
      u('u1', null),
      calls('a1', 'x'),
      u('u2', 'a1'),
      result('rx', 'x', { parent: 'a1' }),
      a('a3', 'rx'),
      checkpoint('u2'),
    ],
    'u2',
  ],
  [
    'N6 meant, but the conversation went on from there',
    [...two, checkpoint('u3', { explicit: true }), a('a4', 'u3')],
    'a4',
  ],
  [
    'N6 meant, and something went on elsewhere',
    [...two, checkpoint('u3', { explicit: true }), u('u5', 'a2'), checkpoint('u5')],
    'u5',
  ],
  [
    'N6 meant, also a row of another type goes on',
    [...two, checkpoint('u3', { explicit: true }), system('s1', 'x', { parent: 'a3' })],
    's1',
  ],
  ['N6 the start, but something came behind it', [...two, checkpoint(null, { explicit: true }), u('u4', null)], 'u4'],
  [
    'N6 a later one that repeats it stays meant',
    [...two, checkpoint('u3', { explicit: true }), checkpoint('u3')],
    'u3',
  ],
  [
    'N6 a later one that names another replaces it',
    [...two, checkpoint('u3', { explicit: true }), checkpoint('a1')],
    'a3',
  ],
  ['N6 the last checkpoint counts', [...two, checkpoint('a2'), checkpoint('a3')], 'a3'],
  ['N6 zeros name nothing', [...two, checkpoint('00000000-0000-0000-0000-000000000000', { explicit: true })], 'a3'],
  ['N6 a progress row is ignored', [...two, progress('p1', { parent: 'u2' }), checkpoint('p1')], 'a3'],
  ['N6 a sidechain row: the client refuses', [...two, side(u('p1', null)), checkpoint('p1')], 'none'],
  ['N6 rewound and cutUuid change nothing', [...two, checkpoint('a2', { rewound: true, cutUuid: 'u3' })], 'a2'],
  ['a checkpoint without a leaf is none', [...two, checkpoint('a2'), { type: 'last-prompt', lastPrompt: 'x' }], 'a2'],
  ['N7 an entry written again at the end is the last one', [...two, u('u2', 'a1')], 'u2'],
  ['N7 a file written twice', [...two, ...two], 'a3'],
])('%s', (_, lines, expected) => {
  const conversation = read(...lines)
  const { leaf } = conversation
  expect(leaf.kind === 'none' ? 'none' : at(conversation, leaf.row)).toBe(expected)
  expect(leaf.why).toMatch(/\w/)
})
