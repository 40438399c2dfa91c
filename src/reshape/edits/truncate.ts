// A text cut to its first two lines. Never inside a character: an emoji of several code points is one (A4.8).

import { endsInPlaceholder, isPlaceholder, type Place, placeholder } from './placeholders.js'

const LINES = 2
const LINE_LENGTH = 240
/** Longer than any character that people write, in UTF-16 units. */
const LONGEST_CHARACTER = 64

/** The beginning and a note about the rest; the text itself where that would not be shorter, or was done before. */
export function truncated(text: string, place: Place): string {
  if (isPlaceholder(text) || endsInPlaceholder(text)) return text
  const start = beginning(text)
  const left = byteLength(text) - byteLength(start)
  const cut = `${start}\n${placeholder('text', left, place)}`
  return byteLength(cut) < byteLength(text) ? cut : text
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
