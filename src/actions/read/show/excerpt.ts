// The beginning of a text, and how much more there is.

import type { Excerpt } from './report.js'

export interface Limit {
  readonly lines: number
  readonly characters: number
}

export const WHOLE: Limit = { lines: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }

const NOTHING: Excerpt = { text: '', moreLines: 0, moreCharacters: 0 }

/** Blank lines at the end are not counted. */
export function excerpt(whole: string, limit: Limit): Excerpt {
  const text = whole.trimEnd()
  if (text === '') return NOTHING
  let end = 0
  for (let line = 0; line < limit.lines; line++) {
    const next = text.indexOf('\n', end)
    if (next < 0) return shortened(text, 0, limit)
    end = next + 1
  }
  // Blank lines right before the cut would only look like an end.
  const shown = text.slice(0, Math.max(0, end - 1)).replace(/\n\s*$/, '')
  return shortened(shown, countLines(text, shown === '' ? 0 : shown.length + 1), limit)
}

function shortened(text: string, moreLines: number, limit: Limit): Excerpt {
  if (text.length <= limit.characters) return { text, moreLines, moreCharacters: 0 }
  let end = limit.characters
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--
  const lineEnd = text.indexOf('\n', end)
  const moreCharacters = (lineEnd < 0 ? text.length : lineEnd) - end
  return {
    text: text.slice(0, end),
    moreLines: moreLines + (lineEnd < 0 ? 0 : countLines(text, lineEnd + 1)),
    moreCharacters,
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
