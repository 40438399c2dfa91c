// The blocks of a message as lines: text as it is, thinking, calls and results marked.

import type { Block } from '../actions/context/index.js'
import { heldText } from '../conversation/held-text.js'
import { parted } from '../format/json/cut-text.js'
import type { Screen } from './screen.js'
import { visible, visibleLine } from './terminal-text.js'
import { bytes, count } from './units.js'
import { expandTabs, fitTo, wrap } from './width.js'

/** As much of a text as is shown unless all of it is wanted. */
const LINES = 12
const CHARACTERS = 1600

export function* blockLines(block: Block, screen: Screen, full: boolean): Generator<string> {
  const { paint } = screen
  switch (block['type']) {
    case 'text':
      yield* textLines(text(block['text']), screen, full)
      return
    case 'thinking':
      yield paint.dim(text(block['thinking']) === '' ? '✻ thinking (text kept by the API)' : '✻ thinking')
      yield* textLines(text(block['thinking']), screen, full, '  ').map(paint.dim)
      return
    case 'redacted_thinking':
      yield paint.dim('✻ redacted thinking')
      return
    case 'tool_use':
      yield* callLines(block, screen, full)
      return
    case 'tool_result':
      yield* resultLines(block, screen, full)
      return
    case 'image':
    case 'document':
      yield paint.dim(mediaLine(block))
      return
    default:
      yield paint.dim(`[${named(block['type']) || 'block'}]`)
      yield* textLines(JSON.stringify(block), screen, full, '  ')
  }
}

function* callLines(block: Block, screen: Screen, full: boolean): Generator<string> {
  const { paint } = screen
  yield `${paint.cyan(`● ${named(block['name'])}`)} ${paint.dim(named(block['id']))}`
  yield* textLines(JSON.stringify(block['input'] ?? null), screen, full, '  ')
}

function* resultLines(block: Block, screen: Screen, full: boolean): Generator<string> {
  const { paint } = screen
  const failed = block['is_error'] === true
  const head = `${failed ? '✗' : '⎿'} result of ${named(block['tool_use_id'])}`
  yield failed ? paint.red(head) : paint.dim(head)
  const { content } = block
  const inner = Array.isArray(content)
    ? (content as unknown[])
    : content === undefined || content === null
      ? []
      : [content]
  if (inner.length === 0) yield paint.dim('  (empty)')
  for (const one of inner) {
    if (typeof one === 'string') yield* textLines(one, screen, full, '  ')
    else for (const line of blockLines(one as Block, narrower(screen), full)) yield `  ${line}`
  }
}

function narrower(screen: Screen): Screen {
  return { ...screen, width: Math.max(20, screen.width - 2) }
}

function mediaLine(block: Block): string {
  const source = (block['source'] ?? {}) as Block
  const data = text(source['data'])
  const size = data === '' ? '' : ` ${bytes(Math.floor((data.length * 3) / 4))}`
  return `[${named(block['type'])} ${named(source['media_type'] ?? source['url'])}${size}]`
}

function textLines(whole: string, { width, paint }: Screen, full: boolean, indent = ''): readonly string[] {
  const { head, rest } = parted(whole) ?? { head: whole, rest: undefined }
  const shown = full ? head : beginning(head)
  const room = Math.max(10, width - indent.length)
  const lines = visible(shown, { keepNewlines: true })
    .split('\n')
    .flatMap(line =>
      full || line.length <= width * LINES ? wrap(expandTabs(line), room) : [fitTo(expandTabs(line), room)],
    )
    .map(line => (indent + line).trimEnd())
  const more = head.length - shown.length + (rest?.characters ?? 0)
  return more === 0 ? lines : [...lines, `${indent}${paint.dim(`… ${count(more, 'more character')}`)}`]
}

/** Ends at a line where it can, and never inside of a character. */
function beginning(whole: string): string {
  let end = 0
  for (let line = 0; line < LINES; line++) {
    const next = whole.indexOf('\n', end)
    if (next < 0) {
      end = whole.length
      break
    }
    end = next + 1
  }
  if (end < whole.length) end--
  end = Math.min(end, CHARACTERS)
  if (end < whole.length && (whole.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--
  return whole.slice(0, end)
}

/** A name, an id or a type; what is too long to be one is cut. */
function named(value: unknown): string {
  return visibleLine(heldText(text(value)))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
}
