// Markdown on a terminal: headings, lists, quotes, tables and code laid out at its width, the words in their styles.
//
// With colours the marks become styles. Without them they stay, since nothing else would tell what they say; so do they
// into a pipe, where nothing is laid out at all and the text is the source itself.

import { isColoured } from '../paint.js'
import type { Screen } from '../screen.js'
import { visible } from '../terminal-text.js'
import { expandTabs, ruleWidth, width, wrap } from '../width.js'
import { type Block, blocksOf } from './blocks.js'
import { type Span, spansOf } from './inline.js'
import { type Brush, splitLines, styledLines } from './styled-lines.js'
import { tableLines } from './table.js'

/** Prose is hard to read on very wide lines. */
export const PROSE_WIDTH = 100

export function proseLines(text: string, screen: Pick<Screen, 'width' | 'paint'>): readonly string[] {
  const safe = visible(text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd(), { keepNewlines: true })
  const { width: columns, paint } = screen
  if (columns === Infinity && !isColoured(paint)) return safe.split('\n')
  const lines: string[] = []
  for (const block of blocksOf(safe.split('\n').map(line => expandTabs(line))))
    for (const line of blockLines(block, screen)) lines.push(line)
  return lines
}

type Page = Pick<Screen, 'width' | 'paint'>

function blockLines(block: Block, page: Page): readonly string[] {
  const { paint } = page
  const bar = quoteBar(block.quotes, page)
  const room = Math.max(8, page.width - 2 * block.quotes)
  const prose = Math.max(8, Math.min(page.width, PROSE_WIDTH) - 2 * block.quotes)
  const quoted = (lines: readonly string[]): readonly string[] => lines.map(line => (bar + line).trimEnd())
  switch (block.kind) {
    case 'blank':
      return [bar.trimEnd()]
    case 'rule':
      return quoted([
        isColoured(paint) ? paint.dim('─'.repeat(Math.min(ruleWidth(prose), 40))) : block.text.slice(0, prose),
      ])
    case 'heading':
      return quoted(headingLines(block, prose, page))
    case 'paragraph':
      return quoted(paragraphLines(block, prose, page))
    case 'table':
      return quoted(tableLines(block.table, room, cellStyle(page), paint.dim))
    case 'code':
      return quoted(codeLines(block, page))
  }
}

function quoteBar(quotes: number, { paint }: Page): string {
  return (isColoured(paint) ? paint.dim('│') : '>').concat(' ').repeat(quotes)
}

function headingLines(block: Extract<Block, { kind: 'heading' }>, room: number, page: Page): readonly string[] {
  const { level, text, underline } = block
  const { paint } = page
  if (!isColoured(paint)) {
    if (underline !== undefined) return [...wrap(text, room), underline.slice(0, room)]
    return wrap(`${'#'.repeat(level)} ${text}`, room)
  }
  const base: Brush = level === 1 ? one => paint.bold(paint.underline(one)) : paint.bold
  return styledLines(spansOf(text), room, paint, base)
}

/** Line by line as it was written, each with what stands before it, and what follows a break below its words. */
function paragraphLines(block: Extract<Block, { kind: 'paragraph' }>, room: number, page: Page): readonly string[] {
  const source = block.lines.map(line => line.text).join('\n')
  const lines = splitLines(isColoured(page.paint) ? spansOf(source) : [{ text: source }])
  return lines.flatMap((spans, index) => {
    // A line end that was escaped joins nothing: the next line keeps its own place.
    const { lead, hang } = block.lines[index] ?? { lead: '', hang: 0 }
    // What is moved in too far for its words to find room is moved in less.
    const excess = Math.max(0, hang - Math.floor(room / 2))
    const indent = hang - excess
    const mark = excess === 0 ? lead : lead.slice(Math.min(excess, lead.length - lead.trimStart().length))
    const shown = isColoured(page.paint) ? mark.replace(/[-*+](?= +$)/, '•') : mark
    return wordLines(spans, room - Math.max(indent, width(shown)), page).map((line, at) =>
      at === 0 ? shown + line : ' '.repeat(indent) + line,
    )
  })
}

function wordLines(spans: readonly Span[], room: number, { paint }: Page): readonly string[] {
  return styledLines(spans, room, paint, text => text)
}

function cellStyle({ paint }: Page) {
  const coloured = isColoured(paint)
  const spans = (cell: string): readonly Span[] => (coloured ? spansOf(cell) : [{ text: cell }])
  return {
    plain: (cell: string): string =>
      spans(cell)
        .map(span => span.text)
        .join(''),
    lines: (cell: string, room: number, isHeader: boolean): readonly string[] =>
      styledLines(spans(cell), room, paint, isHeader ? paint.bold : text => text),
  }
}

/** As it stands, however wide: a line of code that is broken can no longer be copied. */
function codeLines({ lines, info, fence, indent }: Extract<Block, { kind: 'code' }>, page: Page): readonly string[] {
  const { paint } = page
  const lead = ' '.repeat(indent)
  if (!isColoured(paint)) {
    const all =
      fence === undefined ? lines : [`${fence.open}`, ...lines, ...(fence.close === undefined ? [] : [fence.close])]
    return all.map(line => lead + line)
  }
  const color = /^(diff|patch)\b/i.test(info) ? diffColour : () => paint.cyan
  return [
    ...(info === '' ? [] : wrap(info, Math.max(8, page.width - indent - 2)).map(line => paint.dim(`${lead}  ${line}`))),
    ...lines.map(line => (line === '' ? '' : `${lead}  ${color(line)(line)}`)),
  ]

  function diffColour(line: string): Brush {
    if (line.startsWith('@@')) return paint.cyan
    return line.startsWith('+') ? paint.green : line.startsWith('-') ? paint.red : paint.dim
  }
}
