// Every edit is accounted for, or the reason is told: clause by clause, each with edits that are right and such that are
// not. faults.test.ts shows that the whole gate catches a fault; here it is this part of it, alone.

import { describe, expect, test } from 'vitest'
import type { Edit, SideFileChange } from '../../src/format/changes.js'
import type { SessionFolder } from '../../src/format/session-folder.js'
import type { ChangedParts, Plan, ReshapeSource } from '../../src/reshape/plan/plan.js'
import { accountFor, brokenEdits, brokenTranscripts, saidOf } from '../../src/reshape/verdict/account.js'
import {
  AFTER,
  ALL_NEW,
  BEFORE,
  edit,
  file,
  fileOf,
  lineOf,
  now,
  old,
  putting,
  renamed,
  renamedBut,
  type Says,
  said,
  talk,
  three,
  utf8,
  uuid,
  without,
  wrong,
} from './accounts.js'
import { folderOf } from './in-memory.js'

describe('in place, with nothing named', () => {
  test('no edit is right', () => {
    expect(wrong(three, [])).toEqual([])
  })

  test.each([
    ['a letter that the model gets', 0, 'prompt', 'prompd', 'bytes: line 1'],
    ['a letter of a block', 1, '"one"', '"two"', 'bytes: line 2'],
    ['a figure', 1, '"output_tokens":7', '"output_tokens":8', 'bytes: line 2'],
    ['a field', 2, '"type":"user"', '"type":"usor"', 'bytes: line 3'],
    ['a key', 2, '"type"', '"typo"', 'bytes: line 3'],
    ['its own id', 1, old(2), now(2), 'id: line 2'],
    ['what it hangs on', 2, old(2), old(1), 'parent: line 3'],
    ['what it hangs on, with the quotes', 2, `"${old(2)}"`, `"${old(1)}"`, 'parent: line 3'],
    ['that it hangs on nothing', 0, 'null', `"${old(3)}"`, 'parent: line 1'],
    ['the session', 1, BEFORE, AFTER, 'id: line 2'],
    ['something behind it', 0, '}\n', ',"x":1}\n', 'bytes: line 1'],
  ])('%s', (_, row, from, to, told) => {
    expect(wrong(three, [edit(three, row, from, to)])).toEqual([told])
  })

  test('how many lines, and the first of them', () => {
    const edits = [0, 1, 2].map(row => edit(three, row, '"type"', '"typo"'))
    expect(wrong(three, edits)).toEqual(['bytes: line 1, and 2 more'])
    expect(wrong(three, edits.slice(1))).toEqual(['bytes: line 2, and 1 more'])
    expect(wrong(three, [...edits.slice(0, 1), edit(three, 1, old(2), now(2))])).toEqual([
      'bytes: line 1',
      'id: line 2',
    ])
  })

  test('the whole sentences', () => {
    const edits = [edit(three, 0, '"type"', '"typo"'), edit(three, 1, old(2), now(2)), edit(three, 2, old(2), old(1))]
    expect(brokenEdits(three, edits, said(three, { sourceRows: [0, 1, 2, -1] }))).toEqual([
      'bytes would change that the plan does not name: line 1',
      'an id would be wrong: line 2',
      'an entry would hang on the wrong entry: line 3',
      'entries would be lost or added that the plan does not name: line 3',
    ])
    const twice = edit(three, 0, 'prompt', 'prompt')
    expect(brokenEdits(three, new Set([twice, { ...twice }]), said(three)).join()).toContain(
      'two changes would overlap: line 1',
    )
  })
})

describe('entries that go and come', () => {
  test('one that goes', () => {
    const gone = { sourceRows: [0, 2], rehung: new Map([[2, old(2)]]) }
    const hung = edit(three, 2, old(2), old(1))
    expect(wrong(three, [without(three, 1), hung], gone)).toEqual([])
    // Nobody takes it out.
    expect(wrong(three, [hung], gone)).toEqual(['entries: line 2'])
    expect(wrong(three, [{ ...without(three, 1), content: utf8.encode(' ') }, hung], gone)).toEqual(['entries: line 2'])
    // It is taken out, and nobody has said so.
    expect(wrong(three, [without(three, 1)])).toEqual(['bytes: line 2'])
  })

  test('with its line ending and nothing more', () => {
    const crlf = fileOf(utf8.encode(`${lineOf(three, 0)}${lineOf(three, 1).replace('\n', '\r\n')}${lineOf(three, 2)}`))
    const gone = { sourceRows: [0, 2], rehung: new Map([[2, old(2)]]) }
    const hung = edit(crlf, 2, old(2), old(1))
    const whole = { ...without(crlf, 1), length: lineOf(crlf, 1).length }
    const taken = (more: number, from = 0): readonly string[] =>
      wrong(crlf, [{ ...whole, offset: whole.offset + from, length: whole.length + more }, hung], gone)
    expect([taken(0), taken(-1), taken(-2)]).toEqual([[], [], []])
    for (const told of [taken(-3), taken(1), taken(-1, 1), taken(0, -1)]) expect(told).not.toEqual([])
    const halves = [
      { ...whole, length: 10 },
      { ...whole, offset: whole.offset + 10, length: whole.length - 10 },
    ]
    expect(wrong(crlf, [...halves, hung], gone)).toEqual(['entries: line 2'])
  })

  test('one that comes, where it is named', () => {
    const line = '{"type":"mode"}\n'
    const coming = [putting(three, 1, line)]
    expect(wrong(three, coming, { sourceRows: [0, -1, 1, 2] })).toEqual([])
    expect(wrong(three, coming)).toEqual(['entries: line 3'])
    expect(wrong(three, coming, { sourceRows: [0, -1, -1, 1, 2] })).toEqual(['entries: line 3'])
    // Two in one, blank lines aside, and one without a line ending at the end of the file.
    expect(wrong(three, [putting(three, 0, `${line}\n${line}`)], { sourceRows: [-1, -1, 0, 1, 2] })).toEqual([])
    expect(wrong(three, [putting(three, 3, line.trim())], { sourceRows: [0, 1, 2, -1] })).toEqual([])
    expect(wrong(three, [], { sourceRows: [0, 1, 2, -1] })).toEqual(['entries: line 3'])
    // In the middle of a line it is none.
    const { offset, ...rest } = putting(three, 1, line)
    expect(wrong(three, [{ ...rest, offset: offset + 3 }], { sourceRows: [0, -1, 1, 2] })).not.toEqual([])
  })

  test('a file without entries: nothing goes and nothing comes', () => {
    const none = fileOf(new Uint8Array(0))
    expect(wrong(none, [])).toEqual([])
    expect(wrong(none, [putting(none, 0, '{}\n')], { sourceRows: [-1] })).toEqual([])
    expect(wrong(none, [putting(none, 0, '{}\n')])).toEqual(['entries: line 1'])
  })
})

describe('between the entries', () => {
  const damaged = fileOf(utf8.encode(`${lineOf(three, 0)}no json here\n${lineOf(three, 1)}`))
  const gap = edit(damaged, 0, 'here', 'hear')

  test('bytes that are no entry stay', () => {
    expect(wrong(damaged, [gap])).toEqual(['bytes: line 3'])
    expect(wrong(damaged, [gap], { gaps: true })).toEqual([])
  })

  test('also behind the last entry', () => {
    const behind = fileOf(utf8.encode(`${lineOf(three, 0)}no json here`))
    expect(wrong(behind, [edit(behind, 0, 'here', 'hear')])).toEqual(['bytes: line 1'])
    expect(wrong(behind, [edit(behind, 0, 'here', 'hear')], { gaps: true })).toEqual([])
    const only = fileOf(utf8.encode('no json here'))
    expect(wrong(only, [{ offset: 3, length: 1, content: utf8.encode('x') }])).toEqual(['bytes: line 1'])
  })
})

test('in any order, as a list; as a stream in the order of the file', () => {
  const edits = [edit(three, 0, '"type"', '"typo"'), edit(three, 1, old(2), now(2))]
  const told = ['bytes: line 1', 'id: line 2']
  expect(wrong(three, edits.toReversed())).toEqual(told)
  expect(wrong(three, new Set(edits))).toEqual(told)
  expect(wrong(three, new Set(edits.toReversed()))).toContain('overlap: line 2')
})

test('two changes of one place', () => {
  const first = edit(three, 0, 'prompt', 'x')
  const inside = { offset: first.offset + 2, length: 1, content: utf8.encode('y') }
  expect(wrong(three, [first, inside]).some(one => one.startsWith('overlap: line 1'))).toBe(true)
  const behind = fileOf(utf8.encode(`${lineOf(three, 0)}no json here`))
  const late = edit(behind, 0, 'json', 'x')
  expect(wrong(behind, new Set([late, { ...late, offset: late.offset + 1 }]))).toEqual([
    'bytes: line 1, and 1 more',
    'overlap: line 1',
  ])
  // Side by side is beside each other.
  const beside = { offset: first.offset + first.length, length: 1, content: utf8.encode('y') }
  expect(wrong(three, [first, beside]).some(one => one.startsWith('overlap'))).toBe(false)
})

test('nothing is said before all were asked for, and what is asked for are the same edits', () => {
  const edits = [edit(three, 1, old(2), now(2)), edit(three, 0, '"type"', '"typo"')]
  const account = accountFor(three, edits, said(three))
  expect(account.broken()).toEqual(['the changes were not looked at'])
  expect([...account.edits]).toEqual(edits.toReversed())
  expect(account.broken()).toHaveLength(2)
  // What a repair does, the reading of the result tells.
  const mended = accountFor(three, edits, said(three, { mended: new Set([1]) }))
  expect([[...mended.edits], mended.broken()]).toEqual([edits, []])
})

describe('what it hangs on', () => {
  const hung = (row: number, on: string): Says => ({ rehung: new Map([[row, on]]) })

  test('where the plan says', () => {
    expect(wrong(three, [edit(three, 2, old(2), old(1))], hung(2, old(1)))).toEqual([])
    expect(wrong(three, [edit(three, 2, `"${old(2)}"`, `"${old(1)}"`)], hung(2, old(1)))).toEqual([])
    expect(wrong(three, [edit(three, 2, `"${old(2)}"`, 'null')], hung(2, ''))).toEqual([])
    expect(wrong(three, [], hung(2, old(2)))).toEqual([])
    expect(wrong(three, [edit(three, 0, 'null', `"${old(3)}"`)], hung(0, old(3)))).toEqual([])
    expect(wrong(three, [edit(three, 2, old(2), old(8))], hung(2, old(8)))).toEqual([])
  })

  test('or on one above, where that goes', () => {
    const says = { sourceRows: [0, 2], ...hung(2, old(2)) }
    const to = (text: string): readonly string[] =>
      wrong(three, [without(three, 1), edit(three, 2, old(2), text)], says)
    expect(to(old(1))).toEqual([])
    expect(to(old(2))).toEqual(['parent: line 3'])
    expect(wrong(three, [without(three, 1)], says)).toEqual(['parent: line 3'])
    const begins = file(talk(1), { ...talk(2), parentUuid: null })
    expect(wrong(begins, [edit(begins, 1, 'null', `"${old(1)}"`)], hung(1, old(1)))).toEqual([])
    expect(wrong(begins, [edit(begins, 1, 'null,', `"${old(1)}",`)], hung(1, old(1)))).toEqual(['parent: line 2'])
  })

  test('and nowhere else', () => {
    const told = ['parent: line 3']
    expect(wrong(three, [], hung(2, old(1)))).toEqual(told)
    expect(wrong(three, [], hung(2, ''))).toEqual(told)
    expect(wrong(three, [edit(three, 2, old(2), old(3))], hung(2, old(1)))).toEqual(told)
    expect(wrong(three, [edit(three, 2, old(2), old(1))], hung(2, ''))).toEqual(told)
    expect(wrong(three, [edit(three, 2, old(2), old(7))], hung(2, old(8)))).toEqual(told)
    expect(wrong(three, [edit(three, 2, old(2), old(1))], hung(1, old(1)))).toEqual(told)
    expect(wrong(three, [edit(three, 0, 'null', `"${old(2)}"`)], hung(0, old(3)))).toEqual(['parent: line 1'])
    expect(wrong(three, [edit(three, 0, 'ull', `"${old(3)}"`)], hung(0, old(3)))).toEqual(['parent: line 1'])
  })

  test('with new ids, on the new one', () => {
    const says = { ...ALL_NEW, ...hung(2, old(1)) }
    const at = 5
    expect(wrong(three, renamedBut(three, at, now(1)), says)).toEqual([])
    expect(wrong(three, renamedBut(three, at, now(2)), says)).toEqual(['parent: line 3'])
    expect(wrong(three, renamedBut(three, at, old(1)), says)).toEqual(['parent: line 3'])
    expect(wrong(three, renamedBut(three, at, undefined), says)).toEqual(['parent: line 3'])
  })

  test('an empty one is none, and may be written so', () => {
    const empty = file(talk(1), { ...talk(2), parentUuid: '' })
    expect(wrong(empty, [])).toEqual([])
    expect(wrong(empty, [edit(empty, 1, '""', 'null')])).toEqual([])
    expect(wrong(empty, [edit(empty, 1, '""', `"${old(1)}"`)])).toEqual(['parent: line 2'])
  })
})

describe('instead of an entry that goes', () => {
  const one = file(talk(1), talk(2), { type: 'mark', leafUuid: old(2) })
  const gone = { sourceRows: [0, 2] }
  const out = without(one, 1)
  const named = (text: string, quoted = false): readonly string[] =>
    wrong(one, [out, quoted ? edit(one, 2, `"${old(2)}"`, text) : edit(one, 2, old(2), text)], gone)

  test('another one that stays, or none', () => {
    expect(named(old(1))).toEqual([])
    expect(named('null', true)).toEqual([])
    expect(named(`"${old(1)}"`, true)).toEqual([])
  })

  test('not itself, and not nobody', () => {
    expect(named(old(2))).toEqual(['id: line 3'])
    expect(named(now(7))).toEqual(['id: line 3'])
  })

  test('one that comes', () => {
    const line = `{"type":"user","uuid":"${now(7)}"}\n`
    const edits = [out, edit(one, 2, old(2), now(7)), putting(one, 3, line)]
    expect(wrong(one, edits, { sourceRows: [0, 2, -1] })).toEqual([])
    const other = putting(one, 3, line.replace('uuid', 'uuix'))
    expect(wrong(one, [...edits.slice(0, 2), other], { sourceRows: [0, 2, -1] })).toEqual(['id: line 3'])
  })

  test('one that was missing already', () => {
    const missing = file(talk(1), { ...talk(2), parentUuid: old(8) }, { type: 'mark', leafUuid: old(2) })
    const edits = (id: string): readonly Edit[] => [without(missing, 1), edit(missing, 2, old(2), id)]
    expect(wrong(missing, edits(old(8)), gone)).toEqual([])
    expect(wrong(missing, edits(old(9)), gone)).toEqual(['id: line 3'])
    // The first line that names it is told.
    const twice = file(talk(1), talk(2), { type: 'mark', leafUuid: old(2) }, { type: 'mark', leafUuid: old(2) })
    const both = [without(twice, 1), edit(twice, 2, old(2), now(7)), edit(twice, 3, old(2), now(7))]
    expect(wrong(twice, both, { sourceRows: [0, 2, 3] })).toEqual(['id: line 3'])
  })

  test('with new ids: a new one', () => {
    const all = renamed(one).filter(({ offset }) => offset < out.offset || offset >= out.offset + out.length)
    const to = (text: string): readonly Edit[] =>
      [...all.slice(0, -1), { ...all.at(-1)!, content: utf8.encode(text) }, out].toSorted((a, b) => a.offset - b.offset)
    expect(wrong(one, to(now(1)), { ...ALL_NEW, ...gone })).toEqual([])
    expect(wrong(one, to(old(1)), { ...ALL_NEW, ...gone })).toEqual(['id: line 3'])
    expect(wrong(one, to(now(7)), { ...ALL_NEW, ...gone })).toEqual(['id: line 3'])
  })
})

describe('what an entry says of itself', () => {
  const keeps: Says = { idBefore: BEFORE, idAfter: AFTER }
  const sessions = [0, 1, 2].map(row => edit(three, row, BEFORE, AFTER))
  const behind = (row: number, text: string): Edit => ({
    offset: three.starts[row]! + lineOf(three, row).length - 2,
    length: 0,
    content: utf8.encode(text),
  })
  const origin = (number: number): string =>
    `,"forkedFrom":${JSON.stringify({ sessionId: BEFORE, messageUuid: old(number) })}`
  const ordered = (...more: readonly Edit[]): readonly Edit[] => [...sessions, ...more]

  test('a copy that keeps its ids says where it comes from', () => {
    expect(wrong(three, ordered(behind(1, origin(2))), keeps)).toEqual([])
    expect(wrong(three, ordered(behind(1, origin(1))), keeps)).toEqual(['bytes: line 2'])
    expect(wrong(three, ordered(behind(1, '')), keeps)).toEqual(['bytes: line 2'])
    expect(wrong(three, [behind(1, origin(2))])).toEqual(['bytes: line 2'])
    expect(wrong(three, [...renamed(three), behind(1, origin(2))], ALL_NEW)).toEqual(['bytes: line 2'])
  })

  test('also where it said it before', () => {
    const forked = file(talk(1), { ...talk(2), forkedFrom: { sessionId: uuid('c'), messageUuid: old(7) } })
    const value = JSON.stringify({ sessionId: uuid('c'), messageUuid: old(7) })
    const right = JSON.stringify({ sessionId: BEFORE, messageUuid: old(2) })
    const ids = [edit(forked, 0, BEFORE, AFTER), edit(forked, 1, BEFORE, AFTER)]
    const edits = (to: string): readonly Edit[] => [...ids, edit(forked, 1, value, to)]
    expect(wrong(forked, edits(right), keeps)).toEqual([])
    expect(wrong(forked, edits(right.replace(old(2), old(1))), keeps)).not.toEqual([])
    expect(wrong(forked, [edit(forked, 1, value, right)])).not.toEqual([])
    // Over more or less than the value it is something else.
    const wider = edit(forked, 1, `:${value}`, right)
    expect(wrong(forked, [...ids, wider], keeps)).not.toEqual([])
    expect(
      wrong(forked, [...ids, { ...wider, offset: wider.offset + 1, length: value.length - 1 }], keeps),
    ).not.toEqual([])
    const fresh = [...renamed(forked).filter(({ offset }) => offset < wider.offset), edit(forked, 1, value, right)]
    expect(wrong(forked, fresh, ALL_NEW)).not.toEqual([])
  })

  test('what was used, where the plan gives other figures', () => {
    const usage = '{"output_tokens":7}'
    const edits = [edit(three, 1, usage, '{"output_tokens":9}'), behind(1, `,"rethread":{"usage":${usage}}`)]
    const says = { figures: new Set([1]) }
    expect(wrong(three, edits, says)).toEqual([])
    expect(wrong(three, edits)).toEqual(['bytes: line 2'])
    expect(wrong(three, [edits[0]!, behind(1, ',"rethread":{"usage":{}}')], says)).toEqual(['bytes: line 2'])
    expect(wrong(three, [edit(three, 1, '7', '9')], says)).toEqual(['bytes: line 2'])
    expect(wrong(three, edits.slice(0, 1))).toEqual(['bytes: line 2'])
    expect(wrong(three, edits.slice(1))).toEqual(['bytes: line 2'])
    for (const [from, to] of [
      ['{"output_tokens"', '{"output"'],
      ['"output_tokens":7}', '"output":7}'],
    ] as const)
      expect(wrong(three, [edit(three, 1, from, to)], says)).toEqual(['bytes: line 2'])
    expect(wrong(three, [edit(three, 1, '"one"', '"two"')], says)).toEqual(['bytes: line 2'])
    // It had none before: then that is what is kept.
    const none = file({ ...talk(2), message: { role: 'assistant', content: [] } })
    const end = { offset: lineOf(none, 0).length - 2, length: 0 }
    const kept = (text: string): readonly string[] =>
      wrong(none, [{ ...end, content: utf8.encode(text) }], { figures: new Set([0]) })
    expect(kept(',"rethread":{"usage":null}')).toEqual([])
    expect(kept(',"rethread":{"usage":{}}')).toEqual(['bytes: line 1'])
  })

  test('both, in this order', () => {
    const usage = '{"output_tokens":7}'
    const figures = `,"rethread":{"usage":${usage}}`
    const says = { ...keeps, figures: new Set([1]) }
    const edits = (text: string): readonly Edit[] =>
      ordered(edit(three, 1, usage, '{}'), behind(1, text)).toSorted((a, b) => a.offset - b.offset)
    expect(wrong(three, edits(origin(2) + figures), says)).toEqual([])
    expect(wrong(three, edits(figures + origin(2)), says)).toEqual(['bytes: line 2'])
    // Or one of them.
    for (const text of [origin(2), figures]) expect(wrong(three, edits(text), says)).toEqual([])
  })
})

describe('other texts', () => {
  test('the session’s own id, wherever it stands', () => {
    const one = file({ ...talk(1), cwd: `/x/${BEFORE}/y`, agentId: 'abc' })
    const all = [edit(one, 0, BEFORE, AFTER), edit(one, 0, `/${BEFORE}/`, `/${AFTER}/`)]
    const inner = edit(one, 0, BEFORE, AFTER, 1)
    const keeps = { idBefore: BEFORE, idAfter: AFTER }
    expect(wrong(one, [all[0]!, inner], keeps)).toEqual([])
    expect(wrong(one, all, keeps)).toEqual(['bytes: line 1'])
    expect(wrong(one, [all[0]!, { ...inner, content: utf8.encode(now(1)) }], keeps)).toEqual(['bytes: line 1'])
    expect(wrong(one, [inner])).toEqual(['bytes: line 1'])
  })

  test('what the plan may replace', () => {
    const replaces = (from: string, to: string): boolean => from === 'prompt' && to === 'Prompt'
    expect(wrong(three, [edit(three, 0, 'prompt', 'Prompt')], { replaces })).toEqual([])
    expect(wrong(three, [edit(three, 0, 'prompt', 'PROMPT')], { replaces })).toEqual(['bytes: line 1'])
    // Over the end of a member it is none of these texts.
    expect(wrong(three, [edit(three, 0, '"user","uuid"', '"x"')], { replaces: () => true })).toEqual(['bytes: line 1'])
  })

  test('an agent’s name, the same everywhere', () => {
    const result = { toolUseResult: { agentId: 'ab12', agent: 'ab12' } }
    const one = file(
      { ...talk(1), agentId: 'ab12' },
      { ...talk(2), ...result },
      { ...talk(3), data: { agentId: 'ab12' } },
    )
    const says = { agentNames: new Set(['ab12']) }
    const to = (row: number, name: string, nth = 0): Edit => edit(one, row, 'ab12', name, nth)
    expect(wrong(one, [to(0, 'cd'), to(1, 'cd'), to(2, 'cd')], says)).toEqual([])
    expect(wrong(one, [to(0, 'cd'), to(1, 'ef'), to(2, 'cd')], says)).toEqual(['bytes: line 2'])
    expect(wrong(one, [to(0, 'cd'), to(1, 'cd', 1), to(2, 'cd')], says)).toEqual(['bytes: line 2'])
    expect(wrong(one, [to(0, 'cd')])).toEqual(['bytes: line 1'])
    expect(wrong(one, [to(0, 'cd')], { agentNames: new Set(['other']) })).toEqual(['bytes: line 1'])
    expect(wrong(one, [edit(one, 0, '"ab12"', '"cd"')], says)).toEqual(['bytes: line 1'])
    const elsewhere = file({ ...talk(1), slug: 'ab12', data: 'ab12' })
    for (const nth of [0, 1])
      expect(wrong(elsewhere, [edit(elsewhere, 0, 'ab12', 'cd', nth)], says)).toEqual(['bytes: line 1'])
  })
})

describe('a line that the plan changes', () => {
  const content = [
    { type: 'text', text: 'first' },
    { type: 'text', text: 'second' },
  ]
  const message = { role: 'assistant', id: 'm', content, stop_reason: 'tool_use', usage: { output_tokens: 7 } }
  const one = file(talk(1), { ...talk(2), message, toolUseResult: { out: 'first' }, mcpMeta: 'first' }, talk(3))
  const changes = (parts: Partial<ChangedParts> = {}, row = 1): Says => ({
    changed: new Map([[row, { blocks: new Set([0]), ...parts }]]),
  })
  const told = ['bytes: line 2']

  test('in the blocks that it names', () => {
    expect(wrong(one, [edit(one, 1, 'first', 'other')], changes())).toEqual([])
    expect(wrong(one, [edit(one, 1, JSON.stringify(content[0]), '{"type":"text"}')], changes())).toEqual([])
    expect(wrong(one, [edit(one, 1, 'second', 'other')], changes())).toEqual(told)
    expect(wrong(one, [edit(one, 1, 'second', 'other')], changes({ blocks: new Set([0, 1]) }))).toEqual([])
    expect(wrong(one, [edit(one, 1, 'first"},{"type":"text","text":"second', 'x')], changes())).toEqual(told)
    expect(wrong(one, [edit(one, 1, 'first', 'other')], changes({}, 2))).toEqual(told)
    expect(wrong(one, [edit(one, 1, 'first', 'other')])).toEqual(told)
    // A text is its only block.
    expect(wrong(one, [edit(one, 0, 'prompt', 'other')], changes({}, 0))).toEqual([])
    expect(wrong(one, [edit(one, 0, 'prompt', 'other')], changes({ blocks: new Set() }, 0))).toEqual(['bytes: line 1'])
  })

  test('and not in what stands around them', () => {
    for (const [from, to] of [
      ['"output_tokens":7', '"output_tokens":8'],
      ['"role":"assistant"', '"role":"user"'],
      ['"id":"m"', '"id":"n"'],
      ['"content":', '"contend":'],
      ['"stop_reason":"tool_use"', '"stop_reason":"end_turn"'],
      ['"out":"first"', '"out":"other"'],
      ['"mcpMeta":"first"', '"mcpMeta":"other"'],
      ['"type":"assistant"', '"type":"user"'],
    ] as const)
      expect(wrong(one, [edit(one, 1, from, to)], changes())).toEqual(told)
    expect(wrong(one, [edit(one, 1, old(2), now(2))], changes())).toEqual(['id: line 2'])
    expect(wrong(one, [edit(one, 1, old(1), old(3))], changes())).toEqual(['parent: line 2'])
  })

  test('why it stopped, where it has no call any more', () => {
    expect(wrong(one, [edit(one, 1, 'tool_use', 'end_turn')], changes({ endsTurn: true }))).toEqual([])
    expect(wrong(one, [edit(one, 1, 'tool_use', 'end_turn')], changes({ endsTurn: true }, 2))).toEqual(told)
  })

  test('the copies of what it holds', () => {
    const drops = changes({ dropsSecondOutput: true })
    for (const [from, to] of [
      [',"toolUseResult":{"out":"first"}', ''],
      [',"mcpMeta":"first"', ''],
      ['"mcpMeta":"first"', '"mcpMeta":"other"'],
      ['{"out":"first"}', '"other"'],
    ] as const) {
      const [inner, value] = to === '' ? [from, to] : [from.replace('"mcpMeta":', ''), to.replace('"mcpMeta":', '')]
      const nth = inner === '"first"' ? 2 : 0
      expect(wrong(one, [edit(one, 1, inner, value, nth)], drops)).toEqual([])
      expect(wrong(one, [edit(one, 1, inner, value, nth)], changes())).toEqual(told)
    }
    expect(wrong(one, [edit(one, 1, `"sessionId":"${BEFORE}",`, '')], drops)).not.toEqual([])
    expect(wrong(one, [edit(one, 1, ',"mcpMeta":"first"', ',"x":1')], drops)).toEqual(told)
  })

  test('the words of what is attached', () => {
    const prompt = [
      { type: 'text', text: 'first' },
      { type: 'text', text: 'second' },
    ]
    const queued = file({ type: 'attachment', uuid: old(1), attachment: { kind: 'first', prompt }, note: { prompt } })
    const says = changes({}, 0)
    const to = (from: string, nth = 0): readonly string[] => wrong(queued, [edit(queued, 0, from, 'other', nth)], says)
    expect(to('first', 1)).toEqual([])
    const whole = [edit(queued, 0, JSON.stringify(prompt), '[]')]
    expect(wrong(queued, whole, changes({ blocks: new Set([0, 1]) }, 0))).toEqual([])
    expect(wrong(queued, whole, says)).toEqual(['bytes: line 1'])
    for (const outside of [to('second'), to('first', 0), to('first', 2)]) expect(outside).toEqual(['bytes: line 1'])
    expect(wrong(queued, [edit(queued, 0, 'first', 'other', 1)])).toEqual(['bytes: line 1'])
  })

  test('what a compaction has kept', () => {
    const kept = { preservedMessages: { uuids: [old(1)] }, trigger: 'auto' }
    const one = file(talk(1), { type: 'system', uuid: old(2), compactMetadata: kept })
    const edits = [edit(one, 1, `"preservedMessages":{"uuids":["${old(1)}"]},`, '')]
    expect(wrong(one, edits, changes({ dropsPreserved: true }))).toEqual([])
    expect(wrong(one, edits, changes())).toEqual(['id: line 2'])
    expect(wrong(one, [edit(one, 1, 'auto', 'other')])).toEqual(['bytes: line 2'])
    const named = file(talk(1), { type: 'mark', leafUuid: old(1) })
    expect(wrong(named, [edit(named, 1, old(1), now(1))], changes({ dropsPreserved: true }))).toEqual(['id: line 2'])
  })
})

test('a line that another one stands in for is judged by what the model gets of it; the others are not', () => {
  const four = file(talk(1), talk(2), talk(3), talk(4))
  const moved = {
    moved: new Map([
      [1, 3],
      [3, 1],
    ]),
    sourceRows: [0, 3, 2, 1],
  }
  const text = (row: number): string => lineOf(four, row).trim()
  const put = (row: number, content: string): Edit => ({
    offset: four.starts[row]!,
    length: text(row).length,
    content: utf8.encode(content),
  })
  const both = [put(1, text(3)), put(3, text(1))]
  expect(wrong(four, both, moved)).toEqual([])
  expect(wrong(four, [...both, edit(four, 2, '"type"', '"typo"')], moved)).toEqual(['bytes: line 3'])
  expect(wrong(four, [...both, edit(four, 0, old(1), now(1))], moved)).toEqual(['id: line 1'])
  // An entry may come with it, and be named from then on.
  const line = `{"type":"user","uuid":"${now(7)}"}\n`
  const named = file(talk(1), talk(2), talk(3), { type: 'mark', leafUuid: old(2) })
  const says = { moved: new Map([[2, 0]]), sourceRows: [0, 2, 3] }
  const hung = [
    without(named, 1),
    { ...put(2, line + text(2)), offset: named.starts[2]! },
    edit(named, 3, old(2), now(7)),
  ]
  expect(wrong(named, hung, says)).toEqual([])
  expect(wrong(named, [hung[0]!, hung[2]!], says)).toEqual(['id: line 4'])
})

describe('agents', () => {
  const agent = (name: string, layout: 'beside' | 'inside'): SessionFolder['agents'][number] =>
    ({ agentId: name, path: `/p/${name}.jsonl`, layout }) as never
  const folder = { ...folderOf(BEFORE), agents: [agent('x1', 'beside'), agent('x2', 'inside')] }
  const transcripts = [file(talk(1)), file({ ...talk(1), sessionId: BEFORE }, talk(2))]
  const source = { folder, agents: transcripts } as unknown as ReshapeSource
  const copies = (edits: readonly (readonly Edit[] | undefined)[]): SideFileChange[] =>
    edits.map((list, at) => ({
      kind: 'copy',
      from: folder.agents[at]!.path,
      to: { in: 'own', name: `${at}` },
      ...(list ? { edits: list } : {}),
    }))
  const planOf = (sideFiles: readonly SideFileChange[], more: Says = {}): Plan => {
    const { named, sourceRows } = said(three, { ...ALL_NEW, ...more })
    const promises = { context: 'same', gone: new Set(), rewritten: new Set(), thinking: true }
    return { named, sourceRows, sessionId: AFTER, changes: { edits: [], sideFiles }, promises } as unknown as Plan
  }
  const broken = (...args: Parameters<typeof planOf>): readonly string[] => [
    ...brokenTranscripts(planOf(...args), source),
  ]

  test('those beside the session get new names, where it gets a new id', () => {
    expect(saidOf(planOf([]), folder)).toMatchObject({ idAfter: AFTER, agentNames: new Set(['x1']), hasAgents: true })
    expect(saidOf(planOf([], { idBefore: undefined }), folder)).toMatchObject({
      agentNames: new Set(),
      hasAgents: true,
    })
    expect(saidOf(planOf([]), { ...folder, agents: [] })).toMatchObject({ agentNames: new Set(), hasAgents: false })
    expect(saidOf(planOf([]), undefined)).toMatchObject({ agentNames: new Set(), hasAgents: false })
  })

  test('their transcripts are copied with nothing but other ids', () => {
    const right = transcripts.map(renamed)
    expect(broken(copies(right))).toEqual([])
    expect(broken(copies([right[0], []]))).toEqual([
      'an id would be wrong: line 1 of /p/x2.jsonl',
      'an entry would hang on the wrong entry: line 2 of /p/x2.jsonl',
    ])
    expect(broken(copies([undefined, right[1]]))).toHaveLength(1)
    const more = [...right[1]!, edit(transcripts[1]!, 1, '"one"', '"two"')]
    expect(broken(copies([right[0], more]))).toEqual([
      'bytes would change that the plan does not name: line 2 of /p/x2.jsonl',
    ])
    const damaged = fileOf(utf8.encode(`${lineOf(transcripts[0]!, 0)}no json\n`))
    const gap = [...renamed(damaged), edit(damaged, 0, 'no json', 'no jsom')]
    expect([...brokenTranscripts(planOf(copies([gap])), { ...source, agents: [damaged] } as never)]).toHaveLength(1)
    // Ids of the other file, where there are any.
    const names = file({ ...talk(1), leafUuid: old(8) })
    const found = [...brokenTranscripts(planOf(copies([renamed(names)])), { ...source, agents: [names] } as never)]
    expect(found).toEqual([])
  })

  test('unless more changes in them, or they are no transcripts, or the session is not copied', () => {
    const wrongEdits = copies([[], []])
    expect(broken(wrongEdits, { agents: new Set(['/p/x1.jsonl', '/p/x2.jsonl']) } as never)).toEqual([])
    expect(broken(wrongEdits, { idBefore: undefined })).toEqual([])
    expect(broken([{ kind: 'copy', from: '/p/notes.txt', to: { in: 'own', name: 'n' } }])).toEqual([])
    expect(broken([{ kind: 'remove', path: '/p/x1.jsonl' }])).toEqual([])
    expect([...brokenTranscripts(planOf(wrongEdits), { ...source, folder: undefined })]).toEqual([])
  })
})
