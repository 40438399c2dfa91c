// One damage a code: a good session without it, and the same session with it, at the right line.

import type { BLOCK_CODES } from '../../src/check/codes/blocks.js'
import {
  answer,
  answers,
  checkpoint,
  type Line,
  last,
  prompt,
  text,
  thinking,
  use,
  user,
} from '../conversation/lines.js'
import { jpeg, png } from './image-headers.js'

export const signed = (name: string): Line => ({ ...thinking(`about ${name}`), signature: `signature of ${name}` })
export const picture = (data: string, media = 'image/png'): Line => ({
  type: 'image',
  source: { type: 'base64', media_type: media, data },
})
export const block = (uuid: string, place: number, one: Line): Line =>
  answer(uuid, { message: 'm1', blocks: [one], more: { apiBlockIndex: place } })

/** Lines 1 to 7. */
export const good: readonly Line[] = [
  prompt('u1'),
  block('a1', 0, signed('a1')),
  block('a2', 1, text('I look.')),
  block('a3', 2, use('c1')),
  user('r1', [answers('c1', [text('a file'), picture(png(800, 600))])]),
  last('a4', { blocks: [signed('a4'), text('There it is.')] }),
  prompt('u2'),
]

export const at = (line: number, damaged: Line): readonly Line[] => good.with(line - 1, damaged)
export const plus = (...more: readonly Line[]): readonly Line[] => [...good, ...more]
export const without = (line: number): readonly Line[] => good.toSpliced(line - 1, 1)
export const result = (content: unknown, more: Line = {}): Line => user('r1', [answers('c1', content, more)])
export const manyImages = (n: number, ...more: readonly Line[]): Line =>
  user('u3', [...more, ...Array.from({ length: n }, () => picture(png(80, 60)))])

/** A call between two thinking blocks, which must not meet, keeps the second one behind it. */
export const thinksTwice = (...between: readonly Line[]): readonly Line[] => [
  prompt('u1'),
  block('a1', 0, signed('a1')),
  ...between,
  block('a3', 2, use('c1')),
  block('a4', 3, signed('a4')),
  user('r1', [answers('c1')], { parent: 'a3' }),
  last('a5', { parent: 'r1' }),
]
export const onHaiku = (...blocks: readonly Line[]): readonly Line[] => [
  prompt('u1'),
  last('a1', { model: 'claude-haiku-4-5-20251001', blocks }),
  prompt('u2'),
]

type Case = readonly [code: keyof typeof BLOCK_CODES, rule: string, line: number | undefined, lines: readonly Line[]]

export const BLOCK_FIXTURES: readonly Case[] = [
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
  ['content-dropped', 'R-M7', 6, at(6, last('a4', { blocks: [] }))],
  ['content-dropped', 'R-M8, N12', 6, at(6, last('a4', { blocks: [signed('a4'), text('\n\n')] }))],
  ['content-dropped', 'R-M9', 7, at(7, user('u2', []))],
  ['content-dropped', 'R-M9 blank', 7, at(7, user('u2', [text(' '), text('\u00a0')]))],
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
