// What the app draws a session's map from.

import { z } from 'zod'

const count = z.int().nonnegative()
const tokens = z.number().nullable()

export const outlineSchema = z.object({
  session: z.object({
    id: z.string(),
    path: z.string().optional(),
    title: z.string().optional(),
    project: z.string().optional(),
    gitBranch: z.string().optional(),
    startedAt: z.iso.datetime().optional(),
    endedAt: z.iso.datetime().optional(),
    turns: count,
    branch: count,
    branches: count,
  }),
  window: count,
  model: z.string().nullable(),
  turns: z
    .object({
      number: z.array(count),
      tokens: z.array(count).describe('that the model wrote'),
      contextTokens: z.array(tokens).describe('context size after its last answer, as recorded'),
      calls: z.array(count),
      failed: z.array(count),
      startedAt: z.array(z.number().nullable()),
      durationMs: z.array(z.number().nullable()),
      line: z.array(count),
    })
    .describe('columns: one value per turn on the path'),
  compactions: z.array(
    z.object({
      number: count,
      line: count,
      turn: count.nullable(),
      tokensBefore: tokens,
      tokensAfter: tokens,
      trigger: z.string().nullable(),
    }),
  ),
  forks: z.array(z.object({ turn: count.nullable(), branches: z.array(count) })),
  lanes: z.array(
    z.object({
      branch: count,
      state: z.enum(['active', 'abandoned', 'detached']),
      turns: count,
      from: count.describe('the turn of this path that it leaves'),
      to: count.describe('the last turn of this path that began before it ended'),
      lane: count,
    }),
  ),
  branches: z.array(
    z.object({
      number: count,
      state: z.enum(['active', 'abandoned', 'detached']),
      turns: count,
      firstTurn: count.nullable(),
      lastAt: z.iso.datetime().nullable(),
    }),
  ),
  damagedLines: count,
  lines: count,
  bytes: count,
  agents: count,
})
