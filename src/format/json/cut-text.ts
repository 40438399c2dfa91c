// A text of megabytes of which only the beginning is shown: it is held cut, and says itself how much is missing. It stays
// a string, so whoever joins or passes it on need not know; whoever shows a part of it asks `parted`.
//
// What is missing stands at the cut, behind a word that is drawn anew in each process: no transcript can hold it.

import { textPieces } from './text-pieces.js'

/** A string of more bytes than this is held cut. */
export const LONG = 4 << 20
/** So many bytes of it are held: whoever shows more of a text needs it whole. */
export const HELD = 1 << 20

/** So much of the rest is decoded at a time to count it: short strings are collected at once, long ones later. */
const COUNTED = 1 << 16

interface Mark {
  readonly word: string
  readonly pattern: RegExp
}

/** Of signs that no writer escapes. Drawn when the first text is cut. */
let mark: Mark | undefined

function newMark(): Mark {
  const word = `missing-${crypto.randomUUID()}:`
  return { word, pattern: new RegExp(`${word}([\\d,]+);`) }
}

/** How much of a text is missing. */
export interface Missing {
  /** UTF-16 units, as `length` counts them. */
  readonly characters: number
  /** Line breaks. */
  readonly breaks: number
  /** Characters before the first of these; all where there is none. */
  readonly toBreak: number
}

export interface Parted {
  /** What is there of it, up to its first cut. */
  readonly head: string
  /** All that follows, white space at the end included. */
  readonly rest: Missing
  /** The same without white space at its end. */
  readonly trimmed: Missing
}

const NOTHING: Missing = { characters: 0, breaks: 0, toBreak: 0 }

/** The text of the string whose inside is this range, cut. */
export function cutText(bytes: Uint8Array, start: number, end: number): string {
  let head: string | undefined
  let rest = NOTHING
  let trimmed = NOTHING
  for (const { text } of pieces(bytes, start, end)) {
    if (head === undefined) {
      head = text
      continue
    }
    const words = text.trimEnd()
    if (words !== '') trimmed = plus(rest, missing(words))
    rest = plus(rest, missing(text))
  }
  const figures = [rest, trimmed].flatMap(({ characters, breaks, toBreak }) => [characters, breaks, toBreak])
  mark ??= newMark()
  return `${head ?? ''}${mark.word}${figures.join()};`
}

function* pieces(bytes: Uint8Array, start: number, end: number): Generator<{ readonly text: string }> {
  const [first] = textPieces(bytes, start, end, HELD)
  if (!first) return
  yield first
  yield* textPieces(bytes, first.end, end, COUNTED)
}

/** undefined where the text is whole. */
export function parted(text: string): Parted | undefined {
  if (!mark || !text.includes(mark.word)) return undefined
  // What is there, and the figures of each cut in turn.
  const [head, ...others] = text.split(mark.pattern)
  let rest = NOTHING
  let trimmed = NOTHING
  for (let at = 0; at < others.length; at += 2) {
    const [characters, breaks, toBreak, ...ofWords] = others[at]!.split(',').map(Number)
    const [wordCharacters, wordBreaks, wordToBreak] = ofWords
    if (wordCharacters! > 0)
      trimmed = plus(rest, { characters: wordCharacters!, breaks: wordBreaks!, toBreak: wordToBreak! })
    rest = plus(rest, { characters: characters!, breaks: breaks!, toBreak: toBreak! })
    const behind = others[at + 1]!
    const words = behind.trimEnd()
    if (words !== '') trimmed = plus(rest, missing(words))
    rest = plus(rest, missing(behind))
  }
  return { head: head!, rest, trimmed }
}

function missing(text: string): Missing {
  const first = text.indexOf('\n')
  let breaks = 0
  for (let at = first; at >= 0; at = text.indexOf('\n', at + 1)) breaks++
  return { characters: text.length, breaks, toBreak: first < 0 ? text.length : first }
}

function plus(a: Missing, b: Missing): Missing {
  return {
    characters: a.characters + b.characters,
    breaks: a.breaks + b.breaks,
    toBreak: a.breaks > 0 ? a.toBreak : a.toBreak + b.toBreak,
  }
}
