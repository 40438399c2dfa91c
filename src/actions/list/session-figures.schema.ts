// What the app shows of each session beside its card.

import { z } from 'zod'

const count = z.int().nonnegative()

export const sessionFiguresSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      turns: count.nullable(),
      compactions: count.nullable(),
      damagedLines: count.nullable().describe('in the session and its subagents'),
      problem: z.string().nullable().describe('why it could not be read'),
      costUSD: z.number().nullable().describe('at list prices; null where nothing was logged'),
      unpriced: count.describe('messages without a price'),
      running: z.boolean().nullable().describe('a client is at it; null where that cannot be known'),
    }),
  ),
  withoutIndex: z.string().nullable(),
  pricesAsOf: z.string(),
})
