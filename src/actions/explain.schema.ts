import { z } from 'zod'
import { findingSchema } from './finding.schema.js'

export const explainSchema = z.object({
  session: z.string().describe('id of the session'),
  said: z.string().describe('the message, as it was given'),
  explained: z.boolean().describe('the session holds what the message speaks of, or the place that it names'),
  error: z
    .object({
      id: z.string().describe('stable name of the message'),
      by: z.enum(['API', 'client']).describe('who says it'),
      rule: z.string().describe('the rule that is broken'),
      cause: z.string().describe('what it means, in plain words'),
    })
    .nullable()
    .describe('null where the message is not known'),
  request: z
    .object({ client: z.string(), messages: z.int() })
    .describe('what indexes are counted in: the messages that this client would send now, without its own reminders'),
  places: z
    .array(
      z.object({
        line: z.int().describe('1-based'),
        uuid: z.string().nullable(),
        type: z.string().nullable().describe('of the entry; null where the line holds none'),
        message: z.int().nullable().describe('index of the message in the request; null where it is not in it'),
        block: z.int().nullable().describe('index of the block in that message'),
        knownBy: z
          .enum(['id', 'index', 'finding', 'size'])
          .describe('the message names an id or an index, a finding shows it, or it is one of the largest entries'),
        finding: findingSchema.nullable().describe('the finding at this place that belongs to the message'),
      }),
    )
    .describe('the likeliest first'),
  fix: z.string().nullable().describe('the command that mends it'),
  advice: z.string().nullable().describe('what to do where there is no command'),
  findings: z
    .array(findingSchema)
    .describe('about the whole session; where nothing explains the message, all that check finds'),
})
