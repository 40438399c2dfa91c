// A text of many megabytes is found in pieces, each with a place of its own: so neither who indexes it nor who shows a
// hit in it holds more than a piece (I5). The pieces follow from the bytes alone, so an index and a scan have the same.

import { pieceEnd } from '../../format/json/text-pieces.js'
import { decodeString, decodeText, stringEnd } from '../../format/json/walk.js'
import type { Searchable } from '../query/words.js'
import type { Text } from '../store.js'

/** A string of more bytes than this is a long text. */
export const LONG = 4 << 20
const PIECE = 1 << 20
/** Words are not parted where white space is as near as this. */
const NEAR = 1 << 16

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BLANK = 0x20
const BRACE = 0x7b

/** Its place is that of the string, with its quotes. */
export type LongText = Omit<Text, 'words' | 'parts'>

export function isLong(text: Text | LongText): text is LongText {
  return !('words' in text)
}

/** Where bytes of the file are read again. */
export interface Rereading {
  read(offset: number, length: number): Uint8Array
}

export function* piecesOf(
  long: LongText,
  file: Rereading,
  prepare: (text: string) => Searchable,
): Generator<Text, void, undefined> {
  const end = long.offset + long.length - 1
  for (let from = long.offset; from < end; ) {
    const bytes = file.read(from, Math.min(end - from, PIECE + NEAR))
    const length = from + bytes.length === end ? bytes.length : cutBefore(bytes)
    const piece = bytes.subarray(0, length)
    yield { ...long, ...prepare(pieceText(piece)), offset: from, length }
    from += length
  }
}

/** What stands at the place of a text that was found: a JSON value, or a piece of a string. */
export function readPlace(bytes: Uint8Array): unknown {
  return isPiece(bytes) ? pieceText(bytes) : JSON.parse(decodeText(bytes, 0, bytes.length))
}

/**
 * The first piece begins with the quote of its string and has none at its end; no other one begins as a value does
 * (`cutBefore`).
 */
function isPiece(bytes: Uint8Array): boolean {
  return bytes[0] === QUOTE ? bytes.length < 2 || stringEnd(bytes, 0) !== bytes.length : bytes[0] !== BRACE
}

function pieceText(bytes: Uint8Array): string {
  return decodeString(bytes, bytes[0] === QUOTE ? 1 : 0, bytes.length)
}

/** Before white space if there is some near the end, and never before a brace. */
function cutBefore(bytes: Uint8Array): number {
  const last = pieceEnd(bytes, 0, PIECE)
  for (let at = last; at > last - NEAR; at--) if (isWhite(bytes, at)) return at
  let at = last
  while (at < bytes.length && bytes[at] === BRACE) at++
  // Nothing but braces: no word is found there.
  return at < bytes.length ? at : last
}

/** A blank, or `\n`, `\r`, `\t` as they are written; not behind another backslash, where they may be something else. */
function isWhite(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] === BLANK) return true
  if (bytes[at] !== BACKSLASH || bytes[at - 1] === BACKSLASH) return false
  const sign = bytes[at + 1]
  return sign === 0x6e || sign === 0x72 || sign === 0x74
}

/** A string in a JSON text, with its quotes. */
interface StringRange {
  readonly start: number
  readonly end: number
}

export interface Shortened {
  /** The JSON text with an empty string for each long one. */
  readonly json: string
  readonly long: readonly StringRange[]
}

/** A JSON value whose long strings are taken out: what is left can be held. */
export function shortened(bytes: Uint8Array, start: number, end: number): Shortened {
  if (end - start <= LONG) return { json: decodeText(bytes, start, end), long: [] }
  const kept: string[] = []
  const long: StringRange[] = []
  let from = start
  for (let at = bytes.indexOf(QUOTE, start); at >= 0 && at < end; ) {
    const after = stringEnd(bytes, at)
    if (after - at > LONG) {
      kept.push(decodeText(bytes, from, at), '""')
      long.push({ start: at, end: after })
      from = after
    }
    at = bytes.indexOf(QUOTE, after)
  }
  kept.push(decodeText(bytes, from, end))
  return { json: kept.join(''), long }
}
