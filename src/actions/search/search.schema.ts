import { z } from 'zod'
import { cutShortSchema } from '../cut-short.schema.js'

const time = z.iso.datetime()
const field = z.enum(['prompt', 'answer', 'thinking', 'input', 'output', 'title', 'path'])

const hitSchema = z.object({
  turn: z.int().nullable().describe('null if it is in no turn'),
  line: z.int().describe('of the transcript that contains it'),
  field,
  snippet: z.string().nullable().describe('on one line; null if the file has changed since it was indexed'),
  marks: z.array(z.tuple([z.int(), z.int()])).describe('start and end of each match in the snippet, in UTF-16 units'),
  tool: z.string().nullable().describe('whose input or output it is'),
  isError: z.boolean(),
  time: time.nullable(),
  agent: z.object({ id: z.string(), path: z.string() }).nullable().describe('the subagent whose transcript it is in'),
  branch: z.int().describe('1 is the active branch'),
  abandoned: z.boolean().describe('on a branch that was left behind'),
  show: z.string().describe('the command that shows it'),
  clone: z.string().nullable().describe('the command that continues from there in a copy'),
})

export const searchSchema = z.object({
  query: z.string(),
  sessions: z
    .array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string().nullable(),
        project: z.string().nullable(),
        gitBranch: z.string().nullable(),
        machine: z.string().optional().describe('with --team: the machine that shipped it'),
        updatedAt: time.describe('of its last entry'),
        score: z.number(),
        matches: z.int().describe('messages and blocks that match, including those of subagents'),
        hits: z.array(hitSchema).describe('the best of them, or the newest with --sort newest'),
        resume: z.string().nullable().describe('null if the client would refuse the session'),
      }),
    )
    .describe('best first, or newest with --sort newest'),
  more: z.int().describe('sessions that match but are not listed'),
  searched: z.object({
    sessions: z.int(),
    agents: z.int().describe('transcripts of subagents'),
    bytes: z.int(),
    index: z.boolean().describe('false if the files were read instead'),
    reason: z.string().nullable().describe('why there is no index'),
    gone: z.int().describe('deleted sessions that match'),
  }),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })).describe('files that could not be read'),
  unread: z.int().describe('texts that were not searched because the pattern took too long'),
  notes: z.array(z.string()).describe('filters that were not understood and were searched for as words'),
  nearest: z
    .array(z.object({ word: z.string(), instead: z.string().nullable() }))
    .describe('if nothing matches: words that occur nowhere, and the nearest that do'),
  unranked: z.boolean().optional().describe('too many match to find the best at once: these are the newest'),
  partial: cutShortSchema,
})

const hunkSchema = z.object({
  oldStart: z.int().optional(),
  newStart: z.int().optional(),
  lines: z.array(z.string()).describe('each line starts with a space, a plus or a minus'),
})

export const filesAcrossSchema = z.object({
  file: z.string().describe('as given'),
  sessions: z
    .array(
      z.object({
        id: z.string(),
        path: z.string(),
        title: z.string().nullable(),
        project: z.string().nullable(),
        updatedAt: time,
        files: z.array(z.string()).describe('full paths'),
        edits: z.int(),
        reads: z.int(),
        firstAt: time.nullable(),
        lastAt: time.nullable(),
        turns: z.array(z.int()),
        calls: z.array(
          z.object({
            did: z.enum(['read', 'changed']),
            tool: z.string(),
            file: z.string(),
            turn: z.int().nullable(),
            line: z.int(),
            agent: z.string().nullable(),
            abandoned: z.boolean(),
            time: time.nullable(),
            hunks: z.array(hunkSchema).optional().describe('with --edits'),
          }),
        ),
        show: z.string(),
      }),
    )
    .describe('newest first'),
  partial: cutShortSchema,
})

export const blameSchema = z.object({
  file: z.string(),
  lines: z.array(
    z.object({
      line: z.int(),
      text: z.string(),
      by: z
        .object({
          id: z.string(),
          title: z.string().nullable(),
          turn: z.int().nullable(),
          agent: z.string().nullable(),
          tool: z.string(),
          time: time.nullable(),
          abandoned: z.boolean(),
          together: z.int().describe('lines of that edit that stand here together'),
          show: z.string(),
        })
        .nullable()
        .describe('null if unknown'),
      candidates: z.int().describe('edits that match equally well'),
    }),
  ),
  edits: z.int().describe('edits that were compared'),
  unknown: z.int().describe('lines of unknown origin'),
  partial: cutShortSchema,
})
