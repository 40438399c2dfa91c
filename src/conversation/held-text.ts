// Names and titles are held. A text that is far too long to be one is held cut, with a mark that tells it from others: the
// file has it whole, and nobody wants a name of megabytes.

import { parted } from '../format/json/cut-text.js'
import { decodeString, decodeText, eachMember, valueEnd } from '../format/json/walk.js'

/** More bytes than any name or title has. */
export const MAX_HELD = 1 << 16
/** So much of a longer one is held. */
const SHOWN = 200
/** An entry up to this size is decoded as a whole. */
const WHOLE = 1 << 20
/** And a part of it that is no text up to this one: snapshots of many files are large. */
const MOST = 1 << 26

/** The text between two positions (inside the quotes), where it is too long: its beginning, its length and its hash. */
export function cutText(bytes: Uint8Array, start: number, end: number, hash: number): string {
  let shown = start + SHOWN
  const escaped = bytes.subarray(start, shown).indexOf(0x5c)
  if (escaped >= 0) shown = start + escaped
  while (shown > start && (bytes[shown]! & 0xc0) === 0x80) shown--
  return `${decodeText(bytes, start, shown)}… [${end - start} bytes, ${(hash >>> 0).toString(16)}]`
}

/** The value of an entry as far as it is held: long texts on its first level are cut. */
export function heldValue(bytes: Uint8Array, start: number, length: number): Record<string, unknown> {
  if (length <= WHOLE) return JSON.parse(decodeText(bytes, start, start + length)) as Record<string, unknown>
  const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  eachMember(bytes, start, (keyStart, keyEnd, at) => {
    const end = valueEnd(bytes, at)
    if (keyEnd - keyStart > MAX_HELD) return end
    const key = decodeString(bytes, keyStart, keyEnd)
    if (bytes[at] === 0x22 && end - at > WHOLE) value[key] = cutText(bytes, at + 1, end - 1, 0)
    else if (end - at <= MOST) value[key] = JSON.parse(decodeText(bytes, at, end))
    return end
  })
  return value
}

export function heldText(text: string): string {
  if (text.length <= MAX_HELD) return text
  const { head, rest } = parted(text) ?? { head: text, rest: undefined }
  return `${text.slice(0, SHOWN)}… [${head.length + (rest?.characters ?? 0)} characters]`
}
