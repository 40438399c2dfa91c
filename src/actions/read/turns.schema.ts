import { z } from 'zod'

const requestSchema = z.object({
  point: z.string().describe('turn and number, as --leaf takes it'),
  uuid: z.string().nullable().describe('of the entry that a session up to here ends at'),
  startedAt: z.iso.datetime().nullable(),
  lines: z.tuple([z.int(), z.int()]).describe('first and last line, the results of its calls with it'),
  calls: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      target: z.string().describe('what it is about: the file, the command, the pattern; cut where it is long'),
      state: z.enum(['paired', 'pending', 'lost']),
      isError: z.boolean(),
    }),
  ),
  says: z.string().describe('the beginning of what the model said'),
  tokens: z.int().describe('that the model wrote'),
  contextTokens: z.int().nullable().describe('how full the window was after it, by the session’s figures'),
})

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
  requestList: z.array(requestSchema).optional().describe('with --requests'),
  tokens: z.int().describe('that the model wrote in this turn'),
  contextTokens: z.int().nullable().describe('context size after its last answer, as recorded'),
  queued: z
    .array(z.object({ text: z.string(), state: z.enum(['sent', 'removed', 'lost']), line: z.int() }))
    .describe('prompts queued in this turn without their own entry'),
})

export const turnsSchema = z.object({
  turns: z.array(turnSchema),
  window: z.int().describe('the context window that contextTokens fill'),
  cwd: z.string().nullable().describe('where the session worked'),
  leftOut: z.int().describe('turns on other branches that are not listed'),
})
