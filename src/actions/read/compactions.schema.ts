import { z } from 'zod'

const saidInTurn = z.object({ turn: z.int(), text: z.string() })

export const compactionsSchema = z.object({
  session: z.string(),
  cwd: z.string().nullable().describe('the working directory'),
  compactions: z.array(
    z.object({
      number: z.int(),
      line: z.int(),
      at: z.string().nullable(),
      dialect: z.enum(['boundary', 'microcompact', 'compact-system']),
      trigger: z.string().nullable().describe('manual or auto'),
      tokensBefore: z.int().nullable(),
      tokensAfter: z.int().nullable(),
      summary: z.object({ line: z.int(), length: z.int().describe('in characters') }).nullable(),
      kept: z
        .object({ entries: z.int(), prompts: z.int(), files: z.int(), decisions: z.int() })
        .describe('what the summary or kept entries still mention'),
      dropped: z.object({
        entries: z.int(),
        prompts: z.array(saidInTurn),
        tools: z.record(z.string(), z.int()).describe('removed calls, by tool'),
        files: z
          .array(z.object({ path: z.string(), state: z.string() }))
          .describe('touched, but not mentioned in the summary'),
        decisions: z.array(saidInTurn).describe('sentences of answers that the summary does not mention'),
      }),
      restore: z.string().describe('the command that restores it'),
    }),
  ),
  diff: z
    .object({
      number: z.int(),
      lines: z.array(z.object({ sign: z.enum(['-', ' ', '+']), turn: z.int().nullable(), text: z.string() })),
    })
    .optional()
    .describe('with --diff'),
})
