// One item of a turn on the terminal.

import type { ShownAgent, ShownCompaction, ShownItem, ShownPrompt, ShownRetry } from '../../actions/read/index.js'
import { PROSE_WIDTH, proseLines } from '../markdown/markdown.js'
import { visible, visibleLine } from '../terminal-text.js'
import { count, duration, tokens } from '../units.js'
import { expandTabs, wrap } from '../width.js'

import { excerptLines, mediaLabel, moreLines, narrower, type Page, shortPath, uncoloured, wordLines } from './page.js'
import { orphanLines, toolLines } from './tool-lines.js'

/** The items with a blank line between them; tool calls and notes stand together. */
export function* itemsLines(items: readonly ShownItem[], page: Page): Generator<string> {
  let before: ShownItem | undefined
  for (const item of items) {
    const lines = itemLines(item, page)
    const first = lines.next()
    if (first.done) continue
    if (before && !belongsTo(before, item)) yield ''
    yield first.value
    yield* lines
    before = item
  }
}

function belongsTo(before: ShownItem, item: ShownItem): boolean {
  return (isSmall(before) && isSmall(item)) || item.kind === 'output'
}

function isSmall(item: ShownItem): boolean {
  return !['prompt', 'queued-prompt', 'text', 'thinking', 'compaction', 'command'].includes(item.kind)
}

function* itemLines(item: ShownItem, page: Page): Generator<string> {
  const { paint } = page
  switch (item.kind) {
    case 'prompt':
      return yield* promptLines(item, page)
    case 'queued-prompt': {
      const what = item.state === 'removed' ? '(queued, then removed)' : '(queued, never sent)'
      yield `${paint.cyan('>')} ${paint.yellow(what)}`
      return yield* quoted(item.text, page, paint.dim)
    }
    case 'command': {
      const line = item.mode === 'bash' ? `! ${item.name}` : `${item.name} ${item.args}`
      return yield* quoted(line.trim(), page, paint.bold)
    }
    case 'output':
      yield* excerptLines(uncoloured(item.text), page, '    ').map(paint.dim)
      return yield* excerptLines(uncoloured(item.errors), page, '    ').map(paint.red)
    case 'text':
      if (item.marks.length > 0) yield paint.yellow(`(${item.marks.join(', ')})`)
      if (item.by === 'error') return yield* wordLines(item.text.trimEnd(), page).map(paint.red)
      if (item.by === 'client') return yield* wordLines(item.text.trimEnd(), page).map(paint.dim)
      return yield* proseLines(item.text, page)
    case 'thinking':
      return yield* thinkingLines(item.text, item.state, page)
    case 'tool':
      yield* toolLines(item, page)
      for (const agent of item.agents) yield* agentLines(agent, page)
      return
    case 'orphan-result':
      return yield* orphanLines(item.id, item.result, page)
    case 'interruption':
      return yield `  ${paint.yellow(`■ ${visibleLine(item.text)}`)}`
    case 'compaction':
      return yield* compactionLines(item, page)
    case 'retry':
      return yield* wrap(`↻ ${retryText(item)}`, page.width - 2, '  ').map(line => `  ${paint.yellow(line)}`)
    case 'notice': {
      const color = item.level === 'error' ? paint.red : item.level === 'warning' ? paint.yellow : paint.dim
      yield* labelled(noticeLabel(item.about), item.text.text, page).map(color)
      return yield* moreLines(item.text, page, '    ')
    }
    case 'attachment': {
      const about = [shortPath(item.name, page), ...item.media.map(mediaLabel)].filter(part => part !== '').join(' ')
      yield `  ${paint.magenta(`+ ${visibleLine(item.type).replaceAll('_', ' ')}`)} ${about}`
      return yield* excerptLines(item.text, page, '    ').map(paint.dim)
    }
    case 'raw':
      yield `  ${paint.yellow(`? ${visibleLine(item.type)}`)} ${paint.dim(`unknown entry, line ${item.lines.join(', ')}`)}`
      return yield* excerptLines(item.json, page, '    ').map(paint.dim)
  }
}

function* promptLines(item: ShownPrompt, page: Page): Generator<string> {
  const { paint } = page
  const about = [
    ...(item.how === 'queued' ? ['typed while the model was working'] : []),
    ...(item.how === 'remark' ? ['sent with a tool result'] : []),
    ...item.marks,
    ...item.triggers.map(({ text, start, end }) => `requests more thinking: “${visibleLine(text)}” at ${start}–${end}`),
  ]
  if (about.length > 0) yield `${paint.cyan('>')} ${paint.dim(`(${about.join(', ')})`)}`
  if (item.text.trim() !== '') yield* quoted(item.text, page, item.how === 'agent' ? paint.dim : paint.bold)
  for (const media of item.media) yield `${paint.cyan('>')} ${paint.magenta(mediaLabel(media))}`
}

/** Words of the user, each line behind a mark. */
function* quoted(text: string, page: Page, color: (text: string) => string): Generator<string> {
  const room = Math.min(page.width, PROSE_WIDTH) - 2
  for (const raw of visible(text.trim(), { keepNewlines: true }).split('\n')) {
    for (const line of wrap(expandTabs(raw), room)) yield `${page.paint.cyan('>')} ${color(line)}`.trimEnd()
  }
}

function* thinkingLines(text: string, state: string, page: Page): Generator<string> {
  const { paint } = page
  if (state === 'signed') return yield paint.dim('  ∴ thinking (only its signature is stored)')
  if (state === 'redacted') return yield paint.dim('  ∴ thinking (redacted by the API)')
  for (const [index, line] of proseLines(text, narrower({ ...page, paint: plain }, 4)).entries())
    yield paint.italic(paint.dim(`  ${index === 0 ? '∴' : ' '} ${line}`.trimEnd()))
}

/** Thinking and summaries have one style; another in it would end it in the middle of a line. */
const plain = new Proxy({} as Page['paint'], { get: () => (text: string) => text })

function* compactionLines(item: ShownCompaction, page: Page): Generator<string> {
  const { paint } = page
  const before = item.tokensBefore === undefined ? undefined : tokens(item.tokensBefore)
  const after = item.tokensAfter === undefined ? undefined : tokens(item.tokensAfter)
  const parts = [
    item.trigger === undefined
      ? undefined
      : item.trigger === 'auto'
        ? 'by itself'
        : item.trigger === 'manual'
          ? 'by hand'
          : visibleLine(item.trigger),
    before && `${before}${after ? ` → ${after}` : ''} tokens`,
    item.leftOut > 0 ? `${count(item.leftOut, 'entry')} left out` : undefined,
    item.kept > 0 ? `${item.kept} kept` : undefined,
    item.cleared > 0 ? `${count(item.cleared, 'tool result')} blanked` : undefined,
  ].filter(part => part)
  const name =
    item.dialect === 'microcompact'
      ? 'old tool results dropped'
      : item.dialect === 'summary'
        ? 'continued from a summary'
        : 'compacted'
  yield paint.magenta(`≡ ${name}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`)
  if (item.summary) {
    yield* proseLines(item.summary.text, narrower({ ...page, paint: plain }, 4)).map(line =>
      `    ${paint.dim(line)}`.trimEnd(),
    )
    yield* moreLines(item.summary, page, '    ')
  }
}

export function retryText(item: ShownRetry): string {
  const attempt =
    item.attempt === undefined ? '' : `, try ${item.attempt}${item.of === undefined ? '' : ` of ${item.of}`}`
  const wait = item.waitMs === undefined ? '' : ` after ${duration(item.waitMs)}`
  return `request failed: ${visibleLine(item.cause)}${attempt}${wait}`
}

export function noticeLabel(about: string): string {
  return visibleLine(about.replace(/^(system|attachment)\//, '')).replaceAll('_', ' ')
}

function labelled(label: string, text: string, page: Page): readonly string[] {
  const [first = '', ...rest] = visible(text.trim(), { keepNewlines: true })
    .split('\n')
    .map(line => expandTabs(line))
  const head = wrap(`· ${label}${first === '' ? '' : `: ${first}`}`, page.width - 2, '  ')
  const body = rest.flatMap(line => wrap(line, page.width - 4).map(part => `  ${part}`))
  return [...head, ...body].map(line => `  ${line}`)
}

export function* agentLines(agent: ShownAgent, page: Page): Generator<string> {
  const { paint } = page
  const name = [agent.type, agent.description && `“${agent.description}”`, agent.id && `(${agent.id})`]
    .filter(part => part)
    .map(part => visibleLine(part!))
    .join(' ')
  const facts = [
    count(agent.messages, 'message'),
    count(agent.toolCalls, 'tool call'),
    ...(agent.durationMs === undefined ? [] : [duration(agent.durationMs)]),
    ...(agent.ambiguous ? ['may belong to another call'] : []),
  ]
  yield* wrap(`↳ agent${name === '' ? '' : ` ${name}`}: ${facts.join(', ')}`, page.width - 4, '  ').map(
    line => `    ${paint.blue(line)}`,
  )
  if (!agent.items) return
  for (const line of itemsLines(agent.items, narrower(page, 6))) yield `    ${paint.blue('│')} ${line}`.trimEnd()
}
