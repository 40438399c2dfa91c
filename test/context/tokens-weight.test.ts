// What blocks weigh against each other. The bounds are from published rules of thumb (three to four characters a token,
// a token for 750 pixels), not from the code.

import { describe, expect, test } from 'vitest'
import { blockWeigher, textWeight } from '../../src/context/tokens-weight.js'
import { conversationBuilder } from '../../src/conversation/conversation.js'
import { NO_SPANS } from '../../src/format/json/spans.js'
import { parseSession } from '../../src/format/session.js'
import { png } from '../../tools/generator/png.js'
import { answers, bytesOf, image, type Line, text, use, user } from '../conversation/lines.js'

/** The weight of a block that stands alone in an entry. */
function weigh(block: Line): number {
  const { bytes, entries } = parseSession(bytesOf(user('u1', [block])))
  let weight = 0
  const builder = conversationBuilder((seen, names) => {
    weight = blockWeigher(names)(seen.bytes, seen.facts.blocks[0]!)
  })
  builder.entry(entries[0]!, bytes, 0, NO_SPANS)
  return weight
}

const picture = (width: number, height: number): Line => ({
  type: 'image',
  source: {
    type: 'base64',
    media_type: 'image/png',
    data: Buffer.from(png(width, height, () => [0, 0, 0])).toString('base64'),
  },
})

describe('text', () => {
  test('three to four characters a token', () => {
    const weight = weigh(text('x'.repeat(3500)))
    expect(weight).toBeGreaterThan(875)
    expect(weight).toBeLessThan(1167)
    expect(weight).toBe(textWeight(3500))
  })

  test('letters outside of ASCII weigh more', () => {
    expect(weigh(text('漢'.repeat(100)))).toBeGreaterThan(2 * weigh(text('x'.repeat(100))))
  })

  test('a call counts its input, and the frame around it', () => {
    const empty = weigh(use('c1'))
    expect(empty).toBeGreaterThan(20)
    expect(weigh(use('c1', 'Read', { path: 'x'.repeat(1000) }))).toBeCloseTo(empty + textWeight(1009), 5)
  })

  test('a result weighs about the same as text and as blocks', () => {
    const words = 'x'.repeat(2000)
    const plain = weigh(answers('c1', words))
    const blocks = weigh(answers('c1', [text(words)]))
    expect(Math.abs(plain - blocks)).toBeLessThan(20)
  })
})

describe('thinking', () => {
  const thinking = (words: string, signature?: string): Line => ({ type: 'thinking', thinking: words, signature })

  test('counts by its signature: what is shown of it may be a summary, or nothing (A3.3)', () => {
    const signature = 's'.repeat(4000)
    expect(weigh(thinking('', signature))).toBe(weigh(thinking('a summary of it', signature)))
    expect(weigh(thinking('', signature))).toBeGreaterThan(600)
  })

  test('without a signature by its words', () => {
    expect(weigh(thinking('x'.repeat(1000)))).toBe(textWeight(1000))
  })

  test('that the API keeps to itself counts by its data', () => {
    const data = 'd'.repeat(4000)
    const redacted = weigh({ type: 'redacted_thinking', data })
    expect(Math.abs(redacted - weigh(thinking('', data)))).toBeLessThan(20)
  })
})

describe('images', () => {
  test('a token for 750 pixels', () => {
    expect(weigh(picture(300, 200))).toBe(80)
  })

  test('inside of a result too, where its base64 is not counted as text', () => {
    const alone = weigh(answers('c1', []))
    expect(weigh(answers('c1', [picture(300, 200)]))).toBe(alone + 80)
  })

  test('of unknown size: as an ordinary screenshot', () => {
    expect(weigh(image())).toBe(1000)
    expect(weigh({ type: 'image', source: { type: 'url', url: 'https://example.org/x.png' } })).toBe(1000)
  })

  test('a document by its bytes, far below text', () => {
    const data = 'J'.repeat(100_000)
    const document = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } }
    expect(weigh(document)).toBeLessThan(textWeight(data.length) / 5)
    expect(weigh(document)).toBeGreaterThan(1000)
  })
})

test('a block of an unknown kind weighs what its JSON weighs', () => {
  const block = { type: 'hologram', beam: 'x'.repeat(500) }
  expect(weigh(block)).toBe(textWeight(JSON.stringify(block).length))
})
