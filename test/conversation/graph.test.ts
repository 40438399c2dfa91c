// D5, D7: the tree over all entries with a uuid.

import { describe, expect, test } from 'vitest'
import { childrenOf } from '../../src/conversation/graph.js'
import {
  all,
  answer,
  at,
  attachment,
  boundary,
  type Line,
  last,
  progress,
  prompt,
  read,
  rowOf,
  side,
  summaryOf,
  system,
} from './lines.js'

const u = (uuid: string, parent: string | null): Line => prompt(uuid, { parent })

describe('D5 the tree', () => {
  const conversation = read(
    u('u1', null),
    progress('p1', { parent: 'u1' }),
    answer('a1', { parent: 'p1' }),
    attachment('t1', 'file', {}, { parent: 'a1' }),
    { type: 'mode', mode: 'plan' },
    system('s1', 'turn_duration', { parent: 't1' }),
    u('u2', 's1'),
    { type: 'new-thing', uuid: 'n1', parentUuid: 'u2' },
    answer('a2', { parent: 'n1' }),
    u('u3', 'a1'),
  )
  const { graph } = conversation

  test('goes through every type, known or not', () => {
    const up = ['p1', 'a1', 't1', 's1', 'u2', 'n1', 'a2', 'u3'].map(uuid =>
      at(conversation, graph.parent[rowOf(conversation, uuid)]!),
    )
    expect(up).toEqual(['u1', 'p1', 'a1', 't1', 's1', 'u2', 'n1', 'a1'])
    expect(all(conversation, graph.roots)).toBe('u1')
    expect([graph.leaves, graph.maxDepth]).toEqual([2, 8])
    expect(all(conversation, childrenOf(graph, rowOf(conversation, 'a1')))).toBe('t1 u3')
  })

  test('lists every entry once, parents first', () => {
    const order = [...graph.order]
    expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9])
    for (const row of order) {
      const parent = graph.parent[row]!
      if (parent >= 0) expect(order.indexOf(parent)).toBeLessThan(order.indexOf(row))
    }
  })

  test('counts entries on the one before, and jumps', () => expect([graph.linear, graph.jumps]).toEqual([7, 1]))
})

describe('roots and orphans', () => {
  test.each<readonly [string, readonly (Line | readonly Line[])[], string, string]>([
    ['a parent that is null', [u('u1', null), last('a1'), u('u2', null)], 'u1 u2', ''],
    ['a parent that is absent', [u('u1', null), { type: 'user', uuid: 'u2' }], 'u1 u2', ''],
    ['an empty parent', [u('u1', ''), last('a1')], 'u1', ''],
    ['D7 a missing parent', [u('u1', null), last('a1'), u('u2', 'gone'), last('a2')], 'u1 u2', 'u2<-gone cuts 2'],
    [
      'D7 two breaks',
      [u('u1', null), u('u2', 'x'), last('a2'), u('u3', 'y')],
      'u1 u2 u3',
      'u2<-x cuts 1, u3<-y cuts 2',
    ],
    ['D7 at the head of the file', [u('u1', 'before'), last('a1')], 'u1', 'u1<-before cuts 0'],
    [
      'D7 joined by a logical parent',
      [u('u1', null), last('a1'), prompt('u2', { parent: 'gone', logicalParentUuid: 'a1' })],
      'u1 u2',
      'u2<-gone cuts 2 joined',
    ],
    [
      'D7 a logical parent that is missing too',
      [u('u1', null), prompt('u2', { parent: 'gone', logicalParentUuid: 'nope' })],
      'u1 u2',
      'u2<-gone cuts 1',
    ],
    [
      'D7 a sidechain cuts nothing of the main path',
      [u('u1', null), last('a1'), side(u('p1', 'gone'))],
      'u1 p1',
      'p1<-gone cuts 0',
    ],
    [
      'D7 the main path is cut, a sidechain between',
      [u('u1', null), last('a1'), side(u('p1', null)), u('u2', 'gone')],
      'u1 p1 u2',
      'u2<-gone cuts 2',
    ],
    [
      'D7 an orphan written twice is one',
      [u('u1', null), u('u2', 'gone'), u('u2', 'gone')],
      'u1 u2',
      'u2<-gone cuts 1',
    ],
    [
      'D7 the lines before were written twice',
      [u('u1', null), last('a1'), last('a1', { parent: 'u1' }), u('u2', 'gone')],
      'u1 u2',
      'u2<-gone cuts 2',
    ],
  ])('%s', (_, lines, roots, orphans) => {
    const conversation = read(...lines)
    const { graph } = conversation
    expect(all(conversation, graph.roots)).toBe(roots)
    const told = graph.orphans.map(
      one => `${at(conversation, one.row)}<-${one.missing} cuts ${one.cutsOff}${one.joined ? ' joined' : ''}`,
    )
    expect(told.join(', ')).toBe(orphans)
  })

  test('D8 a boundary is joined to its logical parent', () => {
    const conversation = read(
      u('u1', null),
      last('a1'),
      boundary('b1', {}, { logicalParentUuid: 'a1' }),
      summaryOf('s1'),
    )
    expect(at(conversation, conversation.graph.joinedTo[2]!)).toBe('a1')
    expect(conversation.graph.orphans).toEqual([])
  })
})

describe('damage to the chain', () => {
  test.each<readonly [string, readonly Line[], { cycles?: string; forward?: string; twice?: string; roots?: string }]>([
    ['an entry that is its own parent', [u('u1', 'u1'), last('a1')], { cycles: 'u1', roots: 'u1' }],
    ['a ring of two', [u('u1', 'a1'), last('a1')], { cycles: 'u1', forward: 'u1', roots: 'u1' }],
    [
      'a ring of three, with a tail',
      [u('u1', 'u2'), last('a1'), u('u2', 'a1'), last('a2')],
      { cycles: 'u1', forward: 'u1', roots: 'u1' },
    ],
    [
      'a tail before its ring',
      [u('t', 'c'), u('a', 'c'), u('b', 'a'), u('c', 'b')],
      { cycles: 'a', forward: 't a', roots: 'a' },
    ],
    [
      'two rings',
      [u('a', 'b'), u('b', 'a'), u('c', 'd'), u('d', 'c')],
      { cycles: 'a c', forward: 'a c', roots: 'a c' },
    ],
    ['a parent that comes later', [last('a1', { parent: 'u1' }), u('u1', null)], { forward: 'a1', roots: 'u1' }],
    ['one uuid twice: the last counts (N7)', [u('u1', null), last('a1'), u('u1', null)], { twice: 'u1', roots: 'u1' }],
    ['a file written twice', [u('u1', null), last('a1'), u('u1', null), last('a1')], { twice: 'u1 a1', roots: 'u1' }],
    ['one uuid three times', [u('u1', null), u('u1', null), u('u1', null)], { twice: 'u1 u1', roots: 'u1' }],
  ])('%s', (_, lines, { cycles = '', forward = '', twice = '', roots = '' }) => {
    const conversation = read(...lines)
    const { graph } = conversation
    expect(all(conversation, graph.cycles)).toBe(cycles)
    expect(all(conversation, graph.forwardParents)).toBe(forward)
    expect(all(conversation, graph.duplicates)).toBe(twice)
    expect(all(conversation, graph.roots)).toBe(roots)
    const distinct = new Set(lines.map(line => line['uuid']))
    expect(graph.order.length).toBe(distinct.size)
  })

  test('a ring leaves nothing out: every entry has a branch and a turn', () => {
    const conversation = read(u('u1', 'u2'), last('a1'), u('u2', 'a1'), last('a2'))
    expect([...conversation.branches.of]).toEqual([1, 1, 1, 1])
    expect([...conversation.turns.of]).toEqual([0, 0, 1, 1])
  })

  test('an entry written twice has the branch and the turn of the one that counts', () => {
    const conversation = read(u('u1', null), last('a1'), u('u1', null), last('a1'))
    expect([...conversation.branches.of]).toEqual([1, 1, 1, 1])
    expect([...conversation.turns.of]).toEqual([0, 0, 0, 0])
  })
})
