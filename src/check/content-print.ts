// A number that tells whether two entries say the same, without looking at all of a long text.

import type { SeenEntry } from '../conversation/conversation.js'
import { hashOf } from '../conversation/names.js'

/** How much of each end is looked at; the length is compared as well. */
const ENDS = 96

export function contentPrint({ facts, bytes }: SeenEntry): number {
  if (facts.content === 'string') return rangePrint(bytes, facts.texts[0]!.start, facts.texts[0]!.end)
  const first = facts.blocks[0]
  return first ? rangePrint(bytes, first.start, facts.blocks.at(-1)!.end) : 0
}

export function rangePrint(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= 2 * ENDS) return hashOf(bytes, start, end)
  return hashOf(bytes, start, start + ENDS) ^ Math.imul(hashOf(bytes, end - ENDS, end), 31) ^ (end - start)
}
