// The quick scanner says what the plain one says, or nothing.

import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quickScan } from '../../src/format/json/quick-scan.js'
import { newScan, resetScan } from '../../src/format/json/scan.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { runs } from '../runs.js'
import { anyObject, pick } from './any-json-text.js'
import { type Random, randomFrom, readInChunks } from './expect-tiles.js'
import { isTaken } from './same-scan.js'

const utf8 = new TextEncoder()

/** A string with these bytes behind so many letters, as the value of a record with something behind it. */
function inString(before: number, middle: Uint8Array, after: number): Uint8Array {
  return Buffer.concat([
    utf8.encode(`{"k":"${'x'.repeat(before)}`),
    middle,
    utf8.encode(`${'y'.repeat(after)}","n":-1.5e3}\n{"type":"user"}\n`),
  ])
}

describe('at every offset of a block', () => {
  const texts = [
    ...[
      '',
      '\\n',
      '\\t',
      '\\"',
      '\\\\',
      '\\/',
      '\\b',
      '\\f',
      '\\r',
      '\\u00e9',
      '\\uABCD',
      '\\u0000',
      '\\\\\\"',
      '\\\\\\\\',
    ],
    ...['é', '日', '😀', 'é日😀', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}'],
    ...[
      '\n',
      '\t',
      '\u0000',
      '\u001f',
      '"',
      '\\',
      '\\x',
      '\\u12',
      '\\u123g',
      '\\ud83d\\ude00',
      '\\ud800',
      '","a":"',
      '"}',
    ],
    ...['\\\\'.repeat(40), `${'\\\\'.repeat(40)}\\"`, '\\"'.repeat(40), 'é'.repeat(40), '😀'.repeat(20)],
  ].map(text => utf8.encode(text))
  const bytes = [
    ...[[0x80], [0xbf], [0xc0, 0xaf], [0xc1, 0xbf], [0xc3], [0xe2, 0x82], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80]],
    ...[
      [0xed, 0x9f, 0xbf],
      [0xf0, 0x9f, 0x98],
      [0xf0, 0x80, 0x80, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf5],
      [0xff, 0xfe],
    ],
    ...[
      [0xc3, 0x5c, 0x6e],
      [0xe2, 0x82, 0x5c, 0x22],
      [0xf0, 0x9f, 0x98, 0x80, 0x80],
    ],
  ].map(list => Uint8Array.from(list))

  test.each([0, 1, 70])('%i letters behind it', after => {
    let taken = 0
    for (const middle of [...texts, ...bytes])
      for (let before = 0; before < 140; before++) if (isTaken(inString(before, middle, after))) taken++
    // Strings of every length are taken, and most of what may stand in them.
    expect(taken).toBeGreaterThan(140 * 30)
  })

  test('where a line ends inside a string', () => {
    const whole = inString(60, utf8.encode('é\\n\\"'), 80)
    for (let end = 1; end <= whole.length; end++) isTaken(whole, 0, end)
  })

  test('where a record begins inside the bytes', () => {
    for (let at = 0; at < 130; at++) {
      const record = inString(at % 67, utf8.encode('日\\\\'), 65)
      const bytes = Buffer.concat([new Uint8Array(at).fill(0xe2), record])
      expect(isTaken(bytes, at)).toBe(true)
      expect(isTaken(bytes, at, at + record.indexOf(0x0a))).toBe(true)
      expect(isTaken(bytes, at, at + record.indexOf(0x0a) - 1)).toBe(false)
    }
  })
})

test('every pair of bytes, whole or over two blocks', () => {
  const step = runs(11, 1)
  for (let first = 0x80; first < 0x100; first++)
    for (let second = first % step; second < 0x100; second += step)
      for (const before of [3, 63]) isTaken(inString(before, Uint8Array.of(first, second, 0x80, 0x80), 2))
})

test('deep nesting, many values and long records', () => {
  const nested = (depth: number): Uint8Array => utf8.encode(`{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}\n`)
  expect(isTaken(nested(1000))).toBe(true)
  expect(isTaken(nested(1024))).toBe(true)
  expect(isTaken(nested(1025))).toBe(false)
  const many = (count: number): Uint8Array => utf8.encode(`{"a":[${Array(count).fill('[]').join()}]}`)
  expect(isTaken(many(16_382))).toBe(true)
  expect(isTaken(many(16_383))).toBe(false)
  const texts = (count: number): Uint8Array =>
    utf8.encode(
      `{"a":[${Array(count)
        .fill(`"${'t'.repeat(39)}"`)
        .join()}]}`,
    )
  expect(isTaken(texts(16_382))).toBe(true)
  expect(isTaken(texts(16_383))).toBe(false)
  const long = (length: number): Uint8Array => utf8.encode(`{"a":"${'z'.repeat(length - 8)}"}`)
  expect(isTaken(long(61 * 65_536 - 64))).toBe(true)
  expect(isTaken(long(61 * 65_536 - 63))).toBe(false)
})

test('generated records, whole, cut and damaged', () => {
  let taken = 0
  const kinds = fc.constantFrom('whole', 'cut', 'damaged')
  fc.assert(
    fc.property(fc.integer(), kinds, (seed, kind) => {
      const random = randomFrom(seed)
      const { bytes } = anyObject(random, { breaks: random(2) === 0, anyBytes: random(3) === 0 })
      const record =
        kind === 'whole' ? bytes : kind === 'cut' ? bytes.subarray(0, random(bytes.length)) : hurt(bytes, random)
      // Anything may stand around it.
      const [before, after] = [random(70), random(70)].map(length => Uint8Array.from({ length }, () => random(256)))
      const text = Buffer.concat([before!, record, after!])
      if (isTaken(text, before!.length, before!.length + record.length)) taken++
      isTaken(text, before!.length)
    }),
    { numRuns: runs(2000, 60_000) },
  )
  expect(taken).toBeGreaterThan(runs(250, 7500))
})

function hurt(bytes: Uint8Array, random: Random): Uint8Array {
  const hurt = bytes.slice()
  const likely = [...utf8.encode('{}[]",:\\\n\u0000\tu019-.eE'), 0x80, 0xc3, 0xe2, 0xf0, 0xff]
  for (let times = 1 + random(3); times > 0; times--)
    hurt[random(hurt.length)] = random(3) ? pick(random, likely) : random(256)
  return hurt
}

test('a reader tells the same with it and without it, in chunks of any size', () => {
  for (let seed = 0; seed < runs(6, 60); seed++) {
    const random = randomFrom(seed)
    const { bytes } = randomSession(seed, { turns: 4, damage: seed % 2 === 0 })
    const plain = readInChunks(bytes, () => bytes.length, { quickAfter: Number.POSITIVE_INFINITY })
    for (const most of [bytes.length, 4000, 100]) {
      const quick = readInChunks(bytes, () => 1 + random(most), { quickAfter: 0 })
      expect(quick.parts).toEqual(plain.parts)
      expect(quick.findings).toEqual(plain.findings)
    }
  }
})

test('two readers in turns do not see each other’s bytes', () => {
  const [a, b] = [quickScan(0), quickScan(0)]
  const [one, other] = ['{"a":"one"}\n{"b":[1]}\n', '{"aaa":{"bb":"other"}}\n{}\n'].map(text => utf8.encode(text))
  const ends = (bytes: Uint8Array): readonly number[] => [bytes.indexOf(0x0a) + 1, bytes.length]
  const taken: number[] = []
  for (let round = 0, at = [0, 0]; round < 2; round++)
    for (const [index, quick, bytes] of [[0, a, one!] as const, [1, b, other!] as const]) {
      const scan = newScan()
      resetScan(scan, at[index]!)
      expect(quick.take(scan, bytes, at[index]!, ends(bytes)[round]!, bytes.length)).toBe(true)
      taken.push(scan.position)
      at[index] = ends(bytes)[round]!
    }
  expect(taken).toEqual([11, 22, 21, 25])
})

describe('where WebAssembly is missing', () => {
  const { bytes: input } = randomSession(5, { turns: 3, damage: true })

  function read(flags: readonly string[], before = ''): string {
    const format = pathToFileURL(resolve(import.meta.dirname, '../../dist/format/index.js')).href
    const program = `
      import { readFileSync } from 'node:fs'
      import { recordReader } from ${JSON.stringify(format)}
      ${before}
      const told = [typeof WebAssembly]
      const sink = {
        entry: (entry, bytes, at, { spanCount }) => told.push([entry, spanCount]),
        gap: gap => told.push(gap),
        finding: finding => told.push(finding),
      }
      const reader = recordReader(sink, { quickAfter: 0 })
      reader.push(readFileSync(0))
      reader.end()
      console.log(JSON.stringify(told))`
    const { stdout, status } = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', program], { input })
    expect(status).toBe(0)
    return stdout.toString()
  }

  test('the records are the same', () => {
    const without = read(['--jitless'])
    expect(without).toContain('["undefined",[{"kind":"entry"')
    expect(without).toBe(read([]).replace('object', 'undefined'))
  })

  test('so they are where it does not know the instructions', () => {
    const old = 'WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError() } }'
    expect(read([], old)).toBe(read([]))
  })
})
