// Words of the user that stand in tool results: answers to questions, what was said to a plan, and why a call was
// refused. They are as good as prompts, and stay.

import { findBytes } from '../find-bytes.js'
import type { ReshapeSource } from '../plan.js'
import type { SentCall } from './sent.js'

/** Tools that ask the user. */
const ASKING = new Set(['AskUserQuestion', 'ExitPlanMode'])
/** As the client writes it in front of what was said to a call that was refused. */
const SAID = new TextEncoder().encode('the user said:')

export function holdsUsersWords({ conversation: { rows }, read }: ReshapeSource, call: SentCall): boolean {
  if (ASKING.has(rows.names.text(call.name))) return true
  return call.isError && findBytes(read(rows.offset[call.resultRow]!, rows.length[call.resultRow]!), SAID).length > 0
}
