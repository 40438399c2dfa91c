// What one record says about itself: the few things that the conversation is made from.

import type { Range } from '../format/json/walk.js'
import type { Name } from './names.js'

export interface BlockFacts {
  type: Name
  /** Range of the block's JSON among the bytes being read. */
  start: number
  end: number
  /** Inside the quotes of the text of a text or thinking block; 0, 0 where there is none. */
  textStart: number
  textEnd: number
  /** tool_use: its id; tool_result: the id that it answers. */
  id: Name
  toolName: Name
  isError: boolean
  /** tool_use: range of the input; tool_result: range of the content. */
  bodyStart: number
  bodyEnd: number
}

/** Token counts as written. */
export interface UsageFacts {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheCreationTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  readonly webSearches: number
  readonly webFetches: number
  readonly serviceTier: Name
}

export interface Facts {
  type: Name
  subtype: Name
  uuid: Name
  parent: Name
  logicalParent: Name
  sessionId: Name
  agentId: Name
  version: Name
  cwd: Name
  gitBranch: Name
  slug: Name
  flags: number
  time: number
  hasToolUseResult: boolean
  hasMedia: boolean
  /** `origin.kind`, or the mode of a queued command that is no prompt. */
  origin: string
  messageId: Name
  model: Name
  stopReason: Name
  hasUsage: boolean
  /** What was used, as it was recorded: also where the figures that the client reads are others now (`rethread.usage`). */
  usage: UsageFacts
  /** What the client takes the session's size to be by this entry; NaN where it tells nothing (N30). */
  countedTokens: number
  apiBlockIndex: number
  /** Form of `message.content`: how many blocks stand in the file is only counted for arrays. */
  content: 'none' | 'string' | 'blocks'
  blocks: BlockFacts[]
  /** Where the entry's texts stand, inside their quotes; their beginnings tell what it is (D3). */
  texts: Range[]
  /** Hash of the first text or block as written; 0 where there is none. */
  contentHash: number
  /** Where the message ends, from the beginning of the entry; 0 where there is none, -1 where there are several. */
  messageEnd: number
  resultAgentId: Name
  /** Side file that holds the output of the tool call answered here. */
  resultFile: Name
  resultDurationMs: number
  /** The tool call that wrote this entry: a skill or command that the model ran by itself. */
  sourceToolUse: Name
  progressAgentId: Name
  parentToolUse: Name
  /** Source document 004: the tool of a flat tool_use entry. */
  toolName: Name
  toolArgumentsBytes: number
}

/** Stands for the usage of an entry that has none (`hasUsage`). */
const NO_USAGE: UsageFacts = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  cacheWrite5mTokens: 0,
  cacheWrite1hTokens: 0,
  webSearches: 0,
  webFetches: 0,
  serviceTier: 0,
}

export function newFacts(): Facts {
  return {
    type: 0,
    subtype: 0,
    uuid: 0,
    parent: 0,
    logicalParent: 0,
    sessionId: 0,
    agentId: 0,
    version: 0,
    cwd: 0,
    gitBranch: 0,
    slug: 0,
    flags: 0,
    time: Number.NaN,
    hasToolUseResult: false,
    hasMedia: false,
    origin: '',
    messageId: 0,
    model: 0,
    stopReason: 0,
    hasUsage: false,
    usage: NO_USAGE,
    countedTokens: Number.NaN,
    apiBlockIndex: -1,
    content: 'none',
    blocks: [],
    texts: [],
    contentHash: 0,
    messageEnd: 0,
    resultAgentId: 0,
    resultFile: 0,
    resultDurationMs: 0,
    sourceToolUse: 0,
    progressAgentId: 0,
    parentToolUse: 0,
    toolName: 0,
    toolArgumentsBytes: 0,
  }
}

export function newBlock(start: number): BlockFacts {
  return {
    type: 0,
    start,
    end: 0,
    textStart: 0,
    textEnd: 0,
    id: 0,
    toolName: 0,
    isError: false,
    bodyStart: 0,
    bodyEnd: 0,
  }
}
