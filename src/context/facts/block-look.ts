// From a block's bytes to its columns. Everything is read off the ranges that the conversation's reader has found; only
// results that hold blocks, and inputs of Edit, are looked into.

import type { BlockFacts } from '../../conversation/facts.js'
import type { Name, Names } from '../../conversation/names.js'
import { decodeString, decodeText, eachElement, eachMember, isKey, rangeOf, stringEnd } from '../../format/json/walk.js'
import { blockWeigher } from '../tokens-weight.js'
import {
  ADVISER,
  type Block,
  HAS_EDITS,
  HAS_OLD_FIELDS,
  HOLDS_MEDIA,
  HOLDS_REFERENCES,
  IS_ERROR,
  IS_NULL,
  MEDIA,
  NO_BLOCK,
  ODD_CONTENT,
  OTHER_BLOCK,
  PLAIN,
  REDACTED,
  SAYS_GIVEN_UP,
  SERVER_RESULT,
  SERVER_USE,
  TEXT,
  THINKING,
  TOO_LARGE,
  TOOL_RESULT,
  TOOL_USE,
} from './block-columns.js'
import { textFlags } from './text-look.js'

/** A4.2: characters of base64. */
export const MAX_IMAGE = 5_242_880
/** What clients up to 2.0 take an image for, in characters (O19). */
const IMAGE_CHARACTERS = 8000

export interface BlockLook {
  look(bytes: Uint8Array, facts: BlockFacts): Block
}

/** The names of the tools that a result refers to (N22); '' for a reference without one. */
export function referencedTools(bytes: Uint8Array, { bodyStart }: BlockFacts): readonly string[] {
  const names: string[] = []
  eachElement(bytes, bodyStart, start => {
    if (bytes[start] !== 0x7b || typeAt(bytes, start).type !== 'tool_reference') return 0
    const name = rangeOf(bytes, start, ['tool_name'])
    names.push(name && bytes[name.start] === 0x22 ? decodeString(bytes, name.start + 1, name.end - 1) : '')
    return 0
  })
  return names
}

/** Characters of the image or document, or of each one in a result; 0 where it is not in the file. */
export function mediaSizes(bytes: Uint8Array, { start, bodyStart }: BlockFacts): readonly number[] {
  const sizeAt = (at: number): number => {
    const data = rangeOf(bytes, at, ['source', 'data'])
    return data && bytes[data.start] === 0x22 ? data.end - data.start - 2 : 0
  }
  if (bodyStart === 0) return [sizeAt(start)]
  const sizes: number[] = []
  eachElement(bytes, bodyStart, at => {
    if (bytes[at] !== 0x7b) return 0
    const { type, end } = typeAt(bytes, at)
    if (type === 'image' || type === 'document') sizes.push(sizeAt(at))
    return end
  })
  return sizes
}

export function blockLook(names: Names): BlockLook {
  const kinds = new Map<Name, number>([
    [names.of('text'), TEXT],
    [names.of('thinking'), THINKING],
    [names.of('redacted_thinking'), THINKING],
    [names.of('tool_use'), TOOL_USE],
    [names.of('tool_result'), TOOL_RESULT],
    [names.of('server_tool_use'), SERVER_USE],
    [names.of('mcp_tool_use'), SERVER_USE],
    [names.of('image'), MEDIA],
    [names.of('document'), MEDIA],
  ])
  const REDACTED_THINKING = names.of('redacted_thinking')
  const EDIT = names.of('Edit')
  const SEND_MESSAGE = names.of('SendMessage')
  const IMAGE = names.of('image')
  const ADVISOR = names.of('advisor')
  const ADVISOR_RESULT = names.of('advisor_tool_result')
  const weigh = blockWeigher(names)

  function kindOf(type: Name): number {
    if (type === 0) return NO_BLOCK
    let kind = kinds.get(type)
    if (kind === undefined) {
      kind = names.text(type).endsWith('_tool_result') ? SERVER_RESULT : OTHER_BLOCK
      kinds.set(type, kind)
    }
    return kind
  }

  return {
    look(bytes, facts) {
      const kind = kindOf(facts.type)
      const { type, id, toolName } = facts
      const flags = flagsOf(bytes, facts, kind)
      return { kind, flags, type, id, toolName, size: sizeOf(bytes, facts, kind), weight: weigh(bytes, facts) }
    },
  }

  function flagsOf(bytes: Uint8Array, facts: BlockFacts, kind: number): number {
    switch (kind) {
      case TEXT:
        return textFlags(bytes, facts.textStart, facts.textEnd)
      case THINKING:
        return facts.type === REDACTED_THINKING ? REDACTED : 0
      case TOOL_USE:
        if (facts.toolName === SEND_MESSAGE) return hasOldFields(bytes, facts) ? HAS_OLD_FIELDS : 0
        return facts.toolName === EDIT && rangeOf(bytes, facts.bodyStart, ['edits']) ? HAS_EDITS : 0
      case TOOL_RESULT:
        return (facts.isError || isOddError(bytes, facts) ? IS_ERROR : 0) | resultFlags(bytes, facts)
      case SERVER_USE:
        return facts.toolName === ADVISOR ? ADVISER : 0
      case SERVER_RESULT:
        return facts.type === ADVISOR_RESULT ? ADVISER : 0
      case MEDIA:
        return facts.type === IMAGE && isTooLarge(bytes, facts.start, facts.end) ? TOO_LARGE : 0
      default:
        return bytes[facts.start] === 0x6e ? IS_NULL : 0
    }
  }
}

/** What SendMessage was called with before it had `to` and `message`. */
export const OLD_MESSAGE_FIELDS = ['type', 'recipient', 'recipient_kind', 'content', 'request_id', 'approve'] as const

function hasOldFields(bytes: Uint8Array, { bodyStart }: BlockFacts): boolean {
  const hasField = (key: string): boolean => rangeOf(bytes, bodyStart, [key]) !== undefined
  return hasField('to') && (hasField('message') || hasField('notify_when_idle')) && OLD_MESSAGE_FIELDS.some(hasField)
}

/** Anything that JavaScript takes for true; looked for only where the result holds more than text. */
function isOddError(bytes: Uint8Array, { start, bodyStart }: BlockFacts): boolean {
  if (bytes[bodyStart] !== 0x5b) return false
  const range = rangeOf(bytes, start, ['is_error'])
  if (!range) return false
  const text = decodeText(bytes, range.start, range.end)
  return !['false', 'null', '0', '""'].includes(text)
}

function sizeOf(bytes: Uint8Array, { bodyStart, bodyEnd, textStart, textEnd }: BlockFacts, kind: number): number {
  if (kind === TEXT || kind === THINKING) return textEnd - textStart
  if (kind !== TOOL_RESULT) return bodyEnd - bodyStart
  if (bytes[bodyStart] === 0x22) return characters(bytes, bodyStart + 1, bodyEnd - 1)
  if (bytes[bodyStart] !== 0x5b) return bodyEnd - bodyStart
  let size = 0
  eachElement(bytes, bodyStart, start => {
    if (bytes[start] !== 0x7b) return 0
    const { type } = typeAt(bytes, start)
    if (type === 'image') size += IMAGE_CHARACTERS
    const text = type === 'text' ? rangeOf(bytes, start, ['text']) : undefined
    if (text && bytes[text.start] === 0x22) size += characters(bytes, text.start + 1, text.end - 1)
    return 0
  })
  return size
}

/** Looking at four bytes at once needs another view of them, which pays for a text of this length. */
const LONG_TEXT = 256

/** UTF-16 units of the text inside these quotes. */
export function characters(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  let at = start
  if (end - start >= LONG_TEXT) {
    const first = bytes.byteOffset & ~3
    const shift = bytes.byteOffset - first
    const words = new Int32Array(bytes.buffer, first, (shift + end) >> 2)
    while (at < end) {
      if (((at + shift) & 3) === 0) {
        let word = (at + shift) >> 2
        while (word < words.length && isPlainWord(words[word]!)) word++
        count += (word << 2) - shift - at
        at = (word << 2) - shift
        if (at >= end) break
      }
      const length = lengthAt(bytes, at)
      count += length === 4 ? 2 : 1
      at += length
    }
    return count
  }
  while (at < end) {
    const length = lengthAt(bytes, at)
    count += length === 4 ? 2 : 1
    at += length
  }
  return count
}

/** Four characters of ASCII, none of them a backslash. */
function isPlainWord(word: number): boolean {
  const slashes = word ^ 0x5c5c5c5c
  return ((((slashes - 0x01010101) & ~slashes) | word) & 0x80808080) === 0
}

/** Bytes of the character or escape at this place: four are one outside the basic plane. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!
  if (byte === 0x5c) return bytes[at + 1] === 0x75 ? 6 : 2
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

/** What the client writes as the result of a call that it gives up for a message of the user. */
const GIVEN_UP =
  '[Tool call did not complete: the turn was ended to deliver the message that follows. Nothing refused it; re-run it if still needed.]'

function resultFlags(bytes: Uint8Array, { bodyStart, bodyEnd }: BlockFacts): number {
  const first = bytes[bodyStart]
  if (first === 0x22) {
    const mayBeGivenUp = bodyEnd - bodyStart - 2 === GIVEN_UP.length
    return mayBeGivenUp && isKey(bytes, bodyStart + 1, bodyEnd - 1, GIVEN_UP) ? PLAIN | SAYS_GIVEN_UP : PLAIN
  }
  if (first !== 0x5b) return bodyStart === 0 || first === 0x6e ? 0 : ODD_CONTENT
  let flags = 0
  eachElement(bytes, bodyStart, start => {
    if (bytes[start] !== 0x7b) return 0
    const { type, end } = typeAt(bytes, start)
    if (type !== 'text') flags |= HOLDS_MEDIA
    if (type === 'tool_reference') flags |= HOLDS_REFERENCES
    if (type === 'image' && isTooLarge(bytes, start, end)) flags |= TOO_LARGE
    return end
  })
  return flags
}

const TYPES = ['text', 'image', 'tool_reference', 'document'] as const

function typeAt(bytes: Uint8Array, start: number): { readonly type: string; readonly end: number } {
  let type = ''
  const end = eachMember(bytes, start, (keyStart, keyEnd, value) => {
    if (!isKey(bytes, keyStart, keyEnd, 'type') || bytes[value] !== 0x22) return 0
    const valueEnd = stringEnd(bytes, value)
    type = TYPES.find(one => isKey(bytes, value + 1, valueEnd - 1, one)) ?? 'other'
    return valueEnd
  })
  return { type, end }
}

function isTooLarge(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= MAX_IMAGE) return false
  const data = rangeOf(bytes, start, ['source', 'data'])
  return data !== undefined && bytes[data.start] === 0x22 && data.end - data.start - 2 > MAX_IMAGE
}
