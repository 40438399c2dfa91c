// Whoever goes through a file beside another gets the same bytes of a long record, and the right ones.

import { expect, test } from 'vitest'
import { withLargeReads } from '../../src/disk/large-reads.js'

const MB = 1024 * 1024

test('a long record is read once, as long as it is held; all others are read as they are asked for', () => {
  const file = Buffer.alloc(12 * MB, 'as long as no prime')
  let reads = 0
  const source = withLargeReads({
    size: file.length,
    read(offset, length, into) {
      reads++
      const bytes = into && into.length >= length ? into.subarray(0, length) : new Uint8Array(length)
      bytes.set(file.subarray(offset, offset + length))
      return bytes
    },
    close() {},
  })
  const expectRight = (offset: number, length: number, into?: Uint8Array): Uint8Array => {
    const bytes = source.read(offset, length, into)
    expect(Buffer.compare(bytes, file.subarray(offset, offset + length))).toBe(0)
    return bytes
  }
  const held = expectRight(100, 6 * MB)
  expectRight(100, 6 * MB)
  expectRight(200, 5 * MB)
  expect(reads).toBe(1)
  expectRight(100, 6 * MB + 1)
  expectRight(7, 6 * MB)
  expectRight(100, 3 * MB)
  expectRight(100, 5 * MB, new Uint8Array(5 * MB))
  expect(reads).toBe(5)
  expect(held.length).toBe(6 * MB)
})
