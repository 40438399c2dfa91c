// The JSON of `export --json`.

import { z } from 'zod'
import { redactSchema } from '../redact/redact.schema.js'

export const exportSchema = z.object({
  format: z.enum(['html', 'md', 'json', 'txt']),
  written: z.boolean().describe('false if the review was answered with q'),
  pages: z.array(
    z.object({
      sessionId: z.string(),
      title: z.string(),
      startedAt: z.iso.datetime().nullable(),
      turns: z.int(),
      path: z.string().nullable().describe('null if it went to standard output'),
      bytes: z.int(),
    }),
  ),
  index: z.string().nullable().describe('the index of several pages'),
  searched: z.boolean().describe('false with --redact off'),
  redacted: z.boolean(),
  secrets: redactSchema.shape.secrets,
  withImages: z.boolean(),
})
