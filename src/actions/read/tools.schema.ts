import { z } from 'zod'

const placeSchema = z.object({ line: z.int(), uuid: z.string().nullable() })

const callSchema = z.object({
  id: z.string(),
  name: z.string(),
  turn: z.int().nullable(),
  use: placeSchema,
  result: placeSchema.nullable(),
  state: z.enum(['paired', 'pending', 'lost']),
  isError: z.boolean(),
  durationMs: z.number().nullable().describe('as recorded, else between the two timestamps'),
  input: z.unknown(),
  inputBytes: z.int(),
  resultBytes: z.int().nullable(),
  agent: z
    .object({
      id: z.string().nullable(),
      layout: z.enum(['inline', 'beside', 'subagents']),
      linkedBy: z.enum(['meta', 'agent-id', 'progress', 'prompt', 'parent']),
      entries: z.int(),
    })
    .optional()
    .describe('the subagent that it started'),
  outputFile: z.object({ path: z.string(), exists: z.boolean() }).optional().describe('the side file with its output'),
})

export const toolsSchema = z.object({
  calls: z.array(callSchema),
  orphanResults: z.array(z.object({ id: z.string(), ...placeSchema.shape, resultBytes: z.int() })),
})

export const trackedFilesSchema = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      versions: z.array(
        z.object({
          version: z.int(),
          backup: z.string().nullable().describe('null if the file did not exist before'),
          exists: z.boolean(),
          line: z.int(),
        }),
      ),
    }),
  ),
  unnamed: z.array(z.string()).describe('backups on disk without an entry'),
})
