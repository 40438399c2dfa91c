// Sums of what was logged.

export interface Counters {
  readonly messages: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  /** All of them. */
  readonly totalTokens: number
  readonly webSearches: number
  /** Of the messages that have a price. */
  readonly costUSD: number
  /** Messages without one. */
  readonly unpriced: number
}

/** Money is summed up in whole parts: the sum is then the same in whatever order. */
export type Counting = { -readonly [Key in Exclude<keyof Counters, 'costUSD'>]: Counters[Key] } & { costParts: number }

/** Of a dollar. No price can tell less, and nine digits of dollars are left. */
const PARTS = 1e6 * 1e4

/** What one request took: an answer, or what was asked on the way to it. */
export interface Charge extends Took {
  readonly costUSD: number | undefined
}

export interface Took {
  readonly model: string
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  readonly webSearches: number
}

export function noCounters(): Counting {
  return {
    messages: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWrite5mTokens: 0,
    cacheWrite1hTokens: 0,
    totalTokens: 0,
    webSearches: 0,
    costParts: 0,
    unpriced: 0,
  }
}

export function addCharge(counting: Counting, took: Took, costUSD: number | undefined): void {
  counting.messages++
  counting.inputTokens += took.inputTokens
  counting.outputTokens += took.outputTokens
  counting.cacheReadTokens += took.cacheReadTokens
  counting.cacheWrite5mTokens += took.cacheWrite5mTokens
  counting.cacheWrite1hTokens += took.cacheWrite1hTokens
  counting.totalTokens += tokensOf(took)
  counting.webSearches += took.webSearches
  if (costUSD === undefined) counting.unpriced++
  else counting.costParts += Math.round(costUSD * PARTS)
}

/** All of them are whole numbers: it does not matter in which order they are summed up. */
export function addCounting(counting: Counting, other: Counting): void {
  for (const name of Object.keys(counting) as (keyof Counting)[]) counting[name] += other[name]
}

export function tokensOf(charge: Omit<Took, 'model' | 'webSearches'>): number {
  return (
    charge.inputTokens +
    charge.outputTokens +
    charge.cacheReadTokens +
    charge.cacheWrite5mTokens +
    charge.cacheWrite1hTokens
  )
}

export function countersOf({ costParts, ...sums }: Counting): Counters {
  return { ...sums, costUSD: costParts / PARTS }
}
