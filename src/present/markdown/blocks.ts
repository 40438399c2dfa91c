// The blocks of a Markdown text, line by line: what stands in each line decides, with what is open above it. Quotes and
// lists are not nested in each other as trees; a line keeps the indent that it has in the source.

import { rowOf, type Table, tableAt } from './table.js'

export interface ParagraphLine {
  /** The indent, with the mark of a list. */
  readonly lead: string
  /** Columns that the rest of a long line is moved in by. */
  readonly hang: number
  readonly text: string
}

export type Block = { readonly quotes: number } & (
  | { readonly kind: 'blank' }
  | { readonly kind: 'rule'; readonly text: string }
  /** With the line below it, where that is what makes it one. */
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly underline?: string }
  | { readonly kind: 'paragraph'; readonly lines: readonly ParagraphLine[] }
  | { readonly kind: 'table'; readonly table: Table }
  | {
      readonly kind: 'code'
      readonly lines: readonly string[]
      readonly info: string
      readonly indent: number
      /** The lines around it; none where it is code by its indent. */
      readonly fence: { readonly open: string; readonly close: string | undefined } | undefined
    }
)

/** Deeper ones are words. */
const MOST_QUOTES = 8

export function* blocksOf(lines: readonly string[]): Generator<Block> {
  let paragraph: ParagraphLine[] = []
  let quotes = 0
  /** The hang of the list item that is open; 0 for none. */
  let item = 0
  let isAfterBlank = true

  for (let at = 0; at < lines.length; at++) {
    const { depth, rest } = unquoted(lines[at]!)
    if (depth !== quotes && paragraph.length > 0) yield* flush()
    quotes = depth
    const indent = indentOf(rest)
    const text = rest.slice(indent).trimEnd()
    if (text === '') {
      yield* flush()
      yield { kind: 'blank', quotes }
      isAfterBlank = true
      continue
    }
    const fence = FENCE.exec(text)
    if (fence && !fence[2]!.includes('`')) {
      yield* flush()
      const { end, isClosed } = fenceEnd(at, depth, fence[1]!)
      const code = lines.slice(at + 1, end).map(line => outdented(unquoted(line, depth).rest, indent))
      const close = isClosed ? unquoted(lines[end]!, depth).rest.trim() : undefined
      yield { kind: 'code', quotes, lines: code, info: fence[2]!.trim(), indent, fence: { open: text, close } }
      at = isClosed ? end : end - 1
      isAfterBlank = false
      continue
    }
    if (indent >= 4 && item === 0 && isAfterBlank) {
      const code: string[] = []
      while (at < lines.length) {
        const next = unquoted(lines[at]!)
        if (next.depth !== depth || indentOf(next.rest) < 4 || next.rest.trim() === '') break
        code.push(next.rest)
        at++
      }
      at--
      yield { kind: 'code', quotes, lines: code, info: '', indent: 0, fence: undefined }
      continue
    }
    isAfterBlank = false
    const table = tableAt(text, at + 1 < lines.length ? sameDepth(at + 1, depth) : undefined)
    if (table) {
      yield* flush()
      const rows: (readonly string[])[] = []
      let next = at + 2
      for (; next < lines.length; next++) {
        const row = sameDepth(next, depth)
        if (row === undefined || !row.includes('|')) break
        rows.push(rowOf(row, table.header.length))
      }
      yield { kind: 'table', quotes, table: { ...table, rows } }
      at = next - 1
      continue
    }
    const [above] = paragraph
    if (above && paragraph.length === 1 && above.lead === '' && /^[=-]/.test(text) && isRunOf(text, text[0]!)) {
      yield { kind: 'heading', quotes, level: text[0] === '=' ? 1 : 2, text: above.text, underline: text }
      paragraph = []
      continue
    }
    if (isRule(text)) {
      yield* flush()
      yield { kind: 'rule', quotes, text }
      item = 0
      continue
    }
    const heading = headingOf(text)
    if (heading && indent < 4) {
      yield* flush()
      yield { kind: 'heading', quotes, ...heading }
      item = 0
      continue
    }
    const mark = LIST.exec(text)?.[0]
    if (mark !== undefined && (indent < 4 || item > 0)) {
      yield* flush()
      item = indent + mark.length
      paragraph.push({ lead: ' '.repeat(indent) + mark, hang: item, text: text.slice(mark.length) })
      continue
    }
    if (indent === 0 && paragraph.length === 0) item = 0
    const hang = paragraph.length > 0 && item > 0 ? Math.max(indent, item) : indent
    paragraph.push({ lead: ' '.repeat(hang), hang, text })
  }
  yield* flush()

  function* flush(): Generator<Block> {
    if (paragraph.length === 0) return
    yield { kind: 'paragraph', quotes, lines: paragraph }
    paragraph = []
  }

  function sameDepth(at: number, depth: number): string | undefined {
    const { depth: own, rest } = unquoted(lines[at]!)
    return own === depth && rest.trim() !== '' ? rest.trim() : undefined
  }

  /** The line that closes it, or the one behind it where its quote or the text ends before. */
  function fenceEnd(from: number, depth: number, fence: string): { readonly end: number; readonly isClosed: boolean } {
    for (let at = from + 1; at < lines.length; at++) {
      const { depth: own, rest } = unquoted(lines[at]!, depth)
      if (own < depth) return { end: at, isClosed: false }
      const text = rest.trim()
      if (text.length >= fence.length && text[0] === fence[0] && isRunOf(text, fence[0]!))
        return { end: at, isClosed: true }
    }
    return { end: lines.length, isClosed: false }
  }
}

const FENCE = /^(`{3,}|~{3,})(.*)$/
const LIST = /^(?:[-*+]|\d{1,9}[.)])(?: {1,4}(?=\S)| +)/

function indentOf(line: string): number {
  let indent = 0
  while (line[indent] === ' ') indent++
  return indent
}

function outdented(line: string, indent: number): string {
  return line.slice(Math.min(indent, indentOf(line)))
}

/** How deep a line is quoted, and what it says. */
function unquoted(line: string, most = MOST_QUOTES): { readonly depth: number; readonly rest: string } {
  let depth = 0
  let at = 0
  while (depth < most) {
    const mark = at + Math.min(3, indentOf(line.slice(at, at + 3)))
    if (line[mark] !== '>') break
    at = line[mark + 1] === ' ' ? mark + 2 : mark + 1
    depth++
  }
  return { depth, rest: line.slice(at) }
}

function isRule(text: string): boolean {
  const signs = text.replaceAll(' ', '')
  return signs.length >= 3 && /^[-*_]/.test(signs) && isRunOf(signs, signs[0]!)
}

function isRunOf(text: string, sign: string): boolean {
  for (let at = 0; at < text.length; at++) if (text[at] !== sign) return false
  return true
}

function headingOf(text: string): { readonly level: number; readonly text: string } | undefined {
  const marks = /^#{1,6}(?= |$)/.exec(text)?.[0]
  if (marks === undefined) return undefined
  let end = text.length
  while (text[end - 1] === '#') end--
  // Only marks that stand alone close a heading: `C#` does not.
  const closed = end === text.length || (text[end - 1] !== ' ' && end > marks.length) ? text : text.slice(0, end)
  return { level: marks.length, text: closed.slice(marks.length).trim() }
}
