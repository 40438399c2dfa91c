// A text that is held cut tells as much of itself as the whole one would.

import { describe, expect, test } from 'vitest'
import { excerpt } from '../../src/actions/read/show/excerpt.js'
import { cutText, HELD, parted } from '../../src/format/json/cut-text.js'

const cut = (text: string): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(text))
  return cutText(bytes, 1, bytes.length - 1)
}

const BYTES = HELD + 200_000
const filled = (line: string, end = ''): string => line.repeat(Math.ceil(BYTES / line.length)) + end

const TEXTS: Readonly<Record<string, string>> = {
  'short lines': filled('one two three\n'),
  'blank lines at its end': filled('one two three\n', '\n \n\t\r\n\n'),
  'one line': filled('abc '),
  'one line, and a few behind the cut': filled('abc ', '\nlast but one\nlast'),
  'escapes and signs of two halves': filled('"\\ \u0007 \u{1F600} é\n', 'end'),
  'nothing but blanks behind the cut': `${'word '.repeat(30)}${' '.repeat(BYTES)}`,
  'blanks, then a word': `${'word\n'.repeat(30)}${'\n'.repeat(BYTES)}last`,
}
const LIMITS = [
  { lines: 0, characters: 0 },
  { lines: 1, characters: 300 },
  { lines: 10, characters: 2000 },
  { lines: 2000, characters: 100_000 },
  { lines: Number.POSITIVE_INFINITY, characters: 4000 },
]

describe.each(Object.entries(TEXTS))('%s', (_, text) => {
  test('it is cut, and its figures are those of what is missing', () => {
    const held = cut(text)
    expect(held.length).toBeLessThan(HELD + 200)
    const { head, rest, trimmed } = parted(held)!
    expect(text.startsWith(head)).toBe(true)
    const missing = text.slice(head.length)
    const words = missing.trimEnd()
    for (const [figures, real] of [
      [rest, missing],
      [trimmed, words],
    ] as const)
      expect(figures).toEqual({
        characters: real.length,
        breaks: real.split('\n').length - 1,
        toBreak: real.split('\n')[0]!.length,
      })
  })

  test.each(LIMITS)('an excerpt is that of the whole text: %o', limit => {
    expect(excerpt(cut(text), limit)).toEqual(excerpt(text, limit))
  })

  test('also where other texts stand before and behind it, cut ones among them', () => {
    for (const limit of LIMITS) {
      expect(excerpt(`before\n${cut(text)}`, limit)).toEqual(excerpt(`before\n${text}`, limit))
      expect(excerpt(`${cut(text)}\nbehind\n\n`, limit)).toEqual(excerpt(`${text}\nbehind\n\n`, limit))
      expect(excerpt(`${cut(text)}-${cut(text)} `, limit)).toEqual(excerpt(`${text}-${text} `, limit))
    }
  })
})

test('a text that is not cut is whole, whatever it says', () => {
  expect(parted('missing-abc:1,2,3,1,2,3;')).toBeUndefined()
})
