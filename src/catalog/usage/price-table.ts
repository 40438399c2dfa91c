// List prices of the Anthropic API in US dollars for a million tokens, as published by November 2026
// (platform.claude.com/docs/en/about-claude/pricing). Data, not code: `--prices FILE` has the same form.
//
// A model may have several rows: the one with the latest `from` that is not after the message holds. A row without `from`
// holds from the beginning.

export interface PriceRow {
  /** As in `claude-sonnet-4-5`: without a date, a provider or a window. */
  readonly model: string
  /** The day from which on it holds. */
  readonly from?: string
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  /** From a prompt of more tokens than this on, the whole request costs this. */
  readonly long?: LongPrompts
  /** How many times the price, in fast mode; absent where there is none. */
  readonly fast?: number
  /** How many times the price, where inference is kept in a region. */
  readonly geo?: Readonly<Record<string, number>>
}

export interface LongPrompts {
  readonly above: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/** What does not depend on the model. */
export interface GeneralPrices {
  /** For one web search. */
  readonly webSearch: number
  /** How many times the price, by service tier. */
  readonly tiers: Readonly<Record<string, number>>
}

export const PRICES_AS_OF = '2026-11'

/** Priority capacity is paid for in advance, by contract: it has no list price, and counts as standard. */
export const GENERAL: GeneralPrices = { webSearch: 0.01, tiers: { batch: 0.5 } }

const US = { us: 1.1 }

/** Cache writes cost 1.25 and 2 times the input, cache reads a tenth of it where nothing else is said. */
export function priceRow(model: string, input: number, output: number, more: Partial<PriceRow> = {}): PriceRow {
  return { model, ...ofInput(input), output, ...more }
}

function ofInput(input: number) {
  return { input, cacheRead: input / 10, cacheWrite5m: input * 1.25, cacheWrite1h: input * 2 }
}

function long(above: number, input: number, output: number): { readonly long: LongPrompts } {
  return { long: { above, output, ...ofInput(input) } }
}

export const PRICES: readonly PriceRow[] = [
  priceRow('claude-fable-5-1', 10, 50, { cacheRead: 0.25, geo: US }),
  priceRow('claude-mythos-5-1', 10, 50, { cacheRead: 0.25, geo: US }),
  priceRow('claude-fable-5', 10, 50, { geo: US }),
  priceRow('claude-mythos-5', 10, 50, { geo: US }),
  priceRow('claude-opus-5-5', 4, 20, { cacheRead: 0.2, geo: US }),
  priceRow('claude-opus-5', 5, 25, { fast: 2, geo: US }),
  priceRow('claude-opus-4-8', 5, 25, { fast: 2, geo: US }),
  priceRow('claude-opus-4-7', 5, 25, { fast: 6, geo: US }),
  priceRow('claude-opus-4-6', 5, 25, { fast: 6, geo: US, ...long(200_000, 10, 37.5) }),
  priceRow('claude-opus-4-6', 5, 25, { from: '2026-03-13', fast: 6, geo: US }),
  priceRow('claude-opus-4-5', 5, 25),
  priceRow('claude-opus-4-1', 15, 75),
  priceRow('claude-opus-4', 15, 75),
  priceRow('claude-3-opus', 15, 75),
  priceRow('claude-sonnet-5-5', 2, 10, { geo: US }),
  priceRow('claude-sonnet-5-5', 2, 10, { from: '2026-10-07', cacheRead: 0.1, geo: US }),
  priceRow('claude-sonnet-5', 2, 10, { geo: US }),
  priceRow('claude-sonnet-4-6', 3, 15, { geo: US, ...long(200_000, 6, 22.5) }),
  priceRow('claude-sonnet-4-6', 3, 15, { from: '2026-03-13', geo: US }),
  priceRow('claude-sonnet-4-5', 3, 15, long(200_000, 6, 22.5)),
  priceRow('claude-sonnet-4', 3, 15, long(200_000, 6, 22.5)),
  priceRow('claude-3-7-sonnet', 3, 15),
  priceRow('claude-3-5-sonnet', 3, 15),
  priceRow('claude-3-sonnet', 3, 15),
  priceRow('claude-haiku-5-5', 0.1, 0.5, { geo: US, ...long(100_000, 0.5, 2.5) }),
  priceRow('claude-haiku-4-5', 1, 5),
  priceRow('claude-3-5-haiku', 0.8, 4),
  priceRow('claude-3-haiku', 0.25, 1.25, { cacheRead: 0.03, cacheWrite5m: 0.3 }),
]
