// The walker finds every value where the writer of the text has put it.

import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  decodeString,
  decodeText,
  eachElement,
  eachMember,
  isKey,
  type Path,
  rangeOf,
  stringEnd,
  valueEnd,
} from '../../src/format/json/walk.js'
import { runs } from '../runs.js'
import { anyText, pick, type Written } from './any-json-text.js'
import { randomFrom } from './expect-tiles.js'

const utf8 = new TextEncoder()

/** The text of the value at a path, or undefined. */
function at(text: string, path: Path): string | undefined {
  const bytes = utf8.encode(text)
  const range = rangeOf(bytes, 0, path)
  return range && decodeText(bytes, range.start, range.end)
}

describe('rangeOf', () => {
  test.each<[string, string, Path, string | undefined]>([
    ['the whole value', ' {"a":1} ', [], '{"a":1}'],
    ['a scalar', '{"a":1}', ['a'], '1'],
    ['a scalar before white space', '{"a":1 \t\r\n}', ['a'], '1'],
    ['a scalar before a comma', '{"a":-1.5e+3,"b":2}', ['a'], '-1.5e+3'],
    ['a string with everything in it', '{"a":"}]{[,:\\"\\\\","b":2}', ['a'], '"}]{[,:\\"\\\\"'],
    ['behind a string that ends in backslashes', '{"a":"\\\\","b":2}', ['b'], '2'],
    ['a container', '{"a":{"b":[1,{"c":2}]}}', ['a', 'b'], '[1,{"c":2}]'],
    ['an element', '{"a":[1, [2 ,3] ,4]}', ['a', 1], '[2 ,3]'],
    ['an element of an element', '[[],[[],[0,1]]]', [1, 1, 1], '1'],
    ['the last of equal keys', '{"a":1,"b":2,"a":3}', ['a'], '3'],
    ['the last of equal keys, one of them escaped', '{"a":1,"\\u0061":2}', ['a'], '2'],
    ['the last of equal keys, the escaped one first', '{"\\u0061":1,"a":2}', ['a'], '2'],
    [
      'only the last of equal keys, though the path goes on in the first',
      '{"a":{"b":1},"a":{}}',
      ['a', 'b'],
      undefined,
    ],
    ['only the last of equal keys, though it is no object', '{"a":{"b":1},"a":2}', ['a', 'b'], undefined],
    ['below the last of equal keys', '{"a":{"b":1},"a":{"b":2,"b":3}}', ['a', 'b'], '3'],
    ['a key that begins as another', '{"ab":1,"a":2,"abc":3}', ['a'], '2'],
    ['the empty key', '{"":{"":1}}', ['', ''], '1'],
    ['an integer-like key', '{"1":"b","0":"a"}', ['0'], '"a"'],
    ['__proto__', '{"__proto__":{"x":1}}', ['__proto__', 'x'], '1'],
    ['__proto__ that is not there', '{}', ['__proto__'], undefined],
    ['constructor that is not there', '{"a":{}}', ['a', 'constructor', 'prototype'], undefined],
    ['a key with a quote', '{"a\\"b":1}', ['a"b'], '1'],
    ['a key with a raw character', '{"é":1,"日":2}', ['日'], '2'],
    ['a key with an escaped pair', '{"\\ud83d\\ude00":1}', ['😀'], '1'],
    ['a key with a lone surrogate', '{"\\ud800":1}', ['\ud800'], '1'],
    ['a key that looks like its escape', '{"\\\\u0061":1}', ['a'], undefined],
    ['a key in other letters', '{"A":1}', ['a'], undefined],
    ['a character whose code ends as an ASCII one', '{"a":1}', ['š'], undefined],
    ['nothing in an empty object', '{ }', ['a'], undefined],
    ['nothing in an empty array', '[ ]', [0], undefined],
    ['nothing behind the last element', '[1]', [1], undefined],
    ['no negative element', '[1]', [-1], undefined],
    ['no half element', '[1,2]', [0.5], undefined],
    ['no key in an array', '[1]', ['0'], undefined],
    ['no key below a scalar', '{"a":"b"}', ['a', 'b'], undefined],
    ['no element in a string', '"abc"', [0], undefined],
    ['no length of an array', '[1]', ['length'], undefined],
    ['a value inside a string is none', '{"a":"{\\"b\\":1}"}', ['a', 'b'], undefined],
    ['a literal at the very end', '12', [], '12'],
  ])('%s', (_, text, path, expected) => expect(at(text, path)).toBe(expected))

  test('every value of generated texts, by the last of equal keys', () => {
    for (let seed = 0; seed < runs(400, 4000); seed++) {
      const { bytes, tree } = anyText(randomFrom(seed), { breaks: true, anyBytes: true })
      for (const [path, node] of reachable(tree)) {
        expect(rangeOf(bytes, 0, path)).toEqual({ start: node.start, end: node.end })
      }
    }
  })

  test('decoded, it is the value that JSON.parse has there', () => {
    const judgeErrs = Number(process.versions.node.split('.')[0]) >= 24
    for (let seed = 5000; seed < 5000 + runs(200, 2000); seed++) {
      const { bytes, tree } = anyText(randomFrom(seed), { breaks: true })
      const paths = reachable(tree).map(([path]) => path)
      // The judge errs here: once Node 24 has parsed a key that is one backslash, it takes the next key that begins with
      // an escape (a lone surrogate, in these texts) for the same.
      if (judgeErrs && paths.flat().some(step => typeof step === 'string' && /[\\\ud800-\udfff]/.test(step))) continue
      const whole: unknown = JSON.parse(decodeText(bytes, 0, bytes.length))
      for (const path of paths) {
        const range = rangeOf(bytes, 0, path)!
        const value: unknown = JSON.parse(decodeText(bytes, range.start, range.end))
        expect(isDeepStrictEqual(value, follow(whole, path))).toBe(true)
      }
    }
  })

  test('a path that leads nowhere is undefined', () => {
    for (let seed = 0; seed < runs(100, 1000); seed++) {
      const random = randomFrom(seed)
      const { bytes, tree } = anyText(random, { breaks: true })
      const [path, node] = pick(random, reachable(tree))
      expect(rangeOf(bytes, 0, [...path, 'no such key'])).toBeUndefined()
      expect(rangeOf(bytes, 0, [...path, node.elements.length])).toBeUndefined()
    }
  })

  test('reads on from any place in the file, at any position in memory', () => {
    const line = '{"a":[{"b":"x"},{"b":"y"}]}'
    const bytes = utf8.encode(`junk ${line}\n${line}`).subarray(2)
    const range = rangeOf(bytes, 3 + line.length + 1, ['a', 1, 'b'])!
    expect(decodeText(bytes, range.start, range.end)).toBe('"y"')
  })
})

describe('eachMember and eachElement', () => {
  test('see every child in its place, equal keys included', () => {
    for (let seed = 0; seed < runs(300, 3000); seed++) {
      const { bytes, tree } = anyText(randomFrom(seed), { breaks: true, anyBytes: true })
      for (const node of containers(tree)) {
        const seen: number[][] = []
        const note = (...place: number[]) => seen.push(place) * 0
        const end = node.kind === 'object' ? eachMember(bytes, node.start, note) : eachElement(bytes, node.start, note)
        const written =
          node.kind === 'object'
            ? node.members.map(member => [member.keyStart, member.keyEnd, member.value.start])
            : node.elements.map((element, index) => [element.start, index])
        expect(seen).toEqual(written)
        expect(end).toBe(node.end)
      }
    }
  })

  test('a visit that has walked the value says where it ends', () => {
    const bytes = utf8.encode('{"a":{"b":[1,2]},"c":[{"d":1}]}')
    const keys: string[] = []
    const walk = (start: number): number =>
      eachMember(bytes, start, (keyStart, keyEnd, valueStart) => {
        keys.push(decodeString(bytes, keyStart, keyEnd))
        return bytes[valueStart] === 0x7b ? walk(valueStart) : 0
      })
    expect(walk(0)).toBe(bytes.length)
    expect(keys).toEqual(['a', 'b', 'c'])
  })
})

describe('strings', () => {
  test('decodeString and isKey give what JSON.parse gives', () => {
    for (let seed = 0; seed < runs(300, 3000); seed++) {
      const { bytes, tree } = anyText(randomFrom(seed), { breaks: true })
      for (const node of containers(tree)) {
        for (const { key, keyStart, keyEnd } of node.members) {
          expect(decodeString(bytes, keyStart, keyEnd)).toBe(key)
          expect(isKey(bytes, keyStart, keyEnd, key)).toBe(true)
          expect(isKey(bytes, keyStart, keyEnd, `${key}x`)).toBe(false)
          expect(isKey(bytes, keyStart, keyEnd, 'other')).toBe(false)
        }
      }
      for (const node of scalars(tree)) {
        if (bytes[node.start] !== 0x22) continue
        const text = decodeText(bytes, node.start, node.end)
        expect(decodeString(bytes, node.start + 1, node.end - 1)).toBe(JSON.parse(text))
      }
    }
  })

  test('a byte order mark at the start of a string is part of it', () => {
    const bytes = utf8.encode('"\ufeffa"')
    expect(decodeString(bytes, 1, bytes.length - 1)).toBe('\ufeffa')
    expect(decodeText(bytes, 1, bytes.length - 1)).toBe('\ufeffa')
  })

  // The closing quote is searched byte by byte first and natively behind that: backslashes across the border.
  test.each([...Array(120).keys()])('a string of %i characters and any number of backslashes behind them', length => {
    for (let slashes = 0; slashes < 8; slashes++) {
      const inside = `${'x'.repeat(length)}${'\\\\'.repeat(slashes >> 1)}${slashes & 1 ? '\\"' : ''}`
      const bytes = utf8.encode(`"${inside}","other"`)
      expect(stringEnd(bytes, 0)).toBe(inside.length + 2)
      expect(valueEnd(bytes, 0)).toBe(inside.length + 2)
    }
  })
})

describe('depth', () => {
  const DEPTH = 1_000_000

  test('a value a million deep is passed over and found', () => {
    const deep = `${'[{"a":'.repeat(DEPTH / 2)}1${'}]'.repeat(DEPTH / 2)}`
    const bytes = utf8.encode(`{"before":1,"deep":${deep},"after":2}`)
    expect(rangeOf(bytes, 0, ['after'])).toEqual({ start: bytes.length - 2, end: bytes.length - 1 })
    const range = rangeOf(bytes, 0, ['deep'])!
    expect(range.end - range.start).toBe(deep.length)
    expect(rangeOf(bytes, 0, ['deep', 0, 'a', 0, 'a', 0, 'b'])).toBeUndefined()
  })

  test('a path a million deep neither recurses nor takes for ever', () => {
    const bytes = utf8.encode(`${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`)
    const path = Array<string>(DEPTH).fill('a')
    expect(rangeOf(bytes, 0, path)).toEqual({ start: DEPTH * 5, end: DEPTH * 5 + 1 })
    expect(rangeOf(bytes, 0, [...path, 'a'])).toBeUndefined()
  })
})

function* containers(node: Written): Generator<Written> {
  if (node.kind === 'scalar') return
  yield node
  for (const member of node.members) yield* containers(member.value)
  for (const element of node.elements) yield* containers(element)
}

function* scalars(node: Written): Generator<Written> {
  if (node.kind === 'scalar') yield node
  for (const member of node.members) yield* scalars(member.value)
  for (const element of node.elements) yield* scalars(element)
}

/** Every path that leads somewhere, and where. */
function reachable(node: Written, path: Path = []): [Path, Written][] {
  const last = new Map(node.members.map(member => [member.key, member.value]))
  return [
    [path, node],
    ...[...last].flatMap(([key, value]) => reachable(value, [...path, key])),
    ...node.elements.flatMap((element, index) => reachable(element, [...path, index])),
  ]
}

function follow(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((from, step) => Object.getOwnPropertyDescriptor(from as object, step)?.value, value)
}
