import { z } from 'zod'
import { tokensSchema } from './context.schema.js'

const sideSchema = z.object({
  session: z.string(),
  client: z.string(),
  model: z.string(),
  resumes: z.boolean(),
  reason: z.string().optional(),
  messages: z.int(),
  blocks: z.int(),
  tokens: tokensSchema,
})

const placeSchema = z
  .object({
    message: z.int().describe('0-based, as the API counts'),
    block: z.int().describe('0-based in the message'),
    line: z.int().nullable().describe('of the file; null if added by the client'),
    characters: z.int(),
  })
  .nullable()

export const diffSchema = z.object({
  a: sideSchema,
  b: sideSchema,
  changes: z.array(
    z.object({
      kind: z.enum(['removed', 'added', 'shortened', 'lengthened', 'changed']),
      role: z.enum(['user', 'assistant', 'system']),
      type: z.string().describe('type of the block'),
      a: placeSchema,
      b: placeSchema,
      tokens: z.int().describe('estimated difference of b to a; negative if b has fewer'),
      sameBefore: z.int().describe('blocks that are the same, between the change before and this one'),
    }),
  ),
  same: z.int().describe('blocks that are the same'),
  thinking: z
    .object({
      from: z.int().describe('the first message of b that differs'),
      blocks: z.int().describe('thinking blocks of a that b would send after it'),
      firstMessage: z.int().describe('the first message with such a block'),
      checked: z.boolean().describe('whether the model is known to check it'),
    })
    .nullable()
    .describe('thinking that is invalid because something before it changed'),
})
