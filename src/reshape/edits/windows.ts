// The entries of a file one after the other, without a system call for each of them.

import { searchable } from '../../format/searchable.js'

/** The bytes from `offset` on, at least `length` of them. What is returned is valid until the next call. */
export type EntryReader = (offset: number, length: number) => Uint8Array

const WINDOW = 1 << 20

/** Exactly these bytes, in `into` where that is given and large enough; a source that holds them may give its own. */
export type ReadBytes = (offset: number, length: number, into?: Uint8Array) => Uint8Array

export function inWindows(read: ReadBytes, size: number): EntryReader {
  const window = new Uint8Array(Math.min(WINDOW, size))
  let bytes: Uint8Array = new Uint8Array(0)
  let from = 0
  return (offset, length) => {
    if (offset < from || offset + length > from + bytes.length) {
      // Not held: a long record takes more than all else, and whoever reads the result comes to hold it as well (I5).
      if (length > WINDOW) return searchable(read(offset, length))
      from = offset
      bytes = searchable(read(offset, Math.min(size - offset, Math.max(length, WINDOW)), window))
    }
    return bytes.subarray(offset - from, offset - from + length)
  }
}
