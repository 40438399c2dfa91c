import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'

export const tokensSchema = z.object({
  estimate: z.int().describe('tokens of the history with system prompt and tools, without the next prompt'),
  method: z.string().describe('how the estimate was made'),
  error: z.number().describe('error of nine out of ten predictions for this session’s own requests; 0.1 is 10 %'),
})

export const contextSchema = z.object({
  client: z.string().describe('the client whose rules were applied'),
  asked: z.string().optional().describe('the requested version, if there are no rules for exactly that one'),
  model: z.string().describe('the model of the resumed request'),
  resumes: z.boolean(),
  reason: z.string().optional().describe('why it does not resume, is compacted first, or cannot be predicted'),
  outcome: z
    .enum(['resumes', 'compacts', 'refuses', 'unknown'])
    .describe('compacts: the client compacts before sending; unknown: the messages are a best guess'),
  leaf: z.string().nullable().describe('uuid of the entry that the history ends at'),
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant', 'system']),
      content: z.array(z.record(z.string(), z.unknown())).describe('blocks as they are sent'),
      lines: z.array(z.int()).describe('lines of the file; empty if added by the client'),
      rule: z.string().optional().describe('the rule by which the client added the message'),
    }),
  ),
  omitted: z
    .array(z.object({ lines: z.array(z.int()), entries: z.int(), why: z.string() }))
    .describe('entries of the conversation that are not sent, by range'),
  findings: z.array(findingSchema).describe('what the API would refuse or the client would change'),
  tokens: tokensSchema,
})
