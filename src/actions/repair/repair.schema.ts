import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'
import { reshapeSchema } from '../reshape/reshape.schema.js'

export const repairSchema = reshapeSchema.extend({
  repairs: z.boolean().describe('false if there was nothing to repair, so nothing was written'),
  reachable: z
    .object({ before: z.int(), after: z.int(), inFile: z.int() })
    .describe('prompts, answers and results that the client reads, and all in the file'),
  left: z.array(findingSchema).describe('what is still found in the result'),
  unsure: z
    .array(z.object({ line: z.int(), parentLine: z.int(), why: z.string() }))
    .describe('entries with several possible parents, left alone; --assume reattaches them'),
  agents: z
    .array(z.object({ agentId: z.string(), path: z.string(), repairs: z.boolean(), left: z.array(findingSchema) }))
    .describe('agents with damaged transcripts: whether they are repaired, and what remains'),
})
