// The edits inside a block that stays: shorter texts, notes for bodies and images. Only where it saves something.

import { type Piece, textPieces } from '../../format/json/text-pieces.js'
import { eachElement, rangeOf, stringEnd, valueEnd } from '../../format/json/walk.js'
import type { BlockChange } from './block-change.js'
import { blockType } from './block-fields.js'
import { isPlaceholder, type Place, placeholder } from './placeholders.js'
import { truncatedPieces } from './truncate.js'

type Put = (start: number, end: number, content: Uint8Array) => void

const utf8 = new TextEncoder()
const MEDIA = new Set(['image', 'document'])

/** Of the block from `start` to `end`. */
export function blockEdits(
  bytes: Uint8Array,
  start: number,
  end: number,
  how: BlockChange,
  place: Place,
  put: Put,
): void {
  const type = blockType(bytes, start)
  if (typeof how === 'object') otherText(bytes, start, end, how.text, put)
  else if (MEDIA.has(type)) shorter(start, end, mediaNote(type, end - start, place), put)
  else if (type === 'tool_use') useEdits(bytes, start, how, place, put)
  else if (type === 'tool_result') resultEdits(bytes, start, how, place, put)
}

function otherText(bytes: Uint8Array, start: number, end: number, text: string, put: Put): void {
  const words = blockType(bytes, start) === 'text' ? rangeOf(bytes, start, ['text']) : undefined
  if (words) put(words.start, words.end, utf8.encode(JSON.stringify(text)))
  else put(start, end, utf8.encode(JSON.stringify({ type: 'text', text })))
}

/** Would anything change? */
export function isChangedBy(bytes: Uint8Array, start: number, end: number, how: BlockChange, place: Place): boolean {
  let changes = false
  blockEdits(bytes, start, end, how, place, () => {
    changes = true
  })
  return changes
}

/** The call stays, with its name and the shape of its input. */
function useEdits(bytes: Uint8Array, at: number, how: BlockChange, place: Place, put: Put): void {
  const input = rangeOf(bytes, at, ['input'])
  if (!input || how === 'images') return
  eachText(bytes, input.start, input.end, (start, end) => textEdit(bytes, start, end, how, 'input', place, put))
}

function resultEdits(bytes: Uint8Array, at: number, how: BlockChange, place: Place, put: Put): void {
  const content = rangeOf(bytes, at, ['content'])
  if (!content) return
  const { start, end } = content
  if (bytes[start] === 0x22) {
    if (how !== 'images') textEdit(bytes, start, end, how, 'tool result', place, put)
  } else if (bytes[start] === 0x5b) {
    if (how === 'stub') shorter(start, end, JSON.stringify(placeholder('tool result', end - start, place)), put)
    else eachElement(bytes, start, item => partEdits(bytes, item, how, place, put))
  }
}

/** Text and images within a result. */
function partEdits(bytes: Uint8Array, start: number, how: BlockChange, place: Place, put: Put): number {
  const end = valueEnd(bytes, start)
  const type = bytes[start] === 0x7b ? blockType(bytes, start) : ''
  if (MEDIA.has(type)) shorter(start, end, mediaNote(type, end - start, place), put)
  else if (type === 'text' && how !== 'images') {
    const text = rangeOf(bytes, start, ['text'])
    if (text && bytes[text.start] === 0x22) textEdit(bytes, text.start, text.end, how, 'text', place, put)
  }
  return end
}

function textEdit(
  bytes: Uint8Array,
  start: number,
  end: number,
  how: BlockChange,
  what: string,
  place: Place,
  put: Put,
): void {
  const words = how === 'stub' ? noteFor(bytes, start, end, what, place) : shortened(bytes, start, end, place)
  if (words !== undefined) shorter(start, end, JSON.stringify(words), put)
}

/** Undefined where a note stands there already. */
function noteFor(bytes: Uint8Array, start: number, end: number, what: string, place: Place): string | undefined {
  for (const { text } of textPieces(bytes, start + 1, end - 1))
    return isPlaceholder(text) ? undefined : placeholder(what, end - start - 2, place)
  return placeholder(what, 0, place)
}

function shortened(bytes: Uint8Array, start: number, end: number, place: Place): string | undefined {
  return truncatedPieces(textsOf(textPieces(bytes, start + 1, end - 1)), place)
}

function* textsOf(pieces: Iterable<Piece>): Generator<string> {
  for (const { text } of pieces) yield text
}

function mediaNote(type: string, length: number, place: Place): string {
  return JSON.stringify({ type: 'text', text: placeholder(type, length, place) })
}

/** Never longer than what was there. */
function shorter(start: number, end: number, json: string, put: Put): void {
  const content = utf8.encode(json)
  if (content.length < end - start) put(start, end, content)
}

/** Every text that is a value, however deep; keys are none. */
function eachText(bytes: Uint8Array, from: number, to: number, visit: (start: number, end: number) => void): void {
  let at = from
  while (at < to) {
    if (bytes[at] !== 0x22) {
      at++
      continue
    }
    const end = stringEnd(bytes, at)
    let next = end
    while (next < to && bytes[next]! <= 0x20) next++
    if (bytes[next] !== 0x3a) visit(at, end)
    at = end
  }
}
