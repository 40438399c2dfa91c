import { z } from 'zod'
import { reshapeSchema } from './reshape.schema.js'

export const redactSchema = reshapeSchema.extend({
  secrets: z
    .array(
      z.object({
        kind: z.string(),
        path: z.string().describe('the file that it is in'),
        line: z.int().nullable().describe('null in files that are no transcripts'),
        field: z.string().nullable().describe('the keys that lead to it, with dots; null where it is in no entry'),
        context: z.string().describe('what stands around it, with the secret hidden'),
        placeholder: z
          .string()
          .describe('what stands there instead: the kind, and a hash by which equal ones stay equal'),
      }),
    )
    .describe('each place'),
})

export const manyRedactSchema = z.object({ sessions: z.array(redactSchema) })
