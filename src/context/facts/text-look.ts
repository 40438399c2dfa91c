// What does a text say that the client's rules ask for? A look at its first bytes settles it for nearly all texts.

import { decodeString, decodeText } from '../../format/json/walk.js'
import {
  BLANK,
  EMPTY,
  OPENS_CAVEAT,
  OPENS_COMMAND,
  OPENS_NUDGE,
  OPENS_ODD_TAG,
  OPENS_OUTPUT,
  OPENS_SLASH,
  SAYS_CONTINUE,
  SAYS_INTERRUPTED,
  SAYS_NO_CONTENT,
  SAYS_TOOL_LOADED,
} from './block-columns.js'

/** The client's own constants: how a text opens. A line break stands in the file as it is written in JSON. */
const OPENINGS: readonly (readonly [string, number])[] = [
  ['<local-command-caveat>', OPENS_CAVEAT],
  ['<command-name>', OPENS_COMMAND],
  ['<local-command-stdout>', OPENS_OUTPUT],
  ['<local-command-stderr>', OPENS_OUTPUT],
  ['[structured-output-enforce]', OPENS_NUDGE],
  ['[projects-reply-gate]', OPENS_NUDGE],
  ['Linked in your reply but not sent:', OPENS_NUDGE],
  ['Stop hook feedback:\\n', OPENS_NUDGE],
  ['TeammateIdle hook feedback:\\n', OPENS_NUDGE],
  ['TaskCreated hook feedback:\\n', OPENS_NUDGE],
  ['TaskCompleted hook feedback:\\n', OPENS_NUDGE],
  ['/', OPENS_SLASH],
]
/** What the whole text is. */
const WHOLE: readonly (readonly [string, number])[] = [
  ['[Request interrupted by user]', SAYS_INTERRUPTED],
  ['[Request interrupted by user for tool use]', SAYS_INTERRUPTED],
  ['Tool loaded.', SAYS_TOOL_LOADED],
  ['Continue from where you left off.', SAYS_CONTINUE],
  [
    "This session's worker process was restarted. If your previous turn was already complete, take no action and wait for the next event. Otherwise, continue from where you left off.",
    SAYS_CONTINUE,
  ],
  ['The previous response failed to produce a valid tool call. Please retry the tool call now.', OPENS_NUDGE],
  ['Your tool call was malformed and could not be parsed. Please retry.', OPENS_NUDGE],
  ['[Your previous response had no visible output. Please continue and produce a user-visible response.]', OPENS_NUDGE],
  ['The PermissionDenied hook indicated you may retry this tool call.', OPENS_NUDGE],
]
/** The client trims before it compares with these. */
const NOTHING_SAID: ReadonlySet<string> = new Set(['(no content)', '[Empty text removed]'])
const LONGEST_NOTHING = 64

const TAG = '<system-reminder'

const OPENINGS_BY_BYTE = byFirstByte(OPENINGS)
const WHOLE_BY_BYTE = byFirstByte(WHOLE)

/** The flags of the text inside these quotes. */
export function textFlags(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end) return BLANK | EMPTY
  const first = bytes[start]!
  if (first === 0x20 || first === 0x5c || first >= 0x80) return behindBlanks(bytes, start, end)
  for (const [word, flag] of WHOLE_BY_BYTE[first] ?? [])
    if (end - start === word.length && startsWith(bytes, start, end, word)) return flag
  for (const [word, flag] of OPENINGS_BY_BYTE[first] ?? []) if (startsWith(bytes, start, end, word)) return flag
  if (first === 0x3c && startsWith(bytes, start, end, TAG) && blankAt(bytes, start + TAG.length) > 0)
    return OPENS_ODD_TAG
  const mayBeNothing = (first === 0x28 || first === 0x5b) && end - start < LONGEST_NOTHING
  return mayBeNothing && saysNothing(bytes, start, end) ? SAYS_NO_CONTENT : 0
}

/** White space at its start does not count where the client trims. */
function behindBlanks(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  for (let length = blankAt(bytes, at); at < end && length > 0; length = blankAt(bytes, at)) at += length
  if (at >= end) return BLANK
  if (bytes[at] === 0x2f) return OPENS_SLASH
  return end - start < LONGEST_NOTHING && saysNothing(bytes, start, end) ? SAYS_NO_CONTENT : 0
}

function saysNothing(bytes: Uint8Array, start: number, end: number): boolean {
  return NOTHING_SAID.has(decodeString(bytes, start, end).trim())
}

function byFirstByte(
  words: readonly (readonly [string, number])[],
): readonly (readonly (readonly [string, number])[])[] {
  return Array.from({ length: 128 }, (_, byte) => words.filter(([word]) => word.charCodeAt(0) === byte))
}

function startsWith(bytes: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start < word.length) return false
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false
  return true
}

/** How many bytes the white space here takes, as String.trim sees it; 0 where there is none. */
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
