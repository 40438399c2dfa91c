// The form in which two histories are compared: what the client sent, and what was predicted. It keeps roles, the order
// of blocks, full texts, tool calls with id and input, full results, thinking with its signature, images by their hash.
// It leaves out what says nothing about the history: cache marks, reminders and system messages that the client writes
// from templates of its own, and the next prompt. A queued prompt is the user's words, so it is kept wherever it stands.

import { createHash } from 'node:crypto'

type Block = Readonly<Record<string, unknown>>

/** A message as the client sends it, or as it is predicted. */
interface Message {
  readonly role: string
  readonly content: string | readonly Block[]
}

export interface StrictMessage {
  readonly role: string
  readonly content: readonly StrictBlock[]
}

/**
 * `text`: `text`. `tool_result`: `id`, `error`, `content`. `image`, `document`: `media`, `hash`. `queued`: the `text` that
 * the client put into a reminder or a system message (N34). Any other: all its fields, keys in order.
 */
export interface StrictBlock {
  readonly type: string
  readonly [field: string]: unknown
}

/** `nextPrompt`: what the request asked; absent for a prediction, which has no next prompt. */
export function strict(messages: readonly Message[], nextPrompt?: string): readonly StrictMessage[] {
  const history = messages.map(({ role, content }) => ({
    role,
    content: (typeof content === 'string' ? [{ type: 'text', text: content }] : content).flatMap(block =>
      role === 'system' ? queuedWords(textOf(block)) : strictBlock(block),
    ),
  }))
  if (nextPrompt !== undefined) takeOut(history, nextPrompt)
  return history.filter(message => message.content.length > 0)
}

function strictBlock(block: Block | string): readonly StrictBlock[] {
  if (typeof block === 'string') return strictText(block)
  if (block['type'] === 'text') return strictText(textOf(block))
  if (block['type'] === 'tool_result') {
    const { tool_use_id: id, is_error: error, content } = block
    return [{ type: 'tool_result', id, error: error === true, content: list(content).flatMap(strictBlock) }]
  }
  const source = block['source'] as { readonly media_type?: unknown; readonly data?: unknown } | undefined
  if (typeof source?.data === 'string') {
    return [{ type: String(block['type']), media: source.media_type, hash: hashOf(source.data) }]
  }
  const { cache_control: _, ...rest } = block
  return [inOrder(rest) as StrictBlock]
}

const OPENS = '<system-reminder>'
const CLOSES = '</system-reminder>'

/** A text without its reminders, then the words that were queued in them. */
function strictText(text: string): readonly StrictBlock[] {
  const queued: StrictBlock[] = []
  let bare = ''
  let from = 0
  for (;;) {
    const start = text.indexOf(OPENS, from)
    const end = start < 0 ? -1 : reminderEnd(text, start + OPENS.length)
    if (end < 0) break
    bare += text.slice(from, start)
    queued.push(...queuedWords(text.slice(start + OPENS.length, end)))
    from = end + CLOSES.length
    while (/\s/.test(text.charAt(from))) from++
  }
  bare = (bare + text.slice(from)).trim()
  return bare === '' ? queued : [{ type: 'text', text: bare }, ...queued]
}

/** A reminder may hold a file that ends with one; where they do not pair up, the first end counts. */
function reminderEnd(text: string, start: number): number {
  let depth = 1
  for (let at = start; ; ) {
    const close = text.indexOf(CLOSES, at)
    if (close < 0) return text.indexOf(CLOSES, start)
    const open = text.indexOf(OPENS, at)
    depth += open >= 0 && open < close ? 1 : -1
    if (depth === 0) return close
    at = open >= 0 && open < close ? open + OPENS.length : close + CLOSES.length
  }
}

const QUEUED =
  /The user sent (?:a new message while you were working|the following message):\n([\s\S]*?)\n\n(?:This is how Claude Code surfaces|Please address this message)/g

function queuedWords(template: string): readonly StrictBlock[] {
  return [...template.matchAll(QUEUED)].map(([, words = '']) => ({ type: 'queued', text: words }))
}

/** The prompt is the last text of the last user message; a request without it is not the one that was waited for. */
function takeOut(history: { role: string; content: readonly StrictBlock[] }[], prompt: string): void {
  const last = history.findLast(message => message.role === 'user')
  const at = last?.content.findLastIndex(block => block.type === 'text' && block['text'] === prompt) ?? -1
  if (!last || at < 0) throw new Error(`the request does not end with the prompt ${JSON.stringify(prompt)}`)
  last.content = last.content.toSpliced(at, 1)
}

const textOf = (block: Block): string => (typeof block['text'] === 'string' ? block['text'] : '')
const list = (content: unknown): readonly (Block | string)[] =>
  Array.isArray(content) ? content : content === undefined || content === null ? [] : [content as Block | string]
export const hashOf = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, inner]) => [key, inOrder(inner)]))
}
