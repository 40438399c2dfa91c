// A piece of a text around what was found in it, on one line.

import type { Span } from './matcher.js'

export interface Snippet {
  readonly text: string
  /** Where in it the words stand, in UTF-16 units. */
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/** `around`: so many characters before the first hit that is shown and behind it. */
export function snippetOf(text: string, spans: readonly Span[], around: number): Snippet {
  const at = densest(spans, around)
  const first = spans[at] ?? { start: 0, end: 0 }
  const from = wordStart(text, Math.max(0, first.start - around), first.start)
  const to = wordEnd(text, Math.min(text.length, Math.max(first.end, first.start + around) + around), text.length)
  let shown = from > 0 ? '…' : ''
  const marks: (readonly [number, number])[] = []
  let position = from
  for (const span of spans.slice(at)) {
    if (span.start < position || span.end > to) continue
    shown = joined(shown, text.slice(position, span.start))
    const start = shown.length
    shown = joined(shown, text.slice(span.start, span.end))
    marks.push([start, shown.length])
    position = span.end
  }
  shown = joined(shown, text.slice(position, to)).trimEnd()
  return { text: to < text.length ? `${shown}…` : shown, marks }
}

/** The hit from which on most others are near. */
function densest(spans: readonly Span[], around: number): number {
  let best = 0
  let most = 0
  for (const [at, span] of spans.entries()) {
    let near = 0
    while (at + near < spans.length && spans[at + near]!.end <= span.start + 2 * around) near++
    if (near > most) [best, most] = [at, near]
  }
  return best
}

/** Blanks and line breaks become one blank. */
function joined(before: string, more: string): string {
  const line = more.replace(/\s+/g, ' ')
  return before === '' || before.endsWith(' ') || before === '…' ? before + line.trimStart() : before + line
}

/** Words are not cut in two, where one ends within a few characters; nor are pairs of surrogates. */
function wordStart(text: string, at: number, limit: number): number {
  if (at === 0) return 0
  const blank = text.slice(at, Math.min(at + 15, limit)).search(/\s/)
  const start = blank < 0 ? at : at + blank + 1
  return isLow(text, start) ? start + 1 : start
}

function wordEnd(text: string, at: number, limit: number): number {
  if (at >= limit) return limit
  const blank = text.slice(at, at + 15).search(/\s/)
  const end = blank < 0 ? at : at + blank
  return isLow(text, end) ? end - 1 : end
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}
