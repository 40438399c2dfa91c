// The page that a session is printed on: its width and colours, and how texts of others are laid on it.

import type { Excerpt, Media } from '../../actions/read/index.js'
import type { Screen } from '../screen.js'
import { fromHere } from '../short-path.js'
import { visible, visibleLine } from '../terminal-text.js'
import { bytes, count } from '../units.js'
import { expandTabs, fitTo, wrap } from '../width.js'

export interface Page extends Screen {
  /** Paths below it are shown without it. */
  readonly project: string | undefined
  /** Long lines are broken instead of cut. */
  readonly whole: boolean
}

export function narrower(page: Page, columns: number): Page {
  return { ...page, width: Math.max(20, page.width - columns) }
}

/** Output of a tool, line by line as it is. */
export function rawLines(text: string, page: Page, indent = ''): readonly string[] {
  if (text === '') return []
  const room = Math.max(10, page.width - indent.length)
  return visible(text, { keepNewlines: true })
    .split('\n')
    .flatMap(line => {
      const plain = expandTabs(line)
      return page.whole ? wrap(plain, room) : [fitTo(plain, room)]
    })
    .map(line => (indent + line).trimEnd())
}

/** What a program printed, without the colours that it had on its terminal: as symbols they hide its words. */
export function uncoloured(excerpt: Excerpt): Excerpt {
  return { ...excerpt, text: excerpt.text.replace(/\u001b\[[\d;:]*m/g, '') }
}

export function excerptLines(excerpt: Excerpt, page: Page, indent = ''): readonly string[] {
  return [...rawLines(excerpt.text, page, indent), ...moreLines(excerpt, page, indent)]
}

/** A text in words, such as an error or an answer: long lines are broken, not cut. */
export function wordLines(text: string, page: Page, indent = ''): readonly string[] {
  return rawLines(text, { ...page, whole: true }, indent)
}

/** "… 43 more lines" */
export function moreLines(excerpt: Excerpt, page: Page, indent = ''): readonly string[] {
  const { moreLines: lines, moreCharacters: characters } = excerpt
  const parts = [
    ...(characters > 0 ? [count(characters, 'more character')] : []),
    ...(lines > 0 ? [count(lines, 'more line')] : []),
  ]
  return parts.length > 0 ? [indent + page.paint.dim(`… ${parts.join(', ')}`)] : []
}

export function shortPath(path: string, page: Pick<Page, 'project'>): string {
  return visibleLine(fromHere(path, page.project))
}

/** "[image png 120×80 34 kB]" */
export function mediaLabel(media: Media): string {
  const size = media.width !== undefined && media.height !== undefined ? `${media.width}×${media.height}` : undefined
  const parts = [
    media.type,
    visibleLine(media.format),
    size,
    media.bytes === undefined ? undefined : bytes(media.bytes),
    media.source === undefined ? undefined : visibleLine(media.source),
  ]
  return `[${parts.filter(part => part !== undefined).join(' ')}]`
}
