import { z } from 'zod'
import { reshapeSchema } from '../reshape/reshape.schema.js'

export const compressSchema = reshapeSchema.extend({
  summarizer: z.string().describe('the summarizer'),
  parts: z
    .array(
      z.object({
        turns: z.tuple([z.int(), z.int()]).describe('first and last turn'),
        requests: z.int().optional().describe('if only the early work of a turn is summarized: its first requests'),
        state: z.enum(['compressed', 'kept']),
        tokensBefore: z.int().describe('as sent, estimated'),
        tokensAfter: z.int(),
        reason: z.string().optional().describe('why it, or something in it, was kept'),
        fromStore: z.int().optional().describe('cached answers'),
      }),
    )
    .describe('one part for the summarizer, or one band'),
})
