// What is kept of the fields of a record while it is read, place by place.

/** The words that are kept, by the places they are kept in. */
export const WORDS = [
  'type',
  'subtype',
  'uuid',
  'parent',
  'logicalParent',
  'sessionId',
  'agentId',
  'version',
  'cwd',
  'gitBranch',
  'slug',
  'sourceToolUse',
  'parentToolUse',
  'toolName',
  'messageId',
  'model',
  'stopReason',
  'serviceTier',
  'resultAgentId',
  'resultFile',
  'outputFile',
  'progressAgentId',
  'originKind',
  'commandMode',
] as const
export type Word = (typeof WORDS)[number]

export const COUNTS = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheCreationTokens',
  'cacheWrite5mTokens',
  'cacheWrite1hTokens',
  'webSearches',
  'webFetches',
  'apiBlockIndex',
  'resultDurationMs',
] as const
export type Count = (typeof COUNTS)[number]
