// Widths, cuts and breaks by columns, aligned columns, and numbers as people read them.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { figure } from '../../src/format/figure.js'
import { layOut } from '../../src/present/columns.js'
import { paint, paintedWidth } from '../../src/present/paint.js'
import { ago, bytes, count, duration, percent, tokens, when } from '../../src/present/units.js'
import { expandTabs, fitTo, isPlain, pad, width, wrap } from '../../src/present/width.js'

describe('width', () => {
  test.each([
    ['abc', 3],
    ['e\u0301', 1],
    ['漢字', 4],
    ['한', 2],
    ['👩\u200d👩\u200d👧', 2],
    ['❤\ufe0f', 2],
    ['❤', 1],
    ['🇫🇷', 2],
    ['…›', 2],
    ['ｆｕｌｌ', 8],
  ])('%s takes %d columns', (text, columns) => expect(width(text)).toBe(columns))

  test('what is taken for plain is one column wide each, alone and beside any other', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(isPlain)
    expect(units.length).toBeGreaterThan(500)
    for (const unit of units) expect(width(unit), unit).toBe(1)
    for (const step of [1, 7, 100]) {
      const text = units.map((unit, at) => unit + units[(at * step + 13) % units.length]!).join('')
      expect([...segmenter.segment(text)]).toHaveLength(text.length)
    }
    for (const odd of ['\u00ad', '\u0301', '\u200d', '\ufe0f', '\u3042', '\ud83d', '\t', '\x7f'])
      expect(isPlain(odd)).toBe(false)
  })

  test('a cut is marked and never inside a grapheme', () => {
    expect(fitTo('abcdef', 6)).toBe('abcdef')
    expect(fitTo('abcdef', 5)).toBe('abcd…')
    expect(fitTo('漢字漢字', 5)).toBe('漢字…')
    expect(fitTo('x👩\u200d👩\u200d👧y', 3)).toBe('x…')
    expect(fitTo('abc', 0)).toBe('')
  })

  test('padding fills up to the width', () => {
    expect(pad('漢', 4)).toBe('漢  ')
    expect(pad('7', 3, 'right')).toBe('  7')
  })

  test('lines break at blanks, long words where they must', () => {
    expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox'])
    expect(wrap('abcdefghij klm', 4)).toEqual(['abcd', 'efgh', 'ij', 'klm'])
    expect(wrap('- an item that wraps', 10, '  ')).toEqual(['- an item', '  that', '  wraps'])
    expect(wrap('', 10)).toEqual([''])
    expect(wrap('漢字漢字', 5)).toEqual(['漢字', '漢字'])
  })

  test('wrapping keeps every character but blanks, and no line is too wide', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', '-') }),
        fc.integer({ min: 2, max: 20 }),
        (text, columns) => {
          const lines = wrap(text, columns)
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
          expect(lines.every(line => width(line) <= columns)).toBe(true)
        },
      ),
    )
  })

  test('tabs go to the next stop', () => expect(expandTabs('a\tbc\td')).toBe('a   bc  d'))
})

test('colours only where they are wanted', () => {
  expect(paint(false).red('x')).toBe('x')
  expect(paint(true).red('x')).toBe('\u001b[31mx\u001b[39m')
  expect(paintedWidth(paint(true).bold(paint(true).red('漢')))).toBe(2)
})

test('columns are aligned and the flexible one gives way', () => {
  const columns = [{ align: 'right' as const }, { flexible: true }, {}]
  const rows = [
    ['1', 'a short title', 'today'],
    ['12', 'a title that is longer than the line', 'now'],
  ]
  expect(layOut(columns, rows, 30)).toEqual([' 1  a short title        today', '12  a title that is lo…  now'])
  expect(layOut(columns, rows, 80)[1]).toBe('12  a title that is longer than the line  now')
})

describe('units', () => {
  test('sizes', () => {
    expect([0, 812, 999, 34_000, 1_200_000, 999_960, 5e9].map(bytes)).toEqual([
      '0 B',
      '812 B',
      '999 B',
      '34 kB',
      '1.2 MB',
      '1 MB',
      '5 GB',
    ])
    expect([950, 12_345, 1_250_000].map(tokens)).toEqual(['950', '12.3k', '1.3M'])
  })

  test('times', () => {
    expect([350, 4200, 72_000, 7_500_000, 273_600_000].map(duration)).toEqual([
      '350 ms',
      '4.2 s',
      '1m 12s',
      '2h 5m',
      '3d 4h',
    ])
    const now = new Date(2026, 10, 15, 21, 0)
    const at = (...parts: [number, number, number, number, number]) => new Date(...parts)
    expect(when(at(2026, 10, 15, 14, 3), now)).toBe('14:03')
    expect(when(at(2026, 8, 2, 4, 30), now)).toBe('2 Sep 04:30')
    expect(when(at(2025, 8, 2, 4, 30), now)).toBe('2 Sep 2025 04:30')
    expect(when('no time', now)).toBe('?')
    expect(ago(at(2026, 10, 15, 19, 0), now)).toBe('2 h ago')
    expect(ago(at(2026, 10, 14, 19, 0), now)).toBe('1 day ago')
    expect(ago(at(2025, 8, 2, 4, 30), now)).toBe('2 Sep 2025')
  })

  test('figures are grouped as in English', () => {
    const counts = [0, 7, 999, 1000, 1234.5, 999_999.5, 12_345_678, -1, -999, -1000, -123_456, 2 ** 53, 1e21, Infinity]
    for (const count of counts) expect(figure(count)).toBe(Math.round(count).toLocaleString('en-US'))
  })

  test('counts and shares', () => {
    expect(count(1, 'turn')).toBe('1 turn')
    expect(count(1204, 'entry')).toBe('1,204 entries')
    expect(count(2, 'branch')).toBe('2 branches')
    expect(percent(42, 100)).toBe('42 %')
    expect(percent(1, 250)).toBe('0.4 %')
    expect(percent(0, 0)).toBe('0 %')
  })
})
