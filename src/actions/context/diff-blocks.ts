// The blocks of a context with their prints: what two histories are compared by.

import { createHash } from 'node:crypto'
import type { ContextMessage, Part, PrintedBlock } from '../../context/index.js'
import { blockAsSent, textWeight } from '../../context/index.js'
import type { OpenReading } from '../session/open-reading.js'
import { type Block, lastEntry } from './context.js'

export interface ComparedBlock extends PrintedBlock {
  readonly role: ContextMessage['role']
  readonly type: string
  /** Place in its message. */
  readonly block: number
  /** Of the file; 0 where the client wrote it. */
  readonly line: number
  /** Names the same block also where its content differs: a tool id, or a message id and place. Empty for prompts. */
  readonly identity: string
  readonly characters: number
  readonly weight: number
  readonly part: Part
}

export function comparedBlocks(open: OpenReading, messages: readonly ContextMessage[]): readonly ComparedBlock[] {
  const { rows } = open.conversation
  const entryOf = lastEntry(open)
  const places = new Map<string, number>()
  return messages.flatMap(({ role, parts }, message) =>
    parts.map((part, block): ComparedBlock => {
      const sent = blockAsSent(part, part.kind === 'stored' ? entryOf(part.row) : undefined)
      const type = typeof sent['type'] === 'string' ? sent['type'] : 'unknown'
      const text = JSON.stringify(sent)
      const row = part.row
      const messageId = row === undefined ? '' : rows.names.text(rows.messageId[row]!)
      return {
        message,
        block,
        role,
        type,
        line: row === undefined ? 0 : rows.line[row]!,
        identity: identityOf(sent, type, messageId, places),
        print: createHash('sha1').update(role).update(text).digest('base64'),
        isThinking: type === 'thinking' || type === 'redacted_thinking',
        characters: text.length,
        weight: textWeight(Buffer.byteLength(text)),
        part,
      }
    }),
  )
}

function identityOf(block: Block, type: string, messageId: string, places: Map<string, number>): string {
  if (type === 'tool_use') return `use ${String(block['id'])}`
  if (type === 'tool_result') return `result ${String(block['tool_use_id'])}`
  if (messageId === '') return ''
  const key = `${type} of ${messageId}`
  const place = places.get(key) ?? 0
  places.set(key, place + 1)
  return `${key} ${place}`
}
