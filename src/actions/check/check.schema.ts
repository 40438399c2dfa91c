import { z } from 'zod'
import { countsSchema, findingSchema } from './finding.schema.js'

export const checkSchema = z.object({
  findings: z.array(findingSchema.extend({ session: z.string().describe('id of the session') })),
  summary: z.object({
    sessions: z.int(),
    sound: z.int().describe('sessions without findings, or with cosmetic ones only'),
    bySeverity: z.object({ refuses: z.int(), loses: z.int(), cosmetic: z.int() }),
    byCode: countsSchema,
  }),
})
