// Markdown as text: wrapped, with headings in bold, lists hanging and code left alone. The marks stay, so that nothing
// is lost and a copy of it is still Markdown.

import { visible } from '../terminal-text.js'
import { expandTabs, wrap } from '../width.js'
import type { Page } from './page.js'
import { PROSE_WIDTH } from './page.js'

export function proseLines(text: string, page: Page): readonly string[] {
  const room = Math.min(page.width, PROSE_WIDTH)
  const lines: string[] = []
  let fence: string | undefined
  for (const raw of visible(text.replace(/^\s*\n|\s+$/g, ''), { keepNewlines: true }).split('\n')) {
    const line = expandTabs(raw)
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      lines.push(page.paint.cyan(line))
    } else if (mark !== undefined) {
      fence = mark
      lines.push(page.paint.cyan(line))
    } else for (const one of textLines(line, room, page)) lines.push(one)
  }
  return lines
}

function textLines(line: string, room: number, page: Page): readonly string[] {
  if (/^#{1,6} /.test(line)) return wrap(line, room).map(page.paint.bold)
  // The cells of a table are worth nothing once it is broken.
  if (/^\s*\|/.test(line)) return [line]
  const item = /^(\s*)([-*+]|\d+[.)])\s+(\[[ xX]\]\s+)?/.exec(line)
  const quote = /^\s*>\s?/.exec(line)?.[0]
  const hang = item ? ' '.repeat(item[0].length) : (quote ?? /^\s*/.exec(line)![0])
  return wrap(line, room, hang.length < room / 2 ? hang : '')
}
