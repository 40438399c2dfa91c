// What a change would do, within a budget: before and after, the steps, and why it is refused where it is.

import { oneLine } from '../../summarize/words.js'
import type { Figures, ReshapeReport } from '../reshape/reshape-report.js'
import { type Answers, cuts, listLevels } from './answer.js'

export interface PlanData {
  readonly verb: string
  readonly session: string
  /** By which it can be carried out, once; null where it is refused or only looked at. */
  readonly plan: string | null
  readonly written: boolean
  /** Of the result; null where nothing was written. */
  readonly sessionId: string | null
  readonly resume: string | null
  readonly receipt: string | null
  readonly before: Figures
  readonly after: Figures
  readonly refused: readonly string[]
  readonly steps: readonly { readonly action: string; readonly why: string; readonly lines: number }[]
}

export function planAnswers(
  verb: string,
  session: string,
  report: ReshapeReport,
  plan: string | null,
): Answers<PlanData> {
  const { before, after, refused, steps, written, sessionId, resume, receipt } = report
  return listLevels(steps.length, [120, 240, 480], refused.length > 0, (count, most) => ({
    question: 'plan',
    data: {
      verb,
      session,
      plan,
      written,
      sessionId: written ? sessionId : null,
      resume,
      receipt,
      before,
      after,
      refused: refused.slice(0, 5).map(reason => oneLine(reason, 300)),
      steps: steps
        .slice(0, count)
        .map(({ action, why, lines }) => ({ action, why: oneLine(why, most), lines: lines.length })),
    },
    cut: cuts({ what: 'step', count: steps.length - count }),
    next: [],
  }))
}
