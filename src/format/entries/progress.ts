// What is in a `progress` entry?
//
// Signs of life of a running tool, written by 2.1.11 to 2.1.76. They say nothing that the result does not say, but they
// are part of the chain: a quarter of all entries hang from one (D5), so removing them means re-parenting.

import type { ChainedEntry, Timestamp } from './chained.js'
import type { OneOf, Open, Unlisted } from './open.js'
import type { ToolUseResult } from './tool-use-result.js'

export interface ProgressEntry extends ChainedEntry {
  readonly type: 'progress'
  readonly data?: ProgressData
  readonly toolUseID?: string
  readonly parentToolUseID?: string
}

export type ProgressData =
  | AgentProgress
  | BashProgress
  | HookProgress
  | McpProgress
  | QueryUpdate
  | SearchResultsReceived
  | WaitingForTask
  | UnknownProgress

/** One message of a subagent, copied into the main session. */
export interface AgentProgress extends Open {
  readonly type: 'agent_progress'
  readonly agentId?: string
  readonly prompt?: string
  readonly message?: AgentProgressMessage
  readonly normalizedMessages?: readonly AgentProgressMessage[]
  readonly resume?: string
}

export interface AgentProgressMessage extends Open {
  readonly type?: OneOf<'user' | 'assistant' | 'progress' | 'attachment'>
  readonly uuid?: string
  readonly timestamp?: Timestamp
  readonly message?: unknown
  readonly requestId?: string
  readonly toolUseResult?: ToolUseResult
}

export interface BashProgress extends Open {
  readonly type: 'bash_progress'
  readonly output?: string
  readonly fullOutput?: string
  readonly elapsedTimeSeconds?: number
  readonly totalLines?: number
  readonly totalBytes?: number
  readonly taskId?: string
  readonly timeoutMs?: number
}

export interface HookProgress extends Open {
  readonly type: 'hook_progress'
  readonly hookEvent?: string
  readonly hookName?: string
  readonly command?: string
}

export interface McpProgress extends Open {
  readonly type: 'mcp_progress'
  readonly status?: OneOf<'started' | 'progress' | 'completed' | 'failed'>
  readonly serverName?: string
  readonly toolName?: string
  readonly elapsedTimeMs?: number
}

/** A web search changed its question. */
export interface QueryUpdate extends Open {
  readonly type: 'query_update'
  readonly query?: string
}

export interface SearchResultsReceived extends Open {
  readonly type: 'search_results_received'
  readonly query?: string
  readonly resultCount?: number
}

export interface WaitingForTask extends Open {
  readonly type: 'waiting_for_task'
  readonly taskDescription?: string
  readonly taskType?: string
}

/** Any other kind, kept as it is. */
export interface UnknownProgress extends Open {
  readonly type?: Unlisted
}
