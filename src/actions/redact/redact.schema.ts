import { z } from 'zod'
import { reshapeSchema } from '../reshape/reshape.schema.js'

export const redactSchema = reshapeSchema.extend({
  secrets: z
    .array(
      z.object({
        kind: z.string(),
        path: z.string().describe('the file that it is in'),
        line: z.int().nullable().describe('null in files without lines'),
        field: z.string().nullable().describe('the path of keys, separated by dots; null if it is not in an entry'),
        context: z.string().describe('the surrounding text, with the secret hidden'),
        placeholder: z.string().describe('the placeholder: the kind, and a hash that is equal for equal secrets'),
      }),
    )
    .describe('each place'),
  unscanned: z
    .object({ image: z.int(), pdf: z.int(), archive: z.int(), data: z.int().describe('base64 of more than 64 MB') })
    .describe('number of items that were not scanned, by kind'),
})

export const manyRedactSchema = z.object({ sessions: z.array(redactSchema) })
