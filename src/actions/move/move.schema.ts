import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'

export const moveSchema = z.object({
  from: z.string().describe('the old path of the directory'),
  to: z.string().describe('the new path of the directory'),
  dryRun: z.boolean(),
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      from: z.string().describe('where its file was'),
      path: z.string().describe('where its file is'),
      places: z.int().describe('number of changes in it and its side files'),
    }),
  ),
  files: z.int().describe('number of files that are moved or changed'),
  places: z
    .object({
      fields: z.int().describe('in fields of entries'),
      words: z.int().describe('in what the model sees'),
      sideFiles: z.int().describe('in subagents, outputs, tasks, memory'),
      history: z.int().describe('in the prompt history'),
      settings: z.int().describe('in the client’s settings and state'),
      left: z.int().describe('unchanged: thinking, and text that thinking depends on'),
    })
    .describe('number of occurrences of the path'),
  steps: z.array(
    z.object({
      action: z.string(),
      entries: z.int().describe('number of entries or files'),
      lines: z.array(z.int()).describe('lines of the session; empty for several sessions'),
      why: z.string(),
    }),
  ),
  findings: z.array(findingSchema).describe('problems that the sessions would have and do not have now'),
  refused: z.array(z.string()).describe('why nothing was written; empty if it was or can be'),
  resume: z.string().nullable().describe('the command to run; null for several sessions'),
  receipt: z.string().nullable().describe('the id for undo; null if nothing was written'),
})
