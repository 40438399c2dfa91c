import { z } from 'zod'

export const filesSchema = z.object({
  cwd: z.string().nullable().describe('the working directory'),
  files: z
    .array(
      z.object({
        path: z.string(),
        did: z.enum(['created', 'edited', 'read']),
        edits: z.int(),
        reads: z.int(),
        added: z.int().describe('lines, over all edits'),
        removed: z.int(),
        turns: z.array(z.int()).describe('turns that touched it'),
      }),
    )
    .describe('changed files first, then those that were only read'),
})

export const fileDiffSchema = z.object({
  path: z.string(),
  cwd: z.string().nullable(),
  changes: z
    .array(
      z.object({
        turn: z.int().nullable(),
        line: z.int().describe('of the call, in the transcript that contains it'),
        tool: z.string(),
        agent: z.string().nullable().describe('the subagent that made it; null for the session itself'),
        created: z.boolean(),
        hunks: z.array(
          z.object({
            oldStart: z.int().optional(),
            newStart: z.int().optional(),
            lines: z.array(z.string()).describe('each line starts with a space, a plus or a minus'),
          }),
        ),
      }),
    )
    .describe('in the order of the calls'),
})
