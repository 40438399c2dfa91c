// What an answer took, as its entry says.

import type { SeenEntry } from '../../conversation/conversation.js'
import type { Names } from '../../conversation/names.js'
import { numberAt } from '../../conversation/read-number.js'
import { SIDECHAIN, SYNTHETIC } from '../../conversation/rows.js'
import { decodeString, eachMember, isKey, valueEnd } from '../../format/json/walk.js'
import type { TokenEvent } from '../store.js'

/** Undefined where it says nothing; what the client writes in the name of no model is no answer. */
export function tokenEventOf(seen: SeenEntry, names: Names): TokenEvent | undefined {
  const { facts, found } = seen
  if (!facts.hasUsage || (facts.flags & SYNTHETIC) !== 0) return undefined
  const { usage } = facts
  const named = (name: number): string | null => (name === 0 ? null : names.text(name))
  return {
    line: found.line,
    offset: found.offset,
    messageId: named(facts.messageId),
    model: named(facts.model),
    time: Number.isNaN(facts.time) ? null : facts.time,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheReadTokens: usage.cacheReadTokens,
    cacheCreationTokens: usage.cacheCreationTokens,
    cacheWrite5mTokens: usage.cacheWrite5mTokens,
    cacheWrite1hTokens: usage.cacheWrite1hTokens,
    webSearches: usage.webSearches,
    webFetches: usage.webFetches,
    serviceTier: named(usage.serviceTier),
    stopReason: named(facts.stopReason),
    isSidechain: (facts.flags & SIDECHAIN) !== 0,
    agentId: named(facts.agentId),
    ...rest(seen),
  }
}

type Rest = Pick<TokenEvent, 'requestId' | 'inferenceGeo' | 'speed' | 'costUSD'>

/** What the conversation has no use for. */
function rest({ bytes, start }: SeenEntry): Rest {
  const found: { -readonly [K in keyof Rest]: Rest[K] } = {
    requestId: null,
    inferenceGeo: null,
    speed: null,
    costUSD: null,
  }
  const textAt = (at: number): string | null =>
    bytes[at] === 0x22 ? decodeString(bytes, at + 1, valueEnd(bytes, at) - 1) : null
  eachMember(bytes, start, (key, keyEnd, at) => {
    if (isKey(bytes, key, keyEnd, 'requestId')) found.requestId = textAt(at)
    else if (isKey(bytes, key, keyEnd, 'costUSD') && isNumber(bytes[at]!)) found.costUSD = numberAt(bytes, at)
    else if (isKey(bytes, key, keyEnd, 'message') && bytes[at] === 0x7b)
      return eachMember(bytes, at, (inner, innerEnd, value) => {
        if (!isKey(bytes, inner, innerEnd, 'usage') || bytes[value] !== 0x7b) return 0
        return eachMember(bytes, value, (last, lastEnd, word) => {
          if (isKey(bytes, last, lastEnd, 'inference_geo')) found.inferenceGeo = textAt(word)
          else if (isKey(bytes, last, lastEnd, 'speed')) found.speed = textAt(word)
          return 0
        })
      })
    return 0
  })
  return found
}

function isNumber(byte: number): boolean {
  return byte === 0x2d || (byte >= 0x30 && byte <= 0x39)
}
