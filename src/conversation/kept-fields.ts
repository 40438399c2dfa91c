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
export const WORD = placesOf(WORDS)

const OF_USAGE = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheCreationTokens',
  'cacheWrite5mTokens',
  'cacheWrite1hTokens',
  'webSearches',
  'webFetches',
] as const
/** Those of a usage stand first among the counts. */
export const COUNTS = [...OF_USAGE, 'apiBlockIndex', 'resultDurationMs'] as const
export type Count = (typeof COUNTS)[number]
export const COUNT = placesOf(COUNTS)
export const USAGE_COUNTS = OF_USAGE.length

/** By name: its place. */
function placesOf<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, place) => [name, place])) as Record<Name, number>
}
