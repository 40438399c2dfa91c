// The blocks of answers as they stand in the file, entry after entry: what is merged, repeated or dropped elsewhere is
// all here, because all of it is written again.

import { BLANK, EMPTY, SAYS_NO_CONTENT, SERVER_USE, THINKING, TOOL_USE } from '../../context/facts/block-columns.js'
import { BLOCKS } from '../../context/facts/session-facts.js'
import type { Message } from '../../conversation/messages.js'
import type { Draft } from '../plan/draft.js'
import { isOnOddLine } from '../tree/odd-lines.js'

export interface AnswerBlock {
  readonly row: number
  readonly index: number
  readonly is: 'thinking' | 'call' | 'blank' | 'other'
}

export interface AnswerBlocks {
  /** Messages of which something changes. */
  changed(): readonly Message[]
  /** In file order. */
  of(message: Message): readonly AnswerBlock[]
  /** All thinking of the session, but for what the client does not read. */
  thinking(): readonly AnswerBlock[]
}

export function answerBlocks(draft: Draft): AnswerBlocks {
  const { conversation, facts } = draft.source
  let messageOf: Map<number, Message> | undefined

  function inRow(row: number): readonly AnswerBlock[] {
    const first = facts.first[row]!
    return Array.from({ length: blockCount(draft, row) }, (_, index) => ({ row, index, is: kindAt(first + index) }))
  }

  function kindAt(block: number): AnswerBlock['is'] {
    const kind = facts.blocks.kind[block]
    if (kind === THINKING) return 'thinking'
    if (kind === TOOL_USE || kind === SERVER_USE) return 'call'
    // R-M8: neither white space nor the client's own word for nothing is sent alone.
    return (facts.blocks.flags[block]! & (BLANK | EMPTY | SAYS_NO_CONTENT)) !== 0 ? 'blank' : 'other'
  }

  return {
    changed() {
      messageOf ??= new Map(conversation.messages.flatMap(message => message.rows.map(row => [row, message] as const)))
      const found = new Set<Message>()
      for (const row of draft.changes.keys()) {
        const message = messageOf.get(row)
        if (message) found.add(message)
      }
      return [...found]
    },
    of: message => message.rows.toSorted((a, b) => a - b).flatMap(inRow),
    thinking: () => thinkingBlocks(draft),
  }
}

export function thinkingBlocks(draft: Draft): readonly AnswerBlock[] {
  const { conversation, facts } = draft.source
  const found: AnswerBlock[] = []
  for (let row = 0; row < conversation.rows.count; row++) {
    // An entry of nothing but thinking would have to go, and what it hides on its line would be read.
    if (draft.removed[row] || (isOnOddLine(draft, row) && blockCount(draft, row) === 1)) continue
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      if (facts.blocks.kind[block] === THINKING) found.push({ row, index: block - facts.first[row]!, is: 'thinking' })
    }
  }
  return found
}

/** Blocks in the entry's content; 0 where it is a text. */
export function blockCount({ source: { facts } }: Draft, row: number): number {
  return facts.form[row] === BLOCKS ? facts.first[row + 1]! - facts.first[row]! : 0
}
