import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'

export const resumeSchema = z.object({
  session: z.string(),
  path: z.string(),
  directory: z.string().describe('where the client is started'),
  command: z.array(z.string()).describe('empty if the client cannot resume it because its file name is not a uuid'),
  environment: z.record(z.string(), z.string()).describe('environment variables to add for the client'),
  resumes: z.boolean(),
  reasons: z.array(z.string()).describe('reasons against it'),
  findings: z.array(findingSchema.extend({ session: z.string() })).describe('what check finds'),
})
