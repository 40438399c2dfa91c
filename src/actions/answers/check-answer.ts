// Whether a session is sound, within a budget: what costs most first.

import { oneLine } from '../../summarize/words.js'
import type { Doing } from '../action.js'
import { check } from '../check/check.js'
import type { Place } from '../session/place.js'
import { type Answers, cuts, listLevels, textLimits } from './answer.js'
import { namedSession } from './named-session.js'

export interface CheckData {
  readonly session: string
  readonly isSound: boolean
  readonly bySeverity: Readonly<Record<string, number>>
  readonly findings: readonly FindingWithin[]
}

export interface FindingWithin {
  readonly code: string
  readonly severity: string
  readonly line: number | null
  readonly message: string
  readonly fix?: string
}

const SEVERITIES = ['refuses', 'loses', 'cosmetic']

export async function checkAnswers(
  place: Place,
  {
    session,
    skip = 0,
    secrets = false,
  }: {
    readonly session?: string | undefined
    readonly skip?: number | undefined
    readonly secrets?: boolean | undefined
  },
  doing: Doing = {},
): Promise<Answers<CheckData>> {
  const { ref } = await namedSession(place, session)
  const report = await check(place, { sessions: [session ?? 'latest'], secrets }, doing)
  const rank = (severity: string): number => SEVERITIES.indexOf(severity)
  const sorted = report.findings.toSorted((a, b) => rank(a.severity) - rank(b.severity))
  const left = sorted.slice(skip)
  const isSound = report.summary.sound === report.summary.sessions
  return listLevels(left.length, textLimits(80, 400), !isSound, (count, most) => ({
    question: 'check',
    data: {
      session: ref,
      isSound,
      bySeverity: report.summary.bySeverity,
      findings: left.slice(0, count).map(({ code, severity, line, message, fix }) => ({
        ...{ code, severity, line: line ?? null, message: oneLine(message, most) },
        ...(fix === undefined ? {} : { fix }),
      })),
    },
    cut: cuts({ what: 'finding', count: left.length - count }),
    next:
      count > 0 && count < left.length
        ? [{ why: 'more findings', question: 'check', about: ref, options: { skip: skip + count } }]
        : [],
  }))
}
