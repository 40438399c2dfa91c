import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'

export const rmSchema = z.object({
  sessionId: z.string(),
  path: z.string(),
  dryRun: z.boolean(),
  files: z
    .array(z.object({ path: z.string(), role: z.enum(['session', 'side']), bytes: z.int() }))
    .describe('everything that is removed'),
  bytes: z.int(),
  refused: z.array(z.string()).describe('why it was refused; empty if it was done or can be'),
  findings: z.array(findingSchema).describe('side files that are not removed because they are not regular files'),
  receipt: z.string().nullable().describe('the id for undo; null if nothing was written'),
})

export const manyRmSchema = z.object({ sessions: z.array(rmSchema) })
