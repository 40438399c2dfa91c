// A session read once for everything that a change is judged by: its conversation, what the model gets, what is wrong
// with it, and the numbers by which its blocks are compared.

import { type Rules, sessionRules } from '../../check/check.js'
import type { Surroundings } from '../../check/family.js'
import { type ContextReader, contextReader, type Reading } from '../../context/index.js'
import type { Finding } from '../../format/finding.js'
import { type Prints, printCollector } from './prints.js'

export interface Examined {
  readonly reading: Reading
  readonly findings: readonly Finding[]
  readonly prints: Prints
}

export interface Examination {
  /** Takes the records. */
  readonly sink: ContextReader
  finish(surroundings: Surroundings): Examined
}

export function examination(): Examination {
  const rules: Rules = sessionRules()
  const collector = printCollector()
  const sink = contextReader((seen, names) => {
    rules.entry(seen, names)
    collector.add(seen, names)
  })
  return {
    sink,
    finish(surroundings) {
      const reading = sink.finish()
      return { reading, findings: rules.findings(reading.conversation, surroundings), prints: collector.prints }
    },
  }
}
