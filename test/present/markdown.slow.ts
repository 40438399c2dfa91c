// The same with thousands of texts, and texts that are nothing but marks: twice as much takes about twice as long.

import { expect, test } from 'vitest'
import { proseLines } from '../../src/present/markdown/markdown.js'
import { paint } from '../../src/present/paint.js'
import { growth, MOST_POWER } from '../cpu-time.js'
import './markdown.test.js'

const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  stars: n => '*a '.repeat(n / 3),
  'stars that close nothing': n => 'a* '.repeat(n / 3),
  'openers of both kinds': n => '*a _b '.repeat(n / 6),
  'bold in bold': n => `${'**a '.repeat(n / 8)}${'b** '.repeat(n / 8)}`,
  'one long run': n => '*'.repeat(n),
  'backticks of many lengths': n => Array.from({ length: Math.sqrt(n) }, (_, i) => '`'.repeat(i)).join(' '),
  'backticks that never close': n => '`a ``b '.repeat(n / 7),
  brackets: n => '['.repeat(n),
  'links that break off': n => '[a](b'.repeat(n / 5),
  'addresses with brackets': n => `[a](${'(b)'.repeat(n / 3)}`,
  'closed brackets': n => '[a]'.repeat(n / 3),
  'escaped signs': n => '\\*'.repeat(n / 2),
  quotes: n => '>'.repeat(n),
  'quotes of many lines': n => '> > > a\n'.repeat(n / 8),
  'deeper and deeper lists': n => Array.from({ length: Math.sqrt(n) }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
  'bars in a line': n => '|'.repeat(n),
  'rows of a table': n => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(n / 6)}`,
  'rules of a table': n => `a|b\n${'-'.repeat(n)}x`,
  'signs of a heading': n => `# ${'#'.repeat(n)}x`,
  blanks: n => `# a${' '.repeat(n)}b${' '.repeat(n)}`,
  'empty lines': n => '\n'.repeat(n),
  'one paragraph of many lines': n => 'a **b\n'.repeat(n / 6),
  'fences that open and close': n => '```\n'.repeat(n / 4),
  words: n => '漢字 *a* '.repeat(n / 7),
}

test.each(Object.entries(SHAPES))('%s', (_, shape) => {
  const screen = { width: 80, paint: paint(true) }
  const [small, large] = [shape(128 * 1024), shape(1024 * 1024)]
  const show = (text: string) => () => proseLines(text, screen).length
  expect(growth({ small: show(small), large: show(large), times: 8 })).toBeLessThan(MOST_POWER)
})
