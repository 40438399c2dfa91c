// What the compactions of a session dropped, within a budget: the newest first.

import { oneLine } from '../../summarize/words.js'
import type { Doing } from '../action.js'
import { type CompactionRow, compactions } from '../read/compactions.js'
import type { Place } from '../session/place.js'
import { type Answers, cuts, listLevels, type NextCall } from './answer.js'
import { namedSession } from './named-session.js'

export interface CompactionsData {
  readonly session: string
  readonly total: number
  readonly compactions: readonly CompactionWithin[]
}

export interface CompactionWithin {
  readonly number: number
  readonly line: number
  readonly tokensBefore: number | null
  readonly tokensAfter: number | null
  readonly summaryLine: number | null
  readonly dropped: {
    readonly prompts: readonly string[]
    readonly decisions: readonly string[]
    readonly files: readonly string[]
    readonly calls: number
  }
  /** How many of them there are in all. */
  readonly droppedInAll: { readonly prompts: number; readonly decisions: number; readonly files: number }
}

/** How much is told of each: entries of every list, at this length. */
const STEPS = [0, 2, 4, 7, 12, 20, 40, 80, 200]

export async function compactionsAnswers(
  place: Place,
  { session, skip = 0 }: { readonly session?: string | undefined; readonly skip?: number | undefined },
  doing: Doing = {},
): Promise<Answers<CompactionsData>> {
  const { ref } = await namedSession(place, session)
  const report = await compactions(place, { session }, doing)
  const newest = report.compactions.toReversed()
  const left = newest.slice(skip)
  return listLevels(left.length, STEPS, false, (count, most) => {
    const shown = left.slice(0, count)
    const hidden = shown.reduce(
      (sum, { dropped: { prompts, decisions, files } }) =>
        sum + [prompts, decisions, files].reduce((all, list) => all + Math.max(0, list.length - most), 0),
      0,
    )
    const summary = shown.find(row => row.summary !== null)?.summary
    const next: NextCall[] = [
      ...(summary ? [{ why: 'read the summary', question: 'show' as const, about: `${ref}:L${summary.line}` }] : []),
      ...(count > 0 && count < left.length
        ? [
            {
              why: 'earlier compactions',
              question: 'compactions' as const,
              about: ref,
              options: { skip: skip + count },
            },
          ]
        : []),
    ]
    return {
      question: 'compactions',
      data: { session: ref, total: newest.length, compactions: shown.map(row => within(row, most)) },
      cut: cuts({ what: 'compaction', count: left.length - count }, { what: 'dropped item', count: hidden }),
      next,
    }
  })
}

function within(
  { number, line, tokensBefore, tokensAfter, summary, dropped }: CompactionRow,
  most: number,
): CompactionWithin {
  const { prompts, decisions, files, tools } = dropped
  return {
    number,
    line,
    tokensBefore,
    tokensAfter,
    summaryLine: summary?.line ?? null,
    dropped: {
      prompts: (most === 0 ? [] : prompts.slice(-most)).map(({ turn, text }) => `t${turn}: ${oneLine(text, 160)}`),
      decisions: decisions.slice(0, most).map(({ turn, text }) => `t${turn}: ${oneLine(text, 160)}`),
      files: files.slice(0, most).map(({ path, state }) => `${path.slice(-200)} (${state})`),
      calls: Object.values(tools).reduce((sum, n) => sum + n, 0),
    },
    droppedInAll: { prompts: prompts.length, decisions: decisions.length, files: files.length },
  }
}
