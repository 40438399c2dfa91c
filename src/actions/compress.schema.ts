import { z } from 'zod'
import { reshapeSchema } from './reshape.schema.js'

export const compressSchema = reshapeSchema.extend({
  summarizer: z.string().describe('who wrote the summaries'),
  parts: z
    .array(
      z.object({
        turns: z.tuple([z.int(), z.int()]).describe('first and last turn'),
        requests: z.int().optional().describe('where only the early work of a turn is meant: its first requests'),
        state: z.enum(['compressed', 'kept']),
        tokensBefore: z.int().describe('as sent, estimated'),
        tokensAfter: z.int(),
        reason: z.string().optional().describe('why it, or something in it, was kept'),
        fromStore: z.int().optional().describe('answers that were known from an earlier call'),
      }),
    )
    .describe('what was given to the summarizer at once, or one band'),
})
