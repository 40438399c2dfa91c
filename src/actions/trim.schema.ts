import { z } from 'zod'
import { PART_KINDS } from '../context/index.js'
import { TRIM_STEPS } from '../reshape/trim/ladder.js'
import { reshapeSchema } from './reshape.schema.js'

export const trimSchema = reshapeSchema.extend({
  budget: z.int().nullable().describe('tokens that were asked for; null with --suggest alone'),
  shortfall: z.int().describe('tokens by which the budget is missed; 0 where it is met'),
  shares: z
    .array(z.object({ kind: z.enum(PART_KINDS), tokens: z.int() }))
    .describe('where the tokens go before the change, the largest first'),
  protected: z.object({ calls: z.int(), tokens: z.int() }).describe('the newest tool calls, which stay as they are'),
  ladder: z
    .array(
      z.object({
        step: z.enum(TRIM_STEPS),
        what: z.string(),
        items: z.int().describe('how many things it takes'),
        of: z.int().describe('of how many that stand on this step'),
        lines: z.array(z.int()).describe('lines of the source'),
        freed: z.int().describe('tokens, with the thinking that it makes void'),
        tokens: z.int().describe('what is sent after it'),
        worth: z.boolean().describe('it frees a hundredth of what is sent, or more'),
      }),
    )
    .describe('the steps that were taken, in their order; those that free nothing are not among them'),
  helps: z.array(z.string()).describe('where the budget is missed: what would bring it nearer'),
})
