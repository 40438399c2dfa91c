// A change touches the range it names and nothing else.

import { describe, expect, test } from 'vitest'
import { applyEdits, type Edit, insertBefore, removeEntry, replaceValue } from '../../src/format/changes.js'
import type { Path } from '../../src/format/json/walk.js'
import { entryRange, entryText, parseSession } from '../../src/format/session.js'
import { runs } from '../runs.js'
import { anyObject, pick, type Written } from './any-json-text.js'
import { expectTiles, type Random, randomFrom, sameBytes } from './expect-tiles.js'

const utf8 = new TextEncoder()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

/** A file of odd records, and where the values of each stand in it. */
function anyFile(random: Random): { bytes: Uint8Array; places: { path: Path; start: number; end: number }[][] } {
  const lines: Uint8Array[] = []
  const places: { path: Path; start: number; end: number }[][] = []
  let base = 0
  for (let left = 1 + random(5); left > 0; left--) {
    const { bytes, tree } = anyObject(random, { anyBytes: true, breaks: random(3) === 0 })
    const shift = base
    places.push(reachable(tree).map(([path, at]) => ({ path, start: at.start + shift, end: at.end + shift })))
    lines.push(bytes, utf8.encode(pick(random, ['\n', '\r\n'])))
    base += bytes.length + lines.at(-1)!.length
  }
  return { bytes: Buffer.concat(lines), places }
}

function reachable(node: Written, path: Path = []): [Path, Written][] {
  const last = new Map(node.members.map(member => [member.key, member.value]))
  return [
    [path, node],
    ...[...last].flatMap(([key, value]) => reachable(value, [...path, key])),
    ...node.elements.flatMap((element, index) => reachable(element, [...path, index])),
  ]
}

const VALUES = ['1', 'null', '"x"', '"\\ud800"', '{"a":[]}', '""', '9007199254740993', `"${'long '.repeat(50)}"`]

describe('replaceValue', () => {
  test('changes exactly the range of its path, for any path of any record', () => {
    for (let seed = 0; seed < runs(200, 2000); seed++) {
      const random = randomFrom(seed)
      const { bytes, places } = anyFile(random)
      const before = bytes.slice()
      const session = parseSession(bytes)
      expect(session.entries.length).toBe(places.length)
      const index = random(places.length)
      const { path, start, end } = pick(random, places[index]!)
      const json = path.length === 0 ? '{"new":1}' : pick(random, VALUES)
      expect(entryRange(session, session.entries[index]!, path)).toEqual({ start, end })
      const after = applyEdits(bytes, [replaceValue(session, session.entries[index]!, path, json)!])
      const expected = Buffer.concat([before.subarray(0, start), utf8.encode(json), before.subarray(end)])
      expect(sameBytes(after, expected)).toBe(true)
      expect(sameBytes(bytes, before)).toBe(true)
      expect(expectTiles(after, { chunkings: 1 }).entries.length).toBe(places.length)
    }
  })

  test('a value replaced by itself leaves the file as it was', () => {
    for (let seed = 0; seed < runs(50, 500); seed++) {
      const random = randomFrom(seed)
      const { bytes, places } = anyFile(random)
      const session = parseSession(bytes)
      const edits = session.entries.flatMap((entry, index) => {
        const { path, start, end } = pick(random, places[index]!)
        const edit = replaceValue(session, entry, path, '0')!
        expect([edit.offset, edit.length]).toEqual([start, end - start])
        return [{ ...edit, content: bytes.slice(start, end) }]
      })
      expect(sameBytes(applyEdits(bytes, edits), bytes)).toBe(true)
    }
  })

  test('is undefined where there is no such path, and never looks into the next record', () => {
    const session = parseSession(utf8.encode('{"a":1}\n{"b":2}\n'))
    expect(replaceValue(session, session.entries[0]!, ['b'], '3')).toBeUndefined()
    expect(replaceValue(session, session.entries[1]!, ['a'], '3')).toBeUndefined()
  })

  test('of the last of equal keys leaves the others', () => {
    const session = parseSession(utf8.encode('{"a":1,"a":2,"\\u0061":3}'))
    const edit = replaceValue(session, session.entries[0]!, ['a'], '4')!
    expect(text(applyEdits(session.bytes, [edit]))).toBe('{"a":1,"a":2,"\\u0061":4}')
  })
})

describe('removeEntry', () => {
  test.each([
    ['the first', '{"a":1}\n{"b":2}\n', 0, '{"b":2}\n'],
    ['the last', '{"a":1}\n{"b":2}\n', 1, '{"a":1}\n'],
    ['the last without a line ending', '{"a":1}\n{"b":2}', 1, '{"a":1}\n'],
    ['one with CRLF', '{"a":1}\r\n{"b":2}\r\n', 0, '{"b":2}\r\n'],
    ['a glued one', '{"a":1}{"b":2}\n', 0, '{"b":2}\n'],
    ['one over several lines', '{"a":1}\n{\n  "b": 2\n}\n{"c":3}\n', 1, '{"a":1}\n{"c":3}\n'],
    ['one behind a glued one', '{"a":1}{"b":2}\n{"c":3}\n', 1, '{"a":1}\n{"c":3}\n'],
    ['one between glued ones', '{"a":1}{"b":2}{"c":3}\n', 1, '{"a":1}\n{"c":3}\n'],
    ['one behind NUL bytes', '\0\0{"a":1}\n{"c":3}\n', 0, '\0\0\n{"c":3}\n'],
    ['one behind a byte order mark', '\ufeff{"a":1}\n{"c":3}\n', 0, '\ufeff{"c":3}\n'],
    ['one beside damage', '{"type":"x{"type":"user","uuid":"u"}\n{"c":3}\n', 0, '{"type":"x\n//\n{"c":3}\n'],
    ['one below what breaks off', '{"a":\n{"type":"user","uuid":"u"}\n{"c":3}\n}\n', 0, '{"a":\n//\n{"c":3}\n}\n'],
  ])('%s', (_, file, index, expected) => {
    const session = parseSession(utf8.encode(file))
    expect(text(applyEdits(session.bytes, [removeEntry(session.entries[index]!)]))).toBe(expected)
  })

  test('of any entries leaves the bytes of all others', () => {
    for (let seed = 0; seed < runs(50, 500); seed++) {
      const random = randomFrom(seed)
      const session = parseSession(anyFile(random).bytes)
      const gone = session.entries.filter(() => random(2) === 0)
      const after = parseSession(applyEdits(session.bytes, gone.map(removeEntry)))
      const kept = session.entries.filter(entry => !gone.includes(entry)).map(entry => entryText(session, entry))
      expect(after.entries.map(entry => entryText(after, entry))).toEqual(kept)
    }
  })
})

/** What may stand around and between records, and tempts to take them for a part of it. */
const AROUND = [
  ...[
    '{"a":',
    '{"a":[',
    '{"a":1',
    '{"a":1,',
    '{"a":"x',
    '{"type":"x',
    '{',
    '[',
    '}',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '/',
    '//',
  ],
  ...[
    '// a comment',
    '[1]',
    'null',
    '17',
    'garbage',
    '\0',
    '\0\0',
    '\ufeff',
    ' ',
    '  ',
    '\t',
    '\r',
    '\n',
    '\n',
    '\n',
    '\r\n',
  ],
  ...['\n  ', '\n\t', '\n}', '\n]', '"}', '"}\n', ',\n', 'é', '\ud83d'],
]
const RECORDS = [
  '{"type":"user","uuid":"N","sessionId":"s"}',
  '{"parentUuid":null,"type":"user","message":{"role":"user","content":"hi {\\"a\\":1}"},"uuid":"N"}',
  '{"n":N}',
  '{"n":N,"s":"}{"}',
  '{}',
  '{\n  "type": "user",\n  "uuid": "N"\n}',
]

function damagedFile(random: Random): Uint8Array {
  let file = ''
  for (let left = 2 + random(9); left > 0; left--) {
    const isRecord = random(2) === 0
    file += isRecord ? pick(random, RECORDS).replace('N', String(left)) : pick(random, AROUND)
    if (isRecord && random(2) === 0) file += pick(random, ['\n', '\n', '\r\n'])
  }
  return utf8.encode(file)
}

function inOrderAmong(wanted: readonly string[], there: readonly string[]): readonly string[] {
  let at = 0
  return there.filter(one => at < wanted.length && one === wanted[at] && ++at > 0)
}

describe('in any surroundings', () => {
  test('a removal of any entries leaves all others, and an insertion adds one where it was asked for', () => {
    for (let seed = 0; seed < runs(1_500, 40_000); seed++) {
      const random = randomFrom(seed)
      const session = parseSession(damagedFile(random))
      const edits: Edit[] = []
      const expected: string[] = []
      for (const entry of session.entries) {
        const own = `{"new":${entry.index}}`
        if (random(3) === 0) {
          edits.push(insertBefore(entry, own))
          expected.push(own)
        }
        if (random(3) === 0) edits.push(removeEntry(entry))
        else expected.push(entryText(session, entry))
      }
      const after = parseSession(applyEdits(session.bytes, edits))
      const told = JSON.stringify([seed, text(session.bytes), text(after.bytes)])
      const there = after.entries.map(entry => entryText(after, entry))
      // What damage hid before may be found then, but nothing is lost.
      expect([told, inOrderAmong(expected, there)]).toEqual([told, expected])
    }
  })
})

describe('insertBefore', () => {
  test.each([
    ['the first', '{"a":1}\n{"b":2}\n', 0, '{"new":1}\n{"a":1}\n{"b":2}\n'],
    ['the last', '{"a":1}\n{"b":2}', 1, '{"a":1}\n{"new":1}\n{"b":2}'],
    ['one behind a byte order mark', '\ufeff{"a":1}\n', 0, '\ufeff{"new":1}\n{"a":1}\n'],
    ['a glued one', '{"a":1}{"b":2}\n', 1, '{"a":1}\n{"new":1}\n{"b":2}\n'],
    ['one beside garbage', 'x{"type":"user","uuid":"u"}\n', 0, 'x\n//\n{"new":1}\n{"type":"user","uuid":"u"}\n'],
  ])('%s', (_, file, index, expected) => {
    const session = parseSession(utf8.encode(file))
    const after = applyEdits(session.bytes, [insertBefore(session.entries[index]!, '{"new":1}')])
    expect(text(after)).toBe(expected)
    expect(parseSession(after).entries.length).toBe(session.entries.length + 1)
  })

  test('several before one entry stand in the order given', () => {
    const session = parseSession(utf8.encode('{"a":1}\n'))
    const edits = ['{"x":1}', '{"x":2}'].map(json => insertBefore(session.entries[0]!, json))
    expect(text(applyEdits(session.bytes, edits))).toBe('{"x":1}\n{"x":2}\n{"a":1}\n')
  })

  test('goes with a removal and a change of the same entry', () => {
    const session = parseSession(utf8.encode('{"a":1}\n{"b":2}\n'))
    const [first, second] = session.entries
    const edits = [removeEntry(second!), insertBefore(second!, '{"x":1}'), replaceValue(session, first!, ['a'], '7')!]
    expect(text(applyEdits(session.bytes, edits))).toBe('{"a":7}\n{"x":1}\n')
    expect(text(applyEdits(session.bytes, edits.toReversed()))).toBe('{"a":7}\n{"x":1}\n')
  })
})

describe('applyEdits', () => {
  const file = utf8.encode('0123456789')
  const edit = (offset: number, length: number, content = ''): Edit => ({
    offset,
    length,
    content: utf8.encode(content),
  })

  test.each<[string, Edit[], string]>([
    ['none', [], '0123456789'],
    ['a change', [edit(2, 3, 'ab')], '01ab56789'],
    ['at both ends', [edit(0, 1, 'a'), edit(9, 1, 'z')], 'a12345678z'],
    ['an insertion at both ends', [edit(0, 0, 'a'), edit(10, 0, 'z')], 'a0123456789z'],
    ['in any order', [edit(8, 1, 'c'), edit(0, 1, 'a'), edit(4, 1, 'b')], 'a123b567c9'],
    ['side by side', [edit(2, 2, 'a'), edit(4, 2, 'b')], '01ab6789'],
    ['everything', [edit(0, 10, '')], ''],
    ['an insertion before and behind a change', [edit(4, 0, 'z'), edit(2, 2, 'x'), edit(2, 0, 'a')], '01axz456789'],
  ])('%s', (_, edits, expected) => expect(text(applyEdits(file, edits))).toBe(expected))

  test.each<[string, Edit[]]>([
    ['the same range twice', [edit(2, 3, 'a'), edit(2, 3, 'b')]],
    ['one begins in another', [edit(2, 3), edit(4, 3)]],
    ['one inside another', [edit(0, 10), edit(4, 1)]],
    ['an insertion inside a change', [edit(2, 3), edit(3, 0, 'x')]],
    ['the outer one last', [edit(4, 1), edit(0, 10)]],
    ['before the file', [edit(-1, 1)]],
    ['behind the file', [edit(9, 2)]],
    ['an insertion behind the file', [edit(11, 0, 'x')]],
    ['a negative length', [edit(5, -1)]],
  ])('throws on %s', (_, edits) => {
    expect(() => applyEdits(file, edits)).toThrow(RangeError)
    expect(text(file)).toBe('0123456789')
  })

  test('a value and one inside it overlap', () => {
    const session = parseSession(utf8.encode('{"a":{"b":1}}'))
    const edits = [['a'], ['a', 'b']].map(path => replaceValue(session, session.entries[0]!, path, '0')!)
    expect(() => applyEdits(session.bytes, edits)).toThrow(/overlap/)
  })
})
