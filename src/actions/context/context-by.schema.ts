import { z } from 'zod'
import { CONTEXT_KEYS } from './context-by.js'

export const contextBySchema = z.object({
  by: z.enum(CONTEXT_KEYS),
  tokens: z.int().describe('of everything that is sent, estimated'),
  cwd: z.string().nullable().describe('the working directory'),
  parts: z
    .array(
      z.object({
        key: z.string().describe('a tool, a file, a kind of content or a turn'),
        tokens: z.int(),
        share: z.number().describe('as a fraction of 1'),
        calls: z.int().describe('tool calls'),
        reads: z.int().optional().describe('with --by file: how often it is read'),
        frees: z.string().nullable().describe('the command that would remove it; null if there is none'),
      }),
    )
    .describe('largest first; turns in order'),
  largest: z
    .array(
      z.object({
        line: z.int(),
        call: z.string().describe('id of the tool call'),
        tool: z.string(),
        target: z.string(),
        tokens: z.int(),
      }),
    )
    .describe('the largest tool results'),
})
