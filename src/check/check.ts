// What is wrong with a session? Rules with stable codes over the records, the conversation, what the client takes up and
// sends of it, and the side files.

import { type ContextReader, contextReader, type Profile } from '../context/index.js'
import type { SeenEntry } from '../conversation/conversation.js'
import type { Names } from '../conversation/names.js'
import type { Finding } from '../format/finding.js'
import { FAMILIES } from './families.js'
import type { NewFamily, Surroundings } from './family.js'
import { type Sent, sentBy } from './sent.js'

export interface SessionChecker extends Omit<ContextReader, 'finish'> {
  /** All findings, in the order of their lines; those without a line last. */
  finish(surroundings: Surroundings): readonly Finding[]
}

/** The rules alone, for whoever reads the session himself. */
export interface Rules {
  entry(seen: SeenEntry, names: Names): void
  /** All findings, in the order of their lines; those without a line last. */
  findings(sent: Sent, surroundings: Surroundings): readonly Finding[]
}

/** Ready for one session. `more` are families that only a caller asks for. */
export function sessionRules(more: readonly NewFamily[] = []): Rules {
  const families = [...FAMILIES, ...more].map(make => make())
  const watching = families.filter(family => family.entry !== undefined)
  return {
    entry(seen, names) {
      for (const family of watching) family.entry!(seen, names)
    },
    findings(sent, surroundings) {
      const found = families.flatMap(family => [...family.finish(sent, surroundings)])
      return [...sent.conversation.findings, ...found].toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity))
    },
  }
}

/**
 * Takes the records of one file as the reader finds them, so that a file is read once whatever its size (I5). `client`: a
 * version, or a profile; the newest where nothing is said.
 */
export function sessionChecker(more: readonly NewFamily[] = [], client?: string | Profile): SessionChecker {
  const rules = sessionRules(more)
  const reader = contextReader(rules.entry)
  return { ...reader, finish: surroundings => rules.findings(sentBy(reader.finish(), client), surroundings) }
}
