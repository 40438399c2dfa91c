import { z } from 'zod'

export const cutShortSchema = z
  .object({ why: z.string() })
  .optional()
  .describe('with --team, if the store stopped answering: part of the result is missing')
