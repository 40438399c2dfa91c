import { z } from 'zod'
import { countsSchema } from './finding.schema.js'

export const driftSchema = z.object({
  sessions: z.int(),
  unread: z.int().describe('files that could not be read'),
  rows: z.array(
    z.object({
      kind: z.enum(['type', 'field']),
      name: z.string().describe('as in user.message.newField or block/tool_use.newField'),
      count: z.int(),
      sessions: z.int().describe('sessions that contain it'),
      versions: countsSchema.describe('by client version'),
    }),
  ),
})
