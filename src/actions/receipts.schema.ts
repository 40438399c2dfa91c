import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

const namedSchema = z.object({
  id: z.string(),
  path: z.string(),
  exists: z.boolean().describe('is the file there now?'),
})

const lineageRowSchema = namedSchema.extend({
  verb: z.string(),
  receipt: z.string(),
  undone: z.boolean(),
  from: z.string().describe('the session that it was made from'),
  distance: z.int().describe('steps away from the session asked for'),
})

const receiptSchema = z.object({
  id: z.string().describe('what undo takes'),
  time: z.iso.datetime(),
  verb: z.string().describe('the command'),
  call: z.array(z.string()).describe('its words'),
  source: namedSchema.nullable().describe('the session that was read'),
  result: namedSchema.nullable().describe('the session that was written; null where one was only removed'),
  inPlace: z.boolean(),
  files: z.object({ created: z.int(), replaced: z.int(), removed: z.int() }),
  bytes: z
    .object({ before: z.int(), after: z.int() })
    .describe('of what was replaced or removed, and of what was written'),
  undoes: z.string().nullable().describe('the receipt that this one took back'),
  undoneBy: z.string().nullable().describe('the receipt that took this one back'),
})

export const receiptsSchema = z.object({
  receipts: z.array(receiptSchema).describe('newest first'),
  lineage: z
    .object({
      session: z.string(),
      ancestors: z.array(lineageRowSchema).describe('what it came from, the nearest first'),
      descendants: z.array(lineageRowSchema).describe('what was made of it, and of that'),
    })
    .optional()
    .describe('where a session was asked for'),
  backups: z.object({
    folder: z.string(),
    bytes: z.int(),
    changes: z.int().describe('that have a backup'),
    maxBytes: z.int(),
    maxChanges: z.int(),
  }),
  findings: z.array(findingSchema),
})
