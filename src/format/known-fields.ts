// Which fields and types does this version know?
//
// The measure of drift: whatever a file holds that is not in this table is kept, shown and counted as unknown (D16). Each
// field has the first and last client version that a census of 981 public files saw it in (1.0.57 to 2.1.181); null where
// it comes from newer clients, the API's documentation or the source documents.
//
// A group is an entry type, `system/<subtype>` or `block/<type>`; `chained` holds what the entries of the chain have in
// common. A field is looked into where `<group>.<field>` is a group too, and the elements of `message.content` belong to
// the block groups. Everything else below the top is open, above all `toolUseResult`, the `input` of tool calls,
// `attachment` and the `data` of progress: tools, plugins and MCP servers decide what stands there, so a new name in
// them is no sign of a changed format.

export type SeenIn = readonly [first: string, last: string] | null

type Fields = Readonly<Record<string, SeenIn>>

const bare = listed('type sessionId')
const serverToolResult = listed('type tool_use_id content caller cache_control')

export const knownFields: Readonly<Record<string, Fields>> = {
  // The chain
  chained: {
    ...seen('1.0.57', '2.1.181', 'type uuid parentUuid timestamp sessionId version cwd gitBranch userType isSidechain'),
    ...seen('1.0.57', '2.1.126', 'isMeta'),
    ...seen('2.0.13', '2.1.56', 'logicalParentUuid'),
    ...seen('2.0.60', '2.1.105', 'slug agentId'),
    ...seen('2.1.89', '2.1.181', 'entrypoint'),
    ...listed('session_id forkedFrom isVirtual isDeleted isAborted'),
  },
  'chained.forkedFrom': listed('sessionId messageUuid'),
  user: {
    ...seen('1.0.57', '2.1.181', 'message toolUseResult'),
    ...seen('1.0.117', '2.1.45', 'thinkingMetadata'),
    ...seen('2.0.13', '2.1.56', 'isCompactSummary isVisibleInTranscriptOnly'),
    ...seen('2.0.64', '2.1.62', 'todos'),
    ...seen('2.0.67', '2.1.63', 'sourceToolUseID'),
    ...seen('2.1.1', '2.1.181', 'sourceToolAssistantUUID'),
    ...seen('2.1.15', '2.1.181', 'permissionMode'),
    ...seen('2.1.29', '2.1.63', 'planContent'),
    ...seen('2.1.29', '2.1.50', 'imagePasteIds'),
    ...seen('2.1.76', '2.1.181', 'promptId'),
    ...seen('2.1.105', '2.1.105', 'origin'),
    ...seen('2.1.181', '2.1.181', 'promptSource'),
    ...listed('turnOrigin turnPosition turnCompanion permissionDecision toolDenialKind toolEndsTurn userFeedback'),
    ...listed('mcpMeta mcpCallNotReadOnly summarizedTurnPromptUuids summarizeMetadata interruptedMessageId subtype'),
  },
  'user.message': {
    ...seen('1.0.57', '2.1.181', 'content role'),
    ...listed('id model stop_reason stop_sequence usage'),
  },
  'user.origin': seen('2.1.105', '2.1.105', 'kind'),
  'user.thinkingMetadata': {
    ...seen('1.0.117', '2.1.17', 'disabled level triggers'),
    ...seen('2.1.19', '2.1.45', 'maxThinkingTokens'),
  },
  'user.turnPosition': listed('promptIndex turnIndex'),
  assistant: {
    ...seen('1.0.57', '2.1.181', 'message requestId'),
    ...seen('2.0.60', '2.1.90', 'isApiErrorMessage'),
    ...seen('2.0.60', '2.1.89', 'error'),
    ...seen('2.1.181', '2.1.181', 'attributionMcpServer attributionMcpTool'),
    ...listed('requestRef apiBlockIndex effort perTurnEffort attributionAgent'),
    ...listed('attributionSkill attributionPlugin subtype toolName toolArguments isUnmetered rethread'),
  },
  'assistant.rethread': listed('usage'),
  'assistant.message': {
    ...seen('1.0.57', '2.1.181', 'type content id model role stop_reason stop_sequence usage'),
    ...seen('2.0.60', '2.1.90', 'container context_management'),
    ...seen('2.1.89', '2.1.181', 'stop_details'),
    ...seen('2.1.121', '2.1.181', 'diagnostics'),
  },
  'assistant.message.usage': {
    ...seen('1.0.57', '2.1.181', 'input_tokens output_tokens service_tier'),
    ...seen('1.0.57', '2.1.181', 'cache_creation_input_tokens cache_read_input_tokens'),
    ...seen('1.0.98', '2.1.181', 'cache_creation'),
    ...seen('2.0.60', '2.1.181', 'server_tool_use'),
    ...seen('2.0.67', '2.1.181', 'inference_geo'),
    ...seen('2.1.38', '2.1.181', 'iterations'),
    ...seen('2.1.41', '2.1.181', 'speed'),
    ...listed('output_tokens_details'),
  },
  'assistant.message.usage.cache_creation': listed('ephemeral_5m_input_tokens ephemeral_1h_input_tokens'),
  'assistant.message.usage.server_tool_use': listed('web_search_requests web_fetch_requests'),
  'assistant.message.usage.output_tokens_details': listed('thinking_tokens'),
  attachment: {
    ...seen('2.1.90', '2.1.181', 'attachment'),
    ...listed('rendered renderedInHumanTurn'),
  },
  progress: seen('2.1.11', '2.1.76', 'data parentToolUseID toolUseID'),

  // Events
  system: {
    ...seen('2.0.5', '2.1.181', 'subtype level'),
    ...seen('2.0.13', '2.1.126', 'content'),
    ...listed('toolUseID message'),
  },
  'system/compact_boundary': seen('2.0.13', '2.1.56', 'compactMetadata'),
  'system/compact_boundary.compactMetadata': {
    ...seen('2.0.13', '2.1.56', 'preTokens trigger'),
    ...listed('postTokens durationMs cumulativeDroppedTokens messagesSummarized preservedSegment preservedMessages'),
  },
  'system/compact_boundary.compactMetadata.preservedSegment': listed('headUuid anchorUuid tailUuid'),
  'system/compact_boundary.compactMetadata.preservedMessages': listed('anchorUuid uuids allUuids'),
  'system/microcompact_boundary': seen('2.1.12', '2.1.22', 'microcompactMetadata'),
  'system/microcompact_boundary.microcompactMetadata': {
    ...seen('2.1.12', '2.1.22', 'trigger preTokens tokensSaved compactedToolIds clearedAttachmentUUIDs'),
  },
  'system/turn_duration': {
    ...seen('2.1.1', '2.1.126', 'durationMs'),
    ...seen('2.1.89', '2.1.126', 'messageCount'),
  },
  'system/local_command': listed('isDisplayOnly'),
  'system/api_error': {
    ...seen('2.0.5', '2.1.89', 'error maxRetries retryAttempt retryInMs'),
    ...seen('2.0.5', '2.1.20', 'cause'),
  },
  'system/stop_hook_summary': {
    ...seen('2.0.64', '2.1.181', 'hasOutput hookCount hookErrors hookInfos preventedContinuation stopReason toolUseID'),
    ...seen('2.1.181', '2.1.181', 'hookAdditionalContext'),
  },
  ...alike('system/', 'informational away_summary model_fallback model_refusal_fallback', {}),
  ...alike('system/', 'file_snapshot scheduled_task_fire permission_retry', {}),
  'system/retry_scheduled': listed('error cause retryAttempt retryInMs maxRetries'),

  // Blocks of message.content
  'block/text': {
    ...seen('1.0.57', '2.1.181', 'type text'),
    ...listed('citations cache_control'),
  },
  'block/thinking': seen('2.0.5', '2.1.181', 'type signature thinking'),
  'block/redacted_thinking': listed('type data'),
  'block/tool_use': {
    ...seen('1.0.57', '2.1.181', 'type id input name'),
    ...seen('2.0.67', '2.1.181', 'caller'),
    ...listed('cache_control'),
  },
  'block/tool_result': {
    ...seen('1.0.57', '2.1.181', 'type content is_error tool_use_id'),
    ...listed('cache_control'),
  },
  'block/image': {
    ...seen('2.1.22', '2.1.50', 'type source'),
    ...listed('cache_control'),
  },
  'block/document': {
    ...seen('2.0.5', '2.0.5', 'type source'),
    ...listed('title context citations cache_control'),
  },
  'block/search_result': listed('type source title content citations cache_control'),
  'block/server_tool_use': listed('type id name input caller cache_control'),
  'block/mcp_tool_use': listed('type id name server_name input cache_control'),
  ...alike('block/', 'web_search_tool_result web_fetch_tool_result', serverToolResult),
  ...alike('block/', 'code_execution_tool_result bash_code_execution_tool_result', serverToolResult),
  ...alike('block/', 'text_editor_code_execution_tool_result tool_search_tool_result', serverToolResult),
  ...alike('block/', 'advisor_tool_result', serverToolResult),
  'block/mcp_tool_result': listed('type tool_use_id content is_error cache_control'),
  'block/tool_reference': listed('type tool_name cache_control'),
  'block/container_upload': listed('type file_id cache_control'),
  'block/compaction': listed('type content cache_control'),

  // Bookkeeping
  summary: {
    ...seen('1.0.98', '2.1.29', 'type leafUuid summary'),
    ...listed('version'),
  },
  'last-prompt': {
    ...seen('2.1.76', '2.1.181', 'type lastPrompt sessionId'),
    ...seen('2.1.121', '2.1.181', 'leafUuid'),
    ...listed('explicit rewound cutUuid'),
  },
  'queue-operation': seen('2.0.51', '2.1.181', 'type content operation sessionId timestamp'),
  'file-history-snapshot': {
    ...seen('2.0.5', '2.1.126', 'type isSnapshotUpdate messageId snapshot'),
    ...listed('uuid parentUuid'),
  },
  'file-history-snapshot.snapshot': seen('2.0.5', '2.1.126', 'messageId timestamp trackedFileBackups'),
  'file-history-delta': listed('type sessionId messageId snapshotMessageId trackingPath backup timestamp'),
  'file-history-delta.backup': listed('backupFileName version backupTime realParentDir'),
  'custom-title': listed('type sessionId customTitle'),
  'ai-title': seen('2.1.121', '2.1.126', 'type aiTitle sessionId'),
  'agent-name': listed('type sessionId agentName'),
  'agent-color': listed('type sessionId agentColor'),
  'agent-setting': listed('type sessionId agentSetting'),
  tag: listed('type sessionId tag'),
  mode: listed('type sessionId mode'),
  'permission-mode': seen('2.1.105', '2.1.126', 'type permissionMode sessionId'),
  'pr-link': seen('2.1.29', '2.1.90', 'type prNumber prRepository prUrl sessionId timestamp'),
  'frame-link': listed('type sessionId path frameUrl title timestamp'),
  'bridge-session': listed('type sessionId bridgeSessionId lastSequenceNum ownerAccountUuid ownerOrganizationUuid'),
  'fork-context-ref': listed('type sessionId agentId parentSessionId'),
  'cost-state': {
    ...listed('type sessionId totalCostUSD totalAPIDuration totalAPIDurationWithoutRetries totalToolDuration'),
    ...listed('totalDuration totalLinesAdded totalLinesRemoved startTime modelUsage hasUnknownModelCost'),
  },
  'content-replacement': listed('type sessionId agentId replacements'),
  'worktree-state': listed('type sessionId worktreeSession'),
  'worktree-state.worktreeSession': {
    ...listed('originalCwd preEnterOriginalCwd worktreePath worktreeName worktreeBranch'),
    ...listed('originalBranch originalHeadCommit sessionId extensionRoot'),
  },
  relocated: listed('type sessionId relocatedCwd'),
  'attribution-snapshot': listed('type sessionId messageId surface fileStates'),
  'atis-latch': listed('type sessionId atis'),
  ...alike('', 'tools-used api-request api-request-shape api-request-blob ended-by-model continued-in', bare),
  ...alike('', 'history-suppression isolation-latch session-owner dev-mods memory-mode repl-mode', bare),
  ...alike('', 'data-flow-records data-flow-incomplete derived-from observer-ref resume-head-vouch', bare),
  ...alike('', 'artifact-comment-monitor artifact-autoreact-ledger', bare),

  // Source documents 003 and 004
  snapshot: listed('type messageId snapshot isExtensionMessage timestamp'),
  compact_system: listed('message metadata'),
  'compact_system.metadata': listed('preservedMessages totalMessages'),
}

/** Entry types. */
export const knownTypes: ReadonlySet<string> = new Set(
  Object.keys(knownFields).filter(group => group !== 'chained' && !/[./]/.test(group)),
)

export const knownSystemSubtypes: ReadonlySet<string> = namesAfter('system/')

/** Types of the elements of `message.content`. */
export const knownBlockTypes: ReadonlySet<string> = namesAfter('block/')

const chainedTypes: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'attachment',
  'progress',
  'compact_system',
])

/** The groups that hold the top-level fields of an entry: of the chain, of its type, of its subtype. */
export function fieldGroups(type: string, subtype?: string): readonly string[] {
  if (!knownTypes.has(type)) return []
  const groups = chainedTypes.has(type) ? ['chained', type] : [type]
  return type === 'system' && knownSystemSubtypes.has(subtype ?? '') ? [...groups, `system/${subtype}`] : groups
}

/** Field names come from files: one called `constructor` is not known because every object has it. */
export function isKnownField(groups: readonly string[], field: string): boolean {
  return groups.some(group => Object.hasOwn(knownFields, group) && Object.hasOwn(knownFields[group]!, field))
}

function seen(first: string, last: string, fields: string): Fields {
  return Object.fromEntries(fields.split(' ').map(field => [field, [first, last] as const]))
}

function listed(fields: string): Fields {
  return Object.fromEntries(fields.split(' ').map(field => [field, null]))
}

function alike(prefix: string, names: string, fields: Fields): Record<string, Fields> {
  return Object.fromEntries(names.split(' ').map(name => [prefix + name, fields]))
}

function namesAfter(prefix: string): ReadonlySet<string> {
  const names = Object.keys(knownFields).filter(group => group.startsWith(prefix) && !group.includes('.'))
  return new Set(names.map(group => group.slice(prefix.length)))
}
