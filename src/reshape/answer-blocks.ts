// The blocks of answers as they stand in the file, entry after entry: what is merged, repeated or dropped elsewhere is
// all here, because all of it is written again.

import type { Message } from '../conversation/messages.js'
import { decodeString } from '../format/json/walk.js'
import { textRange } from './block-fields.js'
import { blocksOf } from './blocks.js'
import type { Draft } from './draft.js'
import { thinkingRows } from './thinking.js'

export interface AnswerBlock {
  readonly row: number
  readonly index: number
  readonly type: string
  /** A text that the client does not send alone (R-M8). */
  readonly isBlank: boolean
}

export interface AnswerBlocks {
  /** Messages of which something changes. */
  changed(): readonly Message[]
  /** In file order. */
  of(message: Message): readonly AnswerBlock[]
  /** All thinking of the session. */
  thinking(): readonly AnswerBlock[]
}

export function answerBlocks(draft: Draft): AnswerBlocks {
  const { conversation } = draft.source
  const known = new Map<number, readonly AnswerBlock[]>()
  let messageOf: Map<number, Message> | undefined

  function inRow(row: number): readonly AnswerBlock[] {
    let blocks = known.get(row)
    if (!blocks) known.set(row, (blocks = read(draft, row)))
    return blocks
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
    thinking() {
      const found: AnswerBlock[] = []
      thinkingRows(conversation).forEach((thinks, row) => {
        if (thinks && !draft.removed[row])
          found.push(...inRow(row).filter(({ type }) => type === 'thinking' || type === 'redacted_thinking'))
      })
      return found
    },
  }
}

function read(draft: Draft, row: number): readonly AnswerBlock[] {
  const { bytes, blocks } = blocksOf(draft, row)
  return blocks.map(({ index, type, start }) => {
    const text = type === 'text' ? textRange(bytes, start, 'text') : undefined
    return { row, index, type, isBlank: text !== undefined && isBlank(decodeString(bytes, text.start, text.end)) }
  })
}

/** R-M8: neither white space nor the client's own stand-in for nothing is sent alone. */
function isBlank(text: string): boolean {
  return text.trim() === '' || text === '(no content)'
}
