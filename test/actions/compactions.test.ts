// What compactions kept and dropped, by the raw lines of a session written out here (D8, R-C7, N32).

import { beforeEach, describe, expect, test } from 'vitest'
import { sessionCompactions } from '../../src/actions/read/compactions.js'
import { inMemory } from '../../src/actions/session/open-session.js'
import { presentCompactions } from '../../src/present/compactions.js'
import { paint } from '../../src/present/paint.js'
import { answer, calls, prompt, restart, result, system, text, use } from '../reshape/entries.js'
import { session } from '../reshape/in-memory.js'

beforeEach(restart)

const DECISION = 'We decided to store readings as Parquet files instead of SQLite tables.'

/** Two turns, a compaction that keeps the last answer, a turn, and another compaction that keeps nothing. */
const twice = () =>
  session(
    prompt('p1', null, 'Measure the pressure on the roof'),
    calls('a1', 'p1', 'm1', [use('t1', 'Edit', { file_path: '/w/src/lost.ts', old_string: 'a', new_string: 'b' })]),
    result('r1', 'a1', 't1', 'done'),
    calls('a2', 'r1', 'm2', [use('t2', 'Write', { file_path: '/w/src/named.ts', content: 'x\n' })]),
    result('r2', 'a2', 't2', 'done'),
    answer('a3', 'r2', 'm3', [text(DECISION)]),
    prompt('p2', 'a3', 'Now wire the display'),
    answer('a4', 'p2', 'm4', [text('The display is wired.')]),
    system('b1', null, 'compact_boundary', {
      logicalParentUuid: 'a4',
      compactMetadata: {
        trigger: 'auto',
        preTokens: 1000,
        postTokens: 300,
        preservedMessages: { anchorUuid: 's1', uuids: ['a4'], allUuids: ['a4'] },
      },
    }),
    prompt('s1', 'b1', 'Summary: named.ts was written. Now wire the display.', { isCompactSummary: true }),
    prompt('p3', 's1', 'And the buzzer'),
    calls('a5', 'p3', 'm5', [use('t3', 'Bash', { command: 'make buzzer' })]),
    result('r3', 'a5', 't3', 'built'),
    answer('a6', 'r3', 'm6', [text('It buzzes.')]),
    system('b2', null, 'compact_boundary', {
      logicalParentUuid: 'a6',
      compactMetadata: { trigger: 'manual', preTokens: 500 },
    }),
    prompt('s2', 'b2', 'Nothing of note happened.', { isCompactSummary: true }),
    prompt('p4', 's2', 'Go on'),
  )

describe('each compaction', () => {
  const { compactions } = sessionCompactions(inMemory(twice()))

  test('tells what it dropped: tools, and files, prompts and decisions that the summary does not name', () => {
    expect(compactions[0]).toMatchObject({
      number: 1,
      line: 9,
      trigger: 'auto',
      tokensBefore: 1000,
      tokensAfter: 300,
      summary: { line: 10 },
      kept: { entries: 1, files: 1, prompts: 1 },
      dropped: {
        entries: 7,
        tools: { Edit: 1, Write: 1 },
        files: [{ path: '/w/src/lost.ts', state: 'last edit in turn 1 (+1 -1 lines)' }],
        prompts: [{ turn: 1, text: 'Measure the pressure on the roof' }],
        decisions: [{ turn: 1, text: DECISION }],
      },
    })
  })

  test('is judged by what the model had then: since the one before, with its summary and what that kept', () => {
    expect(compactions[1]).toMatchObject({
      number: 2,
      kept: { entries: 0, prompts: 0 },
      dropped: { tools: { Bash: 1 }, files: [], prompts: [{ turn: 3, text: 'And the buzzer' }] },
    })
    const { diff } = sessionCompactions(inMemory(twice()), 2)
    expect(diff!.lines).toEqual([
      { sign: '-', turn: expect.any(Number), text: 'summary: Summary: named.ts was written. Now wire the display.' },
      { sign: '-', turn: 2, text: 'said: The display is wired.' },
      { sign: '-', turn: 3, text: 'asked: And the buzzer' },
      { sign: '-', turn: 3, text: 'Bash make buzzer → ok' },
      { sign: '-', turn: 3, text: 'said: It buzzes.' },
      { sign: '+', turn: null, text: 'Nothing of note happened.' },
    ])
  })

  test('as a diff shows what was kept as well', () => {
    const { diff } = sessionCompactions(inMemory(twice()), 1)
    expect(diff!.lines.filter(line => line.sign === ' ').map(line => line.text)).toEqual([
      'said: The display is wired.',
    ])
    expect(diff!.lines.filter(line => line.sign === '-')).toHaveLength(5)
  })

  test('offers the way back', () => {
    const lines = [
      ...presentCompactions(sessionCompactions(inMemory(twice())), { paint: paint(false), width: 200, now: 0 }),
    ]
    const id = inMemory(twice()).id
    expect(lines).toContain(`  rethread clone ${id} --before-compaction 1`)
    expect(lines).toContain('  files no longer mentioned: 1')
  })
})

test('a session that was never compacted has none', () => {
  const open = inMemory(session(prompt('p1', null), answer('a1', 'p1', 'm1', [text('hi')])))
  expect(sessionCompactions(open).compactions).toEqual([])
})
