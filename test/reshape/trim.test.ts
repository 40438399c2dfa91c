// What stands on which step of the ladder, what is protected, and where it stops.

import { beforeEach, describe, expect, test } from 'vitest'
import type { TrimItem } from '../../src/reshape/trim/ladder.js'
import { answer, attachment, calls, prompt, restart, result, text, thinking, use } from './entries.js'
import { type Json, records, session } from './in-memory.js'
import { trimmable } from './trimmed.js'

beforeEach(restart)

const LONG = 'long output of a tool, with many words in it. '.repeat(40)
const path = (file: string, more: Json = {}): Json => ({ file_path: file, ...more })

/** A prompt, then the calls one after the other, each with a long result, then an answer. */
function working(...made: readonly (readonly [name: string, input: Json, more?: Json])[]): Uint8Array {
  const rows = made.flatMap(([name, input, more = {}], at) => [
    calls(`a${at}`, at === 0 ? 'u1' : `r${at - 1}`, `m${at}`, [use(`t${at}`, name, input)]),
    result(`r${at}`, `a${at}`, `t${at}`, `${at} ${LONG}`, more),
  ])
  return session(prompt('u1', null), ...rows, answer('z1', `r${made.length - 1}`, 'z', [text('done')]))
}

function steps(bytes: Uint8Array, step: string, options = {}): readonly string[] {
  const { source, ladder } = trimmable(bytes)
  const { names } = source.conversation.rows
  return ladder(options).items.flatMap(item => (item.step === step ? [names.text(item.call)] : []))
}

const FAILED: Json = {
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't1', content: 'no such file', is_error: true }],
  },
}

describe('file reads that are repeated', () => {
  test.each<[string, readonly (readonly [string, Json, Json?])[], readonly string[]]>([
    [
      'a file read twice: the first',
      [
        ['Read', path('/x')],
        ['Read', path('/x')],
      ],
      ['t0'],
    ],
    [
      'other files',
      [
        ['Read', path('/x')],
        ['Read', path('/y')],
      ],
      [],
    ],
    [
      'a part, then all of it',
      [
        ['Read', path('/x', { offset: 10, limit: 20 })],
        ['Read', path('/x')],
      ],
      ['t0'],
    ],
    [
      'all of it, then a part',
      [
        ['Read', path('/x')],
        ['Read', path('/x', { offset: 10, limit: 20 })],
      ],
      [],
    ],
    [
      'a part behind what is read without a limit',
      [
        ['Read', path('/x', { offset: 2500, limit: 9 })],
        ['Read', path('/x')],
      ],
      [],
    ],
    [
      'written as a whole later',
      [
        ['Read', path('/x')],
        ['Write', path('/x', { content: 'new' })],
      ],
      ['t0'],
    ],
    [
      'read again, but that failed',
      [
        ['Read', path('/x')],
        ['Read', path('/x'), FAILED],
      ],
      [],
    ],
    [
      'read again, but the client only says that it is unchanged',
      [
        ['Read', path('/x')],
        ['Read', path('/x'), { toolUseResult: { type: 'file_unchanged', file: path('/x') } }],
      ],
      [],
    ],
  ])('%s', (_, made, found) => {
    expect(steps(working(...made), 'reads')).toEqual(found)
  })
})

describe('outdated output', () => {
  test.each<[string, readonly (readonly [string, Json, Json?])[], readonly string[]]>([
    [
      'a file that is edited later',
      [
        ['Read', path('/x')],
        ['Edit', path('/x', { old_string: 'a', new_string: 'b' })],
      ],
      ['t0'],
    ],
    [
      'an edit that failed',
      [
        ['Read', path('/x')],
        ['Edit', path('/x'), FAILED],
      ],
      [],
    ],
    [
      'a command that is run again',
      [
        ['Bash', { command: 'ls' }],
        ['Bash', { command: 'ls' }],
      ],
      ['t0'],
    ],
    [
      'another command',
      [
        ['Bash', { command: 'ls' }],
        ['Bash', { command: 'ls -l' }],
      ],
      [],
    ],
    [
      'what a shell says next is not what it said before',
      [
        ['BashOutput', { bash_id: '1' }],
        ['BashOutput', { bash_id: '1' }],
      ],
      [],
    ],
  ])('%s', (_, made, found) => {
    expect(steps(working(...made), 'stale')).toEqual(found)
  })

  test('is left to its own step, and to that of reads before it', () => {
    const bytes = working(['Read', path('/x')], ['Read', path('/x')], ['Edit', path('/x')])
    expect(['reads', 'stale', 'results'].map(step => steps(bytes, step))).toEqual([['t0'], ['t1'], ['t2']])
  })
})

describe('protected', () => {
  const turns = (): Uint8Array =>
    session(
      prompt('u1', null),
      calls('a1', 'u1', 'm1', [use('t1')]),
      result('r1', 'a1', 't1', LONG),
      answer('a2', 'r1', 'm2', [text('done')]),
      prompt('u2', 'a2'),
      calls('a3', 'u2', 'm3', [use('t2', 'Read', path('/x'))]),
      result('r2', 'a3', 't2', LONG),
      answer('a4', 'r2', 'm4', [text('done')]),
    )

  test.each<[string, Json, readonly string[]]>([
    ['nothing', {}, ['t1', 't2']],
    ['the last turn', { protectLast: 1 }, ['t1']],
    ['all turns', { protectLast: 5 }, []],
    ['a tool', { protect: ['Read'] }, ['t1']],
    ['tools by their beginning', { protect: ['Ba*'] }, ['t2']],
  ])('%s', (_, options, found) => {
    expect(steps(turns(), 'results', options)).toEqual(found)
    expect(steps(turns(), 'calls', options)).toEqual(found)
  })
})

test('what the user said to a question or to a refused call stays', () => {
  const refused: Json = {
    message: {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't1', is_error: true, content: `${LONG} the user said:\nnot like this` },
      ],
    },
  }
  const bytes = working(
    ['AskUserQuestion', { questions: [] }],
    ['Bash', { command: 'rm' }, refused],
    ['Bash', { command: 'ls' }],
  )
  expect(steps(bytes, 'results')).toEqual(['t2'])
  expect(steps(bytes, 'calls')).toEqual(['t2'])
})

test('thinking goes from the end on: so the fewest become void', async () => {
  const thought = (words: string): Json => ({ ...thinking(words), signature: 's'.repeat(2000) })
  const bytes = session(
    prompt('u1', null),
    answer('a1', 'u1', 'm1', [thought('first'), text('one')]),
    prompt('u2', 'a1'),
    answer('a2', 'u2', 'm2', [thought('second'), text('two')]),
  )
  const one = trimmable(bytes)
  const { chosen } = await one.trim(one.tokens - 100)
  const left = records(one.without(chosen).bytes).flatMap(({ message }) =>
    Array.isArray(message.content) ? message.content.map((block: Json) => block['thinking'] ?? block['text']) : [],
  )
  expect(left).toEqual(['first', 'one', 'two'])
})

test('images in results go before those in prompts, and a note stands for each', async () => {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(4000) } }
  const bytes = session(
    prompt('u1', null, [text('look'), image]),
    calls('a1', 'u1', 'm1', [use('t1', 'Read', path('/x.png'))]),
    result('r1', 'a1', 't1', [image]),
    answer('a2', 'r1', 'm2', [text('seen')]),
  )
  const one = trimmable(bytes)
  const { chosen, rungs } = await one.trim(one.tokens - 1200)
  expect(rungs.map(({ step, items }) => [step, items])).toEqual([['images', 2]])
  expect(chosen.map(({ row }) => row)).toEqual([2, 0])
  const [first] = records(one.without(chosen).bytes)
  expect(first!['message'].content.map(({ type }: Json) => type)).toEqual(['text', 'text'])
})

test('notes that a hook attached go, words that the user queued do not', async () => {
  const shown = [{ type: 'user', content: `hook says ${LONG}` }]
  const bytes = session(
    prompt('u1', null),
    { ...attachment('h1', 'u1', { type: 'hook_additional_context', content: [LONG] }), rendered: shown },
    answer('a1', 'h1', 'm1', [text('one')]),
    attachment('q1', 'a1', { type: 'queued_command', prompt: `and this ${LONG}` }),
    answer('a2', 'q1', 'm2', [text('two')]),
  )
  const one = trimmable(bytes)
  expect(one.ladder().items.map(({ step, row }) => [step, row])).toEqual([['bookkeeping', 1]])
  const { chosen } = await one.trim(one.tokens - 50)
  const changed = one.without(chosen)
  expect(changed.verdict.broken).toEqual([])
  expect(records(changed.bytes).map(({ uuid }) => uuid)).toEqual(['u1', 'a1', 'q1', 'a2'])
})

describe('where it stops', () => {
  const bytes = (): Uint8Array =>
    working(
      ...Array.from({ length: 12 }, (_, at): [string, Json] => [
        'Bash',
        { command: `command ${at} ${'x'.repeat(at)}` },
      ]),
    )

  test.each([500, 1500, 4000])('%d tokens less: the oldest go, and not one more than needed', async less => {
    const one = trimmable(bytes())
    const { chosen, tokens } = await one.trim(one.tokens - less)
    expect(tokens).toBeLessThanOrEqual(one.tokens - less)
    expect(one.tokensWithout(chosen.slice(0, -1))).toBeGreaterThan(one.tokens - less)
    expect(chosen).toEqual(one.ladder().items.slice(0, chosen.length))
  })

  test('with hundreds of results few measures are needed', async () => {
    const many = working(...Array.from({ length: 200 }, (_, at): [string, Json] => ['Bash', { command: `c${at}` }]))
    const one = trimmable(many)
    const { measured, chosen, tokens } = await one.trim(Math.round(one.tokens / 2))
    expect(tokens).toBeLessThanOrEqual(one.tokens / 2)
    expect(chosen.length).toBeGreaterThan(60)
    expect(measured).toBeLessThanOrEqual(5)
  })

  test('a budget that cannot be met takes all that frees anything', async () => {
    const one = trimmable(bytes())
    const { tokens, rungs } = await one.trim(1)
    const all: readonly TrimItem[] = one.ladder().items
    expect(tokens).toBe(one.tokensWithout(all))
    expect(rungs.map(({ step }) => step)).toEqual(['results', 'calls'])
  })
})
