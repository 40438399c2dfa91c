// Does a repair keep its promise? Everything that was sent is still sent, but for what the plan names; what was found is
// less than before, and nothing worse.

import type { Finding } from '../../format/finding.js'
import type { Promises } from '../../reshape/plan.js'
import type { SentBlock } from './sent-blocks.js'

/**
 * History that is there again may be more than one request holds, may name side files that are gone, and may have a
 * second beginning: none of that is the repair's doing.
 */
const COMES_WITH_MORE = new Set([
  'request-too-large',
  'agent-missing',
  'output-missing',
  'backup-missing',
  'parent-null',
])

/** Findings that the result must not have. */
export function worseFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity, code }) => severity !== 'cosmetic' && !COMES_WITH_MORE.has(code))
}

export function* stillSent(
  before: readonly SentBlock[],
  after: readonly SentBlock[],
  { mended, rewritten }: Promises,
): Generator<string> {
  const left = new Map<number | string, number>()
  for (const { words } of after) left.set(words, (left.get(words) ?? 0) + 1)
  const images = new Set(after.flatMap(({ type, row }) => (type === 'image' ? [row] : [])))
  for (const block of before) {
    const counts = block.isStored && !block.isNote && !block.isBlank && block.type !== 'thinking'
    if (!counts || mended?.has(block.line) || rewritten.has(block.row)) continue
    // An attached image is told by its entry, whose ids may be others now.
    if (block.type === 'image' && images.has(block.row)) continue
    const found = left.get(block.words) ?? 0
    left.set(block.words, found - 1)
    if (found > 0) continue
    yield `the ${block.type} of line ${block.line} would not be sent any more, and nothing says why`
    return
  }
}
