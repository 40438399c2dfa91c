// The account of edits, where ids change: each is replaced whole, by the right one, and wherever it stands.

import { describe, expect, test } from 'vitest'
import type { Edit } from '../../src/format/changes.js'
import {
  AFTER,
  ALL_NEW,
  BEFORE,
  edit,
  file,
  fileOf,
  now,
  old,
  putting,
  renamed,
  renamedBut,
  type Says,
  talk,
  three,
  utf8,
  without,
  wrong,
} from './accounts.js'
import { type Json, session } from './in-memory.js'

describe('new ids', () => {
  test('each by one of its own, and the same everywhere', () => {
    expect(wrong(three, renamed(three), ALL_NEW)).toEqual([])
    // In order: uuid and session of 1; parent, uuid and session of 2; of 3.
    const kinds = [
      'id: line 1',
      'id: line 1',
      'parent: line 2',
      'id: line 2',
      'id: line 2',
      'parent: line 3',
      'id: line 3',
      'id: line 3',
    ]
    expect(renamed(three)).toHaveLength(kinds.length)
    for (const [at, told] of kinds.entries()) {
      expect(wrong(three, renamedBut(three, at, undefined), ALL_NEW)[0]).toBe(told)
      const isSession = [1, 4, 7].includes(at)
      const other = isSession ? BEFORE : now(9)
      const broken = wrong(three, renamedBut(three, at, other), ALL_NEW)
      // Of an id that was met before, the one that differs is wrong; the first one decides.
      const first = at === 0 ? 'parent: line 2' : at === 3 ? 'parent: line 3' : told
      if (at !== 6) expect(broken).toEqual([first])
    }
  })

  test.each([
    ['two become one', now(1)],
    ['one that another has', old(1)],
    ['its own', old(3)],
    ['nothing', ''],
    ['one that needs escapes', 'a"b'],
    ['one with a backslash', 'a\\b'],
    ['one with a tab', 'a\tb'],
    ['one beyond ASCII', 'aéb'],
    ['one with DEL', 'a\x7fb'],
  ])('%s', (_, text) => {
    expect(wrong(three, renamedBut(three, 6, text), ALL_NEW)).toEqual(['id: line 3'])
  })

  test('any other form that is plain', () => {
    for (const text of ['x', ' ~', 'a b']) expect(wrong(three, renamedBut(three, 6, text), ALL_NEW)).toEqual([])
  })

  test('whole, and nothing beside it', () => {
    const [first, ...rest] = renamed(three)
    const shifted = { ...first!, offset: first!.offset + 1 }
    const shorter = { ...first!, length: first!.length - 1 }
    for (const one of [shifted, shorter]) expect(wrong(three, [one, ...rest], ALL_NEW)).toContain('id: line 1')
    const more = [...renamed(three), edit(three, 1, '"one"', '"two"')]
    expect(wrong(three, more, ALL_NEW)).toEqual(['bytes: line 2'])
  })

  test('to the last letter, and from the first', () => {
    for (const text of [AFTER.slice(0, -1), `x${AFTER.slice(1)}`, `${AFTER}x`, ''])
      expect(wrong(three, renamedBut(three, 1, text), ALL_NEW)).toEqual(['id: line 1'])
  })

  test('many of them', () => {
    const many = session(
      ...Array.from({ length: 1500 }, (_, at) => ({
        type: 'user',
        uuid: `${String(at).padStart(8, '0')}-0000-4000-8000-00000000000a`,
        sessionId: BEFORE,
      })),
    )
    const one = fileOf(many)
    const edits = [
      ...Buffer.from(many)
        .toString('latin1')
        .matchAll(/\d{8}-0000-4000-8000-00000000000a|a{8}-0000-4000-8000-0{12}/g),
    ]
    const made = (to: (id: string) => string): readonly Edit[] =>
      edits.map(({ index, 0: id }) => ({
        offset: index,
        length: id.length,
        content: utf8.encode(id === BEFORE ? AFTER : to(id)),
      }))
    expect(
      wrong(
        one,
        made(id => id.replace('-0000', '-1111')),
        ALL_NEW,
      ),
    ).toEqual([])
    const same = made(id => (id.startsWith('00001499') ? '00000003' : id.slice(0, 8)))
    expect(wrong(one, same, ALL_NEW)).toEqual(['id: line 1500'])
  })
})

/** The fields that hold the id of an entry, written down once more, with one entry each. */
const FIELDS: Readonly<Record<string, (id: string) => Json>> = {
  logicalParentUuid: id => ({ logicalParentUuid: id }),
  sourceToolAssistantUUID: id => ({ sourceToolAssistantUUID: id }),
  leafUuid: id => ({ leafUuid: id }),
  cutUuid: id => ({ cutUuid: id }),
  messageId: id => ({ messageId: id }),
  snapshotMessageId: id => ({ snapshotMessageId: id }),
  'snapshot.messageId': id => ({ snapshot: { messageId: id, note: 'x' } }),
  'preservedMessages.anchorUuid': id => ({ compactMetadata: { preservedMessages: { anchorUuid: id } } }),
  'preservedMessages.uuids': id => ({ compactMetadata: { preservedMessages: { uuids: [id] } } }),
  'preservedMessages.allUuids': id => ({ compactMetadata: { preservedMessages: { allUuids: [id] } } }),
  'preservedSegment.headUuid': id => ({ compactMetadata: { preservedSegment: { headUuid: id } } }),
  'preservedSegment.anchorUuid': id => ({ compactMetadata: { preservedSegment: { anchorUuid: id } } }),
  'preservedSegment.tailUuid': id => ({ compactMetadata: { preservedSegment: { tailUuid: id } } }),
  summarizedTurnPromptUuids: id => ({ summarizedTurnPromptUuids: [id] }),
  retractedMessageUuids: id => ({ retractedMessageUuids: [id] }),
  'forkedFrom.messageUuid': id => ({ forkedFrom: { messageUuid: id } }),
}

describe.each(Object.entries(FIELDS))('the id in %s', (_, make) => {
  const one = file(talk(1), { type: 'mark', ...make(old(1)) })
  const at = 2 // behind uuid and session of the first

  test('becomes the new one', () => {
    expect(wrong(one, renamed(one), ALL_NEW)).toEqual([])
    expect(wrong(one, renamedBut(one, at, undefined), ALL_NEW)).toEqual(['id: line 2'])
    expect(wrong(one, renamedBut(one, at, now(9)), ALL_NEW)).toEqual(['id: line 2'])
  })

  test('stays where ids stay', () => {
    expect(wrong(one, [])).toEqual([])
    expect(wrong(one, [edit(one, 1, old(1), now(1))])).toEqual(['id: line 2'])
  })

  test('stays where it is none of these entries', () => {
    const other = file(talk(1), { type: 'mark', ...make(old(8)) })
    expect(wrong(other, [])).toEqual([])
    expect(wrong(other, [edit(other, 1, old(8), now(8))])).toEqual(['id: line 2'])
    // It may be one of an agent's transcript, where there is any.
    const more = renamed(other)
    expect(wrong(other, more, ALL_NEW)).toEqual(['id: line 2'])
    expect(wrong(other, more, { ...ALL_NEW, hasAgents: true })).toEqual([])
  })
})

test.each([
  ['sessionId', { sessionId: BEFORE }],
  ['session_id', { session_id: BEFORE }],
  ['worktreeSession.sessionId', { worktreeSession: { sessionId: BEFORE } }],
  ['forkedFrom.sessionId', { forkedFrom: { sessionId: BEFORE } }],
])('the session in %s', (_, more) => {
  const one = file(talk(1), { type: 'mark', ...more })
  expect(wrong(one, renamed(one), ALL_NEW)).toEqual([])
  expect(wrong(one, renamedBut(one, 2, undefined), ALL_NEW)).toEqual(['id: line 2'])
  expect(wrong(one, renamedBut(one, 2, now(1)), ALL_NEW)).toEqual(['id: line 2'])
  expect(wrong(one, [])).toEqual([])
  expect(wrong(one, [edit(one, 1, BEFORE, AFTER)])).toEqual(['id: line 2'])
})

test('a key that is written with escapes is the same key', () => {
  const text = Buffer.from(session(talk(1), { type: 'mark', leafUuid: old(1) })).toString()
  const one = fileOf(utf8.encode(text.replace('"leafUuid"', '"leaf\\u0055uid"')))
  expect(wrong(one, renamed(one), ALL_NEW)).toEqual([])
  expect(wrong(one, renamedBut(one, 2, undefined), ALL_NEW)).toEqual(['id: line 2'])
})

test('what is no id where one could stand', () => {
  const odd = file(talk(1), {
    type: 'mark',
    leafUuid: 7,
    snapshot: 'x',
    summarizedTurnPromptUuids: { a: 1 },
    sessionId: BEFORE,
  })
  expect(wrong(odd, renamed(odd), ALL_NEW)).toEqual([])
  for (const [from, to] of [
    ['"leafUuid":7', '"leafUuid":8'],
    ['"x"', '"y"'],
    ['{"a":1}', '{"a":2}'],
  ] as const)
    expect(wrong(odd, [edit(odd, 1, from, to)])).toEqual(['bytes: line 2'])
})

test('beside ids, inside what holds them', () => {
  const one = file(talk(1), {
    type: 'mark',
    snapshot: { messageId: old(1), note: `in ${BEFORE}` },
    message: 'some words',
  })
  expect(wrong(one, renamed(one), ALL_NEW)).toEqual([])
  expect(wrong(one, [edit(one, 1, 'in ', 'at ')])).toEqual(['bytes: line 2'])
  expect(wrong(one, [edit(one, 1, 'words', 'wordy')])).toEqual(['bytes: line 2'])
  const end = edit(one, 1, `in ${BEFORE}"`, '')
  expect(wrong(one, [{ offset: end.offset + end.length, length: 0, content: utf8.encode(',"x":1') }])).toEqual([
    'bytes: line 2',
  ])
})

test('an id that is empty is none, and stays so', () => {
  const one = file(talk(1), { type: 'mark', leafUuid: '' })
  expect(wrong(one, [])).toEqual([])
  expect(wrong(one, [edit(one, 1, '""', 'null')])).toEqual(['id: line 2'])
})

test.each<[string, Says]>([
  ['changed', { changed: new Map([[0, { blocks: new Set([0]) }]]) }],
  ['moved', { moved: new Map([[0, 0]]) }],
  ['gaps', { gaps: true }],
  ['replaces', { replaces: () => false }],
])('entries that come with more than ids (%s) are counted when the result is read', (_, more) => {
  expect(wrong(three, [putting(three, 1, '{}\n')], more)).toEqual([])
  expect(wrong(three, [putting(three, 1, '{}\n')])).toEqual(['entries: line 3'])
})

describe('ids of agents’ entries', () => {
  const one = file(
    { ...talk(1), leafUuid: old(8) },
    { type: 'mark', leafUuid: old(8) },
    { type: 'mark', leafUuid: old(9) },
  )
  const agents = { ...ALL_NEW, hasAgents: true }

  test('the same everywhere, and of their own', () => {
    expect(wrong(one, renamed(one), agents)).toEqual([])
    expect(wrong(one, renamedBut(one, 3, now(7)), agents)).toEqual(['id: line 2'])
    for (const taken of [now(8), now(1), old(1)])
      expect(wrong(one, renamedBut(one, 4, taken), agents)).toEqual(['id: line 3'])
  })

  test('and not that of an entry here, whichever comes first', () => {
    const turned = file({ type: 'mark', leafUuid: old(8) }, talk(1))
    expect(wrong(turned, renamedBut(turned, 0, now(1)), agents)).toEqual(['id: line 2'])
  })
})

describe('a list of ids', () => {
  const ids = [1, 2, 3].map(old)
  const one = file(talk(1), talk(2), talk(3), { type: 'mark', summarizedTurnPromptUuids: ids })
  const gone = { sourceRows: [0, 2, 3], rehung: new Map([[2, old(2)]]) }
  const out = [without(one, 1), edit(one, 2, old(2), old(1))]

  test('what goes is taken out of it', () => {
    expect(wrong(one, [...out, edit(one, 3, `"${old(2)}",`, '')], gone)).toEqual([])
    expect(wrong(one, [...out, edit(one, 3, `,"${old(2)}"`, '')], gone)).toEqual([])
    expect(wrong(one, [...out, edit(one, 3, old(2), old(1))], gone)).toEqual([])
    // With new ids every line is looked at; else those that change.
    const all = [...renamed(one).filter(({ offset }) => offset < out[0]!.offset || offset >= one.starts[2]!), out[0]!]
    const listed = all.filter(({ content }) => Buffer.from(content).toString() !== now(2))
    expect(wrong(one, listed, { ...ALL_NEW, sourceRows: [0, 2, 3], rehung: new Map([[2, '']]) })).toContain(
      'id: line 4',
    )
  })

  test('what stays is not', () => {
    expect(wrong(one, [...out, edit(one, 3, `"${old(1)}","${old(2)}",`, '')], gone)).toEqual(['id: line 4'])
    expect(wrong(one, [edit(one, 3, `"${old(2)}",`, '')])).toEqual(['id: line 4'])
  })

  test('and a list is left', () => {
    expect(wrong(one, [...out, edit(one, 3, `"${old(2)}"`, '')], gone)).toEqual(['bytes: line 4'])
    expect(wrong(one, [...out, edit(one, 3, `"${old(2)}","`, '')], gone)).not.toEqual([])
  })

  test('new ids in it, in order', () => {
    expect(wrong(one, renamed(one), ALL_NEW)).toEqual([])
    const last = renamed(one).length - 1
    expect(wrong(one, renamedBut(one, last, now(2)), ALL_NEW)).toEqual(['id: line 4'])
    expect(wrong(one, renamedBut(one, last - 1, undefined), ALL_NEW)).toEqual(['id: line 4'])
  })

  test('what is no text in it stays', () => {
    const odd = file(talk(1), { type: 'mark', summarizedTurnPromptUuids: [7, old(1)] })
    expect(wrong(odd, [])).toEqual([])
    expect(wrong(odd, [edit(odd, 1, '[7,', '[')])).toEqual(['id: line 2'])
  })
})
