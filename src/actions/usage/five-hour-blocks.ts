// The windows of five hours in which subscriptions are measured: one begins with the hour of the first message, and the
// next with the first message after its end, or after a pause as long.

export interface Block {
  readonly start: number
  readonly end: number
}

const HOUR_MS = 3_600_000
const BLOCK_MS = 5 * HOUR_MS

/** Which block each of these times is in; the times come in order. */
export function blocksOf(times: readonly number[]): readonly Block[] {
  const blocks: Block[] = []
  let block: Block | undefined
  let last = 0
  for (const time of times) {
    if (block === undefined || time >= block.end || time - last >= BLOCK_MS) {
      const start = Math.floor(time / HOUR_MS) * HOUR_MS
      block = { start, end: start + BLOCK_MS }
    }
    blocks.push(block)
    last = time
  }
  return blocks
}

/** What goes on now, at this rate. The projection is no more than that. */
export interface Rate {
  readonly isActive: boolean
  readonly minutesLeft: number
  readonly tokensPerMinute: number
  readonly costPerHour: number
  readonly projected: { readonly totalTokens: number; readonly costUSD: number } | null
}

export function rateOf(
  { start, end }: Block,
  span: { readonly first: number; readonly last: number },
  sums: { readonly totalTokens: number; readonly costUSD: number },
  now: number,
): Rate {
  const isActive = now >= start && now < end
  const minutes = Math.max(1, (span.last - span.first) / 60_000)
  const tokensPerMinute = sums.totalTokens / minutes
  const costPerMinute = sums.costUSD / minutes
  const minutesLeft = isActive ? Math.ceil((end - now) / 60_000) : 0
  return {
    isActive,
    minutesLeft,
    tokensPerMinute: Math.round(tokensPerMinute),
    costPerHour: Math.round(costPerMinute * 60 * 1e6) / 1e6,
    projected: isActive
      ? {
          totalTokens: Math.round(sums.totalTokens + tokensPerMinute * minutesLeft),
          costUSD: Math.round((sums.costUSD + costPerMinute * minutesLeft) * 1e6) / 1e6,
        }
      : null,
  }
}
