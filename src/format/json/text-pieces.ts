// A long text in pieces: whoever counts it, cuts it or takes its words need not hold all of it at once.

import { decodeString } from './walk.js'

export interface Piece {
  /** Where it stands, inside the quotes. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** So many bytes of a text are decoded at a time. */
const SIZE = 1 << 20
const BACKSLASH = 0x5c
/** `\u` and four digits. */
const ESCAPED = 6

/** The text of the string whose inside is this range, piece by piece: laid together they are what `decodeString` gives. */
export function* textPieces(bytes: Uint8Array, start: number, end: number, size = SIZE): Generator<Piece> {
  for (let from = start; from < end; ) {
    const to = end - from <= size ? end : pieceEnd(bytes, from, from + size)
    yield { start: from, end: to, text: decodeString(bytes, from, to) }
    from = to
  }
}

/**
 * Where a piece from `from` to about `at` ends: at `at` or a little before, neither inside of a character nor of an escape,
 * nor between the halves of a pair.
 */
export function pieceEnd(bytes: Uint8Array, from: number, at: number): number {
  let end = beforeCharacter(bytes, at)
  for (let back = Math.max(from, end - ESCAPED + 1); back < end; back++) {
    if (!opensEscape(bytes, from, back)) continue
    if (back + escapeLength(bytes, back) > end) end = back
  }
  return isHighHalf(bytes, from, end - ESCAPED) ? end - ESCAPED : end
}

/** Where the character begins that goes on at `at`; bytes that are no UTF-8 may be parted anywhere. */
function beforeCharacter(bytes: Uint8Array, at: number): number {
  for (let back = 0; back < 4; back++) if ((bytes[at - back]! & 0xc0) !== 0x80) return at - back
  return at
}

/** `from` is the beginning of a piece: no escape reaches over it. */
function opensEscape(bytes: Uint8Array, from: number, at: number): boolean {
  if (bytes[at] !== BACKSLASH) return false
  let before = at
  while (before > from && bytes[before - 1] === BACKSLASH) before--
  return (at - before) % 2 === 0
}

function escapeLength(bytes: Uint8Array, at: number): number {
  return bytes[at + 1] === 0x75 ? ESCAPED : 2
}

/** `\ud800` to `\udbff`: the second half may follow. */
function isHighHalf(bytes: Uint8Array, from: number, at: number): boolean {
  if (at <= from || !opensEscape(bytes, from, at) || bytes[at + 1] !== 0x75) return false
  const isD = bytes[at + 2] === 0x44 || bytes[at + 2] === 0x64
  return isD && /^[89ab]$/i.test(String.fromCharCode(bytes[at + 3]!))
}
