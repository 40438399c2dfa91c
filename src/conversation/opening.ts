// How does a text begin? Enough of it to tell what an entry is, whatever its length.

import { decodeString, type Range } from '../format/json/walk.js'
import { OPENING_LENGTH } from './user-kind.js'

/**
 * The beginning of a text, cut neither inside an escape nor inside a character. White space before it is passed over;
 * a text that begins with an editor's note is taken whole, since the words stand behind the note.
 */
export function opening(bytes: Uint8Array, range: Range): string {
  const start = afterBlank(bytes, range.start, range.end)
  const { end } = range
  if (end - start <= OPENING_LENGTH || isEditorNote(bytes, start)) return decodeString(bytes, start, end)
  const limit = start + OPENING_LENGTH
  let cut = start
  while (cut < limit) {
    const byte = bytes[cut]!
    if (byte === 0x5c) cut += bytes[cut + 1] === 0x75 ? 6 : 2
    else cut += byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  }
  return decodeString(bytes, start, Math.min(cut, end))
}

function afterBlank(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  while (at < end) {
    const escaped = bytes[at] === 0x5c && (bytes[at + 1] === 0x6e || bytes[at + 1] === 0x72 || bytes[at + 1] === 0x74)
    if (bytes[at] !== 0x20 && !escaped) break
    at += escaped ? 2 : 1
  }
  return at
}

/** `<ide_` */
function isEditorNote(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at] === 0x3c &&
    bytes[at + 1] === 0x69 &&
    bytes[at + 2] === 0x64 &&
    bytes[at + 3] === 0x65 &&
    bytes[at + 4] === 0x5f
  )
}
