// A text that is read in pieces is the text that is read at once, wherever the pieces end.

import { expect, test } from 'vitest'
import { textPieces } from '../../src/format/json/text-pieces.js'
import { decodeString } from '../../src/format/json/walk.js'
import { pick } from './any-json-text.js'
import { randomFrom } from './expect-tiles.js'

const utf8 = new TextEncoder()
const LEAST = 16

function pieces(bytes: Uint8Array, size: number) {
  return [...textPieces(bytes, 0, bytes.length, size)]
}

test('pieces tile the text and none is longer than asked', () => {
  const bytes = utf8.encode('words and more words, ä, € and 😀, '.repeat(50))
  const found = pieces(bytes, 20)
  expect(found[0]!.start).toBe(0)
  expect(found.at(-1)!.end).toBe(bytes.length)
  for (const [at, piece] of found.entries()) {
    expect(piece.start).toBe(at === 0 ? 0 : found[at - 1]!.end)
    expect(piece.end - piece.start).toBeLessThanOrEqual(20)
    expect(piece.text).not.toContain('\ufffd')
  }
})

test('a pair that is written as two escapes is not parted', () => {
  for (let before = 0; before < 32; before++) {
    const bytes = utf8.encode(`${'x'.repeat(before)}${'\\ud83d\\ude00'.repeat(9)}`)
    for (const { text } of pieces(bytes, LEAST)) expect(text).toMatch(/^x*(😀)*$/u)
  }
})

const PARTS: readonly (string | readonly number[])[] = [
  ...[
    'a',
    'ä',
    '€',
    '😀',
    '\\n',
    '\\\\',
    '\\"',
    '\\u0041',
    '\\u00e4',
    '\\ud83d',
    '\\uDE00',
    '\\\\u0041',
    '\\/',
    'u',
    'd8',
  ],
  ...[[0x80], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xff], [0xef, 0xbb, 0xbf]],
]

test('laid together they are the whole, whatever stands in it', () => {
  for (let seed = 0; seed < 400; seed++) {
    const random = randomFrom(seed)
    const parts = Array.from({ length: 200 }, () => pick(random, PARTS))
    const bytes = Uint8Array.from(parts.flatMap(part => [...(typeof part === 'string' ? utf8.encode(part) : part)]))
    const size = LEAST + random(40)
    const read = pieces(bytes, size).map(({ text }) => text)
    expect([seed, read.join('')]).toEqual([seed, decodeString(bytes, 0, bytes.length)])
  }
})
