import { z } from 'zod'
import { countsSchema, findingSchema } from '../check/finding.schema.js'

const usageSchema = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  cacheReadTokens: z.int(),
  cacheWrite5mTokens: z.int(),
  cacheWrite1hTokens: z.int(),
  webSearches: z.int(),
  webFetches: z.int(),
  serviceTiers: countsSchema.describe('messages by service tier'),
})

const counted = {
  lines: z.int(),
  bytes: z.int(),
  damaged: z.int().describe('lines without a valid record, or with more than one'),
  entries: countsSchema.describe('by type, or type/subtype for system entries'),
  userKinds: countsSchema.describe('what the user entries are; queued prompts are attachments'),
  messages: z.object({
    assistant: z.int().describe('distinct message ids; entries without one count each'),
    user: z.int(),
    synthetic: z.int().describe('of the assistant messages'),
  }),
  blocks: z.object({ assistant: countsSchema, user: countsSchema }).describe('as in the file; strings are not counted'),
  stopReasons: countsSchema.describe('of assistant entries; "null" if there is none'),
  turns: z.int().describe('on all branches'),
  marks: z.object({ deleted: z.int(), aborted: z.int(), interrupted: z.int() }),
  toolCalls: z.object({
    total: z.int(),
    paired: z.int(),
    pending: z.int().describe('without a result, at the end'),
    lost: z.int().describe('without a result, although the conversation continued'),
    orphanResults: z.int().describe('results whose call is not in the file'),
    duplicateIds: z.int().describe('ids of two calls, or with two results'),
    byTool: countsSchema,
  }),
  usage: usageSchema.describe('each message once; synthetic ones never'),
}

export const statsSchema = z.object({
  session: z.object({
    id: z.string(),
    path: z.string().nullable(),
    project: z.string().nullable(),
    title: z.string().nullable(),
    slug: z.string().nullable(),
    cwd: z.string().nullable(),
    gitBranch: z.string().nullable(),
    versions: countsSchema.describe('entries by client version'),
    models: countsSchema.describe('assistant entries by model'),
    startedAt: z.iso.datetime().nullable().describe('first time in the file'),
    endedAt: z.iso.datetime().nullable().describe('last time in the file'),
  }),
  ...counted,
  graph: z.object({
    roots: z.int(),
    leaves: z.int(),
    forks: z.int().describe('parents with several children'),
    branches: z.int().describe('real forks: different prompts or answers from one point'),
    orphans: z.int().describe('entries whose parent is not in the file'),
    orphanRate: z.number(),
    linear: z.int().describe('entries whose parent is the previous entry'),
    jumps: z.int().describe('entries whose parent is another entry'),
    depth: z.int(),
    compactions: z.int(),
    sidechains: z.int().describe('subagents inside this file'),
  }),
  unknown: z
    .object({ types: countsSchema, fields: countsSchema.describe('by path') })
    .describe('unknown to this version of rethread'),
  findings: z.array(findingSchema),
})

export const manyStatsSchema = z.object({
  sessions: z.array(statsSchema),
  totals: z.object(counted),
  unread: z.array(z.string()).describe('why other sessions could not be read'),
})
