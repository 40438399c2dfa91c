// Reading a conversation of any size in bounded memory: what is too large to be held is let go on the way (I5).

import { type Conversation, conversationBuilder, type SeenEntry } from '../../conversation/conversation.js'
import type { Names } from '../../conversation/names.js'
import type { RecordSink } from '../../format/found.js'
import { NO_SPANS, type Spans } from '../../format/json/spans.js'

/** A conversation of more entries than this is not held. */
const MOST_ENTRIES = 120_000

export interface BoundedReading extends Required<RecordSink> {
  /** Undefined where it was too large. */
  conversation(): Conversation | undefined
}

/** `spans`: where long values of the entry end. */
export type SeeEntry = (seen: SeenEntry, names: Names, spans: Spans) => void

export function boundedReading(see: SeeEntry): BoundedReading {
  let spansNow = NO_SPANS
  const observe = (seen: SeenEntry, names: Names): void => see(seen, names, spansNow)
  let builder = conversationBuilder(observe)
  let held = 0
  let isWhole = true
  return {
    entry(found, bytes, start, spans) {
      spansNow = spans
      builder.entry(found, bytes, start, spans)
      if (++held < MOST_ENTRIES) return
      builder = conversationBuilder(observe)
      held = 0
      isWhole = false
    },
    gap: gap => builder.gap(gap),
    finding: finding => builder.finding(finding),
    end: totals => builder.end(totals),
    conversation: () => (isWhole ? builder.finish() : undefined),
  }
}
