// Markdown on a terminal: a page of everything, what is taken for a mark and what is not, and that nothing is lost.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spansOf } from '../../src/present/markdown/inline.js'
import { proseLines } from '../../src/present/markdown/markdown.js'
import { paint, paintedWidth, unpainted } from '../../src/present/paint.js'
import { visible } from '../../src/present/terminal-text.js'
import { width } from '../../src/present/width.js'
import { runs } from '../runs.js'

const at = (columns: number, color = false) => ({ width: columns, paint: paint(color) })
const coloured = (text: string, columns = 60): readonly string[] => proseLines(text, at(columns, true))
const words = (text: string, columns = 60): readonly string[] => coloured(text, columns).map(unpainted)

describe('a page of everything', () => {
  const text = readFileSync(join(import.meta.dirname, 'markdown', 'everything.md'), 'utf8')

  test.each([
    [60, false],
    [60, true],
    [32, true],
  ])('at %i columns, colours: %s', async (columns, color) => {
    const shown = proseLines(text, at(columns, color)).join('\n').replaceAll('\u001b[', '<')
    await expect(`${shown}\n`).toMatchFileSnapshot(`markdown/${columns}-${color ? 'coloured' : 'plain'}.txt`)
  })

  test('into a pipe it is the source itself', () => {
    expect(`${proseLines(text, at(Infinity)).join('\n')}\n`).toBe(text)
  })
})

describe('marks', () => {
  const shown = (text: string): string =>
    spansOf(text)
      .map(({ text: own, bold, italic, code, link, aside }) => {
        const styles = [bold && 'b', italic && 'i', code && 'c', link && 'l', aside && 'a'].filter(Boolean).join('')
        return styles === '' ? own : `{${styles}:${own}}`
      })
      .join('')

  test.each([
    ['**bold** and *slanted*', '{b:bold} and {i:slanted}'],
    ['__two words__ and _slanted_', '{b:two words} and {i:slanted}'],
    ['***both***', '{bi:both}'],
    ['**a *b* c**', '{b:a }{bi:b}{b: c}'],
    ['*a **b***', '{i:a }{bi:b}'],
    ['**a `b*` c**', '{b:a }{bc:b*}{b: c}'],
    ['`` a ` b ``', '{c:a ` b}'],
    ['[a **b**](u)', '{l:a }{bl:b}{a: (u)}'],
    ['[u](u)', '{l:u}'],
    ['[a](u(1) "T")', '{l:a}{a: (u(1) "T")}'],
    ['\\*no\\*', '*no*'],
    ['这是**粗体**文字', '这是{b:粗体}文字'],
    ['(*a*), "**b**".', '({i:a}), "{b:b}".'],
  ])('%s', (text, expected) => expect(shown(text)).toBe(expected))

  test.each([
    'src/*.ts and test/*.ts',
    '2 * 3 * 4',
    '2*3*4',
    'snake_case_name __init__.py',
    '**never closed',
    '`never closed',
    '[no link] (here)',
    '[](empty)',
    '![image](x.png)',
    'C:\\Users\\ada',
    '****',
    '~~struck~~',
  ])('%s stays', text =>
    expect(
      spansOf(text)
        .map(span => span.text)
        .join(''),
    ).toBe(text),
  )
})

describe('blocks', () => {
  test('code is as it was written, however wide, in colours by itself', () => {
    const wide = `x${' '.repeat(50)}y = "**no bold**"`
    expect(words(`\`\`\`\n${wide}\n\n  # no heading\n\`\`\``, 20)).toEqual([`  ${wide}`, '', '    # no heading'])
  })

  test('a fence that is never closed is code to the end', () => {
    expect(words('a\n~~~py\n# b\n```\nc')).toEqual(['a', '  py', '  # b', '  ```', '  c'])
  })

  test('a fence in a quote ends with the quote, and nothing of it is lost', () => {
    expect(words('> ```\n> a\n> b\nc')).toEqual(['│   a', '│   b', 'c'])
  })

  test('what follows a break stands below the words of its item', () => {
    expect(words(`- ${'word '.repeat(9)}`, 24)).toEqual(['• word word word word', '  word word word word', '  word'])
    expect(words(`10. ${'word '.repeat(5)}`, 24)).toEqual(['10. word word word word', '    word'])
  })

  test('wide characters count twice', () => {
    for (const line of words('- 漢字漢字 漢字漢字 漢字😀漢字 漢字漢字', 16)) expect(width(line)).toBeLessThanOrEqual(16)
    expect(words('|a|b|\n|-|-|\n|漢字|x|\n|y|😀|')).toEqual(['a     b', '────  ──', '漢字  x', 'y     😀'])
  })

  test('a table that does not fit is a list of its cells', () => {
    const long = 'x'.repeat(30)
    expect(words(`| one | two |\n|---|---|\n| ${long} | ${long} |`, 40)).toEqual([
      'one',
      `  ${long}`,
      'two',
      `  ${long}`,
    ])
  })

  test('cells that are missing are empty, those that are too many stay', () => {
    expect(words('|a|b|\n|-|-|\n|1|\n|1|2|3|')).toEqual(['a  b', '─  ─────', '1', '1  2 | 3'])
  })

  test('a line with a bar is no table without the rule below it', () => {
    expect(words('a | b\nc | d')).toEqual(['a | b', 'c | d'])
  })

  test('a line below a line makes it a heading; without colours both stay', () => {
    expect(coloured('Title\n=====')).toEqual(['\u001b[1m\u001b[4mTitle\u001b[24m\u001b[22m'])
    expect(proseLines('Title\n=====', at(60))).toEqual(['Title', '====='])
  })

  test('a sign at the end of a heading belongs to its words', () => {
    expect(words('## C#')).toEqual(['C#'])
    expect(words('## Closed ##')).toEqual(['Closed'])
  })
})

describe('any text', () => {
  const marks = ['**', '*', '_', '`', '``', '[', '](', '](x)', ')', '|', '\n| --- |\n', '\n- ', '\n1. ', '\n> ', '\n# ']
  const others = [
    '\n',
    '\n\n',
    ' ',
    '  ',
    'word',
    '漢字',
    '😀',
    '\\',
    'a_b',
    '\u001b[31m',
    '\u202e',
    '\n---\n',
    '\t',
    'é',
  ]
  const code = ['\n```\n', '\n~~~js\n', '\n    ']
  const texts = (...parts: readonly string[]) =>
    fc.array(fc.constantFrom(...parts, ...marks, ...others), { maxLength: 60 }).map(list => list.join(''))
  const letters = (text: string): ReadonlyMap<string, number> => {
    const counted = new Map<string, number>()
    for (const letter of text.match(/[\p{L}\p{N}]/gu) ?? []) counted.set(letter, (counted.get(letter) ?? 0) + 1)
    return counted
  }

  test('no code for the terminal but ours, and none without colours', () => {
    fc.assert(
      fc.property(texts(...code), fc.integer({ min: 20, max: 120 }), (text, columns) => {
        expect(proseLines(text, at(columns)).join('')).not.toContain('\u001b')
        expect(coloured(text, columns).map(unpainted).join('')).not.toMatch(/[\u001b\u202e]/)
      }),
      { numRuns: runs(200, 10_000) },
    )
  })

  test('no letter of the source is missing', () => {
    fc.assert(
      fc.property(texts(...code), fc.integer({ min: 20, max: 120 }), fc.boolean(), (text, columns, color) => {
        const shown = letters(unpainted(proseLines(text, at(columns, color)).join('\n')))
        for (const [letter, count] of letters(visible(text.trim(), { keepNewlines: true })))
          expect([letter, shown.get(letter) ?? 0]).toEqual([letter, expect.toSatisfy((n: number) => n >= count)])
      }),
      { numRuns: runs(200, 10_000) },
    )
  })

  test('no line but code is wider than the terminal', () => {
    fc.assert(
      fc.property(texts(), fc.integer({ min: 40, max: 120 }), fc.boolean(), (text, columns, color) => {
        for (const line of proseLines(text, at(columns, color))) expect(paintedWidth(line)).toBeLessThanOrEqual(columns)
      }),
      { numRuns: runs(200, 10_000) },
    )
  })

  test('into a pipe it is what was written, made safe', () => {
    fc.assert(
      fc.property(texts(...code), text => {
        const whole = text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
        expect(proseLines(text, at(Infinity)).join('\n')).toBe(visible(whole, { keepNewlines: true }))
      }),
      { numRuns: runs(100, 5000) },
    )
  })
})
