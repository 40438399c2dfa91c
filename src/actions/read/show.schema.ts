// The JSON of `show --json`. Not imported by the action: the schema is for documents, checks and other programs.

import { z } from 'zod'
import type { ShownItem } from './show/report.js'

const lineNumbers = z.array(z.int().positive()).describe('lines of the file, from 1')
const time = z.iso.datetime().optional()
const count = z.int().nonnegative()
const milliseconds = z.number().optional()

const excerpt = z.object({
  text: z.string(),
  moreLines: count.describe('number of further lines that are not included'),
  moreCharacters: count.describe('characters missing at the end of the last line given'),
})

const media = z.object({
  type: z.enum(['image', 'document']),
  format: z.string(),
  width: z.int().optional(),
  height: z.int().optional(),
  bytes: count.optional(),
  source: z.string().optional(),
  data: z.string().optional().describe('in base64; only in an export that includes images'),
})

const leftOut = z.object({
  entries: count.describe('entries that are not shown'),
  what: z.record(z.string(), count),
})

const item: z.ZodType<ShownItem> = z.lazy(() => anyItem)

const agent = z.object({
  id: z.string().optional(),
  type: z.string().optional(),
  description: z.string().optional(),
  path: z.string().optional(),
  linkedBy: z.string().optional(),
  ambiguous: z.boolean(),
  entries: count,
  messages: count,
  toolCalls: count,
  durationMs: milliseconds,
  items: z.array(item).optional().describe('its own conversation, with --agents'),
  leftOut: leftOut.optional(),
})

const result = z.object({
  lines: lineNumbers,
  isError: z.boolean(),
  refused: z.boolean(),
  text: excerpt,
  media: z.array(media),
  persisted: z.object({ path: z.string(), bytes: z.number().optional() }).optional(),
})

const hunk = z.object({
  oldStart: z.number().optional(),
  newStart: z.number().optional(),
  lines: z.array(z.string()),
})

const form = z.discriminatedUnion('form', [
  z.object({ form: z.literal('shell'), command: z.string(), note: z.string().optional() }),
  z.object({
    form: z.literal('edit'),
    path: z.string(),
    created: z.boolean(),
    hunks: z.array(hunk),
    added: count,
    removed: count,
    moreLines: count,
  }),
  z.object({
    form: z.literal('read'),
    path: z.string(),
    from: z.number().optional(),
    to: z.number().optional(),
    total: z.number().optional(),
    note: z.string().optional(),
  }),
  z.object({
    form: z.literal('search'),
    pattern: z.string(),
    where: z.string().optional(),
    hits: z.number().optional(),
    unit: z.enum(['file', 'line', 'match']),
  }),
  z.object({ form: z.literal('todos'), todos: z.array(z.object({ text: z.string(), status: z.string() })) }),
  z.object({
    form: z.literal('agent'),
    description: z.string(),
    type: z.string().optional(),
    prompt: excerpt,
    background: z.boolean(),
  }),
  z.object({
    form: z.literal('web'),
    action: z.enum(['fetch', 'search']),
    target: z.string(),
    status: z.number().optional(),
    question: z.string().optional(),
  }),
  z.object({
    form: z.literal('question'),
    questions: z.array(z.object({ question: z.string(), options: z.array(z.string()), answer: z.string().optional() })),
  }),
  z.object({ form: z.literal('plan'), plan: z.string() }),
  z.object({ form: z.literal('task'), action: z.string(), subject: z.string(), note: z.string().optional() }),
  z.object({ form: z.literal('other'), server: z.string().optional(), tool: z.string(), input: z.string() }),
])

const anyItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('prompt'),
    lines: lineNumbers,
    at: time,
    how: z.enum(['typed', 'queued', 'agent', 'remark']),
    text: z.string(),
    media: z.array(media),
    triggers: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
    marks: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('queued-prompt'),
    lines: lineNumbers,
    at: time,
    state: z.enum(['removed', 'lost']),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('command'),
    lines: lineNumbers,
    at: time,
    mode: z.enum(['slash', 'bash']),
    name: z.string(),
    args: z.string(),
  }),
  z.object({ kind: z.literal('output'), lines: lineNumbers, at: time, text: excerpt, errors: excerpt }),
  z.object({
    kind: z.literal('text'),
    lines: lineNumbers,
    at: time,
    by: z.enum(['model', 'client', 'error']),
    text: z.string(),
    model: z.string().optional(),
    marks: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('thinking'),
    lines: lineNumbers,
    at: time,
    state: z.enum(['readable', 'signed', 'redacted']),
    text: z.string(),
  }),
  z.object({
    kind: z.literal('tool'),
    lines: lineNumbers,
    at: time,
    id: z.string(),
    name: z.string(),
    state: z.enum(['paired', 'pending', 'lost']),
    durationMs: milliseconds,
    form,
    details: z.record(z.string(), z.unknown()).describe('input fields that are not shown otherwise'),
    result: result.optional(),
    agents: z.array(agent),
  }),
  z.object({ kind: z.literal('orphan-result'), lines: lineNumbers, at: time, id: z.string(), result }),
  z.object({ kind: z.literal('interruption'), lines: lineNumbers, at: time, text: z.string() }),
  z.object({
    kind: z.literal('compaction'),
    lines: lineNumbers,
    at: time,
    dialect: z.enum(['boundary', 'microcompact', 'compact-system', 'summary']),
    number: z.int().optional(),
    trigger: z.string().optional(),
    tokensBefore: z.number().optional(),
    tokensAfter: z.number().optional(),
    kept: count,
    leftOut: count,
    cleared: count,
    summary: excerpt.optional(),
  }),
  z.object({
    kind: z.literal('retry'),
    lines: lineNumbers,
    at: time,
    cause: z.string(),
    attempt: z.number().optional(),
    of: z.number().optional(),
    waitMs: milliseconds,
  }),
  z.object({
    kind: z.literal('notice'),
    lines: lineNumbers,
    at: time,
    about: z.string(),
    level: z.enum(['info', 'warning', 'error']),
    text: excerpt,
  }),
  z.object({
    kind: z.literal('attachment'),
    lines: lineNumbers,
    at: time,
    type: z.string(),
    name: z.string(),
    text: excerpt,
    media: z.array(media),
  }),
  z.object({ kind: z.literal('raw'), lines: lineNumbers, at: time, type: z.string(), json: excerpt }),
])

const turn = z.object({
  number: count,
  kind: z.enum(['prompt', 'queued', 'command', 'bash', 'implicit']),
  state: z.enum(['finished', 'open', 'interrupted']),
  startedAt: time,
  endedAt: time,
  durationMs: milliseconds,
  models: z.array(z.string()),
  lines: z.tuple([z.int(), z.int()]),
  items: z.array(item),
  leftOut,
})

export const showSchema = z.object({
  session: z.object({
    id: z.string(),
    path: z.string().optional(),
    title: z.string().optional(),
    project: z.string().optional(),
    gitBranch: z.string().optional(),
    startedAt: time,
    endedAt: time,
    turns: count.describe('turns on this branch, shown or not'),
    branch: count,
    branches: count,
  }),
  depth: z.enum(['prompts', 'answers', 'narration', 'tools', 'all']),
  opening: z
    .object({ items: z.array(item), leftOut })
    .optional()
    .describe('content before the first turn'),
  turns: z.array(turn),
  elsewhere: z.object({
    turns: count,
    branches: z.array(
      z.object({
        number: count,
        state: z.enum(['active', 'abandoned', 'detached']),
        turns: count,
        entries: count,
      }),
    ),
    agents: z.array(agent).describe('agents without a matching tool call'),
    damagedLines: count,
  }),
})

/** For the type test: what the schema says of one item, without the detour through its type. */
export type SchemaItem = z.infer<typeof anyItem>
