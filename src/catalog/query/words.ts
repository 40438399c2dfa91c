// What counts as a word. The index and a plain scan read texts by the same rules, so they find the same.
//
// A word is a run of letters and digits, without regard to case and accents. Of identifiers in camel case the parts are
// found as well; those of snake case and paths are words anyway. Chinese, Japanese and Korean have no spaces to go by:
// each two characters next to each other are a word there, so two are enough to search for.

import type { Phrase } from './question.js'

const WORD = /[\p{L}\p{N}\p{Co}][\u0300-\u036f\p{L}\p{N}\p{Co}]*/gu
/** Where letters beyond ASCII are; without arrows, lines and ticks, of which there are many. Plain ranges are fast. */
const BEYOND_ASCII = /[\u00c0-\u1fff\u2c00-\uffef]+/g
const LETTERS = /[\u0300-\u036f\p{L}\p{N}\p{Co}]+/gu
const ACCENTS = /[\u0300-\u036f]/g
const CJK_RUN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+/gu
const IS_ASCII = /^[\x00-\x7f]*$/

/** Longer runs of such characters are data, which nobody looks for: images, keys, compiled code. */
const DATA_RUN = 200
/** A longer name is a random string. */
const MOST_LETTERS = 48

export interface Searchable {
  /** The words of the text, in order. */
  readonly words: string
  /** Parts of its identifiers. */
  readonly parts: string
}

export function searchable(text: string): Searchable {
  const plain = withoutData(text)
  return { words: IS_ASCII.test(plain) ? plain : folded(plain), parts: partsIn(plain) }
}

/** Without accents, and with the words of scripts that have no spaces apart. Case is left to whoever compares. */
function folded(text: string): string {
  return text.replace(BEYOND_ASCII, run => {
    if (run.length > SHORT_RUN) return spaced(foldedRun(run))
    let known = knownRuns.get(run)
    if (known === undefined) {
      known = spaced(foldedRun(run))
      if (knownRuns.size === MOST_RUNS) knownRuns.clear()
      knownRuns.set(run, known)
    }
    return known
  })
}

/** Accented letters and signs come again and again. */
const SHORT_RUN = 8
const MOST_RUNS = 10_000
const knownRuns = new Map<string, string>()

function foldedRun(run: string): string {
  return run.replace(LETTERS, letters => letters.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase())
}

function spaced(text: string): string {
  return text.replace(CJK_RUN, run => ` ${pairs(run, true).join(' ')} `)
}

/** Each two neighbours; `ends`: the last one alone as well, so that every character begins a word. */
function pairs(run: string, ends: boolean): readonly string[] {
  const characters = [...run]
  const all = characters.slice(1).map((character, at) => characters[at]! + character)
  return ends || characters.length === 1 ? [...all, characters.at(-1)!] : all
}

/** Long runs of base64 and the like are left out; `keepPlaces`: blanks stand where they were. */
function withoutData(text: string, keepPlaces = false): string {
  if (text.length < DATA_RUN) return text
  let kept = ''
  let from = 0
  // Every run that is long enough covers one of these places.
  for (let at = DATA_RUN - 1; at < text.length; at += DATA_RUN) {
    if (at < from || !isData(text.charCodeAt(at))) continue
    let start = at
    while (start > from && isData(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (end < text.length && isData(text.charCodeAt(end))) end++
    if (end - start < DATA_RUN) continue
    kept += text.slice(from, start) + (keepPlaces ? ' '.repeat(end - start) : ' ')
    from = end
  }
  return from === 0 ? text : kept + text.slice(from)
}

function isData(code: number): boolean {
  return isAlphanumeric(code) || code === 0x2b || code === 0x2f
}

function isAlphanumeric(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
}

/** Where a part of an identifier ends: `camelCase`, `HTTPServer`. */
const HUMP = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/g

function partsIn(text: string): string {
  let found: Set<string> | undefined
  HUMP.lastIndex = 0
  for (let hump = HUMP.exec(text); hump !== null; hump = HUMP.exec(text)) {
    let start = hump.index
    while (start > 0 && isAlphanumeric(text.charCodeAt(start - 1))) start--
    let end = hump.index + 2
    while (end < text.length && isAlphanumeric(text.charCodeAt(end))) end++
    HUMP.lastIndex = end
    if (end - start > MOST_LETTERS) continue
    found ??= new Set()
    found.add(text.slice(start, end))
  }
  if (found === undefined) return ''
  const names = [...found].join(' ')
  // `parseHTTPHeader2` as "parse HTTP Header2".
  return names.replace(/[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ')
}

/** The words of what `searchable` gave, one by one, for an engine that does not take texts apart itself. */
export function* wordsOf(searchableText: string): Generator<string> {
  for (const [word] of searchableText.toLowerCase().matchAll(WORD)) yield word
}

export interface Tokens {
  readonly tokens: readonly string[]
  readonly isPrefix: boolean
}

/** The words of a phrase, as they are looked for. */
export function tokensOf({ text, isPrefix }: Phrase): Tokens {
  const words = foldedWords(text)
  const last = words.at(-1)
  if (last === undefined) return { tokens: [], isPrefix: false }
  const before = words.slice(0, -1).flatMap(word => (isCjk(word) ? pairs(word, true) : [word]))
  // A single character is the beginning of a pair; more of them are told by their pairs.
  const isAlone = isCjk(last) && [...last].length === 1
  return { tokens: [...before, ...(isCjk(last) ? pairs(last, false) : [last])], isPrefix: isPrefix || isAlone }
}

/** In lower case, with runs of scripts without spaces whole. */
function foldedWords(text: string): readonly string[] {
  const plain = text.replace(BEYOND_ASCII, run => foldedRun(run).replace(CJK_RUN, ' $& '))
  return [...plain.toLowerCase().matchAll(WORD)].map(([word]) => word)
}

function isCjk(word: string): boolean {
  CJK_RUN.lastIndex = 0
  return CJK_RUN.exec(word)?.[0] === word
}

/** A word of a text and where it stands. */
export interface PlacedWord {
  readonly token: string
  readonly start: number
  readonly end: number
  /** Parts of an identifier in camel case. */
  readonly parts: readonly string[]
}

/** The words of a text one after the other, as the index has them. */
export function* wordsIn(text: string): Generator<PlacedWord> {
  for (const match of withoutData(text, true).matchAll(WORD)) {
    const [word] = match
    const start = match.index
    if (IS_ASCII.test(word))
      yield { token: word.toLowerCase(), start, end: start + word.length, parts: partsAmong(word) }
    else yield* foldedTokens(word, start)
  }
}

function partsAmong(word: string): readonly string[] {
  HUMP.lastIndex = 0
  return HUMP.test(word)
    ? partsIn(word)
        .toLowerCase()
        .split(' ')
        .filter(part => part !== '')
    : []
}

const CJK_PIECES = /([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+)/u

/** Pairs stand where their first character does; anything else is shown as a whole. */
function* foldedTokens(word: string, start: number): Generator<PlacedWord> {
  let from = start
  for (const piece of word.split(CJK_PIECES)) {
    let parts = partsAmong(piece)
    for (const token of foldedWords(piece)) {
      if (isCjk(token)) {
        const places = placesOf([...token])
        for (const [index, pair] of pairs(token, true).entries())
          yield { token: pair, start: from + places[index]!, end: from + places[index]! + pair.length, parts: [] }
      } else {
        yield { token, start: from, end: from + piece.length, parts }
        parts = []
      }
    }
    from += piece.length
  }
}

function placesOf(characters: readonly string[]): readonly number[] {
  let at = 0
  return characters.map(character => {
    const place = at
    at += character.length
    return place
  })
}
