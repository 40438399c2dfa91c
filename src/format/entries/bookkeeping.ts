// Which entries are not part of the conversation, and what do they hold?
//
// They have no uuid and hang from nothing; most repeat a state, of which the last one counts. Three of them matter to a
// reader: `last-prompt` (where the conversation ends, R-L2), the titles, and the file history. Of the others, some were
// seen only in the client's program: their interfaces say no more than is known.

import type { Timestamp } from './chained.js'
import type { OneOf, Open } from './open.js'
import type { PermissionMode } from './user.js'

export type BookkeepingEntry =
  | SummaryEntry
  | LastPromptEntry
  | QueueOperationEntry
  | FileHistorySnapshotEntry
  | FileHistoryDeltaEntry
  | CustomTitleEntry
  | AiTitleEntry
  | AgentNameEntry
  | AgentColorEntry
  | AgentSettingEntry
  | TagEntry
  | ModeEntry
  | PermissionModeEntry
  | PrLinkEntry
  | FrameLinkEntry
  | CostStateEntry
  | ToolsUsedEntry
  | ApiRequestEntry
  | ApiRequestShapeEntry
  | ApiRequestBlobEntry
  | ContentReplacementEntry
  | WorktreeStateEntry
  | RelocatedEntry
  | EndedByModelEntry
  | AtisLatchEntry
  | AttributionSnapshotEntry
  | BridgeSessionEntry
  | ForkContextRefEntry
  | BareBookkeepingEntry

interface SessionRow extends Open {
  readonly sessionId?: string
  readonly timestamp?: Timestamp
}

// Where the conversation ends, and what it is called

/** A title for the conversation that ends at `leafUuid`, which may be in another file. Never sent to the model (D6). */
export interface SummaryEntry extends SessionRow {
  readonly type: 'summary'
  readonly summary?: string
  readonly leafUuid?: string | null
  /** Version of the format, in source document 003 only. */
  readonly version?: string
}

/** The point from which the client goes on. It may be written before the entry it names. */
export interface LastPromptEntry extends SessionRow {
  readonly type: 'last-prompt'
  readonly lastPrompt?: string | null
  /** Null with `explicit`: nothing is left of the conversation (R-L5). */
  readonly leafUuid?: string | null
  /** Meant, even where later entries hang from the leaf (R-L3). */
  readonly explicit?: boolean
  readonly rewound?: boolean
  readonly cutUuid?: string
}

export interface CustomTitleEntry extends SessionRow {
  readonly type: 'custom-title'
  readonly customTitle?: string
}

export interface AiTitleEntry extends SessionRow {
  readonly type: 'ai-title'
  readonly aiTitle?: string
}

export interface AgentNameEntry extends SessionRow {
  readonly type: 'agent-name'
  readonly agentName?: string
}

export interface AgentColorEntry extends SessionRow {
  readonly type: 'agent-color'
  readonly agentColor?: string
}

/** The kind of agent that the whole session runs as. */
export interface AgentSettingEntry extends SessionRow {
  readonly type: 'agent-setting'
  readonly agentSetting?: string
}

export interface TagEntry extends SessionRow {
  readonly type: 'tag'
  readonly tag?: string
}

// Prompts that wait

/** A prompt typed while the model was working enters or leaves the queue. */
export interface QueueOperationEntry extends SessionRow {
  readonly type: 'queue-operation'
  readonly operation?: OneOf<'enqueue' | 'dequeue' | 'remove' | 'popAll'>
  readonly content?: string
}

// Copies of edited files, for rewinding

export interface FileHistorySnapshotEntry extends Open {
  readonly type: 'file-history-snapshot'
  /** The user entry that the state belongs to. */
  readonly messageId?: string
  readonly snapshot?: Snapshot
  readonly isSnapshotUpdate?: boolean
}

export interface Snapshot extends Open {
  readonly messageId?: string
  readonly trackedFileBackups?: Readonly<Record<string, FileBackup>>
  readonly timestamp?: string
}

/** A copy in the session's file-history folder; without a name, the file did not exist yet. */
export interface FileBackup extends Open {
  readonly backupFileName?: string | null
  readonly version?: number
  readonly backupTime?: string
  readonly realParentDir?: string
}

export interface FileHistoryDeltaEntry extends SessionRow {
  readonly type: 'file-history-delta'
  /** The assistant entry of the edit. */
  readonly messageId?: string
  readonly snapshotMessageId?: string
  readonly trackingPath?: string
  readonly backup?: FileBackup
}

// Modes and places

export interface ModeEntry extends SessionRow {
  readonly type: 'mode'
  readonly mode?: string
}

export interface PermissionModeEntry extends SessionRow {
  readonly type: 'permission-mode'
  readonly permissionMode?: PermissionMode
}

/** The session file moved to the project folder of this directory. */
export interface RelocatedEntry extends SessionRow {
  readonly type: 'relocated'
  readonly relocatedCwd?: string
}

export interface WorktreeStateEntry extends SessionRow {
  readonly type: 'worktree-state'
  /** Null once the worktree has been left. */
  readonly worktreeSession?: WorktreeSession | null
}

export interface WorktreeSession extends Open {
  readonly originalCwd?: string
  readonly preEnterOriginalCwd?: string
  readonly worktreePath?: string
  readonly worktreeName?: string
  readonly worktreeBranch?: string
  readonly originalBranch?: string
  readonly originalHeadCommit?: string
  /** One more field that a clone rewrites. */
  readonly sessionId?: string
  readonly extensionRoot?: string
}

// Links

export interface PrLinkEntry extends SessionRow {
  readonly type: 'pr-link'
  readonly prNumber?: number
  readonly prUrl?: string
  readonly prRepository?: string
}

/** A page that the session published. */
export interface FrameLinkEntry extends SessionRow {
  readonly type: 'frame-link'
  readonly path?: string
  readonly frameUrl?: string
  readonly title?: string
}

/** A connection of this session to the vendor's service. */
export interface BridgeSessionEntry extends SessionRow {
  readonly type: 'bridge-session'
  readonly bridgeSessionId?: string
  readonly lastSequenceNum?: number
  readonly ownerAccountUuid?: string
  readonly ownerOrganizationUuid?: string
}

/** At the head of an agent's file: it began with its parent's history. */
export interface ForkContextRefEntry extends SessionRow {
  readonly type: 'fork-context-ref'
  readonly agentId?: string
  readonly parentSessionId?: string
}

// What the client counts and records

/** The client's own running totals, helper models included. */
export interface CostStateEntry extends SessionRow {
  readonly type: 'cost-state'
  readonly totalCostUSD?: number
  readonly totalAPIDuration?: number
  readonly totalAPIDurationWithoutRetries?: number
  readonly totalToolDuration?: number
  readonly totalDuration?: number
  readonly totalLinesAdded?: number
  readonly totalLinesRemoved?: number
  readonly startTime?: number
  readonly modelUsage?: Readonly<Record<string, ModelCost>>
  readonly hasUnknownModelCost?: boolean
}

export interface ModelCost extends Open {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly thinkingTokens?: number
  readonly cacheReadInputTokens?: number
  readonly cacheCreationInputTokens?: number
  readonly webSearchRequests?: number
  readonly costUSD?: number
}

export interface ToolsUsedEntry extends SessionRow {
  readonly type: 'tools-used'
}

/** The request that was sent, its shape and its large parts: a third of the bytes of a small session. */
export interface ApiRequestEntry extends SessionRow {
  readonly type: 'api-request'
}

export interface ApiRequestShapeEntry extends SessionRow {
  readonly type: 'api-request-shape'
}

export interface ApiRequestBlobEntry extends SessionRow {
  readonly type: 'api-request-blob'
}

/** Shorter texts for tool results. No effect on a resume was seen (B2). */
export interface ContentReplacementEntry extends SessionRow {
  readonly type: 'content-replacement'
  readonly agentId?: string
  readonly replacements?: readonly ContentReplacement[]
}

export interface ContentReplacement extends Open {
  readonly kind?: OneOf<'tool-result'>
  readonly toolUseId?: string
  readonly replacement?: string
}

/** How much of each file the model wrote. */
export interface AttributionSnapshotEntry extends SessionRow {
  readonly type: 'attribution-snapshot'
  readonly messageId?: string
  readonly surface?: string
  readonly fileStates?: Readonly<Record<string, unknown>>
}

export interface AtisLatchEntry extends SessionRow {
  readonly type: 'atis-latch'
  readonly atis?: unknown
}

/** The model ended the conversation: the client refuses to resume it (R-F16). */
export interface EndedByModelEntry extends SessionRow {
  readonly type: 'ended-by-model'
}

/** Further types of the client's program; nothing is known of their fields. */
export interface BareBookkeepingEntry extends SessionRow {
  readonly type:
    | 'continued-in'
    | 'history-suppression'
    | 'isolation-latch'
    | 'session-owner'
    | 'dev-mods'
    | 'memory-mode'
    | 'repl-mode'
    | 'data-flow-records'
    | 'data-flow-incomplete'
    | 'derived-from'
    | 'observer-ref'
    | 'artifact-comment-monitor'
    | 'artifact-autoreact-ledger'
    | 'resume-head-vouch'
}
