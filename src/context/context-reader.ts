// Takes the records of a file as the reader finds them; what it has then can be asked for several contexts without
// reading again.

import { conversationBuilder, type FindEnd, type SeenEntry } from '../conversation/conversation.js'
import type { Names } from '../conversation/names.js'
import type { FoundEntry, FoundGap, RecordSink } from '../format/found.js'
import { factCollector, type SessionFacts } from './facts/session-facts.js'
import { openValues } from './open-values.js'
import type { Reading } from './path.js'
import { shownEnd } from './shown-end.js'
import { soleLines } from './sole-lines.js'

export interface ContextReader extends Required<RecordSink> {
  finish(): Reading
}

/** `observe` is shown each entry as it is read, for whoever looks at more than a context needs. */
export function contextReader(observe?: (seen: SeenEntry, names: Names) => void): ContextReader {
  const collector = factCollector()
  const builder = conversationBuilder((seen, names) => {
    collector.add(seen, names)
    if (!line.startsWith(seen.found)) collector.facts.unread.add(seen.row)
    line.entry(seen.found)
    values.entry(seen.row, seen.found, seen.bytes, seen.start)
    sole.entry(seen.row, seen.found, seen.bytes, seen.start)
    observe?.(seen, names)
  })
  const line = lineTracker()
  const values = openValues(collector.facts.unread)
  const sole = soleLines(collector.facts.sharesLine)
  return {
    ...builder,
    gap(gap, bytes, start = 0) {
      builder.gap(gap)
      values.gap(gap, line.gap(gap), bytes, start)
      sole.gap(gap)
    },
    end(totals) {
      builder.end(totals)
      values.end()
    },
    finish() {
      const { facts } = collector
      return { conversation: builder.finish(endBy(facts)), facts }
    },
  }
}

/** Apart from the reader: the conversation keeps it until it is asked, and would keep all of the reader otherwise. */
function endBy(facts: SessionFacts): FindEnd {
  return conversation => shownEnd({ conversation, facts })
}

/** Knows whether a record begins its line: only blanks stand before it, or a byte order mark at the file's start. */
function lineTracker() {
  let line = 0
  let isClean = true
  let goesOn = false // the last record ended in the middle of a line
  const enter = (at: number): void => {
    if (goesOn) isClean = false
    else if (at !== line) isClean = true
    line = at
    goesOn = false
  }
  return {
    startsWith(found: FoundEntry): boolean {
      enter(found.line)
      return isClean
    },
    entry({ ending }: FoundEntry): void {
      goesOn = ending === ''
      if (!goesOn) line = 0
    },
    /** Does it begin its line? */
    gap({ line: at, reason, offset }: FoundGap): boolean {
      enter(at)
      const begins = isClean
      if (reason !== 'blank' && !(reason === 'byte-order-mark' && offset === 0)) isClean = false
      return begins
    },
  }
}
