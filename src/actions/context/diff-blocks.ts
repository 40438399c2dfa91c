// The blocks of a context with their prints: what two histories are compared by.

import { createHash } from 'node:crypto'
import type { ContextMessage, Part, PrintedBlock } from '../../context/index.js'
import { blockAsSent, textWeight } from '../../context/index.js'
import type { Rows } from '../../conversation/rows.js'
import type { OpenReading } from '../session/open-reading.js'
import { type Block, lastEntry } from './context.js'

/** What is known of a block as soon as its words were read; they need not be held. */
export interface SentBlock extends Pick<PrintedBlock, 'print' | 'isThinking'> {
  readonly type: string
  /** Of a tool's call or result; empty for all others. */
  readonly toolIdentity: string
  readonly characters: number
  readonly weight: number
}

export interface ComparedBlock extends PrintedBlock, SentBlock {
  readonly role: ContextMessage['role']
  /** Place in its message. */
  readonly block: number
  /** Of the file; 0 where the client wrote it. */
  readonly line: number
  /** Names the same block also where its content differs: a tool id, or a message id and place. Empty for prompts. */
  readonly identity: string
  readonly part: Part
}

export function sentBlock(role: ContextMessage['role'], block: Block): SentBlock {
  const type = typeof block['type'] === 'string' ? block['type'] : 'unknown'
  const text = JSON.stringify(block)
  return {
    type,
    toolIdentity: toolIdentity(block, type),
    print: createHash('sha1').update(role).update(text).digest('base64'),
    isThinking: type === 'thinking' || type === 'redacted_thinking',
    characters: text.length,
    weight: textWeight(Buffer.byteLength(text)),
  }
}

/** Of a session that is open. */
export function openBlocks(
  open: Pick<OpenReading, 'conversation' | 'entry'>,
  messages: readonly ContextMessage[],
): readonly ComparedBlock[] {
  const entryOf = lastEntry(open)
  return comparedBlocks(open.conversation.rows, messages, (part, { role }) =>
    sentBlock(role, blockAsSent(part, part.kind === 'stored' ? entryOf(part.row) : undefined)),
  )
}

export function comparedBlocks(
  rows: Rows,
  messages: readonly ContextMessage[],
  sentOf: (part: Part, place: Pick<ComparedBlock, 'role' | 'message' | 'block'>) => SentBlock,
): readonly ComparedBlock[] {
  const places = new Map<string, number>()
  return messages.flatMap(({ role, parts }, message) =>
    parts.map((part, block): ComparedBlock => {
      const sent = sentOf(part, { role, message, block })
      const row = part.row
      const messageId = row === undefined ? '' : rows.names.text(rows.messageId[row]!)
      return {
        ...sent,
        message,
        block,
        role,
        line: row === undefined ? 0 : rows.line[row]!,
        identity: sent.toolIdentity || placeIdentity(sent.type, messageId, places),
        part,
      }
    }),
  )
}

function toolIdentity(block: Block, type: string): string {
  if (type === 'tool_use') return `use ${String(block['id'])}`
  return type === 'tool_result' ? `result ${String(block['tool_use_id'])}` : ''
}

function placeIdentity(type: string, messageId: string, places: Map<string, number>): string {
  if (messageId === '') return ''
  const key = `${type} of ${messageId}`
  const place = places.get(key) ?? 0
  places.set(key, place + 1)
  return `${key} ${place}`
}
