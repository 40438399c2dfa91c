import { z } from 'zod'
import { findingSchema } from './finding.schema.js'
import { reshapeSchema } from './reshape.schema.js'

export const repairSchema = reshapeSchema.extend({
  repairs: z.boolean().describe('false where there was nothing to mend: then nothing is written'),
  reachable: z
    .object({ before: z.int(), after: z.int(), inFile: z.int() })
    .describe('prompts, answers and results that the client takes up, and all in the file'),
  left: z.array(findingSchema).describe('what is still found in the result'),
  unsure: z
    .array(z.object({ line: z.int(), parentLine: z.int(), why: z.string() }))
    .describe('entries that stay where they are because another place is as possible; --assume hangs them'),
  agents: z
    .array(z.object({ agentId: z.string(), path: z.string(), repairs: z.boolean(), left: z.array(findingSchema) }))
    .describe('its agents whose own transcripts have something wrong: whether they are mended too, and what is left'),
})
