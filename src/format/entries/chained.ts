// What do the entries that form the conversation graph have in common?
//
// `user`, `assistant`, `system`, `attachment` and `progress` entries have a uuid and name their parent. All of it is
// optional: hand-made files, older clients and damage leave out any of these, and the client itself resumes a session
// whose entries have little more than uuid, parentUuid and timestamp.

import type { OneOf, Open } from './open.js'

/** ISO 8601 with milliseconds as the client writes it; a number in files of other make (D14). */
export type Timestamp = string | number

export interface ChainedEntry extends Open {
  readonly uuid?: string | null
  /** The entry before this one; null at a root and at a compaction boundary. */
  readonly parentUuid?: string | null
  /** The parent as it was before a compaction or a copy cut the chain. */
  readonly logicalParentUuid?: string | null
  readonly timestamp?: Timestamp
  readonly sessionId?: string
  /** A second session id beside `sessionId`, on some entries of newer clients; a clone rewrites both. */
  readonly session_id?: string
  /** Client version that wrote the entry. */
  readonly version?: string
  readonly cwd?: string
  readonly gitBranch?: string | null
  readonly userType?: OneOf<'external' | 'human'>
  readonly entrypoint?: OneOf<'cli' | 'sdk-cli' | 'sdk-ts' | 'sdk-py'>
  /** True for the conversation of a subagent. */
  readonly isSidechain?: boolean
  /** The subagent that wrote the entry. */
  readonly agentId?: string
  /** The session's generated nickname. */
  readonly slug?: string
  /** Written by the client, not by a person. */
  readonly isMeta?: boolean
  /** Left out of what is sent (N27). */
  readonly isVirtual?: boolean
  readonly forkedFrom?: ForkOrigin
  /** Marks of source document 004; no client has been seen to write them. */
  readonly isDeleted?: boolean
  readonly isAborted?: boolean
}

/** Where `/branch` copied the entry from. */
export interface ForkOrigin extends Open {
  readonly sessionId?: string
  readonly messageUuid?: string
}

/** Who or what put a prompt into the conversation. */
export interface Origin extends Open {
  readonly kind?: OneOf<'human' | 'task-notification' | 'peer'>
}
