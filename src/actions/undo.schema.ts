import { z } from 'zod'

export const undoSchema = z.object({
  undoes: z
    .object({ id: z.string(), verb: z.string(), time: z.iso.datetime() })
    .nullable()
    .describe('what is taken back; null where nothing is there to take back'),
  sessionId: z.string().nullable(),
  path: z.string().nullable(),
  dryRun: z.boolean(),
  steps: z.array(
    z.object({
      action: z
        .enum(['remove', 'restore', 'leave'])
        .describe('leave: a file of all sessions that a client has written again since'),
      role: z.enum(['session', 'side']),
      path: z.string(),
      bytes: z.int(),
    }),
  ),
  refused: z.array(z.string()).describe('why not; empty where it was done, or can be'),
  receipt: z.string().nullable().describe('of the taking back; null where nothing was written'),
})

export const manyUndoSchema = z.object({
  changes: z.array(undoSchema).describe('the newest first; it ends with the first that is refused'),
})
