import { z } from 'zod'

export const indexSchema = z.object({
  location: z.string(),
  bytes: z.int().describe('size of the index'),
  engine: z.string(),
  sessions: z.int(),
  agents: z.int().describe('transcripts of subagents'),
  gone: z.int().describe('transcripts that were deleted since they were indexed'),
  indexedBytes: z.int().describe('size of the transcripts'),
  texts: z.int(),
  refreshedAt: z.iso.datetime().nullable(),
  read: z.object({ files: z.int(), bytes: z.int() }).describe('by this call'),
  behind: z.int().describe('with --status: transcripts that are new or have changed'),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  faults: z.array(z.string()).describe('with --verify: differences between the index and the files'),
})
