// Row 18 of the quality catalogue: nothing from a transcript reaches the terminal as more than text.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visible, visibleLine } from '../../src/present/terminal-text.js'
import { runs } from '../runs.js'

/** What a terminal acts on, hides, or draws in another order. Written apart from the code under test. */
const ACTED_ON =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]/u

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const every = (property: string) => {
  const pattern = new RegExp(property, 'u')
  return range(0, 0x10ffff).filter(code => pattern.test(String.fromCodePoint(code)))
}

describe('visible', () => {
  test.each([
    ['a bell', 'a\u0007b', 'a␇b'],
    ['a colour', '\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
    ['a title (OSC 0)', '\u001b]0;owned\u0007', '␛]0;owned␇'],
    ['a link (OSC 8)', '\u001b]8;;https://x.test\u001b\\x\u001b]8;;\u001b\\', '␛]8;;https://x.test␛\\x␛]8;;␛\\'],
    ['the clipboard (OSC 52)', '\u001b]52;c;ZXZpbA==\u0007', '␛]52;c;ZXZpbA==␇'],
    ['DCS', '\u001bP1$r0m\u001b\\', '␛P1$r0m␛\\'],
    ['APC', '\u001b_Gx\u001b\\', '␛_Gx␛\\'],
    ['CSI as one C1 character', '\u009b2J', '\\u{9b}2J'],
    ['delete', 'a\u007f', 'a␡'],
    ['turned text', 'abc\u202edef', 'abc\\u{202e}def'],
    ['an isolate', '\u2067x\u2069', '\\u{2067}x\\u{2069}'],
    ['zero width', 'pass\u200bword', 'pass\\u{200b}word'],
    ['a joiner between Latin letters', 'pass\u200dword', 'pass\\u{200d}word'],
    ['a byte order mark', '\ufeffx', '\\u{feff}x'],
    ['separators', 'a\u2028b\u2029c', 'a\\u{2028}b\\u{2029}c'],
    ['half a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
    ['a noncharacter', '\ufffe', '\\u{fffe}'],
    ['hidden tag letters', '\u{e0041}', '\\u{e0041}'],
    ['a filler without a shape', '\u3164', '\\u{3164}'],
    ['a selector behind a letter', 'a\ufe0fb', 'a\\u{fe0f}b'],
    ['a selector of the supplement', 'a\u{e0100}b 漢\u{e0100}', 'a\\u{e0100}b 漢\\u{e0100}'],
    ['a row of selectors behind a picture', '😀\ufe0f\ufe0e\u{e0101}', '😀\ufe0f\\u{fe0e}\\u{e0101}'],
    ['a selector in a keycap that is none', '1\ufe0f2', '1\\u{fe0f}2'],
    ['the blank of Braille', 'a\u2800b', 'a\\u{2800}b'],
    ['fillers of Hangul', '\u115f\u1160\uffa0', '\\u{115f}\\u{1160}\\u{ffa0}'],
    ['a new line', 'a\r\nb\tc', 'a␍␊b␉c'],
  ])('shows %s', (_, text, shown) => expect(visible(text)).toBe(shown))

  test.each([
    ['plain text', 'Hello, world!'],
    ['accents, composed and not', 'é e\u0301 ẅ'],
    ['right-to-left script', 'שלום مرحبا'],
    ['a joiner that is spelling', 'می\u200cخواهم क्\u200dष'],
    ['emoji', '👩\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👍🏽 🇫🇷 ☎\ufe0e 1\ufe0f\u20e3 🏳\ufe0f\u200d🌈'],
    ['a Mongolian selector', '\u1820\u180b'],
    ['Chinese, Japanese, Korean', '漢字 かな 한국어'],
    ['symbols that we use ourselves', '␛ … ›'],
  ])('leaves %s alone', (_, text) => expect(visible(text)).toBe(text))

  test('keeps line feeds and tabs where asked, and nothing else', () => {
    expect(visible('a\r\nb\tc\rd\u000be\u000cf', { keepNewlines: true })).toBe('a\nb\tc␍d␋e␌f')
  })

  test('shows every control and format character, and every one without a shape', () => {
    for (const code of every(
      '[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\u2800]',
    )) {
      const shown = visible(`a${String.fromCodePoint(code)}b`)
      expect(shown, code.toString(16)).toMatch(/^a([\u2400-\u2421]|\\u\{[0-9a-f]+\})b$/)
    }
  })

  test('no string gets through with a character that a terminal acts on', () => {
    const nasty = range(0, 0x9f).concat(every('\\p{Cf}'), range(0xd800, 0xd80f), [0x2028, 0x2029, 0xfffe])
    const part = fc.oneof(
      fc.constantFrom(...nasty).map(code => String.fromCharCode(code & 0xffff)),
      fc.constantFrom(...nasty).map(code => String.fromCodePoint(code)),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u001b[2J', '\u001b]0;x\u0007', '\u001bPq\u001b\\', '\u009d8;;x\u009c', '👩', 'م', '\u200d'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), parts => {
        const text = parts.join('')
        expect(visible(text)).not.toMatch(ACTED_ON)
        expect(visible(text, { keepNewlines: true }).replace(/[\n\t]/g, '')).not.toMatch(ACTED_ON)
      }),
      { numRuns: runs(800, 10_000) },
    )
  })
})

test('visibleLine puts everything on one line', () => {
  expect(visibleLine('  two\n\tlines \u001b[1m')).toBe('two lines ␛[1m')
})
