// Reading a conversation of any size in bounded memory: what is too large to be held is let go on the way (I5).

import { type Conversation, conversationBuilder, type SeenEntry } from '../../conversation/conversation.js'
import type { Names } from '../../conversation/names.js'
import type { RecordSink } from '../../format/found.js'

/** A conversation of more entries than this is not held. */
const MOST_ENTRIES = 120_000

export interface BoundedReading extends Required<RecordSink> {
  /** Undefined where it was too large. */
  conversation(): Conversation | undefined
}

export function boundedReading(see: (seen: SeenEntry, names: Names) => void): BoundedReading {
  let builder = conversationBuilder(see)
  let held = 0
  let isWhole = true
  return {
    entry(found, bytes, start, spans) {
      builder.entry(found, bytes, start, spans)
      if (++held < MOST_ENTRIES) return
      builder = conversationBuilder(see)
      held = 0
      isWhole = false
    },
    gap: gap => builder.gap(gap),
    finding: finding => builder.finding(finding),
    end: totals => builder.end(totals),
    conversation: () => (isWhole ? builder.finish() : undefined),
  }
}
