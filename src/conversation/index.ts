// Entries to meaning: messages, turns, tool calls, branches, agents, compactions, usage.

export {
  type AgentLayout,
  type AgentLink,
  type AgentProgress,
  type AgentSource,
  type LinkedBy,
  linkAgents,
  type Sidechain,
} from './agents.js'
export type { Branch, Branches } from './branches.js'
export type { Boundary, Compaction } from './compactions.js'
export {
  type About,
  type Conversation,
  type ConversationBuilder,
  conversationBuilder,
  readConversation,
} from './conversation.js'
export type { Titles, TrackedFile, TrackedVersion } from './details.js'
export type { UnknownCounts } from './drift.js'
export type { UsageFacts } from './facts.js'
export { FORK_WORDS, type Fork, type ForkReason } from './forks.js'
export { childrenOf, type Graph, type Orphan } from './graph.js'
export { layoutGraph } from './graph-layout.js'
export type { Inventory } from './inventory.js'
export type { Leaf } from './leaf.js'
export type { Message, MessageBlock } from './messages.js'
export type { Name, Names } from './names.js'
export { promptText, textOf as contentText } from './prompt-text.js'
export type { QueuedPrompt, QueuedState } from './queue.js'
export { kindOf, NONE, type Rows, textOf, timeOf, typeOf, uuidOf } from './rows.js'
export type { ToolCall, ToolCallState, ToolCalls, ToolResult, ToolUse } from './tool-calls.js'
export type { Turn, TurnKind, TurnState, Turns } from './turns.js'
export { contextTokens, contextWindow, sumUsage, type UsageTotals } from './usage.js'
export { USER_KINDS, type UserEntryTraits, type UserKind, userKind } from './user-kind.js'
