import { z } from 'zod'
import { cutShortSchema } from '../cut-short.schema.js'

const time = z.iso.datetime()

const counters = z.object({
  messages: z.int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWrite5mTokens: z.number().describe('cache writes for five minutes, or for an unknown time'),
  cacheWrite1hTokens: z.number(),
  totalTokens: z.number().describe('all of them'),
  webSearches: z.number(),
  costUSD: z.number().describe('at list prices, of the messages that have one'),
  unpriced: z.int().describe('messages without a price'),
})

const rowSchema = counters.extend({
  key: z.string().describe('day, first day of the week, month, session id, directory, model, or start of a block'),
  models: z
    .array(counters.extend({ key: z.string() }))
    .optional()
    .describe('with --breakdown'),
  project: z.string().nullable().optional().describe('session: the directory of its last call'),
  firstAt: time.nullable().optional().describe('session'),
  lastAt: time.nullable().optional().describe('session'),
  block: z
    .object({
      startedAt: time,
      endsAt: time,
      isActive: z.boolean(),
      minutesLeft: z.int(),
      tokensPerMinute: z.number(),
      costPerHour: z.number(),
      projected: z
        .object({ totalTokens: z.number(), costUSD: z.number() })
        .nullable()
        .describe('at the end of the block, at this rate; null if it is over'),
    })
    .optional()
    .describe('blocks'),
})

const toolRowSchema = z.object({
  key: z.string().describe('name of the tool'),
  calls: z.int(),
  callTokens: z.int().describe('estimated'),
  resultTokens: z.int().describe('estimated'),
})

const frame = z.object({
  totals: counters,
  explained: z
    .object({
      key: z.string(),
      messages: z.array(
        z.object({
          id: z.string().nullable(),
          time: time.nullable(),
          session: z.string().describe('the session that made the call'),
          project: z.string().nullable(),
          isFinal: z.boolean(),
          charges: z
            .array(
              z.object({
                model: z.string(),
                inputTokens: z.number(),
                outputTokens: z.number(),
                cacheReadTokens: z.number(),
                cacheWrite5mTokens: z.number(),
                cacheWrite1hTokens: z.number(),
                webSearches: z.number(),
                costUSD: z.number().nullable(),
              }),
            )
            .describe('the answer, and requests to advisors on the way to it'),
          path: z.string().describe('the entry that was counted'),
          line: z.int(),
          notCounted: z.array(
            z.object({
              path: z.string(),
              line: z.int(),
              why: z
                .enum(['part', 'copy', 'progress'])
                .describe('another entry of the same answer, a copy in another file, or a progress report'),
            }),
          ),
        }),
      ),
    })
    .optional()
    .describe('with --explain'),
  timezone: z.string().describe('the zone that days are in'),
  prices: z.object({
    asOf: z.string().describe('month of the built-in price list'),
    file: z.string().nullable().describe('with --prices'),
    recorded: z.boolean().describe('with --recorded-costs'),
  }),
  partial: cutShortSchema,
  notes: z.object({
    files: z.int(),
    bytes: z.int(),
    entries: z.int().describe('entries with token counts; each message is counted once'),
    messages: z.int(),
    unfinished: z.int().describe('messages without a final count'),
    undated: z.int().describe('messages without a time'),
    unpriced: z.record(z.string(), z.int()).describe('messages by model'),
    priority: z.int().describe('messages in the priority tier, at standard prices'),
    damaged: z.int().describe('lines with an answer that could not be read'),
    skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  }),
})

export const usageSchema = z.discriminatedUnion('report', [
  frame.extend({
    report: z.enum(['daily', 'weekly', 'monthly', 'session', 'project', 'model', 'blocks']),
    rows: z.array(rowSchema),
  }),
  frame.extend({ report: z.literal('tool'), rows: z.array(toolRowSchema) }),
])
