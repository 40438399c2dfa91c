// Is a JSON string, given by the range inside its quotes, nothing but white space?

import { decodeText } from '../format/json/walk.js'

export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at < end) {
    const length = blankAt(bytes, at)
    if (length === 0) return false
    at += length
  }
  return true
}

/** How many bytes the white space here takes; 0 where there is none. */
function blankAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!
  if (byte === 0x20) return 1
  if (byte === 0x5c) {
    const escaped = bytes[at + 1]
    // \n \r \t \f
    if (escaped === 0x6e || escaped === 0x72 || escaped === 0x74 || escaped === 0x66) return 2
    if (escaped !== 0x75) return 0
    const code = Number.parseInt(decodeText(bytes, at + 2, at + 6), 16)
    return String.fromCharCode(code).trim() === '' ? 6 : 0
  }
  if (byte < 0x80) return 0
  const length = byte < 0xe0 ? 2 : 3
  return decodeText(bytes, at, at + length).trim() === '' ? length : 0
}
