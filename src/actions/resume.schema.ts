import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

export const resumeSchema = z.object({
  session: z.string(),
  path: z.string(),
  directory: z.string().describe('where the client is started'),
  command: z.array(z.string()).describe('empty where no client can be started on it: its file is not called by a uuid'),
  environment: z.record(z.string(), z.string()).describe('set for the client, beside what is set already'),
  resumes: z.boolean(),
  reasons: z.array(z.string()).describe('what speaks against it'),
  findings: z.array(findingSchema.extend({ session: z.string() })).describe('what check says of it'),
})
