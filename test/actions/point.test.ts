// A point within a turn: the request that it names, with the results of its calls.

import { expect, test } from 'vitest'
import { pointIn } from '../../src/actions/point.js'
import { readForContext } from '../../src/context/index.js'
import { answer, calls, prompt, restart, result, text, use } from '../reshape/entries.js'
import { session } from '../reshape/in-memory.js'

restart()
const { conversation } = readForContext(
  session(
    prompt('p1', null),
    answer('a1', 'p1', 'm1', [text('one')]),
    prompt('p2', 'a1'),
    calls('c1', 'p2', 'm2', [use('t1')]),
    calls('c2', 'c1', 'm2', [use('t2')]),
    result('r1', 'c1', 't1'),
    result('r2', 'c2', 't2'),
    answer('a2', 'r2', 'm3', [text('two')]),
  ),
)

test.each([
  ['1.1', 'a1'],
  ['2.1', 'r2'],
  ['2.2', 'a2'],
])('%s ends at %s', (point, uuid) => {
  const { rows } = conversation
  const found = pointIn(conversation, point) as { readonly row: number }
  expect(rows.names.text(rows.uuid[found.row]!)).toBe(uuid)
})

test('a request that is not there is a wrong call that says how many there are', () => {
  expect(() => pointIn(conversation, '2.3')).toThrow('turn 2 has 2 requests, not 3')
  expect(() => pointIn(conversation, '9.1')).toThrow('turn 9 has no request on the active branch')
})
