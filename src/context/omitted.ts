// What is not sent, and why: with what the messages name, every entry of the conversation is accounted for.

import { has, OTHER, PROGRESS, SIDECHAIN, SYSTEM } from '../conversation/rows.js'
import type { Omitted } from './context.js'
import { type LostHistory, lostHistory } from './lost-history.js'
import { isConversation } from './path.js'
import type { Resume } from './resume.js'

/** Why the client drops an entry with all its words (R-T2, N17). */
export const CALL_WITHOUT_RESULT = 'its tool call has no result'
/** Why it drops a result (R-T4). */
export const RESULT_APART = 'result that does not follow its call'

/** An entry of the conversation: it is sent, or it is left out for a reason. */
export function isEntryOfConversation(resume: Resume, row: number): boolean {
  return resume.rows.role[row] !== OTHER
}

/** Stretches of neighbouring entries with the same reason; entries that are no talk do not interrupt one. */
export function omittedFrom(resume: Resume): readonly Omitted[] {
  const sent = sentRows(resume)
  const lost = lostHistory(resume)
  const stretches: { rows: number[]; why: string }[] = []
  let open: { rows: number[]; why: string } | undefined
  for (let row = 0; row < resume.rows.count; row++) {
    if (!isEntryOfConversation(resume, row)) continue
    if (sent[row]) {
      open = undefined
      continue
    }
    const why = whyNot(resume, row, lost)
    if (open?.why === why) open.rows.push(row)
    else stretches.push((open = { rows: [row], why }))
  }
  return stretches
}

function sentRows({ rows, messages }: Resume): Uint8Array {
  const sent = new Uint8Array(rows.count)
  for (const { parts } of messages) for (const part of parts) if (part.kind === 'stored') sent[part.row] = 1
  return sent
}

function whyNot(resume: Resume, row: number, lost: LostHistory): string {
  const said = resume.why.get(row)
  if (said !== undefined) return said
  const { rows } = resume
  const role = rows.role[row]!
  if (resume.outcome.kind === 'refuses') return 'the client does not resume this session'
  if (has(rows, row, SIDECHAIN)) return 'subagent'
  if (role === PROGRESS) return 'progress'
  if (!isConversation(resume, row)) return 'no message'
  return lost.whyOf(row) ?? (role === SYSTEM ? 'bookkeeping' : 'abandoned branch')
}
