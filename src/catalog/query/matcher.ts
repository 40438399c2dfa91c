// Does a text answer a question, and where? For snippets, and for searching without an index.

import type { Phrase, Question } from './question.js'
import { type Tokens, tokensOf, wordsIn } from './words.js'

/** A place in a text, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Matcher {
  /** Undefined where the text does not answer; else where the words stand, in order, as far as `most` of them. */
  match(text: string, most?: number): readonly Span[] | undefined
}

/** The words only: what else a question asks is asked of the text's place and of its session. */
export function matcherOf({ all, none }: Question): Matcher {
  const wanted = all
    .map(group => group.map(phraseMatcher).filter(one => one !== undefined))
    .filter(one => one.length > 0)
  const unwanted = none.map(phraseMatcher).filter(one => one !== undefined)
  const each = [...wanted.flat(), ...unwanted]
  return {
    match(text, most = 100) {
      for (const one of each) one.begin(most)
      if (each.length > 0) for (const word of wordsIn(text)) for (const one of each) one.take(word)
      if (unwanted.some(one => one.spans.length > 0)) return undefined
      if (!wanted.every(group => group.some(one => one.spans.length > 0))) return undefined
      return merged(wanted.flatMap(group => group.flatMap(one => one.spans))).slice(0, most)
    },
  }
}

interface PhraseMatcher {
  readonly spans: Span[]
  begin(most: number): void
  take(word: {
    readonly token: string
    readonly start: number
    readonly end: number
    readonly parts: readonly string[]
  }): void
}

function phraseMatcher(phrase: Phrase): PhraseMatcher | undefined {
  const { tokens, isPrefix }: Tokens = tokensOf(phrase)
  if (tokens.length === 0) return undefined
  const spans: Span[] = []
  const last = tokens.length - 1
  // Of each beginning that still fits: how many words it has, and where it began. There are few of them at a time.
  let open: { readonly next: number; readonly start: number }[] = []
  let room = 0
  const fits = (at: number, token: string): boolean =>
    at === last && isPrefix ? token.startsWith(tokens[at]!) : token === tokens[at]
  return {
    spans,
    begin(most) {
      spans.length = 0
      open = []
      room = most
    },
    take({ token, start, end, parts }) {
      if (spans.length >= room) return
      const going: typeof open = []
      let found = -1
      for (const one of [...open, { next: 0, start }]) {
        if (!fits(one.next, token)) continue
        if (one.next === last) found = found < 0 ? one.start : Math.min(found, one.start)
        else going.push({ next: one.next + 1, start: one.start })
      }
      if (found < 0 && last === 0 && parts.some(part => fits(0, part))) found = start
      if (found >= 0) spans.push({ start: found, end })
      open = going
    },
  }
}

function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const before = result.at(-1)
    if (before && span.start < before.end)
      result[result.length - 1] = { start: before.start, end: Math.max(before.end, span.end) }
    else result.push(span)
  }
  return result
}
