import { z } from 'zod'

const turnSchema = z.object({
  index: z.int().describe('1-based over the whole file; 0 for work without a prompt'),
  kind: z.enum(['prompt', 'queued', 'command', 'bash', 'implicit']),
  branch: z.int().optional().describe('with --all: 1 is the active branch'),
  state: z.enum(['finished', 'open', 'interrupted']),
  uuid: z.string().nullable(),
  prompt: z.string().describe('the full text'),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  durationMs: z.number().nullable(),
  lines: z.tuple([z.int(), z.int()]).describe('first and last line'),
  toolCalls: z.int(),
  requests: z.int().describe('answers of the model; 3.12 is the twelfth in turn 3'),
  tokens: z.int().describe('that the model wrote in this turn'),
  contextTokens: z.int().nullable().describe('context size after its last answer, as recorded'),
  queued: z
    .array(z.object({ text: z.string(), state: z.enum(['sent', 'removed', 'lost']), line: z.int() }))
    .describe('prompts queued in this turn without their own entry'),
})

export const turnsSchema = z.object({
  turns: z.array(turnSchema),
  window: z.int().describe('the context window that contextTokens fill'),
  leftOut: z.int().describe('turns on other branches that are not listed'),
})
