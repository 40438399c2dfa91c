// Of the rows that are not sent: which were on the chain, which are history that it has lost, and where it was lost?

import { ATTACHMENT, COMPACT_SUMMARY, has, NONE, SIDECHAIN, SYSTEM } from '../conversation/rows.js'
import { isConversation, MISSING, parentOf, type Resume } from './resume.js'
import { isBoundary } from './rules/compaction.js'
import { descendants } from './rules/leaf.js'

export interface LostHistory {
  /** undefined for a row that is no part of the history that ends at the leaf. */
  whyOf(row: number): string | undefined
}

export function lostHistory(resume: Resume): LostHistory {
  const { rows, chain, leaf } = resume
  const on = new Uint8Array(rows.count)
  for (const row of chain) on[row] = 1
  const compaction = chain.findLast(row => isBoundary(resume, row) || has(rows, row, COMPACT_SUMMARY)) ?? NONE
  const cuts = cutsAbove(resume, chain[0] ?? NONE)
  const below = leaf === NONE ? undefined : descendants(resume, leaf)
  return {
    whyOf(row) {
      if (on[row]) return whyOnChain(rows.role[row]!)
      if (row < compaction) return 'before compaction'
      const cut = cuts.get(row)
      if (cut !== undefined) return cut
      return below?.[row] ? 'after the leaf' : undefined
    },
  }
}

/** On the chain, and yet nothing of it is sent. */
function whyOnChain(role: number): string {
  if (role === SYSTEM) return 'bookkeeping'
  return role === ATTACHMENT ? "attachment: the client's own reminder" : 'no content to send'
}

/** Where the chain begins although there is history before, that history was cut off there; and so on further up. */
function cutsAbove(resume: Resume, first: number): ReadonlyMap<number, string> {
  const { rows } = resume
  const cuts = new Map<number, string>()
  for (let top = first; top !== NONE; ) {
    const why =
      parentOf(resume, top) === MISSING
        ? `cut off by a missing parent at line ${rows.line[top]!}`
        : `cut off at line ${rows.line[top]!}, which has no parent`
    let row = rowBefore(resume, top)
    top = NONE
    while (row >= 0 && !cuts.has(row)) {
      cuts.set(row, why)
      top = row
      row = parentOf(resume, row)
    }
  }
  return cuts
}

/** The row of the conversation before this one in the file. */
function rowBefore(resume: Resume, top: number): number {
  let row = top - 1
  while (row >= 0 && (!isConversation(resume, row) || has(resume.rows, row, SIDECHAIN) || resume.place[row] === NONE))
    row--
  return row
}
