import { z } from 'zod'

export const restoreSchema = z.object({
  sessionId: z.string(),
  title: z.string().nullable(),
  path: z.string(),
  dryRun: z.boolean(),
  files: z.array(
    z.object({
      path: z.string(),
      role: z.enum(['session', 'side']),
      bytes: z.int(),
      action: z.enum(['restore', 'same']).describe('same: already there'),
    }),
  ),
  bytes: z.int().describe('restored'),
  renewed: z
    .int()
    .describe('files that get the current time, because Claude Code’s cleanup would delete them at once otherwise'),
  damaged: z.array(z.string()).describe('files that are damaged in the archive and were not restored'),
  refused: z.array(z.string()).describe('why it was refused; empty if it was done or can be'),
  receipt: z.string().nullable().describe('the id for undo; null if nothing was written'),
  resume: z.string().nullable().describe('how to resume it'),
})

export const manyRestoreSchema = z.object({ sessions: z.array(restoreSchema) })
