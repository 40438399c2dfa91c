// Of the rows that are not sent: which were on the chain, which are history that it has lost, and where it was lost?

import { ATTACHMENT, COMPACT_SUMMARY, has, NONE, SYSTEM } from '../conversation/rows.js'
import type { Break } from './breaks.js'
import type { Path } from './path.js'
import { isBoundary } from './rules/compaction.js'
import { descendants } from './rules/leaf.js'

export interface LostHistory {
  /** undefined for a row that is no part of the history that ends at the leaf. */
  whyOf(row: number): string | undefined
}

export function lostHistory(path: Omit<Path, 'outcome' | 'why'>): LostHistory {
  const { rows, chain, leaf } = path
  const on = new Uint8Array(rows.count)
  for (const row of chain) on[row] = 1
  const compaction = chain.findLast(row => isBoundary(path, row) || has(rows, row, COMPACT_SUMMARY)) ?? NONE
  const cuts = new Map(path.breaks().flatMap(one => one.lost.map(row => [row, one])))
  const below = leaf === NONE ? undefined : descendants(path, leaf)
  return {
    whyOf(row) {
      if (on[row]) return whyOnChain(rows.role[row]!)
      if (row < compaction) return 'before compaction'
      const cut = cuts.get(row)
      if (cut !== undefined) return whyCut(cut, rows.line[cut.child]!)
      return below?.[row] ? 'after the leaf' : undefined
    },
  }
}

/** On the chain, and yet nothing of it is sent. */
function whyOnChain(role: number): string {
  if (role === SYSTEM) return 'bookkeeping'
  return role === ATTACHMENT ? "attachment: the client's own reminder" : 'no content to send'
}

function whyCut({ kind }: Break, line: number): string {
  if (kind === 'missing') return `cut off by a missing parent at line ${line}`
  return kind === 'root'
    ? `cut off at line ${line}, which has no parent`
    : `cut off by a loop of parents at line ${line}`
}
