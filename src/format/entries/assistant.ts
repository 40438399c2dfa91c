// What is in an `assistant` entry?
//
// One block of an API message, as a rule: the entries that share `message.id` make up the message together, and taking
// one of them for the whole loses half of the blocks (D1).

import type { ContentBlock } from './blocks.js'
import type { ChainedEntry } from './chained.js'
import type { OneOf, Open } from './open.js'
import type { Usage } from './usage.js'

export interface AssistantEntry extends ChainedEntry {
  readonly type: 'assistant'
  readonly message?: AssistantMessage

  readonly requestId?: string
  readonly requestRef?: unknown
  /** Position of the block in its API message. */
  readonly apiBlockIndex?: number
  /** An error in the place of an answer, written by the client under the model name `<synthetic>`. */
  readonly isApiErrorMessage?: boolean
  readonly error?: OneOf<'unknown' | 'invalid_request' | 'rate_limit'> | Open
  readonly effort?: OneOf<'low' | 'medium' | 'high' | 'xhigh' | 'max'> | null
  readonly perTurnEffort?: string | null

  /** What the block is attributed to. */
  readonly attributionMcpServer?: string
  readonly attributionMcpTool?: string
  readonly attributionAgent?: string
  readonly attributionSkill?: string
  readonly attributionPlugin?: string

  /** The client does not go by its figures. */
  readonly isUnmetered?: boolean
  /** What rethread keeps where it gave the client smaller figures. */
  readonly rethread?: RecordedFigures
}

export interface RecordedFigures extends Open {
  /** The usage as the client had recorded it. */
  readonly usage?: Usage
}

export interface AssistantMessage extends Open {
  /** Shared by all entries of one API message. */
  readonly id?: string
  readonly type?: 'message'
  readonly role?: 'assistant'
  /** `<synthetic>` where the client wrote the message itself. */
  readonly model?: string
  readonly content?: readonly ContentBlock[] | string | null
  /** Null says nothing about the entry being unfinished (D2). */
  readonly stop_reason?: StopReason | null
  readonly stop_sequence?: string | null
  readonly stop_details?: unknown
  readonly usage?: Usage
  readonly context_management?: ContextManagement | null
  readonly container?: unknown
  readonly diagnostics?: Diagnostics | null
}

export type StopReason = OneOf<
  'end_turn' | 'tool_use' | 'stop_sequence' | 'max_tokens' | 'pause_turn' | 'refusal' | 'model_context_window_exceeded'
>

export interface ContextManagement extends Open {
  readonly applied_edits?: readonly unknown[]
}

export interface Diagnostics extends Open {
  readonly cache_miss_reason?: CacheMissReason | null
}

export interface CacheMissReason extends Open {
  readonly type?: OneOf<'tools_changed' | 'unavailable'>
  readonly cache_missed_input_tokens?: number
}
