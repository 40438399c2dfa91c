// A text that is cut to its beginning while it is read in pieces comes out as if it had been held whole.

import { expect, test } from 'vitest'
import { truncated, truncatedPieces } from '../../src/reshape/edits/truncate.js'
import { pick } from '../format/any-json-text.js'
import { randomFrom } from '../format/expect-tiles.js'

const PLACE = { sessionId: '11111111-1111-4111-8111-111111111111', line: 7 }
const PARTS = ['a', 'words ', '\n', ' ', '👨‍👩‍👧‍👦', 'x'.repeat(200), 'é', '\r\n', '[rethread: ', ']', 'y'.repeat(1000)]

function parted(text: string, random: (below: number) => number): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; ) {
    let end = at + 1 + random(120)
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end++
    found.push(text.slice(at, end))
    at = end
  }
  return found
}

test('the first two lines and how much was left out are the same, wherever the pieces end', () => {
  let shortened = 0
  for (let seed = 0; seed < 300; seed++) {
    const random = randomFrom(seed)
    const text = Array.from({ length: 1 + random(12) }, () => pick(random, PARTS)).join('')
    const whole = truncated(text, PLACE)
    if (whole !== text) shortened++
    expect([seed, truncatedPieces(parted(text, random), PLACE) ?? text]).toEqual([seed, whole])
  }
  expect(shortened).toBeGreaterThan(50)
})

test('by hand: two lines, the second one behind a first that is longer than a piece', () => {
  const pieces = ['a'.repeat(5000), 'a\nsecond', ' line\nthird', '\nrest'.repeat(100)]
  const bytes = pieces.join('').length
  const start = `${'a'.repeat(240)}\nsecond line`
  const left = bytes - start.length
  const note = `[rethread: text of ${left} bytes left out; session ${PLACE.sessionId}, line 7]`
  expect(truncatedPieces(pieces, PLACE)).toBe(`${start}\n${note}`)
})
