// The messages behind a figure: where each of them stands, and which entries were not counted beside it.

import type { CountedUsage, LoggedEntry } from '../../catalog/usage/ledger.js'
import type { Charge } from './counters.js'

export interface ExplainedMessage {
  readonly id: string | null
  readonly time: string | null
  readonly session: string
  readonly project: string | null
  readonly isFinal: boolean
  readonly charges: readonly (Omit<Charge, 'costUSD'> & { readonly costUSD: number | null })[]
  readonly path: string
  readonly line: number
  readonly notCounted: readonly NotCounted[]
}

/**
 * `part`: an entry of the same answer that says less, or the same. `copy`: the same answer in another file. `progress`:
 * what a session heard of an agent whose own transcript was counted.
 */
export interface NotCounted {
  readonly path: string
  readonly line: number
  readonly why: 'part' | 'copy' | 'progress'
}

export function explained(counted: CountedUsage, at: number, charges: readonly Charge[]): ExplainedMessage {
  const { id, time, session, cwd, isFinal } = counted.message(at)
  const [winner, ...others] = counted.entriesOf(at)
  return {
    id,
    time: time === null ? null : new Date(time).toISOString(),
    session,
    project: cwd,
    isFinal,
    charges: charges.map(charge => ({ ...charge, costUSD: charge.costUSD ?? null })),
    path: winner!.source.path,
    line: winner!.line,
    notCounted: others
      .map(entry => ({ path: entry.source.path, line: entry.line, why: whyNot(entry, winner!) }))
      .toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1)),
  }
}

function whyNot(entry: LoggedEntry, winner: LoggedEntry): NotCounted['why'] {
  if (entry.isProgress && !winner.isProgress) return 'progress'
  return entry.source.path === winner.source.path ? 'part' : 'copy'
}
