// A point within a turn: the request that it names, with the results of its calls.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessionGraph } from '../../src/actions/read/graph.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { turnsSchema } from '../../src/actions/read/turns.schema.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { pointIn } from '../../src/actions/session/point.js'
import { readForContext } from '../../src/context/index.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { answer, calls, prompt, restart, result, text, use } from '../reshape/entries.js'
import { session } from '../reshape/in-memory.js'
import { runs } from '../runs.js'

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
  expect(() => pointIn(conversation, '9.1')).toThrow('turn 9 has no request')
})

describe('the numbers that turns and graph show', () => {
  const bytes = session(
    prompt('p1', null),
    calls('c1', 'p1', 'm1', [text('I look.'), use('t1'), use('t2')]),
    result('r1', 'c1', 't1'),
    result('r2', 'r1', 't2'),
    answer('a1', 'r2', 'm2', [text('left behind')]),
    prompt('p2', 'a1'),
    answer('a2', 'p2', 'm3', [text('also left behind')]),
    prompt('p3', 'r2'),
    answer('a3', 'p3', 'm4', [text('the way on')]),
  )

  test('a turn that a rewind left behind has numbers too', () => {
    const open = inMemory(bytes)
    const { turns } = sessionTurns(open, { all: true, requests: true })
    expect(turns.map(({ requestList }) => requestList!.map(({ point, uuid }) => [point, uuid]))).toEqual([
      [['1.1', 'r2']],
      [['2.1', 'a2']],
      [['3.1', 'a3']],
    ])
    expect(turns.map(({ requests }) => requests)).toEqual([1, 1, 1])
    const { row } = pointIn(open.conversation, '2.1') as { readonly row: number }
    expect(open.conversation.rows.line[row]).toBe(7)
  })

  test('a request has its calls, its first words and its tokens', () => {
    const [turn] = sessionTurns(inMemory(bytes), { all: false, requests: true, only: { from: 1, to: 1 } }).turns
    expect(turn!.requestList).toMatchObject([
      { point: '1.1', lines: [2, 4], says: 'I look.', calls: [{ id: 't1', state: 'paired' }, { id: 't2' }] },
    ])
  })

  test('each leads to the request that it stands beside, in any session', () => {
    fc.assert(
      fc.property(fc.nat(), seed => {
        const open = inMemory(randomSession(seed, { turns: 8, damage: seed % 2 === 0 }).bytes)
        const report = sessionTurns(open, { all: true, requests: true })
        expect(turnsSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(JSON.parse(JSON.stringify(report)))
        const { rows } = open.conversation
        for (const { requests, requestList } of report.turns) {
          expect(requestList).toHaveLength(requests)
          for (const { point, uuid, lines } of requestList!) {
            const { row } = pointIn(open.conversation, point) as { readonly row: number }
            expect([rows.names.text(rows.uuid[row]!), rows.line[row]]).toEqual([uuid ?? '', lines[1]])
          }
        }
        const drawn = sessionGraph(open, [], { all: false }).nodes
        const marks = drawn.flatMap(node => (node.kind === 'turn' ? node.requests.map(({ point }) => point) : []))
        const listed = report.turns.flatMap(turn => turn.requestList!.map(({ point }) => point))
        expect(marks.toSorted()).toEqual(listed.toSorted())
        for (const node of drawn)
          if (node.kind === 'turn') for (const { below } of node.requests) expect(drawn[below]!.row).toBe(below)
      }),
      { numRuns: runs(8, 200) },
    )
  })
})
