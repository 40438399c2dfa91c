// A text cut to its first two lines. Never inside a character: an emoji of several code points is one (A4.8).

import { endsInPlaceholder, isPlaceholder, type Place, placeholder } from './placeholders.js'

const LINES = 2
const LINE_LENGTH = 240
/** Longer than any character that people write, in UTF-16 units. */
const LONGEST_CHARACTER = 64

/** The beginning and a note about the rest; the text itself where that would not be shorter, or was done before. */
export function truncated(text: string, place: Place): string {
  return truncatedPieces([text], place) ?? text
}

/** The same of a text that comes in pieces, of which no more than two are held; undefined where it stays as it is. */
export function truncatedPieces(pieces: Iterable<string>, place: Place): string | undefined {
  const lines: string[] = ['']
  let end = ''
  let bytes = 0
  for (const piece of pieces) {
    if (bytes === 0 && isPlaceholder(piece)) return undefined
    addLines(lines, piece)
    end = end.slice(-LONGEST_NOTE) + piece
    bytes += byteLength(piece)
  }
  if (endsInPlaceholder(end)) return undefined
  const start = beginning(lines.join('\n'))
  const cut = `${start}\n${placeholder('text', bytes - byteLength(start), place)}`
  return byteLength(cut) < bytes ? cut : undefined
}

/** More than a note of ours has. */
const LONGEST_NOTE = 1 << 16
/** More of a line than its beginning can have. */
const KEPT_OF_LINE = LINE_LENGTH + 4 * LONGEST_CHARACTER

/** As much of the first lines as tells how they begin. */
function addLines(lines: string[], piece: string): void {
  for (let at = 0; lines.length <= LINES; ) {
    const end = piece.indexOf('\n', at)
    const line = lines.pop()!
    const room = Math.max(0, KEPT_OF_LINE - line.length)
    lines.push(line + piece.slice(at, Math.min(at + room, end < 0 ? piece.length : end)))
    if (end < 0) return
    lines.push('')
    at = end + 1
  }
}

/** The first two lines, each of a bounded length, without white space at their end. */
export function beginning(text: string): string {
  const lines: string[] = []
  let at = 0
  while (lines.length < LINES && at <= text.length) {
    const end = text.indexOf('\n', at)
    lines.push(firstCharacters(text.slice(at, end < 0 ? text.length : end), LINE_LENGTH))
    if (end < 0) break
    at = end + 1
  }
  return lines.join('\n').trimEnd()
}

// Made when it is needed: it takes some ten milliseconds.
let segmenter: Intl.Segmenter | undefined

function characters(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter
}

/** At most so many UTF-16 units, ending where a character ends. */
function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text
  // From well before the limit on, at a place that is no half of a pair, one sees where characters begin.
  let from = Math.max(0, length - LONGEST_CHARACTER)
  if (isLowHalf(text, from)) from--
  let end = from
  for (const { index, segment } of characters().segment(text.slice(from, length + LONGEST_CHARACTER))) {
    if (from + index + segment.length > length) break
    end = from + index + segment.length
  }
  return text.slice(0, end)
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}

const utf8 = new TextEncoder()

function byteLength(text: string): number {
  return utf8.encode(text).length
}
