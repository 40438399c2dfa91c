// Random JSON texts as no JSON.stringify would write them, with the place of every value as the writer knows it.
// (The generator in tools/ is by another hand: what one forgets, the other may have.)

import type { Random } from './expect-tiles.js'

/** A value and where it stands; children as they were written, equal keys included. */
export interface Written {
  readonly kind: 'object' | 'array' | 'scalar'
  readonly start: number
  readonly end: number
  readonly members: readonly WrittenMember[]
  readonly elements: readonly Written[]
}

export interface WrittenMember {
  /** The decoded key. */
  readonly key: string
  /** Inside the quotes. */
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: Written
}

export interface TextStyle {
  /** May line breaks stand between tokens? */
  readonly breaks?: boolean
  /** May strings hold bytes that are no UTF-8? */
  readonly anyBytes?: boolean
}

export interface JsonText {
  readonly bytes: Uint8Array
  readonly tree: Written
}

export function anyObject(random: Random, style: TextStyle = {}): JsonText {
  const writer = { out: [] as number[], random, style }
  const tree = writeObject(writer, 0)
  return { bytes: Uint8Array.from(writer.out), tree }
}

export function anyText(random: Random, style: TextStyle = {}): JsonText {
  const writer = { out: [] as number[], random, style }
  blank(writer)
  const tree = writeValue(writer, 0)
  blank(writer)
  return { bytes: Uint8Array.from(writer.out), tree }
}

interface Writer {
  readonly out: number[]
  readonly random: Random
  readonly style: TextStyle
}

const MAX_DEPTH = 5

function writeValue(writer: Writer, depth: number): Written {
  const choice = writer.random(depth < MAX_DEPTH ? 10 : 6)
  if (choice >= 8) return writeArray(writer, depth)
  if (choice >= 6) return writeObject(writer, depth)
  const start = writer.out.length
  if (choice >= 3) writeString(writer)
  else if (choice >= 1) put(writer, pick(writer.random, NUMBERS))
  else put(writer, pick(writer.random, ['true', 'false', 'null']))
  return { kind: 'scalar', start, end: writer.out.length, members: [], elements: [] }
}

function writeObject(writer: Writer, depth: number): Written {
  const start = writer.out.length
  const members: WrittenMember[] = []
  put(writer, '{')
  blank(writer)
  for (let left = writer.random(5); left > 0; left--) {
    const keyStart = writer.out.length + 1
    const key = writeKey(writer)
    const keyEnd = writer.out.length - 1
    blank(writer)
    put(writer, ':')
    blank(writer)
    members.push({ key, keyStart, keyEnd, value: writeValue(writer, depth + 1) })
    blank(writer)
    if (left > 1) {
      put(writer, ',')
      blank(writer)
    }
  }
  put(writer, '}')
  return { kind: 'object', start, end: writer.out.length, members, elements: [] }
}

function writeArray(writer: Writer, depth: number): Written {
  const start = writer.out.length
  const elements: Written[] = []
  put(writer, '[')
  blank(writer)
  for (let left = writer.random(5); left > 0; left--) {
    elements.push(writeValue(writer, depth + 1))
    blank(writer)
    if (left > 1) {
      put(writer, ',')
      blank(writer)
    }
  }
  put(writer, ']')
  return { kind: 'array', start, end: writer.out.length, members: [], elements }
}

const NUMBERS = [
  ...['0', '-0', '1', '-1', '10', '123456789', '1.0', '1.50', '-0.0', '0.1', '1e5', '1E5', '1e+5', '1E-5', '1.5e300'],
  ...['1e400', '-1e400', '5e-324', '9007199254740993', '12345678901234567890123', '0.30000000000000004', '2E0', '0e0'],
]

/** Each key as it is written, with what it means. */
const KEYS: readonly (readonly [raw: string, key: string])[] = [
  ...['a', 'b', 'type', 'uuid', '', '0', '10', '-1', '__proto__', 'constructor', 'prototype', 'toString'].map(same),
  ...['é', '日本', '😀', '\u2028', '\ufeff', 'a b', '{', '}', ',', ':', '//', 'a'.repeat(70)].map(same),
  ['\\u0061', 'a'],
  ['\\u005f_proto__', '__proto__'],
  ['\\"', '"'],
  ['\\\\', '\\'],
  ['a\\/b', 'a/b'],
  ['\\ud83d\\ude00', '😀'],
  ['\\ud800', '\ud800'],
  [`${'x'.repeat(60)}\\\\\\"`, `${'x'.repeat(60)}\\"`],
]

function same(key: string): readonly [string, string] {
  return [key, key]
}

function writeKey(writer: Writer): string {
  const [raw, key] = pick(writer.random, KEYS)
  put(writer, `"${raw}"`)
  return key
}

const PIECES = [
  ...['a', 'Z', ' ', '0', 'hello world, this is a longer piece of text', '{', '}', '[', ']', ',', ':', '//', "'"],
  ...['é', 'ß', '日', '\u2028', '\u2029', '\ufeff', '\u00a0', '\u007f', '\u0080', '\uffff', '😀', '\u{10ffff}'],
  ...['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0000', '\\u00e9', '\\uABCD', '\\uabcd'],
  ...['\\ud83d\\ude00', '\\uD83D\\uDE00', '\\ud800', '\\udc00', '\\ud800\\ud800', '\\udc00\\ud800', '\\ud83dx'],
  ...['{\\"type\\":\\"user\\"}', '\\\\\\"', 'x'.repeat(47), 'y'.repeat(48), 'z'.repeat(49)],
]

const NOT_UTF8: readonly (readonly number[])[] = [
  ...[[0x80], [0xbf], [0xc0, 0xaf], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xf5], [0xff, 0xfe]],
]

function writeString(writer: Writer): void {
  const { out, random, style } = writer
  put(writer, '"')
  for (let left = random(6); left > 0; left--) {
    if (style.anyBytes && random(8) === 0) out.push(...pick(random, NOT_UTF8))
    else put(writer, pick(random, PIECES))
  }
  put(writer, '"')
}

function blank(writer: Writer): void {
  if (writer.random(6) > 0) return
  const blanks = writer.style.breaks ? [' ', '\t', '\r', '\n', '\r\n', ' \n  '] : [' ', '\t', '\r', '   ']
  put(writer, pick(writer.random, blanks))
}

const utf8 = new TextEncoder()

function put(writer: Writer, text: string): void {
  if (text.length === 1 && text < '\u0080') writer.out.push(text.charCodeAt(0))
  else for (const byte of utf8.encode(text)) writer.out.push(byte)
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[random(from.length)]!
}
