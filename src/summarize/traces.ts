// One line for each tool call: tool, target, outcome.

import { traceOf } from './extractive/collect.js'
import type { TurnEvent } from './turn-events.js'

/** Begins with a heading; empty where no tool was called. */
export function traceLines(events: Iterable<TurnEvent>): string {
  const lines: string[] = []
  for (const event of events) if (event.kind === 'tool') lines.push(`- turn ${event.turn}: ${traceOf(event)}`)
  return lines.length === 0 ? '' : `\n\n## Tool calls\n${lines.join('\n')}`
}
