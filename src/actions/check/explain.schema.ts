import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

export const explainSchema = z.object({
  session: z.string().describe('id of the session'),
  said: z.string().describe('the message, as it was given'),
  explained: z.boolean().describe('whether the session contains the cause or the position that the message names'),
  error: z
    .object({
      id: z.string().describe('stable name of the message'),
      by: z.enum(['API', 'client']).describe('who reports it'),
      rule: z.string().describe('the rule behind the error'),
      cause: z.string().describe('what it means, in plain words'),
    })
    .nullable()
    .describe('null if the message is unknown'),
  request: z
    .object({ client: z.string(), messages: z.int() })
    .describe('what indexes count: the messages that this client would send now, without its own reminders'),
  places: z
    .array(
      z.object({
        line: z.int().describe('1-based'),
        uuid: z.string().nullable(),
        type: z.string().nullable().describe('of the entry; null if the line has none'),
        message: z.int().nullable().describe('index of the message in the request; null if it is not sent'),
        block: z.int().nullable().describe('index of the block in that message'),
        knownBy: z
          .enum(['id', 'index', 'finding', 'size'])
          .describe('how it was found: an id or index in the message, a finding, or one of the largest entries'),
        finding: findingSchema.nullable().describe('the finding at this place that belongs to the message'),
      }),
    )
    .describe('the likeliest first'),
  fix: z.string().nullable().describe('the command that fixes it'),
  advice: z.string().nullable().describe('what to do if no command fixes it'),
  findings: z.array(findingSchema).describe('for the whole session; all findings if nothing explains the message'),
})
