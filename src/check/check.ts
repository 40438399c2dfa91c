// What is wrong with a session? Rules with stable codes over the records, the conversation and the side files.

import {
  type Conversation,
  type ConversationBuilder,
  conversationBuilder,
  type SeenEntry,
} from '../conversation/conversation.js'
import type { Names } from '../conversation/names.js'
import type { Finding } from '../format/finding.js'
import { FAMILIES } from './families.js'
import type { NewFamily, Surroundings } from './family.js'

export interface SessionChecker extends Omit<ConversationBuilder, 'finish'> {
  /** All findings, in the order of their lines; those without a line last. */
  finish(surroundings: Surroundings): readonly Finding[]
}

/** The rules alone, for whoever builds the conversation himself. */
export interface Rules {
  entry(seen: SeenEntry, names: Names): void
  /** All findings, in the order of their lines; those without a line last. */
  findings(conversation: Conversation, surroundings: Surroundings): readonly Finding[]
}

/** Ready for one session. `more` are families that only a caller asks for. */
export function sessionRules(more: readonly NewFamily[] = []): Rules {
  const families = [...FAMILIES, ...more].map(make => make())
  const watching = families.filter(family => family.entry !== undefined)
  return {
    entry(seen, names) {
      for (const family of watching) family.entry!(seen, names)
    },
    findings(conversation, surroundings) {
      const found = families.flatMap(family => [...family.finish(conversation, surroundings)])
      return [...conversation.findings, ...found].toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity))
    },
  }
}

/** Takes the records of one file as the reader finds them, so that a file is read once whatever its size (I5). */
export function sessionChecker(more: readonly NewFamily[] = []): SessionChecker {
  const rules = sessionRules(more)
  const builder = conversationBuilder(rules.entry)
  return { ...builder, finish: surroundings => rules.findings(builder.finish(), surroundings) }
}
