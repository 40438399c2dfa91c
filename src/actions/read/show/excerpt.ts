// The beginning of a text, and how much more there is.

import { type Missing, parted } from '../../../format/json/cut-text.js'
import type { Excerpt } from './report.js'

export interface Limit {
  readonly lines: number
  readonly characters: number
}

export const WHOLE: Limit = { lines: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }

const NOTHING: Excerpt = { text: '', moreLines: 0, moreCharacters: 0 }

/** Blank lines at the end are not counted. A text that is held cut (cut-text.ts) has more lines than are there. */
export function excerpt(whole: string, limit: Limit): Excerpt {
  const parts = parted(whole)
  return parts && parts.trimmed.characters > 0
    ? beginning(parts.head, parts.trimmed, limit)
    : beginning((parts?.head ?? whole).trimEnd(), NO_MORE, limit)
}

const NO_MORE: Missing = { characters: 0, breaks: 0, toBreak: 0 }

/** `missing`: what follows the text. It begins behind all that is shown. */
function beginning(text: string, missing: Missing, limit: Limit): Excerpt {
  if (text === '') return NOTHING
  let end = 0
  for (let line = 0; line < limit.lines; line++) {
    const next = text.indexOf('\n', end)
    if (next < 0) return shortened(text, 0, missing, limit)
    end = next + 1
  }
  // Blank lines right before the cut would only look like an end.
  const shown = text.slice(0, Math.max(0, end - 1)).replace(/\n\s*$/, '')
  const moreLines = countLines(text, shown === '' ? 0 : shown.length + 1) + missing.breaks
  return shortened(shown, moreLines, NO_MORE, limit)
}

/** `missing`: what follows on the last line of the text. */
function shortened(text: string, moreLines: number, missing: Missing, limit: Limit): Excerpt {
  if (text.length + missing.characters <= limit.characters) return { text, moreLines, moreCharacters: 0 }
  let end = Math.min(limit.characters, text.length)
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--
  const lineEnd = text.indexOf('\n', end)
  const onThisLine = lineEnd < 0
  return {
    text: text.slice(0, end),
    moreLines: moreLines + (onThisLine ? 0 : countLines(text, lineEnd + 1)) + missing.breaks,
    moreCharacters: (onThisLine ? text.length + missing.toBreak : lineEnd) - end,
  }
}

function countLines(text: string, from: number): number {
  if (from > text.length) return 0
  let lines = 1
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
