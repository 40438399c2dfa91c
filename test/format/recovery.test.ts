// Every kind of damage, by hand: a case is the list of the parts that must be found, and the file is those parts in a
// row. Each part names the findings that must stand at it; there must be no others.

import { describe, expect, test } from 'vitest'
import type { FoundEntry, GapReason } from '../../src/format/found.js'
import { entryText, parseSession } from '../../src/format/session.js'
import { runs } from '../runs.js'
import { expectTiles, readInChunks } from './expect-tiles.js'

const utf8 = new TextEncoder()

interface Expected {
  readonly bytes: Uint8Array
  readonly kind: 'entry' | GapReason
  /** Finding codes, each at an offset from the start of this part. */
  readonly findings: readonly (readonly [code: string, at: number])[]
}

type Text = string | Uint8Array

function bytesOf(text: Text): Uint8Array {
  return typeof text === 'string' ? utf8.encode(text) : text
}

/** An entry with its line ending. */
function entry(text: Text, ...codes: (string | readonly [string, number])[]): Expected {
  return { bytes: bytesOf(text), kind: 'entry', findings: codes.map(placed) }
}

function gap(kind: GapReason, text: Text, ...codes: (string | readonly [string, number])[]): Expected {
  return { bytes: bytesOf(text), kind, findings: codes.map(placed) }
}

const cut = (text: Text) => gap('cut', text, 'line-cut')
const half = (text: Text) => gap('half', text, 'line-half')
const garbage = (text: Text) => gap('garbage', text, 'line-garbage')
const nul = (count: number) => gap('nul', '\u0000'.repeat(count), 'line-nul')
const blank = (text: string) => gap('blank', text)
const glued = (text: Text) => entry(text, 'line-glued')
const printed = (text: Text) => entry(text, 'line-break-inside')

function placed(code: string | readonly [string, number]): readonly [string, number] {
  return typeof code === 'string' ? [code, 0] : code
}

/** A good record, as the client writes it. */
function record(uuid: string, more = '', end = '\n'): string {
  return `{"parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","content":"hi {\\"a\\":1}"},"uuid":"${uuid}","timestamp":"2026-01-02T03:04:05.678Z"${more}}${end}`
}

const A = record('a', '', '')

function expectParts(parts: readonly Expected[]): void {
  const file = Buffer.concat(parts.map(part => part.bytes))
  const session = expectTiles(file, { chunkings: runs(1, 3) })
  const shown = session.parts.map(part => {
    const end = part.offset + part.length + (part.kind === 'entry' ? part.ending.length : 0)
    return [part.kind === 'gap' ? part.reason : 'entry', file.toString('latin1', part.offset, end)]
  })
  expect(shown).toEqual(parts.map(part => [part.kind, Buffer.from(part.bytes).toString('latin1')]))

  let offset = 0
  const findings = parts.flatMap(part => {
    const start = offset
    offset += part.bytes.length
    return part.findings.map(([code, at]) => [code, start + at, lineOf(file, start + at)])
  })
  const found = session.findings.map(({ code, offset, line }) => [code, offset, line])
  expect(found.toSorted(byPlace)).toEqual(findings.toSorted(byPlace))
}

function byPlace(a: readonly unknown[], b: readonly unknown[]): number {
  return Number(a[1]) - Number(b[1]) || String(a[0]).localeCompare(String(b[0]))
}

function lineOf(file: Uint8Array, offset: number): number {
  return file.subarray(0, offset).filter(byte => byte === 0x0a).length + 1
}

/** `end` is the line ending; '' at the end of a file without a final newline. */
type Kind = (end: string) => Expected[]

function withBytes(before: string, bytes: readonly number[], after: string): Uint8Array {
  return Buffer.concat([utf8.encode(before), Uint8Array.from(bytes), utf8.encode(after)])
}

const HEAD = '{"parentUuid":"a","sessionId":"s","type":"assistant","message":{"role":"assistant","content":['

const KINDS: Record<string, Kind> = {
  'a splice in a string': end => [cut(`${HEAD}{"type":"text","text":"hel`), entry(record('x', '', end))],
  'a splice in a string that ends in a comma': end => [
    cut(`${HEAD}{"type":"text","text":"so,`),
    entry(record('x', '', end)),
  ],
  'a splice in a string that ends in a brace': end => [
    cut(`${HEAD}{"type":"text","text":"f() {`),
    entry(record('x', '', end)),
  ],
  'a splice in a key': end => [cut(`${HEAD}{"ty`), entry(record('x', '', end))],
  'a splice at a value': end => [cut('{"parentUuid":"a","sessionId":"s","message":'), entry(record('x', '', end))],
  'a splice in an array': end => [cut(HEAD), entry(record('x', '', end))],
  'a splice behind an element': end => [cut(`${HEAD}{"type":"text"},`), entry(record('x', '', end))],
  'a splice behind a comma': end => [cut('{"parentUuid":"a","sessionId":"s",'), entry(record('x', '', end))],
  'a splice behind a brace': end => [cut('{'), entry(record('x', '', end))],
  'a splice behind a closed value': end => [cut('{"a":{"b":1}'), entry(record('x', '', end))],
  'a splice in a number': end => [cut('{"sessionId":"s","a":12'), entry(record('x', '', end))],
  'a splice in a word': end => [cut('{"sessionId":"s","a":tr'), entry(record('x', '', end))],
  'a splice in an escape': end => [cut('{"type":"user","text":"a\\'), entry(record('x', '', end))],
  'a splice in a unicode escape': end => [cut('{"type":"user","text":"a\\u00'), entry(record('x', '', end))],
  'a splice in a character': end => [
    cut(withBytes('{"type":"user","text":"a', [0xf0, 0x9f], '')),
    entry(record('x', '', end)),
  ],
  'two splices': end => [cut(`${HEAD}{"type":"text","text":"hel${HEAD}{"ty`), entry(record('x', '', end))],
  'a splice and a glued record': end => [cut('{"type":"us'), entry(record('x', '', '')), glued(record('y', '', end))],
  'a splice, a record, a splice, a record': end => [
    ...[cut('{"type":"us'), entry(record('x', '', ''))],
    ...[cut('{"type":"assi'), glued(record('y', '', end))],
  ],
  'a splice before a row without session id': end => [
    cut('{"type":"user","text":"hel'),
    entry(`{"type":"summary","summary":"t","leafUuid":"l"}${end}`),
  ],
  'a splice before an unknown type': end => [
    cut('{"type":"user","text":"hel'),
    entry(`{"type":"never-seen","sessionId":"s","news":[1]}${end}`),
  ],
  'a splice at a value before an unknown type': end => [
    cut('{"type":"user","text":'),
    entry(`{"type":"never-seen","sessionId":"s","news":[1]}${end}`),
  ],
  'a splice before a record with its keys in another order and spaces': end => [
    cut('{"type":"user","text":"hel'),
    entry(`{ "uuid" : "x" , "nested" : { "type" : 1 } , "type" : "user" , "sessionId" : "s" }${end}`),
  ],
  'a glued record': end => [entry(record('x', '', '')), glued(record('y', '', end))],
  'three glued records': end => [entry(record('x', '', '')), glued(record('y', '', '')), glued(record('z', '', end))],
  'glued records with a space between': end => [entry(record('x', '', '')), blank(' '), glued(record('y', '', end))],
  'NULs before a record': end => [nul(4096), entry(record('x', '', end))],
  'NULs between records': end => [entry(record('x', '', '')), nul(7), glued(record('y', '', end))],
  'NULs behind a record': end => [entry(record('x', '', '')), nul(7), ...(end ? [blank(end)] : [])],
  'NULs in a record, then another': end => [
    cut(`{"type":"user","text":"h${'\u0000'.repeat(9)}`),
    entry(record('x', '', end)),
  ],
  'NULs alone': end => [nul(512), ...(end ? [blank(end)] : [])],
  'a blank line': end => [blank(`  \t${end}`)],
  'a byte order mark': end => [gap('byte-order-mark', '\ufeff', 'line-byte-order-mark'), entry(record('x', '', end))],
  CRLF: end => [entry(record('x', '', end && '\r\n'))],
  'a lone CR between records': end => [entry(record('x', '', '')), blank('\r'), glued(record('y', '', end))],
  'U+2028 in a string': end => [entry(record('x', ',"t":"a\u2028b\u2029c\u0085"', end))],
  'invalid UTF-8': end => [
    entry(withBytes('{"type":"user","t":"', [0xc3, 0x28], `"}${end}`), ['line-invalid-utf8', 20]),
  ],
  'a lone surrogate': end => [entry(`{"type":"user","t":"a\\ud83d"}${end}`, ['line-lone-surrogate', 21])],
  'invalid UTF-8 and a lone surrogate in one record': end => [
    entry(withBytes('{"a":"\\udc00', [0xff], `"}${end}`), ['line-lone-surrogate', 6], ['line-invalid-utf8', 12]),
  ],
  'equal keys': end => [entry(record('x', ',"uuid":"other","uuid":"third"', end))],
  '__proto__ and constructor': end => [entry(record('x', ',"__proto__":{"type":1},"constructor":null', end))],
  'fields of wrong types': end => [entry(`{"type":42,"uuid":null,"message":[],"sessionId":{}}${end}`)],
  'an object that is no record': end => [entry(`{}${end}`)],
  'an array': end => [gap('not-object', `[1,{"type":"user","uuid":"i","sessionId":"s"}]${end}`, 'line-not-object')],
  null: end => [gap('not-object', `null${end}`, 'line-not-object')],
  'a number': end => [gap('not-object', `42 ${end}`, 'line-not-object')],
  'a string': end => [gap('not-object', `"{}"${end}`, 'line-not-object')],
  'a comment': end => [gap('comment', `// {"type":"user"}${end}`, 'line-comment')],
  'an indented comment': end => [blank('  '), gap('comment', `//${end}`, 'line-comment')],
  'something else': end => [end ? garbage(`hello${end}`) : half('hello')],
  'a number with a letter behind it': end => [end ? garbage(`42x${end}`) : half('42x')],
  'something else before a record': end => [garbage('hello '), entry(record('x', '', end))],
  'something else behind a record': end => [entry(record('x', '', '')), end ? garbage(`hello${end}`) : half('hello')],
  'a comma behind a record': end => [entry(record('x', '', '')), end ? garbage(`,${end}`) : half(',')],
  'bytes that are nothing': end => {
    const bytes = withBytes('', [0xff, 0xfe, 0x80, 0x01], end)
    return [end ? garbage(bytes) : half(bytes)]
  },
  'a record cut in a string': end => [
    end ? cut(`{"type":"user","text":"hel${end}`) : half('{"type":"user","text":"hel'),
  ],
  'a record cut behind an escape': end => [
    end ? cut(`{"type":"user","text":"a\\${end}`) : half('{"type":"user","text":"a\\'),
  ],
  'a record cut between tokens': end => [end ? cut(`{"type":"user",${end}`) : half('{"type":"user",')],
  'a record cut at a value': end => [end ? cut(`{"type":"user","message":${end}`) : half('{"type":"user","message":')],
  'a record cut behind an inner object': end => {
    const text = `${HEAD}{"type":"text","text":"x"}${end}`
    return [end ? cut(text) : half(text)]
  },
  'a record cut behind an inner object with a uuid': end => {
    const text = `{"type":"progress","sessionId":"s","data":{"message":{"type":"user","uuid":"inner","timestamp":"t","message":{"role":"user"}}${end}`
    return [end ? cut(text) : half(text)]
  },
  'the same with spaces': end => {
    const text = `{"type": "progress", "sessionId": "s", "data": {"message": {"type": "user", "uuid": "inner", "timestamp": "t"}${end}`
    return [end ? cut(text) : half(text)]
  },
  'a record cut behind two inner objects': end => {
    const text = `{"type":"progress","data":{"message":{"type":"user","uuid":"inner","message":{"role":"user"}}}${end}`
    return [end ? cut(text) : half(text)]
  },
  'a record cut behind an inner list of messages': end => {
    const text = `{"type":"progress","normalizedMessages":[{"type":"user","uuid":"i1","timestamp":"t"},{"type":"user","uuid":"i2","timestamp":"t"}${end}`
    return [end ? cut(text) : half(text)]
  },
  'only a brace': end => [end ? cut(`{${end}`) : half('{')],
  'a pretty-printed record': end => [printed(`${pretty('x', 2)}${end}`)],
  'one with tabs': end => [printed(`${pretty('x', '\t')}${end}`)],
  'one with CRLF': end => [printed(`${pretty('x', 2).replaceAll('\n', '\r\n')}${end && '\r\n'}`)],
  'two pretty-printed records': end => [printed(`${pretty('x', 2)}\n`), printed(`${pretty('y', 4)}${end}`)],
  'two pretty-printed records, glued': end => [
    printed(pretty('x', 2)),
    entry(`${pretty('y', 2)}${end}`, 'line-glued', 'line-break-inside'),
  ],
  'a compact record glued to a pretty-printed one': end => [printed(pretty('x', 2)), glued(record('y', '', end))],
  'blank lines inside a record': end => [printed(`{\n\n"type":"user",\n\n"uuid":"x"}${end}`)],
  'invalid UTF-8 in a pretty-printed record': end => [
    entry(withBytes('{\n"type":\n"', [0xff], `"\n}${end}`), 'line-break-inside', ['line-invalid-utf8', 11]),
  ],
  'a record over two lines': end => [printed(`{"type":"user","uuid":"x","sessionId":"s",\n"message":{}}${end}`)],
}

function pretty(uuid: string, indent: number | string): string {
  const content = [
    { type: 'text', text: 'hi' },
    { type: 'text', list: [{ a: 1 }, {}] },
  ]
  return JSON.stringify({ type: 'user', sessionId: 's', uuid, message: { role: 'user', content } }, null, indent)
}

const positions = Object.entries(KINDS).flatMap(([name, kind]) => [
  [`${name}: alone`, kind('\n')] as const,
  [`${name}: alone, no final newline`, kind('')] as const,
  [`${name}: first`, [...kind('\n'), entry(record('b'))]] as const,
  [`${name}: first, no final newline`, [...kind('\n'), entry(record('b', '', ''))]] as const,
  [`${name}: in the middle`, [entry(record('a')), ...kind('\n'), entry(record('b'))]] as const,
  [`${name}: in the middle, no final newline`, [entry(record('a')), ...kind('\n'), entry(A)]] as const,
  [`${name}: last`, [entry(record('a')), ...kind('\n')]] as const,
  [`${name}: last, no final newline`, [entry(record('a')), ...kind('')]] as const,
  [`${name}: twice`, [...kind('\n'), ...kind('\n'), entry(record('b'))]] as const,
])

describe('damage', () => {
  test.each(positions)('%s', (_, parts) => expectParts(parts))
})

/** Which records, by uuid, are found in it, and nothing else. */
function uuidsIn(file: string): unknown[] {
  const session = expectTiles(utf8.encode(file), { chunkings: runs(1, 3) })
  return session.entries.map(entry => (JSON.parse(entryText(session, entry)) as { uuid?: unknown }).uuid)
}

describe('a damaged pretty-printed record', () => {
  const whole = pretty('x', 2)
  const lines = whole.split('\n')

  test.each([...lines.keys()])(
    'whose line %i is missing costs no other record, and no part of it is an entry',
    missing => {
      const broken = `${lines.filter((_, index) => index !== missing).join('\n')}\n`
      const before = record('a')
      const session = expectTiles(utf8.encode(`${before}${broken}${record('b')}`), { chunkings: runs(1, 3) })
      // Where the first brace still has its match, what begins there is a complete object, if a poorer one.
      const offsets = session.entries.map(entry => entry.offset).filter(offset => offset !== before.length)
      expect(offsets).toEqual([0, before.length + broken.length])
    },
  )

  test.each([...Array(whole.length - 1).keys()])('cut after %i characters costs no other record', length => {
    const stub = whole.slice(0, length + 1)
    expect(uuidsIn(`${record('a')}${stub}\n${record('b')}${record('c')}`)).toEqual(['a', 'b', 'c'])
    expect(uuidsIn(`${record('a')}${stub}${record('b')}${record('c')}`)).toEqual(['a', 'b', 'c'])
    expect(uuidsIn(`${record('a')}${stub}`)).toEqual(['a'])
    expect(uuidsIn(`${record('a')}${stub}\n${pretty('p', 2)}\n${record('c')}`)).toEqual(['a', 'p', 'c'])
  })

  test('an inner object on its own lines is no entry', () => {
    const text = `{\n  "type": "user",\n  "list": [\n    {\n      "type": "text"\n    },\n    {"type":"text","uuid":"in"}\n  ],\n  oops\n}\n`
    expect(uuidsIn(`${text}${record('b')}`)).toEqual(['b'])
  })

  test('an inner object behind the damage is no entry either', () => {
    const text = `{\n  "type": "user",\n  oops\n  "list": [\n    {\n      "type": "text"\n    },\n    {"type":"text","uuid":"in"}\n  ]\n}\n`
    expect(uuidsIn(`${text}${record('b')}`)).toEqual(['b'])
  })
})

describe('every cut of a compact record', () => {
  const whole = `{"parentUuid":"é","sessionId":"s","type":"progress","data":{"message":{"type":"user","message":{"content":[{"type":"text","text":"a\\"\\u00e9"}]},"uuid":"inner","timestamp":"t"},"n":[1,-2.5e3,true,null,{}]},"uuid":"x","timestamp":"t"}`
  const bytes = utf8.encode(whole)
  const lengths = [...Array(bytes.length - 1).keys()].map(length => length + 1)

  test.each(lengths)('after %i bytes: the next record on the same line is found, and no inner object', length => {
    const stub = bytes.subarray(0, length)
    expectParts([entry(record('a')), cut(stub), entry(record('b')), entry(record('c'))])
  })

  test.each(lengths)('after %i bytes, then a line break', length => {
    const stub = Buffer.concat([bytes.subarray(0, length), utf8.encode('\n')])
    expectParts([entry(record('a')), cut(stub), entry(record('b')), entry(record('c'))])
    expectParts([entry(record('a')), half(bytes.subarray(0, length))])
  })
})

describe('a cut row and a good one, each of its own type', () => {
  const rows = [
    '{"type":"summary","summary":"t","leafUuid":"l"}',
    '{"type":"file-history-snapshot","messageId":"m","snapshot":{"messageId":"m","timestamp":"t"}}',
    '{"type":"queue-operation","operation":"dequeue","timestamp":"t","sessionId":"s"}',
    '{"type":"last-prompt","lastPrompt":"p","sessionId":"s"}',
    '{"type":"system","subtype":"compact_boundary","uuid":"u","sessionId":"s"}',
    '{"type":"attachment","attachment":{"type":"x"},"uuid":"u","sessionId":"s"}',
    '{"type":"ai-title","aiTitle":"t","sessionId":"s"}',
  ]
  test.each(rows.flatMap(first => rows.map(second => [first, second] as const)))('%s then %s', (first, second) => {
    for (let length = 1; length < first.length; length += 3) {
      expectParts([cut(first.slice(0, length)), entry(`${second}\n`), entry(record('b'))])
    }
  })
})

describe('limits', () => {
  const long = record('long', `,"x":"${'x'.repeat(500)}"`)
  const file = utf8.encode(`${record('a')}${long}${record('b')}`)
  const chunkings: [string, () => number][] = [
    ['whole', () => file.length],
    ['by 1', () => 1],
    ['by 64', () => 64],
    ['by 100', () => 100],
  ]

  test.each(chunkings)('a line beyond the limit is a gap with a finding, read %s', (_, nextLength) => {
    const read = readInChunks(file, nextLength, { maxRecord: 300 })
    const offset = record('a').length
    expect(read.parts.map(part => [part.kind, part.line, part.offset])).toEqual([
      ['entry', 1, 0],
      ['gap', 2, offset],
      ['entry', 3, offset + long.length],
    ])
    expect(read.parts[1]).toMatchObject({ reason: 'too-long', length: long.length })
    expect(read.findings).toMatchObject([{ code: 'line-too-long', line: 2, offset }])
  })

  test('a line beyond the limit is never held', () => {
    const read = readInChunks(utf8.encode(`${'x'.repeat(10_000)}\n${record('a')}`), () => 50, { maxRecord: 300 })
    expect(read.parts.map(part => part.kind)).toEqual(['gap', 'entry'])
  })

  test('as the last line without a newline', () => {
    const read = readInChunks(utf8.encode(`${record('a')}${'x'.repeat(1000)}`), () => 50, { maxRecord: 300 })
    expect(read.parts).toMatchObject([{ kind: 'entry' }, { kind: 'gap', reason: 'too-long', length: 1000, line: 2 }])
  })

  // However it is read, the same is found: also when a record over several lines passes the limit in its last line.
  const tall = `{"type":"user","uuid":"t","sessionId":"s",\n"x":"${'x'.repeat(300)}"}\n`
  test.each([1, 7, 100, 10_000])('a record over several lines beyond its limit, read by %i', size => {
    const bytes = utf8.encode(`${record('a')}${tall}${record('b')}`)
    const read = readInChunks(bytes, () => size, { maxMultiline: 200 })
    const uuids = (read.parts.filter(part => part.kind === 'entry') as FoundEntry[]).map(part => part.line)
    expect(uuids).toEqual([1, 4])
  })

  test('a value a million deep is an entry, kept and not decoded', () => {
    const deep = `{"type":"user","uuid":"d","v":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}\n`
    const session = parseSession(utf8.encode(`${deep}${record('a')}`))
    expect(session.entries.map(entry => entry.depth)).toEqual([1_000_001, 2])
    expect(session.findings.map(finding => finding.code)).toEqual(['line-too-deep'])
  })

  test('a cut value a million deep is damage like any other', () => {
    const deep = `{"type":"user","uuid":"d","v":${'[{"a":'.repeat(500_000)}\n`
    expect(parseSession(utf8.encode(`${deep}${record('a')}`)).entries.map(entry => entry.line)).toEqual([2])
  })
})
