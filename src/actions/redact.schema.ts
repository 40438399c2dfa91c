import { z } from 'zod'
import { reshapeSchema } from './reshape.schema.js'

export const redactSchema = reshapeSchema.extend({
  secrets: z
    .array(
      z.object({
        kind: z.string(),
        path: z.string().describe('the file that it is in'),
        line: z.int().nullable().describe('null in files that have no lines of their own'),
        field: z.string().nullable().describe('the keys that lead to it, with dots; null where it is in no entry'),
        context: z.string().describe('what stands around it, with the secret hidden'),
        placeholder: z
          .string()
          .describe('what stands there instead: the kind, and a hash by which equal ones stay equal'),
      }),
    )
    .describe('each place'),
  unscanned: z
    .object({ image: z.int(), pdf: z.int(), archive: z.int(), data: z.int().describe('base64 of more than 64 MB') })
    .describe('how many of each could not be looked into'),
})

export const manyRedactSchema = z.object({ sessions: z.array(redactSchema) })
