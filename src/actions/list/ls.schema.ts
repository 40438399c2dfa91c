import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'
import { cutShortSchema } from '../cut-short.schema.js'

const cardSchema = z.object({
  id: z.string(),
  path: z.string(),
  project: z.string().nullable().describe('the working directory, from its entries'),
  title: z.string().nullable().describe('as the client shows it'),
  titles: z.array(z.string()).describe('all of its titles'),
  firstPrompt: z.string().nullable(),
  updatedAt: z.iso.datetime().describe('when the file was last written'),
  bytes: z.int(),
  turns: z.int().nullable().describe('with --turns: on all branches; null where they were not counted'),
  gitBranch: z.string().nullable(),
  model: z.string().nullable().describe('of the last answer'),
  contextTokens: z
    .int()
    .nullable()
    .describe('of the last request and its answer, as recorded; null if not near the end of the file'),
  contextWindow: z.int().nullable().describe('the context window of that model'),
  madeFrom: z.string().nullable().describe('the source session, from its entries or a receipt'),
  version: z.string().nullable().describe('of the client that wrote the session last'),
  entrypoint: z.string().nullable(),
  resumable: z.boolean().describe('false if the client would refuse it'),
  empty: z.boolean().describe('no prompts or answers'),
  machine: z.string().optional().describe('with --team: the machine that shipped it'),
  archived: z
    .object({ at: z.iso.datetime(), deleted: z.boolean().describe('no longer on disk') })
    .optional()
    .describe('with --archived'),
})

export const lsSchema = z.object({
  sessions: z.array(cardSchema).describe('newest first, or as given by --sort'),
  total: z.int().describe('session files in the config dirs'),
  empty: z.int().describe('not listed because they have no messages'),
  more: z.int().describe('not listed because of the limit; with filters, only matching sessions'),
  filtered: z.boolean().describe('whether a filter was given'),
  configDirs: z.array(z.string()),
  nowhere: z
    .object({
      lookedIn: z.array(z.object({ path: z.string(), exists: z.boolean() })),
      samples: z.string().nullable().describe('a config dir of samples, to try rethread on'),
    })
    .optional()
    .describe('if there are no sessions: where they were looked for'),
  areSamples: z.boolean().describe('there are no other sessions: these are the samples'),
  findings: z.array(findingSchema),
  partial: cutShortSchema,
})
