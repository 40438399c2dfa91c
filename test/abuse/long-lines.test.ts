// A line of any length is laid out in time that grows with it, not with its square.

import { describe, expect, test } from 'vitest'
import { expandTabs, fitTo, width, wrap } from '../../src/present/width.js'
import { cpuTime } from '../cpu-time.js'

const timeOf = (work: () => unknown): number => cpuTime(3, work)

const SHAPES: readonly (readonly [string, (n: number) => string])[] = [
  ['Chinese without a blank', n => '漢'.repeat(n)],
  ['letters with an accent at the end', n => `${'x'.repeat(n)}é`],
  ['plain letters', n => 'x'.repeat(n)],
  ['words', n => 'tide table é '.repeat(n / 12)],
  ['blanks', n => ' '.repeat(n)],
  ['tabs', n => 'é\t'.repeat(n / 2)],
  ['marks on one letter', n => `a${'\u0301'.repeat(n)}`],
]

// Times are noisy on a shared machine: a test that fails is asked twice more.
describe.each(SHAPES)('%s', { retry: 2 }, (_, shape) => {
  test.each([
    ['wrap', (text: string) => wrap(text, 80, '  ')],
    ['expandTabs', (text: string) => expandTabs(text)],
    ['fitTo', (text: string) => fitTo(text, 80)],
  ] as const)('%s: four times the line takes about four times the time', (_, work) => {
    const short = shape(10_000)
    const long = shape(40_000)
    const once = timeOf(() => work(short))
    expect(timeOf(() => work(long))).toBeLessThan(Math.max(once, 2) * 9)
  })

  test('nothing is lost, and no line is too wide', () => {
    const text = shape(2_000).replaceAll('\t', '')
    const lines = wrap(text, 80)
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(80)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })
})

test('graphemes at every place of a long line stay whole', () => {
  for (const grapheme of ['👩\u200d👩\u200d👧', '👍🏽', '🇫🇷', 'e\u0301', '한']) {
    for (let before = 240; before < 270; before++) {
      const text = `é${'x'.repeat(before)}${grapheme}x`
      expect(width(text)).toBe(1 + before + width(grapheme) + 1)
      expect(wrap(text, before + 1).join('\n')).toBe(`é${'x'.repeat(before)}\n${grapheme}x`)
    }
  }
  expect(width('🇫🇷'.repeat(300))).toBe(600)
})
