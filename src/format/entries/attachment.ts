// What is in an `attachment` entry?
//
// Context that the client puts beside the messages, since 2.1.90 as entries of the chain. Most of it can be made anew,
// but not all: a `queued_command` is the only copy of what the user typed while the model was working, a `file` holds
// the text of an @-mention, and two kinds change what is sent (`thinking_stripped`, `tool_results_cut`).

import type { ContentBlock } from './blocks.js'
import type { ChainedEntry, Origin } from './chained.js'
import type { OneOf, Open, Unlisted } from './open.js'

export interface AttachmentEntry extends ChainedEntry {
  readonly type: 'attachment'
  readonly attachment?: Attachment
  /** The text as the model was shown it. */
  readonly rendered?: readonly unknown[]
  readonly renderedInHumanTurn?: readonly unknown[]
}

export type Attachment =
  | QueuedCommandAttachment
  | FileAttachment
  | SelectedLinesAttachment
  | HookResultAttachment
  | HookContextAttachment
  | ThinkingStrippedAttachment
  | ToolResultsCutAttachment
  | DeferredToolsDeltaAttachment
  | DeferredToolsRecordAttachment
  | AgentListingDeltaAttachment
  | McpInstructionsDeltaAttachment
  | SkillListingAttachment
  | PromptSnapshotAttachment
  | EnvironmentAttachment
  | ModelAttachment
  | SessionContextAttachment
  | DateAttachment
  | PlanModeAttachment
  | ReminderAttachment
  | BareAttachment
  | UnknownAttachment

// The user's own words and files

export interface QueuedCommandAttachment extends Open {
  readonly type: 'queued_command'
  readonly prompt?: string | readonly ContentBlock[]
  readonly commandMode?: OneOf<'prompt' | 'bash' | 'task-notification'>
  readonly origin?: Origin
  readonly humanTurn?: unknown
  readonly timestamp?: string
}

export interface FileAttachment extends Open {
  readonly type: 'file' | 'image' | 'document' | 'edited_text_file' | 'compact_file_reference' | 'nested_memory'
  readonly filename?: string
  readonly path?: string
  readonly displayPath?: string
  readonly content?: unknown
  readonly snippet?: string
  readonly truncated?: boolean
}

export interface SelectedLinesAttachment extends Open {
  readonly type: 'selected_lines_in_ide'
  readonly ideName?: string
  readonly filename?: string
  readonly displayPath?: string
  readonly lineStart?: number
  readonly lineEnd?: number
  readonly content?: string
}

// Hooks

export interface HookResultAttachment extends Open {
  readonly type: 'hook_success' | 'hook_blocking_error' | 'hook_non_blocking_error' | 'hook_cancelled'
  readonly hookName?: string
  readonly hookEvent?: string
  readonly toolUseID?: string
  readonly command?: string
  readonly content?: string
  readonly stdout?: string
  readonly stderr?: string
  readonly exitCode?: number
  readonly durationMs?: number
}

export interface HookContextAttachment extends Open {
  readonly type: 'hook_additional_context'
  readonly hookName?: string
  readonly hookEvent?: string
  readonly toolUseID?: string
  readonly content?: readonly string[] | string
}

// What is sent differently from what is stored

/** No thinking before this entry is sent, or none from one message on (A0). */
export interface ThinkingStrippedAttachment extends Open {
  readonly type: 'thinking_stripped'
  readonly scope?: OneOf<'all' | 'partial'>
  readonly from?: ThinkingPosition
}

export interface ThinkingPosition extends Open {
  readonly messageId?: string
  readonly thinkingIndex?: number
}

/** The results of these calls are sent as the stand-in, which is at most 200 characters long (B2). */
export interface ToolResultsCutAttachment extends Open {
  readonly type: 'tool_results_cut'
  readonly callIds?: readonly string[]
  readonly standIn?: string
  readonly roughTokens?: number
}

// What was available to the model

export interface DeferredToolsDeltaAttachment extends Open {
  readonly type: 'deferred_tools_delta'
  readonly addedNames?: readonly string[]
  readonly addedLines?: readonly string[]
  readonly removedNames?: readonly string[]
  readonly readdedNames?: readonly string[]
  readonly pendingMcpServers?: readonly string[]
}

/** Full definitions of tools that a search found. Without it their references break on resume (A2.12). */
export interface DeferredToolsRecordAttachment extends Open {
  readonly type: 'deferred_tools_record'
  readonly entries?: readonly DeferredTool[]
}

export interface DeferredTool extends Open {
  readonly name?: string
  readonly description?: string
  readonly input_schema?: unknown
  readonly defer_loading?: boolean
}

export interface AgentListingDeltaAttachment extends Open {
  readonly type: 'agent_listing_delta'
  readonly addedTypes?: readonly string[]
  readonly addedLines?: readonly string[]
  readonly removedTypes?: readonly string[]
  readonly isInitial?: boolean
  readonly showConcurrencyNote?: boolean
}

export interface McpInstructionsDeltaAttachment extends Open {
  readonly type: 'mcp_instructions_delta'
  readonly addedNames?: readonly string[]
  readonly addedBlocks?: readonly string[]
  readonly removedNames?: readonly string[]
}

export interface SkillListingAttachment extends Open {
  readonly type: 'skill_listing'
  readonly content?: string
  readonly names?: readonly string[]
  readonly skillCount?: number
  readonly isInitial?: boolean
}

/** The system prompt as it was sent; a resume sends it again word for word. */
export interface PromptSnapshotAttachment extends Open {
  readonly type: 'prompt_snapshot'
  readonly systemPrompt?: unknown
  readonly tools?: readonly unknown[]
}

// Where and when

export interface EnvironmentAttachment extends Open {
  readonly type: 'environment'
  readonly snapshot?: Open
}

export interface ModelAttachment extends Open {
  readonly type: 'model'
  readonly identity?: Open
  readonly text?: string
}

export interface SessionContextAttachment extends Open {
  readonly type: 'session_context'
  readonly context?: Open
}

export interface DateAttachment extends Open {
  readonly type: 'date'
  readonly date?: string
}

// Modes and reminders

export interface PlanModeAttachment extends Open {
  readonly type: 'plan_mode' | 'plan_mode_exit' | 'plan_mode_reentry'
  readonly reminderType?: string
  readonly isSubAgent?: boolean
  readonly planFilePath?: string
  readonly planExists?: boolean
}

export interface ReminderAttachment extends Open {
  readonly type: 'task_reminder' | 'todo_reminder'
  readonly content?: readonly unknown[] | string
  readonly itemCount?: number
}

/** Seen, with fields that nothing here depends on. */
export interface BareAttachment extends Open {
  readonly type: 'auto_mode' | 'auto_mode_exit' | 'instructions' | 'remote_session_change' | 'task_status'
}

/** Any other kind, kept as it is. The client ignores one it does not know and keeps the chain. */
export interface UnknownAttachment extends Open {
  readonly type?: Unlisted
}
