// Damaged lines with records on them. The client reads a record that begins its line, and passes over one behind it or
// behind the damage (R-F1 to R-F3): take the one away, and it reads the other. So such lines are left as they are.

import type { Draft } from '../plan/draft.js'

const known = new WeakMap<object, ReadonlySet<number>>()

/** Is this row on a line of which the client reads only a part, or nothing? */
export function isOnOddLine({ source: { conversation, facts } }: Pick<Draft, 'source'>, row: number): boolean {
  let lines = known.get(facts)
  if (!lines) known.set(facts, (lines = new Set([...facts.unread].map(one => conversation.rows.line[one]!))))
  return lines.has(conversation.rows.line[row]!)
}
