// What a text becomes in the store: its words in order, for phrases, and each of them once, for the index.

import { wordsOf } from '../query/words.js'
import { TEXT_FIELDS, type Text } from '../store.js'

/** `tsvector` fails beyond 1 MB, and with words of 2 KB: what does not fit is found by its words in order. */
const MOST_INDEXED = 600_000
const LONGEST_WORD = 400

export interface StoredText {
  readonly field: number
  readonly line: number
  readonly at: number
  readonly length: number
  readonly tool: string | null
  readonly error: number
  readonly time: number | null
  readonly size: number
  readonly words: string
  readonly vector: string
  readonly loose: string
  readonly large: boolean
}

export function storedText(text: Text): StoredText {
  const words = [...wordsOf(text.words)]
  const whole = new Set(words)
  const parts = new Set(text.parts === '' ? [] : [...wordsOf(text.parts)].filter(part => !whole.has(part)))
  const vector: string[] = []
  const loose: string[] = []
  let room = MOST_INDEXED
  let isLarge = false
  const index = (word: string, into: string[]): void => {
    // At most four bytes a character: close enough to keep far away from the limit.
    const length = 3 * word.length
    if (word.length > LONGEST_WORD || length > room) isLarge = true
    else {
      room -= length
      into.push(word)
    }
  }
  for (const word of whole) index(word, vector)
  for (const part of parts) index(part, loose)
  return {
    field: TEXT_FIELDS.indexOf(text.field),
    line: text.line,
    at: text.offset,
    length: text.length,
    tool: text.tool,
    error: text.isError ? 1 : 0,
    time: text.time,
    size: text.words.length,
    words: ` ${words.join(' ')} \n ${[...parts].join(' ')} `,
    vector: [...vector, ...loose].join(' '),
    loose: loose.join(' '),
    large: isLarge,
  }
}
