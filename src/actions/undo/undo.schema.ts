import { z } from 'zod'

export const undoSchema = z.object({
  undoes: z
    .object({ id: z.string(), verb: z.string(), time: z.iso.datetime() })
    .nullable()
    .describe('the change that is undone; null if there is nothing to undo'),
  sessionId: z.string().nullable(),
  path: z.string().nullable(),
  dryRun: z.boolean(),
  steps: z.array(
    z.object({
      action: z
        .enum(['remove', 'restore', 'leave'])
        .describe('leave: a file shared by all sessions that a client has rewritten since'),
      role: z.enum(['session', 'side']),
      path: z.string(),
      bytes: z.int(),
    }),
  ),
  refused: z.array(z.string()).describe('why it was refused; empty if it was done or can be'),
  receipt: z.string().nullable().describe('of the undo; null if nothing was written'),
})

export const manyUndoSchema = z.object({
  changes: z.array(undoSchema).describe('newest first; stops at the first one that is refused'),
})
