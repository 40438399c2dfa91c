// The words that a page or an agent asks a change by. Unknown ones are refused: a change must never do something else than
// was meant.

import { z } from 'zod'

const count = z.int().nonnegative()
const turn = z.int().positive()
const names = z.array(z.string().min(1).max(300)).max(2000)
const unit = z.enum(['turns', 'calls', 'tokens'])
const share = z.string().regex(/^\d{1,3}(?:\.\d+)?%$/)
const point = {
  toTurn: turn.optional(),
  leaf: z.string().max(100).optional(),
  beforeCompaction: turn.optional(),
}
const everywhere = {
  title: z.string().max(300).optional(),
  inPlace: z.boolean().optional(),
}

export const changeWordsSchema = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('clone'), ...everywhere, ...point, linear: z.boolean().optional() }),
  z.strictObject({
    verb: z.literal('strip'),
    ...everywhere,
    ...point,
    tools: z.boolean().optional(),
    results: z.boolean().optional(),
    thinking: z.boolean().optional(),
    images: z.boolean().optional(),
    snapshots: z.boolean().optional(),
    bookkeeping: z.boolean().optional(),
    mode: z.enum(['remove', 'truncate', 'stub']).optional(),
    only: names.optional(),
    except: names.optional(),
    oldest: share.optional(),
    by: unit.optional(),
    beforeTurn: turn.optional(),
    keepLast: count.optional(),
    keepLastCalls: count.optional(),
    largerThan: count.optional(),
    preset: z.string().max(100).optional(),
  }),
  z.strictObject({
    verb: z.literal('trim'),
    ...everywhere,
    budget: z.int().positive().optional(),
    protectLast: count.optional(),
    protectLastCalls: count.optional(),
    protect: names.optional(),
  }),
  z.strictObject({
    verb: z.literal('cut'),
    ...everywhere,
    turns: z.array(z.strictObject({ from: turn, to: turn })).max(2000),
  }),
  z.strictObject({
    verb: z.literal('take-out'),
    ...everywhere,
    calls: names.optional(),
    results: names.optional(),
    tools: names.optional(),
    kinds: z.array(z.enum(['tools', 'results', 'thinking', 'images', 'snapshots', 'bookkeeping'])).optional(),
    turns: z
      .array(z.strictObject({ from: turn, to: turn }))
      .max(2000)
      .optional(),
  }),
  z.strictObject({ verb: z.literal('compress'), ...everywhere, oldest: share.optional(), by: unit.optional() }),
  z.strictObject({ verb: z.literal('repair'), ...everywhere, assume: z.boolean().optional() }),
  z.strictObject({
    verb: z.literal('redact'),
    ...everywhere,
    paths: z.boolean().optional(),
    names: z.boolean().optional(),
  }),
])

export type ChangeWords = z.infer<typeof changeWordsSchema>
