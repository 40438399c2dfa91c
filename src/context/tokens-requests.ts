// The requests that a session recorded, from its messages: every API message once, with the weight of what stands
// before it. Not those of subagents, which have another history, nor messages that the client wrote itself.

import type { Conversation } from '../conversation/conversation.js'
import { COMPACT_SUMMARY, has, SIDECHAIN } from '../conversation/rows.js'
import { contextTokens } from '../conversation/usage.js'
import type { RecordedRequest } from './tokens-steps.js'

/** In the order of their first entries. `rowWeight` weighs the content of an entry. */
export function recordedRequests(
  conversation: Pick<Conversation, 'rows' | 'eachMessage'>,
  rowWeight: (row: number) => number,
): readonly RecordedRequest[] {
  const { rows } = conversation
  const requests: RecordedRequest[] = []
  let weightBefore = 0
  let row = 0
  for (const { rows: own, model, usage, usageIsFinal, synthetic, sidechain } of conversation.eachMessage()) {
    if (!usage || synthetic || sidechain) continue
    const first = own.reduce((least, one) => Math.min(least, one))
    for (; row < first; row++) {
      if (has(rows, row, SIDECHAIN)) continue
      weightBefore = (has(rows, row, COMPACT_SUMMARY) ? 0 : weightBefore) + rowWeight(row)
    }
    const prompt = contextTokens(usage) - usage.outputTokens
    const weight = own.reduce((sum, one) => sum + rowWeight(one), 0)
    const output = usageIsFinal ? usage.outputTokens : undefined
    requests.push({ row: first, model, prompt, output, weight, weightBefore })
  }
  return requests
}
