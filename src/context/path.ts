// What a client takes up of a session: at which row the history ends, which rows lead up to it, what is taken along with
// them, and where the way is broken. The first rules of a profile find it, once; the messages are made from it, and
// whoever asks what the client takes up (check, graph, turns, the changes) reads it here.

import type { Conversation } from '../conversation/conversation.js'
import type { Leaf } from '../conversation/leaf.js'
import { NONE, OTHER, PROGRESS, type Rows, SYSTEM } from '../conversation/rows.js'
import type { Break } from './breaks.js'
import type { Outcome } from './context.js'
import { NO_CONTENT, type SessionFacts } from './facts/session-facts.js'
import type { Profile } from './profile.js'

/** What has been read of a file: everything that a context is found from. */
export interface Reading {
  readonly conversation: Conversation
  readonly facts: SessionFacts
  /** The session was made of another one: what its requests had is not what stands before them. */
  readonly inherited?: InheritedFigures
}

export interface InheritedFigures {
  /** Answers that begin before this byte have the figures of the other session. */
  readonly until: number
  /** What tokens cost in that one. */
  readonly base: number
  readonly rate: number
}

/** By row: what the client takes it for. */
export const NOT_HELD = 0
/** A row of the conversation. */
export const HELD = 1

/** A parent that is named but not held. */
export const MISSING = -2

/** By row: on the way from the leaf up. */
export const WALKED = 1
/** Taken along with a message that is on it, or below its end (N8, N4). */
export const TAKEN = 2

/** The file as the client holds it. */
export interface Held {
  readonly profile: Profile
  readonly conversation: Conversation
  readonly rows: Rows
  readonly facts: SessionFacts
  /** NOT_HELD or HELD, by row. */
  readonly held: Uint8Array
  /** By row: its uuid; rows of the conversation without one share one. */
  readonly uuid: Int32Array
  /** The row that stands for a uuid, by name; NONE where none does. */
  readonly rowOf: Int32Array
  /** Rows of the conversation in the client's order. */
  readonly order: Int32Array
  /** By row: its place in that order. */
  readonly place: Int32Array
  /** By row: the uuid of the parent, as the client links the rows (N2, N32). */
  readonly parentName: Int32Array
}

export interface Path extends Held {
  readonly outcome: Outcome
  /** What the checkpoints of the file say (N5, N6). */
  readonly checkpoint: Checkpoint
  /** Rows that a compaction keeps, in its order (N32). */
  readonly kept: readonly number[]
  /** The row at which the history ends; NONE where there is none. */
  readonly leaf: number
  /** The same, with the reason. */
  readonly end: Leaf
  /** From the first row to the last prompt or answer, as the parents lead. */
  readonly walked: readonly number[]
  /** The same with what is taken along: what messages are made of. */
  readonly chain: readonly number[]
  /** By row: WALKED or TAKEN for each row of the chain that a compaction has not cut off, 0 for all others. */
  readonly on: Uint8Array
  /** The last compaction on the chain: the history begins with it (R-C1). NONE where there is none. */
  readonly boundary: number
  /** What makes good missing parents (N1), anew for each way. */
  readonly newBridge: () => Bridge
  /** Why a row is not taken up, where a rule has said it. */
  readonly why: ReadonlyMap<number, string>
  /** From the end up; those above a compaction are none. Found when they are asked for. */
  breaks(): readonly Break[]
}

/** The last `last-prompt` that counts. */
export interface Checkpoint {
  /** The row that it names; NONE where it names none that is held. */
  readonly row: number
  /** Its own row; NONE where none counts. */
  readonly at: number
  /** It was gone back to on purpose, and nothing was written since. */
  readonly isExplicit: boolean
  /** … whatever was written since. */
  readonly wasExplicit: boolean
  readonly isRewound: boolean
  /** The conversation was gone back to before its beginning (R-L5). */
  readonly isEmpty: boolean
  /** There is any checkpoint in the file. */
  readonly exists: boolean
}

/** Where a missing parent is made good: the row to go on with, or NONE. */
export type Bridge = (child: number, isSeen: (row: number) => boolean) => number

/** A path in the making: the rules of a profile work on it one after another. */
export interface Walk extends Held {
  /** The row that was asked for. */
  readonly wanted: number | undefined
  order: Int32Array
  kept: readonly number[]
  checkpoint: Checkpoint
  /** What makes good missing parents (N1), anew for each walk. */
  newBridge: () => Bridge
  /** What hangs below the last row of the file is read (B1). */
  readsBelow: boolean
  /** The last row of the file that counts. */
  last: number
  leaf: number
  endsBy: Leaf['kind']
  walked: readonly number[]
  chain: number[]
  outcome: Outcome
  readonly why: Map<number, string>
}

/** The uuid of no row: what is no text is no row's uuid. */
export const NO_ROW = '\u0000none'
/** The uuid that the client takes all rows without one to have. */
export const NO_UUID = '\u0000absent'

/** A row of the conversation: of one of the four chained types, and with content where its type asks for some. */
export function isConversation({ rows, facts }: Pick<Held, 'rows' | 'facts'>, row: number): boolean {
  const role = rows.role[row]!
  if (role === OTHER || role === PROGRESS) return false
  return role >= SYSTEM || facts.form[row] !== NO_CONTENT
}

/** A row, NONE for a root, MISSING where it is not held. */
export function parentOf({ parentName, rowOf }: Pick<Held, 'parentName' | 'rowOf'>, row: number): number {
  const name = parentName[row]!
  if (name === 0) return NONE
  return rowOf[name] === NONE ? MISSING : rowOf[name]!
}

/** The first reason counts. */
export function refuse(state: { outcome: Outcome }, reason: string): void {
  if (state.outcome.kind !== 'refuses') state.outcome = { kind: 'refuses', reason }
}
