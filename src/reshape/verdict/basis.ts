// What a result is compared with: of the source, as much as the verdict asks for, in a few columns. So the reading of the
// source can be given back before that of the result is there beside it: a change never holds both (I5).

import { type Context, findContext } from '../../context/index.js'
import { CALL_WITHOUT_RESULT } from '../../context/omitted.js'
import type { Finding } from '../../format/finding.js'
import type { Plan } from '../plan/plan.js'
import type { Examined } from './examine.js'
import { blockPrints, type SentBlocks } from './sent-blocks.js'
import { weightSent } from './verify-mended.js'

/** What new findings are told from. */
export interface FoundBefore {
  readonly findings: readonly Finding[]
  /** By row. */
  readonly lines: ArrayLike<number>
  /** Lines of rows that hang on what goes on purpose. */
  readonly freed: ReadonlySet<number>
  /** Lines that are sent, where the session is made to end elsewhere: what is wrong with others was wrong before. */
  readonly wasSent: ReadonlySet<number> | undefined
}

export interface Basis extends FoundBefore {
  readonly outcome: Context['outcome']
  readonly sent: SentBlocks
  /** Rows that the client drops with a call that has no result (R-T2, N17). */
  readonly unanswered: ReadonlySet<number>
  /** What the session sends, where that counts (verify-mended.ts). */
  readonly weight: number | undefined
}

/** `context` is that of `compared`: the source, or as much of it as the promise says. */
export function basisOf(plan: Plan, before: Examined, compared: Examined, context: Context): Basis {
  const { context: promised, mayGrow, leaf } = plan.promises
  const isWeighed = promised === 'mended' && !mayGrow
  const asIs = (): Context => (compared === before && leaf === undefined ? context : findContext(before.reading))
  return {
    ...foundBefore(plan, before),
    outcome: context.outcome,
    sent: blockPrints(context, compared),
    unanswered: new Set(context.omitted.flatMap(({ rows, why }) => (why === CALL_WITHOUT_RESULT ? rows : []))),
    weight: isWeighed ? weightSent(before, asIs()) : undefined,
  }
}

export function foundBefore({ promises }: Pick<Plan, 'promises'>, { reading, findings }: Examined): FoundBefore {
  const { rows, graph } = reading.conversation
  const freed = new Set<number>()
  for (let row = 0; promises.gone.size > 0 && row < rows.count; row++)
    if (promises.gone.has(graph.parent[row]!)) freed.add(rows.line[row]!)
  const wasSent = promises.leaf === undefined ? undefined : sentLines({ reading })
  return { findings, lines: rows.line.slice(0, rows.count), freed, wasSent }
}

function sentLines({ reading }: Pick<Examined, 'reading'>): ReadonlySet<number> {
  const { line } = reading.conversation.rows
  const parts = findContext(reading).messages.flatMap(message => message.parts)
  return new Set(parts.flatMap(part => (part.kind === 'stored' ? [line[part.row]!] : [])))
}
