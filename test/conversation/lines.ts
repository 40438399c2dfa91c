// Session lines written by hand. A line hangs on the line before it that has a uuid, unless it says otherwise, and is
// one second younger than the line before.

import { readForContext } from '../../src/context/read-context.js'
import type { Conversation } from '../../src/conversation/conversation.js'
import { NONE, textOf, uuidOf } from '../../src/conversation/rows.js'

export type Line = Readonly<Record<string, unknown>>
/** `parent` in place of parentUuid: undefined is "the line before", null a root. */
export type More = Line & { readonly parent?: string | null }

const chained = (type: string, uuid: string, { parent, ...more }: More): Line => ({
  ...(parent === undefined ? { parentUuid: ABOVE } : { parentUuid: parent }),
  isSidechain: false,
  type,
  uuid,
  timestamp: NEXT,
  ...more,
})
const ABOVE = '(the line before)'
const NEXT = '(a second later)'

// Blocks
export const text = (words: string): Line => ({ type: 'text', text: words })
export const thinking = (words: string): Line => ({ type: 'thinking', thinking: words, signature: 'c2ln' })
export const use = (id: string, name = 'Read', input: unknown = {}): Line => ({ type: 'tool_use', id, name, input })
export const image = (): Line => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } })
export const answers = (id: string, content: unknown = 'done', more: Line = {}): Line => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
})

// Chained lines
export const user = (uuid: string, content: unknown, more: More = {}): Line =>
  chained('user', uuid, { message: { role: 'user', content }, ...more })
export const prompt = (uuid: string, more: More = {}): Line => user(uuid, `say ${uuid}`, more)
export const result = (uuid: string, id: string, more: More = {}): Line => user(uuid, [answers(id)], more)
export const command = (uuid: string, more: More = {}): Line =>
  user(uuid, `<command-name>/${uuid}</command-name>\n<command-message>${uuid}</command-message>`, more)
export const output = (uuid: string, more: More = {}): Line =>
  user(uuid, '<local-command-stdout>ok</local-command-stdout>', more)
export const meta = (uuid: string, more: More = {}): Line =>
  user(uuid, [text('Expanded by the client.')], { isMeta: true, ...more })
export const interrupted = (uuid: string, more: More = {}): Line =>
  user(uuid, [text('[Request interrupted by user]')], more)

export interface Answer {
  readonly parent?: string | null
  readonly message?: string | null
  readonly blocks?: unknown
  readonly stop?: string | null
  readonly usage?: Line
  readonly model?: string
  readonly more?: More
}

/** One text block, and a message of its own, unless it says otherwise. */
export function answer(uuid: string, options: Answer = {}): Line {
  const { message = `msg_${uuid}`, blocks = [text(`hear ${uuid}`)], stop = null, model = 'claude-opus-4-6' } = options
  return chained('assistant', uuid, {
    ...(options.parent === undefined ? {} : { parent: options.parent }),
    message: {
      model,
      ...(message === null ? {} : { id: message }),
      type: 'message',
      role: 'assistant',
      content: blocks,
      stop_reason: stop,
      ...(options.usage ? { usage: options.usage } : {}),
    },
    ...options.more,
  })
}
export const last = (uuid: string, options: Answer = {}): Line => answer(uuid, { stop: 'end_turn', ...options })
export const calls = (uuid: string, ...ids: readonly string[]): Line => answer(uuid, { blocks: ids.map(id => use(id)) })
export const system = (uuid: string, subtype: string, more: More = {}): Line =>
  chained('system', uuid, { subtype, content: '', ...more })
export const attachment = (uuid: string, type: string, fields: Line = {}, more: More = {}): Line =>
  chained('attachment', uuid, { attachment: { type, ...fields }, ...more })
export const queuedCommand = (uuid: string, words: unknown, fields: Line = {}): Line =>
  attachment(uuid, 'queued_command', { prompt: words, ...fields })
export const progress = (uuid: string, more: More = {}): Line => chained('progress', uuid, { data: {}, ...more })
export const boundary = (uuid: string, compactMetadata: Line = {}, more: More = {}): Line =>
  system(uuid, 'compact_boundary', { parent: null, compactMetadata, ...more })
export const summaryOf = (uuid: string, more: More = {}): Line =>
  user(uuid, 'This session is being continued from a previous conversation', { isCompactSummary: true, ...more })
export const side = (...lines: readonly Line[]): readonly Line[] => lines.map(line => ({ ...line, isSidechain: true }))

// Lines outside the chain
export const checkpoint = (leafUuid: string | null, more: Line = {}): Line => ({
  type: 'last-prompt',
  lastPrompt: 'go on',
  leafUuid,
  ...more,
})
export const queue = (operation: string, content?: string): Line => ({
  type: 'queue-operation',
  operation,
  timestamp: NEXT,
  ...(content === undefined ? {} : { content }),
})

export function bytesOf(...lines: readonly (Line | readonly Line[])[]): Uint8Array {
  let above: string | null = null
  let second = 0
  const written = lines.flat().map(line => {
    second++
    const made: Record<string, unknown> = { ...line }
    if (made['parentUuid'] === ABOVE) made['parentUuid'] = above
    if (made['timestamp'] === NEXT) made['timestamp'] = timeAt(second)
    if (typeof made['uuid'] === 'string') above = made['uuid']
    return JSON.stringify(made)
  })
  return new TextEncoder().encode(written.map(line => `${line}\n`).join(''))
}

export const timeAt = (second: number): string => new Date(Date.UTC(2026, 0, 2, 10) + second * 1000).toISOString()

export const read = (...lines: readonly (Line | readonly Line[])[]): Conversation =>
  readForContext(bytesOf(...lines)).conversation

/** The uuid of a row, or of each of several; '-' for none. */
export function at(conversation: Conversation, row: number): string {
  return row === NONE ? '-' : (uuidOf(conversation.rows, row) ?? `line ${conversation.rows.line[row]}`)
}

export const all = (conversation: Conversation, rows: Iterable<number>): string =>
  [...rows].map(row => at(conversation, row)).join(' ')

export const word = (conversation: Conversation, name: number): string => textOf(conversation.rows, name) ?? '-'

export const rowOf = (conversation: Conversation, uuid: string): number => {
  for (let row = conversation.rows.count - 1; row >= 0; row--) if (uuidOf(conversation.rows, row) === uuid) return row
  throw new Error(`no row ${uuid}`)
}
