// Does the conversation end in calls that still wait? (N15, N16)

import { API_ERROR, ASSISTANT, HAS_TEXT, HAS_TOOL_RESULT, has, type Rows, USER } from '../conversation/rows.js'
import type { ClientPath } from './client-path.js'

export interface OpenRound {
  /** The message whose calls wait; undefined where the round is closed. */
  readonly last: number | undefined
  /** Messages before it whose calls are kept as well. */
  readonly earlier: ReadonlySet<number>
}

/** One number for a message, or for an entry that is one of its own. */
export function messageKey(rows: Rows, row: number): number {
  return rows.messageId[row]! || -1 - row
}

/**
 * Only results stand behind the last answer: its calls are kept (N15), and so are those of the answers before it, up
 * to the last prompt, if there is any result among them (N16). Attachments and system entries do not count.
 */
export function openRound(rows: Rows, path: ClientPath): OpenRound {
  const messages = new Set<number>()
  let last: number | undefined
  let hasResult = false
  for (const row of path.rows) {
    const role = rows.role[row]
    if (role === ASSISTANT) {
      if (last === undefined && has(rows, row, API_ERROR)) break
      last ??= messageKey(rows, row)
      messages.add(messageKey(rows, row))
    } else if (role === USER) {
      if (!has(rows, row, HAS_TOOL_RESULT) || has(rows, row, HAS_TEXT)) break
      hasResult = true
    }
  }
  if (!hasResult) messages.clear()
  return { last, earlier: messages }
}
