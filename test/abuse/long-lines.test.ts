// A line of any length is laid out whole. In what time: long-lines.slow.ts.

import { expect, test } from 'vitest'
import { width, wrap } from '../../src/present/width.js'
import { LONG_LINES } from './long-line-shapes.js'

test.each(LONG_LINES)('%s: nothing is lost, and no line is too wide', (_, shape) => {
  const text = shape(2_000).replaceAll('\t', '')
  const lines = wrap(text, 80)
  for (const line of lines) expect(width(line)).toBeLessThanOrEqual(80)
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
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
