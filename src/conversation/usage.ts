// Tokens: every message once, synthetic ones never.

import type { UsageFacts } from './facts.js'
import type { Message } from './messages.js'
import type { Names } from './names.js'

export interface UsageTotals {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  readonly webSearches: number
  readonly webFetches: number
  readonly serviceTiers: Readonly<Record<string, number>>
}

export function sumUsage(messages: Iterable<Message>, names: Pick<Names, 'text'>): UsageTotals {
  const totals = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    webSearches: 0,
    webFetches: 0,
  }
  const tiers = new Map<string, number>()
  for (const { usage, synthetic } of messages) {
    if (!usage || synthetic) continue
    totals.inputTokens += usage.inputTokens
    totals.outputTokens += usage.outputTokens
    totals.cacheReadTokens += usage.cacheReadTokens
    totals.cacheWrite1hTokens += usage.cacheWrite1hTokens
    totals.cacheWrite5mTokens += fiveMinuteWrites(usage)
    totals.webSearches += usage.webSearches
    totals.webFetches += usage.webFetches
    if (usage.serviceTier !== 0) {
      const tier = names.text(usage.serviceTier)
      tiers.set(tier, (tiers.get(tier) ?? 0) + 1)
    }
  }
  return { ...totals, serviceTiers: Object.fromEntries(tiers) }
}

/**
 * Does an entry say more of what its message took than the one before it? Figures with a stop reason are final; of
 * several that are, or that are not, those with the most output count.
 */
export function isBetterFigure(isFinal: boolean, output: number, wasFinal: boolean, outputBefore: number): boolean {
  return isFinal === wasFinal ? output >= outputBefore : isFinal
}

/** Old clients, and some providers, give only the total of cache writes; what is not one-hour is five-minute. */
export function fiveMinuteWrites(
  usage: Pick<UsageFacts, 'cacheCreationTokens' | 'cacheWrite5mTokens' | 'cacheWrite1hTokens'>,
): number {
  return Math.max(usage.cacheWrite5mTokens, usage.cacheCreationTokens - usage.cacheWrite1hTokens, 0)
}

/** How full the window was when this message had been written: all that was read, and what was added. */
export function contextTokens(usage: UsageFacts): number {
  const writes = Math.max(usage.cacheCreationTokens, usage.cacheWrite5mTokens + usage.cacheWrite1hTokens)
  return usage.inputTokens + usage.cacheReadTokens + writes + usage.outputTokens
}

/**
 * The window that a session's figures belong to. A model's name tells (`[1m]`, generation 5.5: N30); a figure beyond
 * the smaller window tells as well.
 */
export function contextWindow(model: string, largestSeen: number): number {
  const large = model.includes('[1m]') || /-5-5\b/.test(model) || largestSeen > 200_000
  return large ? 1_000_000 : 200_000
}
