// What a verb wants to do to a session, as a value: the changes by byte range, why each is made, and what must hold
// between the session before and after. Nothing of the file's text is in it: edits are found again whenever they are
// asked for, so a plan for a large session is small.

import type { SessionFacts } from '../../context/facts/session-facts.js'
import type { Conversation } from '../../conversation/conversation.js'
import type { Changes } from '../../format/changes.js'
import type { SessionFolder } from '../../format/session-folder.js'
import type { RowSet } from './row-set.js'

export interface Plan {
  /** In the order in which they were asked for. */
  readonly verbs: readonly string[]
  /** Id of the session that comes out; that of the source where it is changed in place. */
  readonly sessionId: string
  readonly changes: Changes
  readonly steps: readonly Step[]
  readonly promises: Promises
  readonly named: Named
  /** By row of the result: the row of the source that it was, or NONE for one that is new. */
  readonly sourceRows: Int32Array
  /** The session folder as it will be, without the files' new places on disk: for whoever checks the result. */
  readonly folder: SessionFolder | undefined
  /** There is nothing to do: nothing is written, not even a copy. */
  readonly isNothing?: boolean
}

/** All that may change besides what goes: whatever a plan does not name stays, byte for byte. By rows of the source. */
export interface Named {
  /** The id that the session had, where it gets another one. */
  readonly idBefore: string | undefined
  /** Do all entries get new ids? */
  readonly newIds: boolean
  /** Rows of which the content changes, or the copies of it beside it. */
  readonly changed: ReadonlyMap<number, ChangedParts>
  /** Rows that are hung elsewhere: the uuid that they hang on, or on the next above it that stays; '' for none. */
  readonly rehung: ReadonlyMap<number, string>
  /** Rows that get other figures of usage, and keep their own beside them. */
  readonly figures: ReadonlySet<number>
  /** By the place of a row: the one that stands there instead. */
  readonly moved: ReadonlyMap<number, number>
  /** May this text become that one, wherever it stands? */
  readonly replaces?: Replaces
  /** What lies between the entries changes as well. */
  readonly gaps: boolean
  /** Side files that are left out, by their absolute paths. */
  readonly leftOut: ReadonlySet<string>
  /** Transcripts of agents in which more changes than ids, by their absolute paths. */
  readonly agents: ReadonlySet<string>
}

/** What changes inside one entry, besides ids. */
export interface ChangedParts {
  /** Blocks by their place in the content. */
  readonly blocks: { has(index: number): boolean }
  /** The stop reason of a message that keeps no tool use. */
  readonly endsTurn?: boolean
  readonly dropsSecondOutput?: boolean
  readonly dropsPreserved?: boolean
}

export type Replaces = (before: string, after: string) => boolean

/** One thing that is done, and why. */
export interface Step {
  readonly action: string
  /** How many entries (or side files) it concerns. */
  readonly entries: number
  /** The lines of the source; none where it concerns the whole file, or no line of it. */
  readonly lines: readonly number[]
  readonly why: string
  /** How sure it is that this is how it was, where there is a doubt. */
  readonly confidence?: Confidence
}

/** `sure`: the entries themselves say so. `likely`: their order does. `guess`: something else is as possible. */
export type Confidence = 'sure' | 'likely' | 'guess'

/** What the model gets before and after: how much of it must be the same? */
export interface Promises {
  /**
   * Everything; every prompt and every answer, in order; all blocks but thinking, besides what is `gone`; or all but what
   * `mended` names, and more.
   */
  readonly context: 'same' | 'rest' | 'words' | 'mended'
  /** A repair that was told to may send far more than the session's last answer was given. */
  readonly mayGrow?: boolean
  /** Lines of the source that a repair changes, takes out, or takes off the way that is sent. */
  readonly mended?: ReadonlySet<number>
  /** So many new texts stand between those of the source; none where absent. */
  readonly added?: number
  /** Compared with what the client would send of the source if it ended at this row. */
  readonly leaf?: number
  /** And if it had only these bytes: a compaction behind them changes what is read of all before it (N32). */
  readonly until?: number
  /** Rows whose words go on purpose; all other words stay. */
  readonly gone: RowSet
  /** Rows whose words are others in places: the session's own id, a path, a secret. */
  readonly rewritten: ReadonlySet<number>
  /** No thinking is left whose prefix changed (A0, D13). */
  readonly thinking: true
}

/** A session to be reshaped: what it says, and its bytes on demand. */
export interface ReshapeSource {
  readonly conversation: Conversation
  readonly facts: SessionFacts
  /** How many bytes of the file count. */
  readonly size: number
  read(offset: number, length: number, into?: Uint8Array): Uint8Array
  /** Absent for a session that is no file. */
  readonly folder: SessionFolder | undefined
  /** The transcripts of its subagents, in the order of `folder.agents`. */
  readonly agents: readonly AgentTranscript[]
  /** Other side files that are changed when they are copied: titles, notes about agents. */
  readonly texts: ReadonlyMap<string, Uint8Array>
}

export interface AgentTranscript {
  readonly conversation: Conversation
  /** Where thinking may have to go from it. */
  readonly facts?: SessionFacts
  readonly size: number
  read(offset: number, length: number, into?: Uint8Array): Uint8Array
}
