import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

const cardSchema = z.object({
  id: z.string(),
  path: z.string(),
  project: z.string().nullable().describe('the directory it worked in, as its entries say'),
  title: z.string().nullable().describe('as the client shows it'),
  titles: z.array(z.string()).describe('all names that it goes by'),
  firstPrompt: z.string().nullable(),
  updatedAt: z.iso.datetime().describe('when the file was last written'),
  bytes: z.int(),
  turns: z.int().nullable().describe('with --turns: on all branches; null where they were not counted'),
  gitBranch: z.string().nullable(),
  model: z.string().nullable().describe('of the last answer'),
  contextTokens: z
    .int()
    .nullable()
    .describe('of the last request and its answer, as recorded; null where that is not near the end of the file'),
  contextWindow: z.int().nullable().describe('the window of that model'),
  madeFrom: z.string().nullable().describe('the session that it was made from, where its entries or a receipt say so'),
  version: z.string().nullable().describe('of the client that wrote last'),
  entrypoint: z.string().nullable(),
  resumable: z.boolean().describe('false where the client would refuse it'),
  empty: z.boolean().describe('no prompt and no answer in it'),
})

export const lsSchema = z.object({
  sessions: z.array(cardSchema).describe('newest first, or as --sort says'),
  total: z.int().describe('session files in the config dirs'),
  empty: z.int().describe('looked at and not listed: nothing was said in them'),
  more: z.int().describe('not listed: the limit was reached; with filters, only what fits them'),
  filtered: z.boolean().describe('only some were asked for'),
  configDirs: z.array(z.string()),
  nowhere: z
    .object({
      lookedIn: z.array(z.object({ path: z.string(), exists: z.boolean() })),
      samples: z.string().nullable().describe('a config dir of samples, to try rethread on'),
    })
    .optional()
    .describe('where there are no sessions at all: where they were looked for'),
  areSamples: z.boolean().describe('no sessions of one’s own: these are the samples'),
  findings: z.array(findingSchema),
})
