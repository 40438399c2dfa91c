// Looking into content blocks on their bytes.

import { decodeString, type Range, rangeOf } from '../../format/json/walk.js'

export function blockType(bytes: Uint8Array, at: number): string {
  return textAt(bytes, at, 'type') ?? ''
}

/** The text of a member; undefined where it is none. */
export function textAt(bytes: Uint8Array, at: number, key: string): string | undefined {
  const range = textRange(bytes, at, key)
  return range && decodeString(bytes, range.start, range.end)
}

/** Inside its quotes. */
export function textRange(bytes: Uint8Array, at: number, key: string): Range | undefined {
  const range = rangeOf(bytes, at, [key])
  return range && bytes[range.start] === 0x22 ? { start: range.start + 1, end: range.end - 1 } : undefined
}
