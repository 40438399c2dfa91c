import { z } from 'zod'
import { findingSchema } from '../check/finding.schema.js'

const namedSchema = z.object({
  id: z.string(),
  path: z.string(),
  exists: z.boolean().describe('whether the file exists now'),
})

const lineageRowSchema = namedSchema.extend({
  verb: z.string(),
  receipt: z.string(),
  undone: z.boolean(),
  from: z.string().describe('the source session'),
  distance: z.int().describe('distance from the requested session'),
})

const receiptSchema = z.object({
  id: z.string().describe('the id for undo'),
  time: z.iso.datetime(),
  verb: z.string().describe('the command'),
  call: z.array(z.string()).describe('its text'),
  source: namedSchema.nullable().describe('the session that was read'),
  result: namedSchema.nullable().describe('the session that was written; null for a removal'),
  inPlace: z.boolean(),
  files: z.object({ created: z.int(), replaced: z.int(), removed: z.int() }),
  bytes: z
    .object({ before: z.int(), after: z.int() })
    .describe('of what was replaced or removed, and of what was written'),
  undoes: z.string().nullable().describe('the receipt that this one undid'),
  undoneBy: z.string().nullable().describe('the receipt that undid this one'),
})

export const receiptsSchema = z.object({
  receipts: z.array(receiptSchema).describe('newest first'),
  lineage: z
    .object({
      session: z.string(),
      ancestors: z.array(lineageRowSchema).describe('its sources, nearest first'),
      descendants: z.array(lineageRowSchema).describe('its copies, and their copies'),
    })
    .optional()
    .describe('if a session was given'),
  backups: z.object({
    folder: z.string(),
    bytes: z.int(),
    changes: z.int().describe('with a backup'),
    maxBytes: z.int(),
    maxChanges: z.int(),
  }),
  findings: z.array(findingSchema),
})
