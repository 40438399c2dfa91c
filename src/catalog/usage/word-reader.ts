// Words of entries: the same one stands in many entries in a row, and comparing it costs less than finding its end and
// decoding it again.

import { decodeString, stringEnd } from '../../format/json/walk.js'

export interface WordReader {
  /** The text of the string whose opening quote is at `at`; `end` is then behind its closing one. */
  read(bytes: Uint8Array, at: number): string
  readonly end: number
}

const LONGEST = 256
const QUOTE = 0x22
const BACKSLASH = 0x5c

export function wordReader(): WordReader {
  const known = new Uint8Array(LONGEST)
  let length = -1
  let text = ''
  const reader = {
    end: 0,
    read(bytes: Uint8Array, at: number): string {
      const start = at + 1
      if (length >= 0 && bytes[start + length] === QUOTE) {
        let same = 0
        while (same < length && known[same] === bytes[start + same]) same++
        // What was kept has no quote in it, so this one ends here as well.
        if (same === length) {
          reader.end = start + length + 1
          return text
        }
      }
      const end = stringEnd(bytes, at)
      reader.end = end
      const size = end - 1 - start
      let isPlain = size <= LONGEST && bytes instanceof Buffer
      for (let i = 0; isPlain && i < size; i++) {
        const byte = bytes[start + i]!
        isPlain = byte < 0x80 && byte !== BACKSLASH
        known[i] = byte
      }
      if (isPlain) {
        length = size
        text = (bytes as Buffer).toString('latin1', start, end - 1)
        return text
      }
      length = -1 // what was kept is written over
      return decodeString(bytes, start, end - 1)
    },
  }
  return reader
}
