// What the rules of a source document make of a session.

import type { Place } from './source-entry.js'

export const SEEDS = ['seed-000', 'seed-001', 'seed-002', 'seed-003', 'seed-004'] as const
export type Seed = (typeof SEEDS)[number]

/** Each figure is there where the document defines it; where it is silent, there is none. */
interface SourceFigures {
  /** Entries that are left when its rules have been applied. */
  readonly entries?: number
  readonly assistantMessages?: number
  /** Blocks of the assistant entries that are left. */
  readonly blocks?: number
  readonly turns?: number
  /** Turns that an answer with `end_turn` closed. */
  readonly turnsEnded?: number
  readonly toolCalls?: number
  /** Of the tool calls, those in entries that are left. */
  readonly toolCallsLeft?: number
  readonly pairs?: number
  readonly callsWithoutResult?: number
  readonly resultsWithoutCall?: number
  readonly roots?: number
  readonly orphans?: number
  readonly sidechainEntries?: number
  readonly compactions?: number
  readonly deleted?: number
  readonly aborted?: number
}

export interface DroppedBlock extends Place {
  readonly type: string
  /** The id of a tool call. */
  readonly id: string | undefined
}

/** What goes when one entry stands for a whole message. */
export interface Dropped {
  /** Messages in several entries, and how many entries those are. */
  readonly messages: number
  readonly written: number
  readonly entries: readonly Place[]
  /** Only what no entry that is left says again: an early state of a growing block is not lost. */
  readonly blocks: readonly DroppedBlock[]
}

/** Why entries are outside of what a document describes. */
type OutsideReason =
  /** Written in entries that its walk does not reach. */
  | 'off-the-walk'
  /** Of a type that it does not have. */
  | 'other-type'
  /** A message that is an object, where it expects a string. */
  | 'message-object'
  /** Hung on an entry that is no message to it. */
  | 'parent-of-other-type'
  /** A boundary in another form. */
  | 'other-boundary'

export interface SourceResult {
  readonly seed: Seed
  readonly figures: SourceFigures
  readonly dropped: Dropped
  /** Entries in the document's order, where it defines one. */
  readonly order?: readonly Place[]
  readonly turnStarts?: readonly Place[]
  /** Ids of the calls that it counts, and of those that it pairs. */
  readonly calls?: ReadonlySet<string>
  readonly paired?: ReadonlySet<string>
  /** Calls that it counts to no turn. */
  readonly callsOutsideTurns?: readonly Place[]
  /** Entries older than the one before them: in its order, the file's, or the chain's, whichever it speaks of. */
  readonly backInTime: readonly Place[]
  /** Entries that its order has no place for. */
  readonly untimed: readonly Place[]
  readonly outside: Readonly<Partial<Record<OutsideReason, readonly Place[]>>>
  /** Its walk has no start, or would never end: said in words. */
  readonly trouble?: string
}

export const NOTHING_DROPPED: Dropped = { messages: 0, written: 0, entries: [], blocks: [] }
