import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'

const figures = z.object({
  entries: z.int(),
  messages: z.int().describe('messages that the model sees'),
  toolCalls: z.int(),
  bytes: z.int().describe('of the session file'),
  tokens: z.int().describe('of the history with system prompt and tools, estimated'),
})

export const reshapeSchema = z.object({
  sessionId: z.string().describe('of the result'),
  path: z.string().nullable().describe('of the result; null if nothing was written'),
  resume: z
    .string()
    .nullable()
    .describe('the command to run; null if nothing was written, or if the client cannot find it by its id'),
  dryRun: z.boolean(),
  written: z.boolean(),
  before: figures,
  after: figures,
  steps: z.array(
    z.object({
      action: z.string(),
      entries: z.int().describe('number of entries, blocks or files'),
      lines: z
        .array(z.int())
        .describe('lines of the source; empty if the step applies to the whole session or its side files'),
      why: z.string(),
      confidence: z.enum(['sure', 'likely', 'guess']).optional().describe('if the repair is uncertain'),
    }),
  ),
  findings: z.array(findingSchema).describe('problems that the result would have and the source does not have'),
  refused: z.array(z.string()).describe('why nothing was written; empty if it was or can be'),
  receipt: z.string().nullable().describe('the id for undo; null if nothing was written'),
})
