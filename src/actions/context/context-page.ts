// Some of the messages that the model will get, each block as far as a page shows it.

import type { Action } from '../action.js'
import { excerpt } from '../read/show/excerpt.js'
import type { Excerpt } from '../read/show/report.js'
import { type Block, type ContextRequest, contextMessagewise, type MessageAsSent } from './context.js'

export interface ContextPageRequest extends ContextRequest {
  /** Of the messages, from 0; `to` is not in it. */
  readonly from: number
  readonly to: number
}

export interface ContextPageReport {
  readonly client: string
  readonly model: string
  readonly resumes: boolean
  readonly reason?: string
  /** All of them. */
  readonly messages: number
  readonly from: number
  readonly page: readonly PagedMessage[]
}

export interface PagedMessage {
  readonly number: number
  readonly role: MessageAsSent['role']
  readonly lines: readonly number[]
  readonly byClient: boolean
  readonly blocks: readonly PagedBlock[]
}

export interface PagedBlock {
  readonly type: string
  /** Of a tool. */
  readonly name: string | null
  readonly id: string | null
  readonly isError: boolean
  readonly text: Excerpt
}

const MOST = { lines: 40, characters: 4000 }

export const contextPage: Action<ContextPageRequest, ContextPageReport> = (place, request, doing = {}) =>
  contextMessagewise(place, request, doing, async ({ client, model, resumes, reason, messages }) => ({
    client,
    model,
    resumes,
    ...(reason === undefined ? {} : { reason }),
    messages: messages.length,
    from: request.from,
    page: [...messages.shown(request.from, request.to)].map((message, at) => paged(message, request.from + at)),
  }))

function paged({ role, content, lines, rule }: MessageAsSent, number: number): PagedMessage {
  return { number, role, lines, byClient: rule !== undefined, blocks: content.map(block => pagedBlock(block)) }
}

export function pagedBlock(block: Block, most = MOST): PagedBlock {
  const word = (key: string): string | null => (typeof block[key] === 'string' ? (block[key] as string) : null)
  return {
    type: word('type') ?? 'unknown',
    name: word('name'),
    id: word('id') ?? word('tool_use_id'),
    isError: block['is_error'] === true,
    text: excerpt(textOf(block), most),
  }
}

function textOf(block: Block): string {
  switch (block['type']) {
    case 'text':
      return String(block['text'] ?? '')
    case 'thinking':
      return String(block['thinking'] ?? '')
    case 'tool_use':
    case 'server_tool_use':
      return JSON.stringify(block['input'] ?? {}, undefined, 1)
    case 'tool_result':
      return resultText(block['content'])
    case 'image':
    case 'document':
      return ''
    default:
      return JSON.stringify(block, undefined, 1)
  }
}

function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as readonly Block[])
    .map(one => (one['type'] === 'text' ? String(one['text'] ?? '') : `[${String(one['type'])}]`))
    .join('\n')
}
