// D14: the dialects of source documents 003 and 004 are read into the same model. The samples, and lines by hand.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sessionStats } from '../../src/actions/read/stats.js'
import { sessionTools } from '../../src/actions/read/tools.js'
import { sessionTurns } from '../../src/actions/read/turns.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { kindOf, timeOf } from '../../src/conversation/rows.js'
import { all, at, type Line, read, rowOf, word } from './lines.js'

const sample = (path: string) =>
  inMemory(readFileSync(new URL(`../../samples/projects/${path}.jsonl`, import.meta.url)))

describe('source document 003', () => {
  const open = sample('-home-lin-night-train/1157a0de-5a3b-4c2d-8e1f-0a9b8c7d6e02')

  test('a linked list of two turns; snapshots and the summary stand outside', () => {
    const { conversation } = open
    expect(sessionStats(open).entries).toEqual({ summary: 1, snapshot: 2, user: 2, assistant: 2 })
    expect([conversation.graph.roots.length, conversation.graph.orphans.length, conversation.graph.maxDepth]).toEqual([
      1, 0, 4,
    ])
    expect(sessionTurns(open, { all: true }).turns.map(turn => turn.prompt)).toEqual([
      'Print the Sunday timetable on one page.',
      'Two columns are fine.',
    ])
    expect(conversation.titles.summaries.map(one => one.text)).toEqual(['Sunday timetable on one page'])
    expect(conversation.unknown).toEqual({ types: {}, fields: {} })
    expect(at(conversation, conversation.leaf.kind === 'none' ? -1 : conversation.leaf.row)).toMatch(/4$/)
  })
})

describe('source document 004', () => {
  const open = sample('-home-lin-seed-library/f1a7d1a1-ec70-4004-a004-b1c2d3e4f503')
  const { conversation } = open
  const { rows } = conversation
  const kind = (uuid: string) => kindOf(rows, rowOf(conversation, uuid))

  test('flat messages are prompts, commands, agents’ prompts', () => {
    expect(['flat-001', 'flat-007', 'flat-013', 'flat-014', 'flat-017'].map(kind)).toEqual([
      'prompt',
      'agent-prompt',
      'prompt',
      'command',
      'prompt',
    ])
    // /compact is answered by no model.
    const starts = conversation.turns.list.map(turn => at(conversation, turn.row))
    expect(starts).toEqual(['flat-001', 'flat-013', 'flat-017'])
  })

  test('calls: the uuid is the id, the next system entry the result', () => {
    const calls = conversation.toolCalls.list.map(({ use, result, state }) =>
      [
        word(conversation, use.id),
        word(conversation, use.name),
        state,
        result ? at(conversation, result.row) : '-',
      ].join(' '),
    )
    expect(calls).toEqual(['flat-004 Read paired flat-005', 'flat-008 Grep paired flat-009', 'flat-012 Bash lost -'])
    const [read] = sessionTools(open, []).calls
    expect(read!.input).toEqual({ file_path: '/home/lin/seed-library/plan.txt' })
    expect(read!.inputBytes).toBe('{"file_path":"/home/lin/seed-library/plan.txt"}'.length)
    expect(read!.durationMs).toBe(5000)
  })

  test('marks, numeric times, the orphan that is joined, the compaction, the agent', () => {
    expect(sessionStats(open).marks).toEqual({ deleted: 1, aborted: 1, interrupted: 0 })
    expect(timeOf(rows, 2)).toBe(new Date(1769275815000).toISOString())
    expect(conversation.graph.orphans).toMatchObject([{ missing: 'flat-from-before', joined: true }])
    expect(conversation.compactions).toMatchObject([{ dialect: 'compact-system', preservedCount: 2 }])
    expect(conversation.sidechains.map(one => all(conversation, one.rows))).toEqual([
      'flat-007 flat-008 flat-009 flat-010',
    ])
    expect(at(conversation, conversation.branches.up[rowOf(conversation, 'flat-011')]!)).toBe('flat-006')
    expect(conversation.unknown).toEqual({ types: {}, fields: {} })
  })
})

describe('flat calls by hand', () => {
  const flat = (type: string, uuid: string, parentUuid: string | null, more: Line = {}): Line => ({
    type,
    uuid,
    parentUuid,
    ...more,
  })
  const call = (uuid: string, parent: string, more: Line = {}): Line =>
    flat('assistant', uuid, parent, { subtype: 'tool_use', toolName: 'Task', ...more })
  const told = (...lines: readonly Line[]): string => {
    const conversation = read(flat('user', 'u', null, { message: 'go' }), ...lines)
    const { list } = conversation.toolCalls
    return list
      .map(one => `${word(conversation, one.use.id)}:${one.result ? at(conversation, one.result.row) : one.state}`)
      .join(' ')
  }
  const side = { isSidechain: true }
  const said = (type: string, uuid: string, parent: string, more: Line = {}): Line =>
    flat(type, uuid, parent, { message: uuid, ...more })

  test.each<readonly [string, readonly Line[], string]>([
    ['the next entry', [call('t', 'u'), said('system', 's', 't')], 't:s'],
    [
      'behind a thought',
      [call('t', 'u'), said('assistant', 'a', 't', { subtype: 'thinking' }), said('system', 's', 'a')],
      't:s',
    ],
    ['at the tip', [call('t', 'u')], 't:pending'],
    ['a new prompt came first', [call('t', 'u'), said('user', 'v', 't'), said('system', 's', 'v')], 't:lost'],
    [
      'its agent stands between',
      [
        call('t', 'u'),
        said('user', 'p', 't', side),
        call('q', 'p', side),
        said('system', 'r', 'q', side),
        said('assistant', 'b', 'r', side),
        said('system', 's', 'b'),
      ],
      't:s q:r',
    ],
    [
      'an agent’s result is not the session’s',
      [call('t', 'u'), said('user', 'p', 't', side), said('system', 'r', 'p', side)],
      't:pending',
    ],
    [
      'a second call before the result',
      [call('t', 'u', { isAborted: true }), call('v', 't'), said('system', 's', 'v')],
      't:lost v:s',
    ],
    [
      'a retry is no result',
      [call('t', 'u'), said('system', 'e', 't', { subtype: 'api_error' }), said('system', 's', 'e')],
      't:s',
    ],
  ])('D14 %s', (_, lines, expected) => expect(told(...lines)).toBe(expected))
})
