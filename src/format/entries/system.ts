// What is in a `system` entry?
//
// Events that the client notes between the messages, told apart by `subtype`. They are part of the chain, so later
// entries hang from them, but only `local_command` is ever sent to the model (N27).

import type { ChainedEntry } from './chained.js'
import type { OneOf, Open, Unlisted } from './open.js'

export type SystemEntry =
  | CompactBoundaryEntry
  | MicrocompactBoundaryEntry
  | TurnDurationEntry
  | LocalCommandEntry
  | ApiErrorEntry
  | StopHookSummaryEntry
  | NoticeEntry
  | RetryScheduledEntry
  | PlainSystemEntry
  | UnknownSystemEntry

interface SystemFields extends ChainedEntry {
  readonly type: 'system'
  readonly content?: string
  readonly level?: OneOf<'info' | 'suggestion' | 'warning' | 'error'>
  readonly toolUseID?: string
}

/** Everything before this entry was replaced by the summary that follows it, save what the metadata preserves. */
export interface CompactBoundaryEntry extends SystemFields {
  readonly subtype: 'compact_boundary'
  readonly compactMetadata?: CompactMetadata
}

export interface CompactMetadata extends Open {
  readonly trigger?: OneOf<'manual' | 'auto'>
  readonly preTokens?: number
  readonly postTokens?: number
  readonly durationMs?: number
  readonly cumulativeDroppedTokens?: number
  readonly messagesSummarized?: number
  readonly preservedSegment?: PreservedSegment
  readonly preservedMessages?: PreservedMessages
}

/** Entries before the boundary that stay in force, given by the ends of their chain. */
export interface PreservedSegment extends Open {
  readonly headUuid?: string
  /** The entry that the preserved ones are hung from: the summary, as a rule. */
  readonly anchorUuid?: string
  readonly tailUuid?: string
}

/** The same, entry by entry, in the order in which they are sent. It beats the segment (N32). */
export interface PreservedMessages extends Open {
  readonly anchorUuid?: string
  readonly uuids?: readonly string[]
  readonly allUuids?: readonly string[]
}

/** Old tool results were left out of the context; the file keeps them. */
export interface MicrocompactBoundaryEntry extends SystemFields {
  readonly subtype: 'microcompact_boundary'
  readonly microcompactMetadata?: MicrocompactMetadata
}

export interface MicrocompactMetadata extends Open {
  readonly trigger?: OneOf<'manual' | 'auto'>
  readonly preTokens?: number
  readonly tokensSaved?: number
  readonly compactedToolIds?: readonly string[]
  readonly clearedAttachmentUUIDs?: readonly string[]
}

export interface TurnDurationEntry extends SystemFields {
  readonly subtype: 'turn_duration'
  readonly durationMs?: number
  readonly messageCount?: number
}

/** A slash command or its output. */
export interface LocalCommandEntry extends SystemFields {
  readonly subtype: 'local_command'
  /** Shown to the user, not sent (N27). */
  readonly isDisplayOnly?: boolean
}

/** A request failed and is tried again. */
export interface ApiErrorEntry extends SystemFields {
  readonly subtype: 'api_error'
  readonly error?: ApiError | string
  readonly cause?: ConnectionError
  readonly retryAttempt?: number
  readonly retryInMs?: number
  readonly maxRetries?: number
}

/** What the client's HTTP library reported: the answer with its headers, or a failed connection. */
export interface ApiError extends Open {
  readonly status?: number
  readonly headers?: Readonly<Record<string, unknown>>
  readonly requestID?: string | null
  readonly error?: unknown
  readonly cause?: ConnectionError
}

export interface ConnectionError extends Open {
  readonly code?: string
  readonly path?: string
  readonly errno?: number
}

/** What the hooks did when a turn ended. */
export interface StopHookSummaryEntry extends SystemFields {
  readonly subtype: 'stop_hook_summary'
  readonly hookCount?: number
  readonly hookInfos?: readonly HookInfo[]
  readonly hookErrors?: readonly unknown[]
  readonly hookAdditionalContext?: readonly unknown[]
  readonly preventedContinuation?: boolean
  readonly stopReason?: string
  readonly hasOutput?: boolean
}

export interface HookInfo extends Open {
  readonly command?: string
  readonly durationMs?: number
}

/** Notices of which nothing but the common fields is known. */
export interface NoticeEntry extends SystemFields {
  readonly subtype:
    | 'informational'
    | 'away_summary'
    | 'model_fallback'
    | 'model_refusal_fallback'
    | 'file_snapshot'
    | 'scheduled_task_fire'
    | 'permission_retry'
}

/** The retry entry of source document 001; real clients write `api_error` with the same fields. */
export interface RetryScheduledEntry extends SystemFields {
  readonly subtype: 'retry_scheduled'
  readonly error?: unknown
  readonly cause?: unknown
  readonly retryAttempt?: number
  readonly retryInMs?: number
  readonly maxRetries?: number
}

/** Without a subtype: the second form of source document 001, free text in `content`. */
export interface PlainSystemEntry extends SystemFields {
  readonly subtype?: undefined
}

/** Any other subtype, kept as it is. */
export interface UnknownSystemEntry extends SystemFields {
  readonly subtype: Unlisted
}
