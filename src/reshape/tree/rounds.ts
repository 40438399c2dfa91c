// Which entries are sent together as one round: the entries of an answer, the results of its calls, and the notes and
// attachments below those (N8). They stand on several twigs of the tree, and yet before all that follows.

import type { Conversation } from '../../conversation/conversation.js'
import {
  ASSISTANT,
  ATTACHMENT,
  HAS_TOOL_RESULT,
  has,
  isMain,
  META,
  NONE,
  PROGRESS,
  type Rows,
  SIDECHAIN,
  USER,
} from '../../conversation/rows.js'

/** By row: the number of its round, or 0. */
export function roundsOf({ rows, graph }: Conversation): Int32Array {
  const rounds = new Int32Array(rows.count)
  const numbers = new Map<number, number>()
  for (const row of graph.order) {
    if (rows.role[row] === ASSISTANT) {
      // The same id in a subagent's entries is another message.
      const key = rows.messageId[row]! * 2 + (has(rows, row, SIDECHAIN) ? 1 : 0)
      if (rows.messageId[row] === 0) rounds[row] = rows.count + 1 + row
      else {
        if (!numbers.has(key)) numbers.set(key, numbers.size + 1)
        rounds[row] = numbers.get(key)!
      }
    } else if (isTakenAlong(rows, row)) {
      const parent = graph.parent[row]!
      if (parent !== NONE) rounds[row] = rounds[parent]!
    }
  }
  return rounds
}

/** Progress leads from a call to its result; results, notes and attachments go with what they hang on. */
function isTakenAlong(rows: Rows, row: number): boolean {
  const role = rows.role[row]
  if (role === PROGRESS || role === ATTACHMENT) return true
  return role === USER && (has(rows, row, HAS_TOOL_RESULT) || (isMain(rows, row) && has(rows, row, META)))
}
