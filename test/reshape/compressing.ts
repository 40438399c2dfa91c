// Ways to compress a session, as the flags of the command ask for them.

import { extractiveSummaries } from '../../src/actions/compress/summaries.js'
import { contextCalibration, contextEstimate, findContext } from '../../src/context/index.js'
import type { CompressSelection } from '../../src/reshape/compress/choose.js'
import { compress } from '../../src/reshape/compress/compress.js'
import { chooseWork, type DividingOptions } from '../../src/reshape/compress/early-work.js'
import { sentTurns } from '../../src/reshape/compress/sent-turns.js'
import type { ReshapeSource } from '../../src/reshape/plan/plan.js'
import { summaryTokens } from '../../src/summarize/extractive/extract.js'
import type { Request } from './in-memory.js'

const NOW = '2026-11-16T12:00:00.000Z'

/** With a text that stands for every summary, or with the extractive ones. */
export function compressing(
  wish: CompressSelection | DividingOptions,
  text?: string,
): (source: ReshapeSource) => Request {
  return source => {
    const context = findContext(source)
    const turns = sentTurns(source, context)
    const price = contextCalibration(source, context)
    const { count, early: work } = chooseWork(source, turns, wish, price, summaryTokens)
    if (count === 0 && !work) return {}
    const { rate } = price
    const material = { source, context, turns, count, early: work, rate, sessionId: 'the-original', keepTools: false }
    const given = text === undefined ? undefined : { summaries: count === 0 ? [] : [{ from: 0, to: count, text }] }
    const { summaries, early } = given
      ? { ...given, early: work && { work, text: `${text} OF EARLY WORK` } }
      : extractiveSummaries(material)
    let made = 0
    const first = source.conversation.rows.count
    const freshId = (): string => `c0a97e55-0000-4000-8000-${String(first * 10 + ++made).padStart(12, '0')}`
    const tokens = contextEstimate(source, context).estimate
    const linear = summaries.length > 0 || early !== undefined
    return { verbs: [compress({ turns, summaries, early, tokens, now: NOW, freshId })], linear }
  }
}
