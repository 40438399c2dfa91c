// One damage a code: a good session without it, and the same session with it, at the right line.

import { describe, expect, test } from 'vitest'
import { BLOCK_CODES } from '../../src/check/codes/blocks.js'
import {
  answer,
  answers,
  attachment,
  boundary,
  checkpoint,
  type Line,
  last,
  prompt,
  summaryOf,
  text,
  thinking,
  use,
  user,
} from '../conversation/lines.js'
import { check, places } from './findings-of.js'
import { gif, jpeg, png, webp } from './image-headers.js'

const signed = (name: string): Line => ({ ...thinking(`about ${name}`), signature: `signature of ${name}` })
const picture = (data: string, media = 'image/png'): Line => ({
  type: 'image',
  source: { type: 'base64', media_type: media, data },
})
const block = (uuid: string, place: number, one: Line): Line =>
  answer(uuid, { message: 'm1', blocks: [one], more: { apiBlockIndex: place } })

/** Lines 1 to 7. */
const good: readonly Line[] = [
  prompt('u1'),
  block('a1', 0, signed('a1')),
  block('a2', 1, text('I look.')),
  block('a3', 2, use('c1')),
  user('r1', [answers('c1', [text('a file'), picture(png(800, 600))])]),
  last('a4', { blocks: [signed('a4'), text('There it is.')] }),
  prompt('u2'),
]

const at = (line: number, damaged: Line): readonly Line[] => good.with(line - 1, damaged)
const plus = (...more: readonly Line[]): readonly Line[] => [...good, ...more]
const without = (line: number): readonly Line[] => good.toSpliced(line - 1, 1)
const result = (content: unknown, more: Line = {}): Line => user('r1', [answers('c1', content, more)])
const manyImages = (n: number, ...more: readonly Line[]): Line =>
  user('u3', [...more, ...Array.from({ length: n }, () => picture(png(80, 60)))])

/** A call between two thinking blocks, which must not meet, keeps the second one behind it. */
const thinksTwice = (...between: readonly Line[]): readonly Line[] => [
  prompt('u1'),
  block('a1', 0, signed('a1')),
  ...between,
  block('a3', 2, use('c1')),
  block('a4', 3, signed('a4')),
  user('r1', [answers('c1')], { parent: 'a3' }),
  last('a5', { parent: 'r1' }),
]
const onHaiku = (...blocks: readonly Line[]): readonly Line[] => [
  prompt('u1'),
  last('a1', { model: 'claude-haiku-4-5-20251001', blocks }),
  prompt('u2'),
]

type Case = readonly [code: keyof typeof BLOCK_CODES, rule: string, line: number | undefined, lines: readonly Line[]]

const cases: readonly Case[] = [
  ['thinking-unsigned', 'A3.2', 2, at(2, block('a1', 0, { type: 'thinking', thinking: 'so' }))],
  ['thinking-unsigned', 'A3.2', 2, at(2, block('a1', 0, { type: 'thinking', thinking: 'so', signature: '' }))],
  ['thinking-redacted-empty', 'A3.2', 2, at(2, block('a1', 0, { type: 'redacted_thinking', data: '' }))],
  ['thinking-moved', 'A3.1 order', 3, [good[0]!, good[2]!, { ...good[1]!, parentUuid: 'a2' }, ...good.slice(3)]],
  ['thinking-moved', 'A0 copied', 6, at(6, last('a4', { blocks: [signed('a1'), text('There it is.')] }))],
  ['thinking-last', 'A3.5', 6, at(6, last('a4', { blocks: [text('There it is.'), signed('a4')] }))],
  ['thinking-last', 'A3.5, N11', 4, thinksTwice()],
  ['thinking-not-first', 'A3.4', 2, onHaiku(text('Hm.'), signed('a'), text('So.'))],
  ['thinking-other-model', 'N29', undefined, at(6, last('a4', { model: 'claude-opus-5-5' }))],
  ['text-empty', 'A1b answer', 3, at(3, block('a2', 1, text('')))],
  ['text-empty', 'A1b prompt', 7, at(7, user('u2', [text(''), text('x')]))],
  ['user-empty', 'A1b', 7, at(7, user('u2', ''))],
  ['message-blank', 'A1b string', 7, at(7, user('u2', '\n'))],
  ['message-blank', 'A1b blocks', 7, at(7, user('u2', [text(' '), text('\u00a0')]))],
  ['content-dropped', 'R-M7', 6, at(6, last('a4', { blocks: [] }))],
  ['content-dropped', 'R-M8, N12', 6, at(6, last('a4', { blocks: [signed('a4'), text('\n\n')] }))],
  ['content-dropped', 'R-M9', 7, at(7, user('u2', []))],
  ['text-before-result', 'A2.3, N20', 5, at(5, user('r1', [text('here'), answers('c1')]))],
  [
    'text-after-use',
    'A2.4',
    4,
    at(4, block('a3', 2, use('c1'))).with(3, answer('a3', { message: 'm1', blocks: [use('c1'), text('so')] })),
  ],
  ['block-extra-field', 'A2.14', 4, at(4, block('a3', 2, { ...use('c1'), note: 1 }))],
  ['block-extra-field', 'A2.14 thinking', 2, at(2, block('a1', 0, { ...signed('a1'), duration: 1 }))],
  ['block-extra-field', 'A2.14 inside a result', 5, at(5, result([{ ...text('x'), tint: 1 }]))],
  ['cache-mark', 'A2.15', 7, at(7, user('u2', [{ ...text('x'), cache_control: { type: 'ephemeral' } }]))],
  [
    'cache-marks-many',
    'A2.15',
    5,
    at(5, result([{ ...text('x'), cache_control: {} }])).with(6, user('u2', [{ ...text('x'), cache_control: {} }])),
  ],
  ['error-result-media', 'A2.9, N23', 5, at(5, result([text('x'), picture(png(8, 8))], { is_error: true }))],
  ['tool-reference', 'A2.12, N22', 5, at(5, result([{ type: 'tool_reference', tool_name: 'mcp__x__y' }]))],
  ['image-type', 'A4.1', 5, at(5, result([picture('Qk0AAA==', 'image/bmp')]))],
  ['image-mismatch', 'A4.1', 5, at(5, result([picture(jpeg(8, 8))]))],
  ['image-empty', 'A4.1', 7, at(7, user('u2', [text('see'), picture('')]))],
  ['image-too-large', 'A4.2', 5, at(5, result([picture(png(8, 8).padEnd(5_242_884, 'A'))]))],
  ['image-too-wide', 'A4.3', 5, at(5, result([picture(png(8001, 10))]))],
  ['images-many-wide', 'A4.3', 8, plus(manyImages(20, picture(png(2001, 10))))],
  ['images-too-many', 'A4.4', 8, plus(manyImages(101))],
  [
    'request-too-large',
    'A4.6',
    undefined,
    plus(...Array.from({ length: 34 }, (_, i) => user(`b${i}`, 'x'.repeat(1_000_000)))),
  ],
  ['block-not-sent', 'another branch', 8, plus(user('u3', '', { parent: 'a4' }), checkpoint('u2'))],
]

describe('a defect in a block', () => {
  test('the good session has none', () => expect(places(check(good), BLOCK_CODES)).toEqual([]))

  test.each(cases)('%s (%s)', (code, _, line, lines) => {
    expect(places(check(lines), BLOCK_CODES)).toEqual([line === undefined ? code : `${code}@${line}`])
  })

  test('every code has a case', () => {
    expect(new Set(cases.map(([code]) => code))).toEqual(new Set(Object.keys(BLOCK_CODES)))
  })

  test('severities are those of the table', () => {
    for (const [code, , , lines] of cases)
      for (const one of check(lines)) if (one.code === code) expect(one.severity).toBe(BLOCK_CODES[code].severity)
  })
})

const clean: readonly (readonly [what: string, lines: readonly Line[]])[] = [
  [
    'D13 thinking without text, but signed',
    at(2, block('a1', 0, { type: 'thinking', thinking: '', signature: 'c2ln' })),
  ],
  ['A1b blank text beside a call', at(3, block('a2', 1, text('\n\n')))],
  ['A1b blank text beside other text', at(7, user('u2', [text('hi'), text(' ')]))],
  ['R-M11 a blank entry that becomes part of a message', plus(user('u3', '\n'))],
  ['A1b empty results', at(5, result(''))],
  ['A1b empty text in a result', at(5, result([text('')]))],
  ['R-M7 an entry without blocks beside others', at(3, answer('a2', { message: 'm1', blocks: [] }))],
  [
    'N20 text before a result, but two entries make the message',
    plus(user('x', 'more'))
      .with(4, user('r1', [text('t'), answers('c1')]))
      .toSpliced(5, 0, user('r2', 'and', {})),
  ],
  [
    'A2.12 the tools are recorded',
    [
      ...at(5, result([{ type: 'tool_reference', tool_name: 'x' }])),
      attachment('t', 'deferred_tools_record', { entries: [] }),
    ],
  ],
  ['A2.14 fields that the API knows', at(4, block('a3', 2, { ...use('c1'), caller: { type: 'direct' } }))],
  ['A4.3 twenty images, one of them wide', plus(manyImages(18, picture(png(2001, 10))))],
  [
    'A4.4 six hundred on models with a large window',
    [prompt('u0'), last('a0', { model: 'claude-opus-5-5' }), manyImages(599)],
  ],
  [
    'A1.2 thinking last, but another answer follows',
    without(7)
      .with(5, answer('a4', { blocks: [text('x'), signed('a4')] }))
      .concat(last('a5')),
  ],
  ['N11 text between them: the second thinking moves in front of the call', thinksTwice(block('a2', 1, text('x')))],
  ['A3.4 thinking first', onHaiku(signed('a'), text('So.'))],
  ['A3.4 text before thinking on a newer model', at(6, last('a4', { blocks: [text('Hm.'), signed('a4'), text('x')] }))],
  ['R-F15 nothing of a sidechain is sent', plus({ ...user('s1', '', { parent: null }), isSidechain: true })],
  ['R-M13 api errors are left out', plus({ ...answer('e', { blocks: [text('')] }), isApiErrorMessage: true })],
  [
    'N7 an entry that is written twice',
    [...good, good[1]!].map(line => ({ ...line, ...(line === good[1] ? { parentUuid: 'u1' } : {}) })),
  ],
]

describe('no defect', () => {
  test.each(clean)('%s', (_, lines) => expect(places(check(lines), BLOCK_CODES)).toEqual([]))
})

test('A0: what a thinking_stripped row leaves out is not sent', () => {
  const damaged = at(2, block('a1', 0, { type: 'thinking', thinking: 'so' }))
  const all = [...damaged, attachment('t', 'thinking_stripped', { scope: 'all' })]
  expect(places(check(all), BLOCK_CODES)).toEqual(['block-not-sent@2'])
  const partial = (messageId: string): readonly Line[] => [
    ...damaged,
    attachment('t', 'thinking_stripped', { scope: 'partial', from: { messageId, thinkingIndex: 0 } }),
  ]
  expect(places(check(partial('msg_a4')), BLOCK_CODES)).toEqual(['thinking-unsigned@2'])
  expect(places(check(partial('msg_gone')), BLOCK_CODES)).toEqual(['block-not-sent@2'])
})

test('what stands before a compaction is not sent', () => {
  const lines = [...at(7, user('u2', '')), boundary('b'), summaryOf('s'), prompt('u3')]
  expect(places(check(lines), BLOCK_CODES)).toEqual(['block-not-sent@7'])
})

test('the message says how much is lost', () => {
  const [found] = check(at(2, block('a1', 0, { type: 'thinking', thinking: 'so' }))).filter(
    one => one.code === 'thinking-unsigned',
  )
  expect(found?.message).toBe('thinking without a signature: all 2 thinking blocks are taken out of the next request')
})

test.each([
  ['png', png(3000, 10), 'image/png'],
  ['jpeg behind a long segment', jpeg(3000, 10, 40_000), 'image/jpeg'],
  ['gif', gif(3000, 10), 'image/gif'],
  ['webp, lossy', webp('VP8 ', 3000, 10), 'image/webp'],
  ['webp, lossless', webp('VP8L', 3000, 10), 'image/webp'],
  ['webp, extended', webp('VP8X', 3000, 10), 'image/webp'],
])('A4.3 pixels of %s', (_, data, media) => {
  const lines = plus(manyImages(20, picture(data, media)))
  expect(places(check(lines), BLOCK_CODES)).toEqual(['images-many-wide@8'])
})
