// What does a text say that the client's rules ask for? A look at its first bytes settles it for nearly all texts.

import { decodeString, decodeText } from '../../format/json/walk.js'
import {
  BLANK,
  EMPTY,
  OPENS_CAVEAT,
  OPENS_COMMAND,
  OPENS_INTERRUPT,
  SAYS_NO_CONTENT,
  SAYS_TOOL_LOADED,
} from './block-columns.js'

/** The client's own constants. */
const OPENINGS: readonly (readonly [string, number])[] = [
  ['<local-command-caveat>', OPENS_CAVEAT],
  ['<command-name>', OPENS_COMMAND],
  ['<local-command-stdout>', OPENS_COMMAND],
  ['<local-command-stderr>', OPENS_COMMAND],
  ['[Request interrupted by user', OPENS_INTERRUPT],
]
const NO_CONTENT = '(no content)'
const TOOL_LOADED = 'Tool loaded.'

/** The flags of the text inside these quotes. */
export function textFlags(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end) return BLANK | EMPTY
  const first = bytes[start]!
  if (first === 0x3c || first === 0x5b) return opening(bytes, start, end)
  if (first === 0x20 || first === 0x5c || first >= 0x80) {
    if (isBlank(bytes, start, end)) return BLANK
    // The client trims before it compares.
    return end - start < 64 && decodeString(bytes, start, end).trim() === NO_CONTENT ? SAYS_NO_CONTENT : 0
  }
  if (first === 0x28 && end - start < 64) {
    return decodeString(bytes, start, end).trim() === NO_CONTENT ? SAYS_NO_CONTENT : 0
  }
  if (first === 0x54 && end - start === TOOL_LOADED.length) {
    return startsWith(bytes, start, end, TOOL_LOADED) ? SAYS_TOOL_LOADED : 0
  }
  return 0
}

function opening(bytes: Uint8Array, start: number, end: number): number {
  for (const [word, flag] of OPENINGS) if (startsWith(bytes, start, end, word)) return flag
  return 0
}

function startsWith(bytes: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start < word.length) return false
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false
  return true
}

/** White space as String.trim sees it. */
export function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; ) {
    const length = blankAt(bytes, at)
    if (length === 0) return false
    at += length
  }
  return true
}

/** How many bytes the white space here takes; 0 where there is none. */
function blankAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!
  if (byte === 0x20) return 1
  if (byte === 0x5c) {
    const length = bytes[at + 1] === 0x75 ? 6 : 2
    return decodeString(bytes, at, at + length).trim() === '' ? length : 0
  }
  if (byte < 0x80) return 0
  const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  return decodeText(bytes, at, at + length).trim() === '' ? length : 0
}
