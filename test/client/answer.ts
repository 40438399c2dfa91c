// What a client makes of a session, as it is compared and stored.

import type { Resumed } from './resume.js'
import { hashOf, type StrictMessage, strict } from './strict.js'

export type Answer = Sent | Refused

export interface Sent {
  readonly model: string
  readonly messages: readonly StrictMessage[]
}

export interface Refused {
  readonly refused: string
}

/** A client that summarises first sends its summary, which is the fake API's word: only that it did so counts (N30). */
export const COMPACTS = 'compacts first'

export function answerOf(resumed: Resumed, prompt: string): Answer {
  if (resumed.kind === 'refused') return { refused: resumed.reason }
  if (resumed.compacted) return { refused: COMPACTS }
  return { model: resumed.model, messages: strict(resumed.messages, prompt) }
}

/** A large answer by its size, its hash and its ends. */
export interface Digest {
  readonly model: string
  readonly count: number
  readonly hash: string
  readonly first: StrictMessage | undefined
  readonly last: StrictMessage | undefined
}

const LARGEST = 256 * 1024

/** The answer as it is stored: whole where that is small. */
export function stored(answer: Answer): Answer | Digest {
  if ('refused' in answer) return answer
  const text = JSON.stringify(answer.messages)
  if (text.length <= LARGEST) return answer
  const { model, messages } = answer
  return {
    model,
    count: messages.length,
    hash: hashOf(text),
    first: short(messages.at(0)),
    last: short(messages.at(-1)),
  }
}

/** One that fits on a screen. */
function short(message: StrictMessage | undefined): StrictMessage | undefined {
  if (!message || JSON.stringify(message).length < 2000) return message
  return { role: message.role, content: [{ type: 'hash', hash: hashOf(JSON.stringify(message.content)) }] }
}
