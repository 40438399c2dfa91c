// The length of a text is that of the string it says, whatever it is made of and wherever its bytes lie.

import { expect, test } from 'vitest'
import { characters } from '../../src/context/facts/block-look.js'
import { type Random, randomFrom } from '../../tools/generator/random.js'

const PIECES = ['a', 'word ', '\\', '"', '\n', '\u0001', 'é', '…', '漢', '😀', '\ud800', '~'.repeat(20), '\\\\\\u005c']

function someText(random: Random): string {
  const isMostlyPlain = random.chance(0.5)
  let text = ''
  for (const length = random.int(0, 700); text.length < length; )
    text += isMostlyPlain && random.chance(0.95) ? 'plain words, ' : random.pick(PIECES)
  return text
}

test('counted in units of UTF-16', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = randomFrom(seed)
    const text = someText(random)
    const written = Buffer.from(JSON.stringify(text).slice(1, -1))
    const before = random.int(0, 9)
    // Anywhere in a larger memory, and as the end of it.
    const memory = new Uint8Array(before + written.length + random.pick([0, 0, 1, 2, 3, 8]))
    const bytes = memory.subarray(random.int(0, before))
    const start = before - (memory.length - bytes.length)
    bytes.set(written, start)
    expect(characters(bytes, start, start + written.length), `seed ${seed}`).toBe(text.length)
  }
})
