// The extractive summary: what it names, that it fits into its room, and that it is the same each time.

import { describe, expect, test } from 'vitest'
import { findContext } from '../../src/context/find-context.js'
import { readForContext } from '../../src/context/index.js'
import { collect } from '../../src/summarize/extractive/collect.js'
import { renderWithin, writtenBytes } from '../../src/summarize/extractive/render.js'
import { shorten } from '../../src/summarize/extractive/shorten.js'
import { transcriptOf } from '../../src/summarize/transcript.js'
import { type TurnEvent, turnEvents } from '../../src/summarize/turn-events.js'
import { answer, calls, prompt, result, text, use } from '../reshape/entries.js'
import { session } from '../reshape/in-memory.js'

let made = 0
const tool = (turn: number, name: string, input: object, out = 'ok', isError = false): TurnEvent => ({
  turn,
  row: 0,
  kind: 'tool',
  id: `t${++made}`,
  name,
  input: input as Record<string, unknown>,
  result: { text: out, isError },
})

const events: readonly TurnEvent[] = [
  { turn: 1, row: 0, kind: 'asked', text: 'Add a tide table to the page' },
  tool(1, 'Read', { file_path: '/home/ada/tide/src/page.ts' }),
  tool(
    1,
    'Edit',
    { file_path: '/home/ada/tide/src/page.ts', old_string: 'x', new_string: 'y' },
    'String not found',
    true,
  ),
  tool(1, 'Edit', { file_path: '/home/ada/tide/src/page.ts', old_string: 'a', new_string: 'b\nc' }),
  tool(1, 'Write', { file_path: '/home/ada/tide/src/tide.ts', content: 'one\ntwo\n' }),
  tool(1, 'Bash', { command: 'cd /home/ada/tide && npm test' }, 'Exit code 1\n2 failed, 3 passed', true),
  tool(1, 'TodoWrite', {
    todos: [
      { content: 'Draw the curve', status: 'in_progress' },
      { content: 'Read the times', status: 'completed' },
    ],
  }),
  { turn: 1, row: 0, kind: 'said', text: 'I decided to use the harbour API instead of scraping. The table is there.' },
  { turn: 2, row: 0, kind: 'asked', text: 'Now fix the tests' },
  tool(2, 'Bash', { command: 'npm test' }, '5 passed'),
  tool(2, 'Bash', { command: 'rm src/tide.ts' }, ''),
  tool(2, 'TaskCreate', { subject: 'Write the docs' }, 'Task #7 created'),
  tool(2, 'TaskUpdate', { taskId: '7', status: 'in_progress' }),
  tool(2, 'WebFetch', { url: 'https://tide.example' }, 'connection refused', true),
  tool(2, 'ExitPlanMode', { plan: '1. curve\n2. docs' }),
  { turn: 2, row: 0, kind: 'said', text: 'All tests pass now.' },
]
const about = { sessionId: 'abc', cwd: '/home/ada/tide', firstTurn: 1, lastTurn: 2, turns: 2 }

describe('the summary', () => {
  const whole = renderWithin(collect(events, false), about, 1_000_000)

  test.each([
    ['what was asked, by turn', '- turn 1: Add a tide table to the page'],
    ['how a turn ended', '→ All tests pass now.'],
    ['a decision', 'turn 1: I decided to use the harbour API instead of scraping.'],
    ['a file with its last state', '- src/page.ts: last edit in turn 1 (+2 -1 lines); 1 edit failed'],
    ['a file that is gone', '- src/tide.ts: deleted in turn 2'],
    ['a command and how it ended at last', '`npm test`: turn 2, run twice, 1 failed: ok (5 passed)'],
    ['an error that was solved', 'turn 1, Bash cd /home/ada/tide && npm test: 2 failed, 3 passed → worked in turn 2'],
    ['an error that was not', 'WebFetch https://tide.example: connection refused → not seen to work afterwards'],
    ['todos of both forms', '- [in progress] Draw the curve\n- [in progress] Write the docs'],
    ['the last plan', '## The last plan (turn 2)\n1. curve\n2. docs'],
    ['where the rest is', 'session abc'],
  ])('has %s', (_, words) => {
    expect(whole).toContain(words)
  })

  test('is cut to its room, but names every changed file and every open todo', () => {
    for (const room of [1500, 1000, 700, 100]) {
      const short = renderWithin(collect(events, false), about, room)
      if (room >= 700) expect(writtenBytes(short)).toBeLessThanOrEqual(room)
      for (const name of ['page.ts', 'tide.ts', 'Draw the curve', 'Write the docs']) expect(short).toContain(name)
    }
  })

  test('is the same each time', () => {
    expect(renderWithin(collect(events, false), about, 900)).toBe(renderWithin(collect(events, false), about, 900))
  })

  test('has one line a call where that is wanted', () => {
    const traced = renderWithin(collect(events, true), about, 1_000_000)
    expect(traced).toContain('- turn 2: WebFetch https://tide.example → failed: connection refused')
    expect(
      traced.match(/^- turn \d: (Read|Edit|Write|Bash|TodoWrite|TaskCreate|TaskUpdate|WebFetch|ExitPlanMode)\b/gm),
    ).toHaveLength(12)
  })
})

test('events are what the model got of these turns, calls with their results', () => {
  const bytes = session(
    prompt('p1', null, 'first'),
    calls('a1', 'p1', 'm1', [text('I look'), use('t1', 'Read', { file_path: '/x' })]),
    result('r1', 'a1', 't1', 'the file'),
    answer('a2', 'r1', 'm2', [text('done')]),
    prompt('p2', 'a2', 'second'),
    answer('a3', 'p2', 'm3', [text('yes')]),
  )
  const { reading } = { reading: readForContext(bytes) }
  const source = { ...reading, read: (offset: number, length: number) => bytes.subarray(offset, offset + length) }
  const found = [...turnEvents(source, findContext(reading), new Set([0]))]
  expect(found.map(({ kind }) => kind)).toEqual(['asked', 'said', 'tool', 'said'])
  expect(found[2]).toMatchObject({ name: 'Read', result: { text: 'the file', isError: false } })
  expect(transcriptOf(found)).toContain('### Turn 1\n\n[user] first\n\n[assistant] I look\n\n[tool Read] /x')
})

test('a text is shortened to telling sentences of its own', () => {
  const long = `Please rename src/a.ts to src/b.ts. ${'Thank you so much for all of this. '.repeat(20)}It must not break the build.`
  const short = shorten(long, 0.2)
  expect(short).toBe('Please rename src/a.ts to src/b.ts.\nIt must not break the build.')
  expect(shorten('word '.repeat(100), 0.1).length).toBeLessThanOrEqual(50)
})

test('a transcript may hold anything in place of a text', () => {
  const odd = { toString: 1, valueOf: 1 }
  const hostile: readonly TurnEvent[] = [
    tool(1, 'TodoWrite', { todos: [null, 7, { content: odd, status: odd }, { content: 'x', status: 'pending' }] }),
    tool(1, 'Edit', { file_path: '/a', edits: [null, { old_string: odd, new_string: 5 }] }),
    tool(1, 'TaskCreate', { subject: odd }),
    tool(1, 'Bash', { command: odd }, '', true),
    tool(1, '__proto__', { file_path: odd, path: ['x'] }, '', true),
  ]
  expect(renderWithin(collect(hostile, true), about, 10_000)).toContain('- [pending] x')
  expect(transcriptOf(hostile)).toContain('[tool Edit] /a')
})

test('an entry that is nested too deep is passed over', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const bytes = session(
    prompt('p1', null, 'first'),
    calls('a1', 'p1', 'm1', [use('t1', 'TodoWrite', { todos: 'DEEP' })]),
    result('r1', 'a1', 't1'),
    answer('a2', 'r1', 'm2', [text('done')]),
  )
  const hostile = new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"DEEP"', deep))
  const reading = readForContext(hostile)
  const source = { ...reading, read: (offset: number, length: number) => hostile.subarray(offset, offset + length) }
  const found = [...turnEvents(source, findContext(reading), new Set([0]))]
  expect(transcriptOf(found)).toContain('[assistant] done')
})
