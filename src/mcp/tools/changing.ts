// Tools that make a smaller, mended or earlier session out of one: planned first, and carried out only where that was
// allowed. The original is never changed.

import { z } from 'zod'
import { namedSession, planAnswers } from '../../actions/answers/index.js'
import { changeWordsOf, planChange } from '../../actions/planned/index.js'
import { InputError } from '../../format/error.js'
import { tool } from '../tool.js'
import { budget, session } from './words.js'

const share = z
  .string()
  .regex(/^\d{1,3}(?:\.\d+)?%$/)
  .optional()

export const plan = tool({
  name: 'plan',
  title: 'Plan a change',
  description:
    'Dry run of a change that makes a new session: trim (to budgetTokens), strip (tools, results, thinking, images; oldest 50%), cut (turns), compress (oldest), clone (toTurn, leaf, beforeCompaction), repair, redact. Shows tokens before and after, and the steps. Writes nothing.',
  input: z.object({
    session,
    verb: z.enum(['trim', 'strip', 'cut', 'compress', 'clone', 'repair', 'redact']),
    budgetTokens: z.int().positive().optional().describe('trim: tokens to shrink to'),
    tools: z.boolean().optional(),
    results: z.boolean().optional(),
    thinking: z.boolean().optional(),
    images: z.boolean().optional(),
    oldest: share.describe('strip, compress: part such as 50%'),
    by: z.enum(['turns', 'calls', 'tokens']).optional(),
    keepLast: z.int().nonnegative().optional().describe('strip: turns to leave alone'),
    turns: z
      .string()
      .regex(/^\d{1,9}(\.\.\d{1,9})?(,\d{1,9}(\.\.\d{1,9})?)*$/)
      .optional()
      .describe('cut: 3..7,12'),
    toTurn: z.int().positive().optional(),
    leaf: z.string().max(100).optional(),
    beforeCompaction: z.int().positive().optional(),
    title: z.string().max(300).optional(),
    budget,
  }),
  budget: 1500,
  async ask(
    { session: reference = 'latest', budget: _, budgetTokens, turns, ...words },
    { place, doing, plans, canWrite },
  ) {
    const asked = await changeWordsOf({
      ...words,
      ...(budgetTokens === undefined ? {} : { budget: budgetTokens }),
      ...(turns === undefined ? {} : { turns: turns.split(',').map(rangeOf) }),
    })
    const { ref } = await namedSession(place, reference)
    const { report, change } = await planChange(place, asked, reference, doing)
    return planAnswers(asked.verb, ref, report, canWrite && report.refused.length === 0 ? plans.keep(change) : null)
  },
})

function rangeOf(words: string): { readonly from: number; readonly to: number } {
  const [from, to = from] = words.split('..').map(Number) as [number, number?]
  if (to < from) throw new InputError('usage', `turns must be a range such as 3..7, not ${words}`)
  return { from, to }
}

export const apply = tool({
  name: 'apply',
  title: 'Carry out a plan',
  description:
    'Write the new session of a plan, once, if the session has not changed since. The original stays; the answer has the command to resume the new one.',
  input: z.object({ plan: z.string().regex(/^[0-9a-f]{32}$/), budget }),
  budget: 1000,
  writes: true,
  async ask({ plan: id }, { doing, plans }) {
    const { carryOut } = plans.take(id)
    const report = await carryOut(doing.signal ?? new AbortController().signal)
    return planAnswers('apply', report.sessionId, report, null)
  },
})
