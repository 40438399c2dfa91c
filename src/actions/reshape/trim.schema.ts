import { z } from 'zod'
import { PART_KINDS } from '../../context/index.js'
import { TRIM_STEPS } from '../../reshape/trim/index.js'
import { reshapeSchema } from './reshape.schema.js'

export const trimSchema = reshapeSchema.extend({
  budget: z.int().nullable().describe('requested tokens; null with --suggest alone'),
  shortfall: z.int().describe('tokens by which the budget is missed; 0 if it is met'),
  shares: z
    .array(z.object({ kind: z.enum(PART_KINDS), tokens: z.int() }))
    .describe('where the tokens go before the change, the largest first'),
  protected: z.object({ calls: z.int(), tokens: z.int() }).describe('the newest tool calls, which are kept unchanged'),
  ladder: z
    .array(
      z.object({
        step: z.enum(TRIM_STEPS),
        what: z.string(),
        items: z.int().describe('number of items that it removes'),
        of: z.int().describe('number of items in this step'),
        lines: z.array(z.int()).describe('lines of the source'),
        freed: z.int().describe('tokens, including the thinking that it makes invalid'),
        tokens: z.int().describe('what is sent after it'),
        worth: z.boolean().describe('whether it frees at least 1% of what is sent'),
      }),
    )
    .describe('the steps, in order; steps that free nothing are left out'),
  helps: z.array(z.string()).describe('if the budget is missed: what would help'),
})
