// What the quick scanner tells of an answer: fields by their numbers in assembly/quick-answer.ts.

import type { AnswerSlots } from '../../format/json/quick-scan.js'
import { decodeString } from '../../format/json/walk.js'

export const WORD = {
  requestId: 0,
  sessionId: 1,
  cwd: 2,
  agentId: 3,
  messageId: 4,
  model: 5,
  stopReason: 6,
  serviceTier: 7,
  inferenceGeo: 8,
  speed: 9,
} as const

/** Only their places are told. */
export const PLACE = {
  timestamp: 18,
  isSidechain: 19,
  costUSD: 20,
  forkedFrom: 21,
  rethread: 22,
  iterations: 23,
} as const

const NONE = 0
const SAME = 1
const NEW = 2

/** To be asked once for every word of every answer: the next time it may only be told that it is the same. */
export function wordOf({ slots, words }: AnswerSlots, field: number, bytes: Uint8Array, start: number): string | null {
  const state = slots[4 * field]!
  if (state === NONE) return null
  if (state === SAME) return words[field]!
  const [begin, end] = [start + slots[4 * field + 1]!, start + slots[4 * field + 2]!]
  if (state !== NEW) return decodeString(bytes, begin, end)
  const text = bytes instanceof Buffer ? bytes.toString('latin1', begin, end) : decodeString(bytes, begin, end)
  words[field] = text
  return text
}

/** -1 where it is not there. */
export function placeOf({ slots }: AnswerSlots, field: number, start: number): number {
  return slots[4 * field] === NONE ? -1 : start + slots[4 * field + 1]!
}
