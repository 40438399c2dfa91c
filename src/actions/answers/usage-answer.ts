// Tokens and cost, within a budget: the totals, then the rows that matter most.

import type { Doing } from '../action.js'
import type { Place } from '../session/place.js'
import type { Counters } from '../usage/counters.js'
import { type UsageRequest, usage } from '../usage/usage.js'
import { type Answers, cuts, listLevels } from './answer.js'

export interface UsageData {
  readonly report: string
  readonly totals: Counters
  /** Days, weeks and months: the newest first; others: the largest first. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly unpriced: readonly string[]
}

export interface UsageQuestion
  extends Pick<UsageRequest, 'report' | 'since' | 'until' | 'project' | 'model' | 'timezone'> {
  readonly skip?: number | undefined
}

const BY_TIME = ['daily', 'weekly', 'monthly', 'blocks']

export async function usageAnswers(
  place: Place,
  { skip = 0, ...request }: UsageQuestion,
  doing: Doing = {},
): Promise<Answers<UsageData>> {
  const report = await usage(place, request, doing)
  const all: readonly Readonly<Record<string, unknown>>[] = report.rows.map(row => ({ ...row }))
  const sorted = BY_TIME.includes(report.report) ? all.toReversed() : all
  const left = sorted.slice(skip)
  const options = Object.fromEntries(
    Object.entries(request).filter(([name, value]) => name !== 'report' && value !== undefined),
  ) as Record<string, string>
  return listLevels(left.length, [1], report.totals.messages === 0, count => ({
    question: 'usage',
    data: {
      report: report.report,
      totals: report.totals,
      rows: left.slice(0, count),
      unpriced: Object.keys(report.notes.unpriced)
        .slice(0, 10)
        .map(name => name.slice(0, 80)),
    },
    cut: cuts({ what: 'row', count: left.length - count }),
    next:
      count > 0 && count < left.length
        ? [{ why: 'more rows', question: 'usage', about: report.report, options: { ...options, skip: skip + count } }]
        : [],
  }))
}
