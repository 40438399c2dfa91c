// Words of the user that stand in tool results: answers to questions, what was said to a plan, and why a call was
// refused. They are as good as prompts, and stay.

import { NONE } from '../../conversation/rows.js'
import { findBytes } from '../edits/find-bytes.js'
import type { ReshapeSource } from '../plan/plan.js'
import type { SentCall } from './sent.js'

/** Tools that ask the user. */
const ASKING = new Set(['AskUserQuestion', 'ExitPlanMode'])
/** As the client writes it in front of what was said to a call that was refused. */
const SAID = new TextEncoder().encode('the user said:')

/** Asked for one call after the other: results of one entry look at it once. */
export function usersWords({ conversation: { rows }, read }: ReshapeSource): (call: SentCall) => boolean {
  let last = { row: NONE as number, says: false }
  return ({ name, isError, resultRow }) => {
    if (ASKING.has(rows.names.text(name))) return true
    if (!isError) return false
    if (resultRow !== last.row) {
      const bytes = read(rows.offset[resultRow]!, rows.length[resultRow]!)
      last = { row: resultRow, says: findBytes(bytes, SAID).length > 0 }
    }
    return last.says
  }
}
