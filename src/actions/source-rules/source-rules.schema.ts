import { z } from 'zod'

export const sourceRulesSchema = z.object({
  session: z.object({ id: z.string(), path: z.string().nullable(), title: z.string().nullable() }),
  rules: z.enum(['seed-000', 'seed-001', 'seed-002', 'seed-003', 'seed-004']).describe('the source document'),
  figures: z.array(
    z.object({
      name: z.string(),
      document: z.int().nullable().describe('by the rules of the document; null if it does not define this'),
      ours: z.int(),
      difference: z.int().nullable().describe('the document’s value minus ours'),
    }),
  ),
  losses: z
    .array(
      z.object({
        kind: z.string().describe('stable'),
        count: z.int(),
        sentence: z.string(),
        lines: z.array(z.int()).describe('of the first few, 1-based'),
      }),
    )
    .describe('what the document’s rules lose of this session'),
})

export const manySourceRulesSchema = z.object({ sessions: z.array(sourceRulesSchema) })
