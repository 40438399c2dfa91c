import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

const figures = z.object({
  entries: z.int(),
  messages: z.int().describe('messages that the model gets'),
  toolCalls: z.int(),
  bytes: z.int().describe('of the session file'),
  tokens: z.int().describe('of the history with system prompt and tools, estimated'),
})

export const reshapeSchema = z.object({
  sessionId: z.string().describe('of the result'),
  path: z.string().nullable().describe('of the result; null where nothing was written'),
  resume: z
    .string()
    .nullable()
    .describe('what to type; null where nothing was written, or where the client does not find it by its id'),
  dryRun: z.boolean(),
  written: z.boolean(),
  before: figures,
  after: figures,
  steps: z.array(
    z.object({
      action: z.string(),
      entries: z.int().describe('how many entries, blocks or files it concerns'),
      lines: z
        .array(z.int())
        .describe('lines of the source; none where it concerns the whole session or its side files'),
      why: z.string(),
      confidence: z.enum(['sure', 'likely', 'guess']).optional().describe('where there is a doubt about how it was'),
    }),
  ),
  findings: z.array(findingSchema).describe('what the result would have and the source has not'),
  refused: z.array(z.string()).describe('why nothing was written; empty where it was, or can be'),
  receipt: z.string().nullable().describe('what undo takes; null where nothing was written'),
})
