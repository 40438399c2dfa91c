import { z } from 'zod'

const common = {
  id: z.string().describe('kind and number: `turn3`, `fork17`; the same when entries are appended'),
  row: z.int().describe('position from top to bottom, 0-based, in file order'),
  lane: z.int().describe('0 is the active branch'),
  branch: z.int().describe('1 is the active branch; 0 for an agent without a call'),
  lines: z.tuple([z.int(), z.int()]).nullable().describe('first and last line; null if it has its own file'),
  entries: z.int().describe('that the node represents'),
  uuid: z.string().nullable(),
  time: z.iso.datetime().nullable(),
  label: z
    .string()
    .describe('the title of a prompt (its first line, or the heading of a plan), an agent’s task, or a description'),
}

const reasons = [
  'branch',
  'parallel-results',
  'same-message',
  'progress',
  'system-row',
  'attachment',
  'retry',
  'compaction-replay',
  'sidechain',
  'side-leaf',
] as const

const nodeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('turn'),
    ...common,
    turn: z.int(),
    state: z.enum(['finished', 'open', 'interrupted']),
    requests: z.array(
      z.object({
        point: z.string().describe('turn and number, as --leaf takes it'),
        line: z.int().describe('its first one'),
        below: z.int().describe('the drawn row that it stands below'),
        entries: z.int().describe('with the results of its calls'),
        tools: z.array(z.string()).describe('that it called, in their order'),
      }),
    ),
  }),
  z.object({
    kind: z.literal('compaction'),
    ...common,
    compaction: z.int().describe('1-based'),
    trigger: z.string().nullable(),
    tokensBefore: z.number().nullable(),
    tokensAfter: z.number().nullable(),
    leftOut: z.int().describe('entries before it that the model no longer sees'),
    kept: z.int().describe('entries before it that are kept'),
  }),
  z.object({
    kind: z.literal('agent'),
    ...common,
    agentId: z.string().nullable(),
    agentType: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('fork'),
    ...common,
    reason: z.enum(reasons).describe('`branch` for a real fork; the others are drawn with --all'),
    branches: z.array(z.int()).describe('that start here'),
    ways: z.int().describe('entries attached here'),
    side: z.int().describe('side entries'),
  }),
  z.object({
    kind: z.literal('cut'),
    ...common,
    reason: z.enum(['missing-parent', 'no-parent', 'ring']),
    missing: z.string().nullable().describe('the uuid that is not in the file'),
    cutsOff: z.int().describe('earlier entries that cannot be reached'),
  }),
  z.object({ kind: z.literal('entry'), ...common }).describe('a branch that starts inside a turn'),
  z.object({ kind: z.literal('leaf'), ...common }).describe('where the client resumes'),
])

const laneSchema = z.object({
  number: z.int().describe('free lanes are reused'),
  branch: z.int(),
  state: z.enum(['active', 'abandoned', 'detached']),
  turns: z.int(),
  entries: z.int(),
  rows: z.tuple([z.int(), z.int()]).describe('rows of the drawing that it occupies, starting at its fork'),
})

export const graphSchema = z.object({
  session: z.object({ id: z.string(), title: z.string().nullable() }),
  entries: z.int(),
  turns: z.int(),
  leaf: z.object({ line: z.int().nullable(), why: z.string() }).describe('where the client resumes, and why'),
  nodes: z.array(nodeSchema),
  lanes: z.array(laneSchema),
  edges: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      kind: z.enum(['parent', 'logical', 'compaction', 'agent', 'cut']),
    }),
  ),
  foldedForks: z.int().describe('technical forks that are not drawn'),
})
