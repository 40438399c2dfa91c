// The shape of findings in every JSON answer.

import { z } from 'zod'

export const severitySchema = z.enum(['refuses', 'loses', 'cosmetic']).describe('what happens on resume')

export const findingSchema = z
  .object({
    code: z.string().describe('stable; see findings.md'),
    severity: severitySchema,
    line: z.int().optional().describe('1-based'),
    offset: z.int().optional().describe('byte offset in the file'),
    uuid: z.string().optional(),
    path: z.string().optional().describe('the file, if it is not the session file'),
    message: z.string(),
    fix: z.string().optional().describe('the command that fixes it'),
  })
  .describe('a problem')

export const countsSchema = z.record(z.string(), z.int())
