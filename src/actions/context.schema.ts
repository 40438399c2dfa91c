import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

export const tokensSchema = z.object({
  estimate: z.int().describe('tokens of the history with system prompt and tools, without the next prompt'),
  method: z.string().describe('how the estimate was made'),
  error: z.number().describe('what nine of ten predictions of this session’s own requests stayed within; 0.1 is 10 %'),
})

export const contextSchema = z.object({
  client: z.string().describe('the client whose rules were applied'),
  asked: z.string().optional().describe('the version asked for, where there are no rules of just that one'),
  model: z.string().describe('the model that the resumed request asks'),
  resumes: z.boolean(),
  reason: z.string().optional().describe('why it does not resume, is compacted first, or cannot be foretold'),
  outcome: z
    .enum(['resumes', 'compacts', 'refuses', 'unknown'])
    .describe('compacts: the client summarises before it sends; unknown: the messages are the best guess'),
  leaf: z.string().nullable().describe('uuid of the entry that the history ends at'),
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant', 'system']),
      content: z.array(z.record(z.string(), z.unknown())).describe('blocks as they are sent'),
      lines: z.array(z.int()).describe('lines of the file; empty where the client wrote it'),
      rule: z.string().optional().describe('the rule by which the client wrote the message'),
    }),
  ),
  omitted: z
    .array(z.object({ lines: z.array(z.int()), entries: z.int(), why: z.string() }))
    .describe('entries of the conversation that are not sent, stretch by stretch'),
  findings: z.array(findingSchema).describe('what the API would refuse or the client would change'),
  tokens: tokensSchema,
})
