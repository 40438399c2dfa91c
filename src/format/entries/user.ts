// What is in a `user` entry?
//
// Not only what a person typed: tool results, slash commands and their output, interruptions, compaction summaries and
// notes of the client all come as `user` entries. Which of them one is, the conversation layer says (D3).

import type { ContentBlock } from './blocks.js'
import type { ChainedEntry, Origin } from './chained.js'
import type { OneOf, Open } from './open.js'
import type { Todo, ToolUseResult } from './tool-use-result.js'
import type { Usage } from './usage.js'

export interface UserEntry extends ChainedEntry {
  readonly type: 'user'
  readonly message?: UserMessage

  /** The tool's own record of its result, beside the `tool_result` block that the model sees. */
  readonly toolUseResult?: ToolUseResult
  /** The assistant entry whose call this result answers. */
  readonly sourceToolAssistantUUID?: string
  /** The call whose run added this text, such as the instructions of a skill. */
  readonly sourceToolUseID?: string
  readonly permissionDecision?: unknown
  readonly toolDenialKind?: OneOf<'interrupted' | 'cancelled' | 'permission-rule' | 'user-rejected'>
  readonly toolEndsTurn?: boolean
  readonly userFeedback?: unknown
  readonly mcpMeta?: McpMeta
  readonly mcpCallNotReadOnly?: boolean

  readonly promptId?: string
  readonly promptSource?: OneOf<'typed' | 'queued' | 'sdk' | 'system'>
  readonly turnOrigin?: OneOf<'human' | 'sdk'>
  readonly turnPosition?: TurnPosition
  /** Written by the client to go with a turn; never a prompt. */
  readonly turnCompanion?: boolean
  readonly origin?: Origin
  readonly permissionMode?: PermissionMode
  readonly imagePasteIds?: readonly (number | string)[]
  readonly interruptedMessageId?: string
  readonly planContent?: string
  readonly thinkingMetadata?: ThinkingMetadata
  readonly todos?: readonly Todo[]

  readonly isCompactSummary?: boolean
  /** Shown to the user only; the client sends it all the same (R-M14). */
  readonly isVisibleInTranscriptOnly?: boolean
  /** Prompts that a compaction folded into this summary. */
  readonly summarizedTurnPromptUuids?: readonly string[]
  readonly summarizeMetadata?: unknown
}

export interface UserMessage extends Open {
  readonly role?: 'user'
  /** A typed prompt is a string; results, images and interruptions are blocks. */
  readonly content?: string | readonly ContentBlock[] | null
  /** Listed for user messages by source document 001 only. */
  readonly id?: string
  readonly model?: string
  readonly stop_reason?: string | null
  readonly stop_sequence?: string | null
  readonly usage?: Usage
}

export type PermissionMode = OneOf<'default' | 'acceptEdits' | 'plan' | 'bypassPermissions' | 'dontAsk' | 'auto'>

export interface TurnPosition extends Open {
  readonly promptIndex?: number
  readonly turnIndex?: number
}

export interface McpMeta extends Open {
  readonly structuredContent?: unknown
}

/** How much thinking the prompt asked for: level and triggers up to 2.1.17, a token limit from 2.1.19. */
export interface ThinkingMetadata extends Open {
  readonly level?: OneOf<'none' | 'high'>
  readonly disabled?: boolean
  readonly triggers?: readonly ThinkingTrigger[]
  readonly maxThinkingTokens?: number
}

/** Where in the prompt a word asked for more thinking. */
export interface ThinkingTrigger extends Open {
  readonly start?: number
  readonly end?: number
  readonly text?: string
}
