// Words with styles, broken into lines: first as plain text, then painted piece by piece. Every piece ends its own
// styles, so none runs on into what stands beside it.

import type { Paint } from '../paint.js'
import { wrap } from '../width.js'
import type { Span } from './inline.js'

export type Brush = (text: string) => string

export function styledLines(spans: readonly Span[], room: number, paint: Paint, base: Brush): readonly string[] {
  const text = spans.map(span => span.text).join('')
  const pieces = painter(spans, paint, base)
  let at = 0
  return wrap(text, room).map(line => {
    // Blanks at a break are gone.
    while (text[at] === ' ' && line[0] !== ' ') at++
    const painted = pieces(at, at + line.length)
    at += line.length
    return painted
  })
}

/** The spans of a paragraph as those of its lines. */
export function splitLines(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]]
  for (const span of spans) {
    for (const [index, text] of span.text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)!.push({ ...span, text })
    }
  }
  return lines
}

/** Ranges are asked for in their order. */
function painter(spans: readonly Span[], paint: Paint, base: Brush): (from: number, to: number) => string {
  let index = 0
  let start = 0
  return (from, to) => {
    let out = ''
    while (index < spans.length && start < to) {
      const span = spans[index]!
      const end = start + span.text.length
      const piece = span.text.slice(Math.max(0, from - start), Math.min(span.text.length, to - start))
      out += brushOf(span, paint, base)(piece)
      if (end > to) break
      start = end
      index++
    }
    return out
  }
}

function brushOf({ bold, italic, code, link, aside }: Span, paint: Paint, base: Brush): Brush {
  if (aside) return paint.dim
  return text => {
    const coloured = code ? paint.cyan(text) : link ? paint.underline(text) : text
    const slanted = italic ? paint.italic(coloured) : coloured
    return bold ? paint.bold(base(slanted)) : base(slanted)
  }
}
