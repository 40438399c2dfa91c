// What the app draws the window of a session from.

import { z } from 'zod'
import { tokensSchema } from './context.schema.js'

const count = z.int().nonnegative()

export const ledgerSchema = z.object({
  client: z.string(),
  model: z.string(),
  resumes: z.boolean(),
  reason: z.string().nullable(),
  outcome: z.enum(['resumes', 'compacts', 'refuses', 'unknown']),
  messages: count,
  cwd: z.string().nullable(),
  tokens: tokensSchema,
  window: count,
  compactsAt: count.nullable(),
  kinds: z.array(
    z.object({
      kind: z.string(),
      tokens: count,
      share: z.number(),
      parts: count,
      tools: z.array(z.object({ tool: z.string(), tokens: count, share: z.number(), calls: count })),
      takeOut: z.enum(['thinking', 'images', 'tools', 'results']).nullable(),
    }),
  ),
  files: z.array(
    z.object({ file: z.string(), tokens: count, share: z.number(), reads: count, calls: z.array(z.string()) }),
  ),
  moreFiles: count,
  largest: z.array(
    z.object({
      call: z.string(),
      tool: z.string(),
      target: z.string(),
      turn: count.nullable(),
      line: count,
      tokens: count,
    }),
  ),
  turns: z.object({ number: z.array(count), byKind: z.record(z.string(), z.array(z.number())) }),
  history: z.object({
    requests: count,
    request: z.array(count),
    turn: z.array(count.nullable()),
    tokens: z.array(count),
    counted: z.array(z.boolean()),
    byKind: z.record(z.string(), z.array(z.number())),
    compactions: z.array(
      z.object({
        number: count,
        line: count,
        trigger: z.string().nullable(),
        request: count,
        turn: count.nullable(),
        tokensBefore: count.nullable(),
        tokensAfter: count.nullable(),
      }),
    ),
  }),
  omitted: z.array(z.object({ entries: count, why: z.string(), firstLine: count })),
})
