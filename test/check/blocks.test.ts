// Blocks that the client or the API do not take: every code has a fixture, and what is sound has no finding.

import { describe, expect, test } from 'vitest'
import { BLOCK_CODES } from '../../src/check/codes/blocks.js'
import {
  answer,
  answers,
  attachment,
  boundary,
  type Line,
  last,
  prompt,
  summaryOf,
  text,
  use,
  user,
} from '../conversation/lines.js'
import {
  at,
  BLOCK_FIXTURES,
  block,
  good,
  manyImages,
  onHaiku,
  picture,
  plus,
  result,
  signed,
  thinksTwice,
  without,
} from './block-fixtures.js'
import { check, places } from './findings-of.js'
import { gif, jpeg, png, webp } from './image-headers.js'

describe('a defect in a block', () => {
  test('the good session has none', () => expect(places(check(good), BLOCK_CODES)).toEqual([]))

  test.each(BLOCK_FIXTURES)('%s (%s)', (code, _, line, lines) => {
    expect(places(check(lines), BLOCK_CODES)).toEqual([line === undefined ? code : `${code}@${line}`])
  })

  test('every code has a case', () => {
    expect(new Set(BLOCK_FIXTURES.map(([code]) => code))).toEqual(new Set(Object.keys(BLOCK_CODES)))
  })

  test('severities are those of the table', () => {
    for (const [code, , , lines] of BLOCK_FIXTURES)
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
  expect(found?.message).toBe('thinking without a signature: all 2 thinking blocks are removed from the next request')
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
