import { expect, test } from 'vitest'
import { fingerprinter } from '../../src/format/fingerprint.js'

const one = fingerprinter()

function printOf(bytes: Uint8Array, from = 0, to = bytes.length): number {
  one.start()
  one.add(bytes, from, to)
  return one.value()
}

const long = Uint8Array.from({ length: 3001 }, (_, at) => (at * 7919 + (at >> 5)) & 0xff)

test('a byte changed anywhere gives another number', () => {
  const seen = new Set([printOf(long)])
  for (let at = 0; at < long.length; at++) {
    const other = new Uint8Array(long)
    other[at]! ^= 1 << (at % 8)
    seen.add(printOf(other))
  }
  expect(seen.size).toBe(long.length + 1)
})

test('two stretches that change places give another number', () => {
  for (const [from, to, length] of [
    [0, 4, 4],
    [0, 1, 1],
    [3, 1000, 40],
    [8, 2990, 8],
  ] as const) {
    const other = new Uint8Array(long)
    other.set(long.subarray(to, to + length), from)
    other.set(long.subarray(from, from + length), to)
    expect(printOf(other)).not.toBe(printOf(long))
  }
})

test('the same bytes have the same number wherever they stand', () => {
  for (const shift of [0, 1, 2, 3, 5, 4096]) {
    const room = new Uint8Array(long.length + shift + 3)
    room.set(long, shift)
    expect(printOf(room, shift, shift + long.length)).toBe(printOf(long))
    const part = room.subarray(shift)
    expect(printOf(part, 0, long.length)).toBe(printOf(long))
  }
})

test('bytes of zero count, and so does what was marked', () => {
  const lengths = Array.from({ length: 40 }, (_, length) => printOf(new Uint8Array(length)))
  expect(new Set(lengths).size).toBe(40)
  const marked = [0, 1, 2].map(token => {
    one.start()
    one.mark(token)
    one.add(long, 0, 10)
    return one.value()
  })
  expect(new Set(marked).size).toBe(3)
})

test('200,000 short texts have as many numbers, which are whole and below 2^53', () => {
  const utf8 = new TextEncoder()
  const seen = new Set<number>()
  for (let n = 0; n < 200_000; n++) seen.add(printOf(utf8.encode(`answer ${n}`)))
  expect(seen.size).toBe(200_000)
  for (const print of seen) if (!Number.isSafeInteger(print) || print < 0) throw new Error(`not a number: ${print}`)
})

test.each([1, 2, 3, 4, 5, 36, 63, 64, 65, 66])('each byte of a stretch of %i counts, wherever it stands', length => {
  const alone = new Uint8Array(long.subarray(7, 7 + length))
  const among = new Uint8Array(1 << 10)
  among.set(alone, 501)
  expect(printOf(among, 501, 501 + length)).toBe(printOf(alone))
  const seen = new Set([printOf(alone), printOf(alone, 0, length - 1)])
  for (let at = 0; at < length; at++) {
    const other = new Uint8Array(alone)
    other[at]! ^= 0x80
    seen.add(printOf(other))
  }
  expect(seen.size).toBe(length + 2)
})
