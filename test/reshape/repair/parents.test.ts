// Where an entry without a parent is hung: sessions written by hand, with the entry that it hung on before the damage.

import { beforeEach, describe, expect, test } from 'vitest'
import { readContext } from '../../../src/context/index.js'
import { answer, calls, lastPrompt, progress, prompt, restart, result, text, thinking, use } from '../entries.js'
import { type Json, records, session } from '../in-memory.js'
import { type Repaired, type RepairOptions, repair } from './in-memory.js'

beforeEach(restart)

const GONE = 'gone0000-0000-4000-8000-000000000000'
const without = (entries: readonly Json[], uuid: string): readonly Json[] => entries.filter(one => one['uuid'] !== uuid)
const orphaned = (entries: readonly Json[], uuid: string, parentUuid: unknown = GONE): readonly Json[] =>
  entries.map(one => (one['uuid'] === uuid ? { ...one, parentUuid } : one))
/** Far apart, so that the client bridges nothing (N1). */
const apart = (entries: readonly Json[]): readonly Json[] =>
  entries.map((one, at) =>
    'uuid' in one ? { ...one, timestamp: new Date(Date.UTC(2026, 0, 1, at)).toISOString() } : one,
  )
const mend = (entries: readonly Json[], options: RepairOptions = {}): Repaired =>
  repair(session(...apart(entries)), options)
const parentsIn = ({ bytes }: Repaired): Readonly<Record<string, string>> =>
  Object.fromEntries(records(bytes).map(one => [one['uuid'], one['parentUuid']]))
const confidence = ({ plan }: Repaired): readonly unknown[] =>
  plan.steps.filter(step => step.action === 'reattach an entry to its parent').map(step => step.confidence)

const plain = (): readonly Json[] => [
  prompt('u1', null),
  answer('a1', 'u1', 'm1', [text('one')]),
  prompt('u2', 'a1'),
  answer('a2', 'u2', 'm2', [text('two')]),
  prompt('u3', 'a2'),
  answer('a3', 'u3', 'm3', [text('three')]),
]
/** Two calls at once, their results each on their own call, as client 2.1 writes them. */
const parallel = (): readonly Json[] => [
  prompt('u1', null),
  calls('x', 'u1', 'm1', [use('tx')]),
  calls('y', 'x', 'm1', [use('ty')]),
  result('rx', 'x', 'tx'),
  result('ry', 'y', 'ty'),
  answer('a1', 'ry', 'm2', [text('both')]),
]
/** Went back to a1 after u2 and a2. */
const rewound = (): readonly Json[] => [
  prompt('u1', null),
  answer('a1', 'u1', 'm1', [text('one')]),
  prompt('u2', 'a1'),
  answer('a2', 'u2', 'm2', [text('two')]),
  lastPrompt('a1', { explicit: true }),
  prompt('u3', 'a1'),
  answer('a3', 'u3', 'm3', [text('three')]),
]

describe('by the order of turns', () => {
  test.each(['a1', 'u2', 'a2', 'u3', 'a3'])('%s hangs where it hung', uuid => {
    const one = mend(orphaned(plain(), uuid))
    expect(parentsIn(one)).toEqual(parentsIn(mend(plain())))
    expect(confidence(one)).toEqual(['likely'])
  })

  test('an entry that is gone is left out, and nothing else', () => {
    const one = mend(without(plain(), 'a2'))
    expect(parentsIn(one)['u3']).toBe('u2')
  })
})

describe('by what entries say', () => {
  test.each([
    ['rx', 'x'],
    ['ry', 'y'],
  ])('the result %s belongs to its call', (uuid, parent) => {
    const one = mend(orphaned(parallel(), uuid))
    const found = parentsIn(one)[uuid]
    // Beside the other result it is sent as well (R-T6).
    expect([parent, 'rx']).toContain(found)
    expect(confidence(one)).toEqual(['sure'])
    expect(one.verdict.after.messages).toHaveLength(4)
  })

  test('an entry of an answer belongs to the answer', () => {
    const one = mend(orphaned(parallel(), 'y'))
    expect(parentsIn(one)['y']).toBe('x')
    expect(confidence(one)).toEqual(['sure'])
  })

  test('two entries that miss the same parent hang on the same one', () => {
    const fork = [...plain().slice(0, 4), prompt('u3', 'a1'), answer('a3', 'u3', 'm3', [text('three')])]
    const one = mend(without(fork, 'a1'))
    expect(parentsIn(one)).toMatchObject({ u2: 'u1', u3: 'u1' })
  })

  test('a prompt behind a rewind hangs where it went back to, not on the branch that was left', () => {
    const one = mend(orphaned(rewound(), 'u3'))
    expect(parentsIn(one)['u3']).toBe('a1')
    expect(confidence(one)).toEqual(['sure'])
  })
})

describe('where more than one place is possible', () => {
  /** Two clients at once: a2 answers u2 and a3 answers u3, written in turns. */
  const interleaved = (): readonly Json[] => [
    prompt('u1', null),
    answer('a1', 'u1', 'm1', [text('one')]),
    prompt('u2', 'a1'),
    prompt('u3', 'a1'),
    answer('a2', 'u2', 'm2', [text('two')]),
    answer('a3', 'u3', 'm3', [text('three')]),
  ]

  test('it stays as it is, and says what would be done', () => {
    const one = mend(orphaned(interleaved(), 'a2'))
    expect(parentsIn(one)['a2']).toBe(GONE)
    expect(one.plan.repair.unsure).toMatchObject([{ line: 5, parentLine: 3 }])
  })

  test('with --assume it is hung on the branch that is open', () => {
    const one = mend(orphaned(interleaved(), 'a2'), { assume: true })
    expect(parentsIn(one)['a2']).toBe('u2')
    expect(confidence(one)).toEqual(['guess'])
  })

  test('a prompt without parent may be a beginning', () => {
    expect(parentsIn(mend(orphaned(plain(), 'u3', null)))['u3']).toBeNull()
    expect(parentsIn(mend(orphaned(plain(), 'u3', null), { assume: true }))['u3']).toBe('a2')
  })

  test('an answer without parent is none', () => {
    expect(parentsIn(mend(orphaned(plain(), 'a3', null)))['a3']).toBe('u3')
  })
})

test('what is left of an entry without its beginning is hung like any other', () => {
  const lines = apart(plain()).map(entry => JSON.stringify(entry))
  const broken = lines.with(4, lines[4]!.replace('{"parentUuid":"a2",', '#')).join('\n')
  const one = repair(new TextEncoder().encode(`${broken}\n`))
  expect(one.verdict.broken).toEqual([])
  expect(parentsIn(one)).toMatchObject({ u3: 'a2', a3: 'u3' })
})

describe('rings', () => {
  test.each(['u2', 'a2', 'u3'])('%s on what hangs below it', uuid => {
    const one = mend(orphaned(plain(), uuid, 'a3'))
    expect(parentsIn(one)).toEqual(parentsIn(mend(plain())))
  })

  test('on itself', () => {
    expect(parentsIn(mend(orphaned(plain(), 'u3', 'u3')))['u3']).toBe('a2')
  })
})

describe('thinking (A0)', () => {
  const thoughtful = (): readonly Json[] => [
    prompt('u1', null),
    answer('a1', 'u1', 'm1', [thinking('one'), text('one')]),
    prompt('u2', 'a1'),
    answer('a2', 'u2', 'm2', [thinking('two'), text('two')]),
    prompt('u3', 'a2'),
    answer('a3', 'u3', 'm3', [thinking('three'), text('three')]),
  ]
  const thoughts = ({ bytes }: Repaired): number =>
    (new TextDecoder().decode(bytes).match(/"thinking":"/g) ?? []).length

  test('stays where everything is back in its place', () => {
    expect(thoughts(mend(orphaned(thoughtful(), 'u3')))).toBe(3)
  })

  test('goes behind what is lost', () => {
    expect(thoughts(mend(without(thoughtful(), 'a2')))).toBe(1)
  })
})

test('a result on which nothing but progress hangs is hung on its call (N8)', () => {
  const [u1, x, y, rx, ry, a1] = parallel()
  const entries = [u1!, x!, y!, ry!, rx!, progress('p', 'rx', 'tx'), a1!]
  expect(parentsIn(mend(orphaned(entries, 'rx')))['rx']).toBe('x')
})

describe('a call that is lost, of several of one answer', () => {
  const words = (one: Repaired): readonly string[] =>
    readContext(one.bytes).messages.map(({ role, content }) => {
      const blocks = typeof content === 'string' ? [text(content)] : (content as readonly Json[])
      return [
        role,
        ...blocks.map(block => `${block['type']} ${JSON.stringify(block['content'] ?? block['text'] ?? '')}`),
      ].join()
    })
  const note = '[rethread: the call of this tool result is not in the session]\\n'
  const sent = [
    'user,text "say u1"',
    'assistant,tool_use ""',
    `user,tool_result "out ID1",text "${note}out ID2"`,
    'assistant,text "both"',
  ]
  const expected = (answered: string, lost: string): readonly string[] =>
    sent.map(line => line.replace('ID1', answered).replace('ID2', lost))

  test.each([
    ['the first', 'x', 'ty', 'tx'],
    ['the last', 'y', 'tx', 'ty'],
  ])('%s: its result is sent as a text behind the other', (_, lost, answered, gone) => {
    const one = mend(without(parallel(), lost))
    expect(one.verdict.broken).toEqual([])
    expect(words(one)).toEqual(expected(answered, gone))
  })

  test('results one behind the other, the answer between them', () => {
    const [u1, x, y, rx, ry, a1] = parallel()
    const said = answer('s', 'u1', 'm1', [text('so')])
    const entries = [u1!, said, { ...x!, parentUuid: 's' }, rx!, { ...y!, parentUuid: 'rx' }, ry!, a1!]
    const one = mend(without(entries, 'x'))
    expect(one.verdict.broken).toEqual([])
    expect(words(one)).toEqual(
      expected('ty', 'tx').map(line => line.replace('assistant,tool_use', 'assistant,text "so",tool_use')),
    )
  })

  test('requests that the client keeps beside the conversation hold the call, and do not count', () => {
    const entries = without(parallel(), 'x')
    const kept = { type: 'api-request-blob', message: { role: 'assistant', content: [use('tx')] } }
    expect(words(mend([...entries.slice(0, 1), kept, ...entries.slice(1)]))).toEqual(expected('ty', 'tx'))
  })
})

describe('copies', () => {
  test('the same words twice under one id are two entries, where they hang elsewhere at another time', () => {
    const entries = plain().map(one =>
      one['uuid'] === 'u3' ? { ...one, uuid: 'u2', message: plain()[2]!['message'] } : one,
    )
    const one = mend(entries)
    expect(one.verdict.broken).toEqual([])
    expect(readContext(one.bytes).messages).toHaveLength(6)
  })

  test('of three under one id, two the same: one of those goes, the other entry stays', () => {
    const other = prompt('u2', 'a1', 'something else')
    const entries = [...plain().slice(0, 3), other, ...plain().slice(2)]
    const one = repair(session(...entries))
    expect(one.verdict.broken).toEqual([])
    expect(
      records(one.bytes)
        .map(entry => entry['message'].content)
        .filter(said => said === 'say u2'),
    ).toHaveLength(1)
    expect(records(one.bytes)).toHaveLength(7)
  })
})
