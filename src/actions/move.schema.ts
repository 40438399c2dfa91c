import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

export const moveSchema = z.object({
  from: z.string().describe('the directory as it was called'),
  to: z.string().describe('the directory as it is called now'),
  dryRun: z.boolean(),
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      from: z.string().describe('where its file was'),
      path: z.string().describe('where its file is'),
      places: z.int().describe('how many places of it and its side files change'),
    }),
  ),
  files: z.int().describe('how many files move or change'),
  places: z
    .object({
      fields: z.int().describe('in entries, beside the words'),
      words: z.int().describe('in what the model gets'),
      sideFiles: z.int().describe('in subagents, outputs, tasks, memory'),
      history: z.int().describe('in the prompt history'),
      settings: z.int().describe('in the client’s settings and notes'),
      left: z.int().describe('that stay: thinking, and words that thinking depends on'),
    })
    .describe('how often the path stands where'),
  steps: z.array(
    z.object({
      action: z.string(),
      entries: z.int().describe('how many entries or files it concerns'),
      lines: z.array(z.int()).describe('lines of the session; none where there are several sessions'),
      why: z.string(),
    }),
  ),
  findings: z.array(findingSchema).describe('what the sessions would have and have not now'),
  refused: z.array(z.string()).describe('why nothing was written; empty where it was, or can be'),
  resume: z.string().nullable().describe('what to type; null for several sessions'),
  receipt: z.string().nullable().describe('what undo takes; null where nothing was written'),
})
