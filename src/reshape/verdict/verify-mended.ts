// Does a repair keep its promise? Everything that was sent is still sent, but for what the plan names; what was found is
// less than before, and nothing worse.

import type { Context } from '../../context/index.js'
import { partWeight } from '../../context/tokens-sent.js'
import { figure } from '../../format/figure.js'
import type { Finding } from '../../format/finding.js'
import type { Promises } from '../plan/plan.js'
import type { Examined } from './examine.js'
import type { SentBlocks } from './sent-blocks.js'

/**
 * History that is there again may be more than one request holds, may name side files that are gone, may have a second
 * beginning, and a compaction whose summary is lost: none of that is the repair's doing.
 */
const COMES_WITH_MORE = new Set([
  'request-too-large',
  'agent-missing',
  'output-missing',
  'backup-missing',
  'parent-null',
  'compaction-no-summary',
])

/** Findings that the result must not have. */
export function worseFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity, code }) => severity !== 'cosmetic' && !COMES_WITH_MORE.has(code))
}

/** A token has at most about so much weight (tokens-weight.ts). */
const WEIGHT_A_TOKEN = 2
const LEAST = 20_000
/** No request of the client is smaller than its own prompt and tools: such figures are made up, by a gateway for instance. */
const PLAUSIBLE = 5_000

/**
 * The last answer says how large the history was that it was given to: a repair that makes the client send much more than
 * that has put something back that was not sent any more, such as what a compaction had left out. `earlier` is what the
 * session itself would send.
 */
export function* notMoreThanEver(earlier: number | undefined, after: Examined, context: Context): Generator<string> {
  const { row, tokens } = context.counted ?? {}
  if (row === undefined || tokens === undefined || tokens < PLAUSIBLE) return
  const weight = sentWeight(after, context, row)
  const most = Math.max(tokens, LEAST)
  if (weight <= most * WEIGHT_A_TOKEN) return
  if (earlier !== undefined && weight <= earlier * 1.1) return
  yield `the result would send far more than the last request did: about ${figure(weight)} tokens instead of ${figure(tokens)}`
}

/** Of a session, up to the answer whose figures count; undefined where none has any. */
export function weightSent(examined: Examined, context: Context): number | undefined {
  const row = context.counted?.row
  return row === undefined ? undefined : sentWeight(examined, context, row)
}

/** Up to the answer in this row. */
function sentWeight({ reading }: Examined, { messages }: Context, row: number): number {
  const last = messages.findLastIndex(({ parts }) => parts.some(part => part.kind === 'stored' && part.row === row))
  return messages
    .slice(0, last + 1)
    .reduce((sum, { parts }) => sum + parts.reduce((own, part) => own + partWeight(reading, part), 0), 0)
}

export function* stillSent(before: SentBlocks, after: SentBlocks, { mended, rewritten }: Promises): Generator<string> {
  const left = new Map<number | string, number>()
  for (const { words } of after) left.set(words, (left.get(words) ?? 0) + 1)
  const images = new Set(
    Array.from(
      after.filter(({ type }) => type === 'image'),
      ({ row }) => row,
    ),
  )
  for (const block of before) {
    const counts = block.isStored && !block.isNote && !block.isBlank && block.type !== 'thinking'
    if (!counts || mended?.has(block.line) || rewritten.has(block.row)) continue
    // An attached image is told by its entry, whose ids may be others now.
    if (block.type === 'image' && images.has(block.row)) continue
    const found = left.get(block.words) ?? 0
    left.set(block.words, found - 1)
    if (found > 0) continue
    yield `the ${block.type} on line ${block.line} would no longer be sent, for no known reason`
    return
  }
}
