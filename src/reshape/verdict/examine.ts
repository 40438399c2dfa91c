// A session read once for everything that a change is judged by: its conversation, what the model gets, what is wrong
// with it, and the numbers by which its blocks are compared.

import { type Rules, sessionRules } from '../../check/check.js'
import type { Surroundings } from '../../check/family.js'
import { sentBy } from '../../check/sent.js'
import { type ContextReader, contextReader, type Reading } from '../../context/index.js'
import type { SeenEntry } from '../../conversation/conversation.js'
import type { Names } from '../../conversation/names.js'
import type { Finding } from '../../format/finding.js'
import type { FoundGap } from '../../format/found.js'
import { type Prints, printCollector } from './prints.js'

export interface Examined {
  readonly reading: Reading
  readonly findings: readonly Finding[]
  readonly prints: Prints
  /** Bytes that are no record, blanks aside. */
  readonly gaps: readonly FoundGap[]
  /** What would be wrong with it in other surroundings. */
  findingsWith(surroundings: Surroundings): readonly Finding[]
}

export interface Examination {
  /** Takes the records. */
  readonly sink: ContextReader
  finish(surroundings: Surroundings): Examined
}

/** `observe` is shown each entry as well. */
export function examination(observe?: (seen: SeenEntry, names: Names) => void): Examination {
  const rules: Rules = sessionRules()
  const collector = printCollector()
  const gaps: FoundGap[] = []
  const sink = contextReader((seen, names) => {
    rules.entry(seen, names)
    collector.add(seen, names)
    observe?.(seen, names)
  })
  return {
    sink: {
      ...sink,
      gap(gap, bytes, start) {
        if (gap.reason !== 'blank') gaps.push(gap)
        sink.gap(gap, bytes, start)
      },
    },
    finish(surroundings) {
      const reading = sink.finish()
      const findingsWith = finder(rules, reading)
      return { reading, findings: findingsWith(surroundings), prints: collector.prints, gaps, findingsWith }
    },
  }
}

/** Apart from the examination: what it works with, the last record among it, would be held otherwise. */
function finder(rules: Rules, reading: Reading): Examined['findingsWith'] {
  return surroundings => rules.findings(sentBy(reading), surroundings)
}
