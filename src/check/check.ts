// What is wrong with a session? Rules with stable codes over the records, the conversation and the side files.

import { type ConversationBuilder, conversationBuilder } from '../conversation/conversation.js'
import type { Finding } from '../format/finding.js'
import { FAMILIES } from './families.js'
import type { NewFamily, Surroundings } from './family.js'

export interface SessionChecker extends Omit<ConversationBuilder, 'finish'> {
  /** All findings, in the order of their lines; those without a line last. */
  finish(surroundings: Surroundings): readonly Finding[]
}

/**
 * Takes the records of one file as the reader finds them, so that a file is read once whatever its size (I5).
 * `more` are families that only a caller asks for.
 */
export function sessionChecker(more: readonly NewFamily[] = []): SessionChecker {
  const families = [...FAMILIES, ...more].map(make => make())
  const watching = families.filter(family => family.entry !== undefined)
  const builder = conversationBuilder((seen, names) => {
    for (const family of watching) family.entry!(seen, names)
  })
  return {
    ...builder,
    finish(surroundings) {
      const conversation = builder.finish()
      const found = families.flatMap(family => [...family.finish(conversation, surroundings)])
      return [...conversation.findings, ...found].toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity))
    },
  }
}
