import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

export const rmSchema = z.object({
  sessionId: z.string(),
  path: z.string(),
  dryRun: z.boolean(),
  files: z
    .array(z.object({ path: z.string(), role: z.enum(['session', 'side']), bytes: z.int() }))
    .describe('everything that goes'),
  bytes: z.int(),
  refused: z.array(z.string()).describe('why not; empty where it was done, or can be'),
  findings: z.array(findingSchema).describe('what lies with the session and stays, because it is no regular file'),
  receipt: z.string().nullable().describe('what undo takes; null where nothing was written'),
})

export const manyRmSchema = z.object({ sessions: z.array(rmSchema) })
