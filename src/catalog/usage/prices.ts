// What a message would cost at list price. A model that the table does not know has no price: it is named, not guessed.

import type { CountedMessage, Figures } from './ledger.js'
import { GENERAL, type GeneralPrices, PRICES, type PriceRow } from './price-table.js'

export interface Prices {
  /** Undefined where the model, or the way in which it was asked, has no price. */
  costOf(message: Priced): number | undefined
}

export type Priced = Figures &
  Pick<CountedMessage, 'model' | 'time' | 'serviceTier' | 'inferenceGeo' | 'speed' | 'webSearches'>

type Manner = Pick<Priced, 'serviceTier' | 'inferenceGeo' | 'speed'>

interface DatedRow {
  readonly from: number
  readonly row: PriceRow
}

/** `own` are looked at first: a model that they name has no other prices. */
export function pricesOf(own: readonly PriceRow[] = [], general: GeneralPrices = GENERAL): Prices {
  const byModel = new Map<string, DatedRow[]>()
  const added = new Set(own.map(({ model }) => plainModel(model)))
  for (const row of [...own, ...PRICES.filter(({ model }) => !added.has(model))]) {
    const model = plainModel(row.model)
    const from = row.from === undefined ? -Infinity : Date.parse(row.from)
    byModel.set(
      model,
      [...(byModel.get(model) ?? []), { from, row }].toSorted((a, b) => b.from - a.from),
    )
  }
  const known = new Map<string, readonly DatedRow[] | undefined>()
  let lastModel: string | undefined
  let lastRows: readonly DatedRow[] | undefined
  const rowsOf = (model: string): readonly DatedRow[] | undefined => {
    if (model === lastModel) return lastRows
    if (!known.has(model)) known.set(model, byModel.get(plainModel(model)))
    lastModel = model
    return (lastRows = known.get(model))
  }
  // Most messages were asked for in the same way as the one before.
  let last: (Manner & { readonly row: PriceRow; readonly times: number | undefined }) | undefined
  const timesOf = (row: PriceRow, { speed, inferenceGeo, serviceTier }: Manner): number | undefined => {
    const isSame =
      last?.row === row &&
      last.speed === speed &&
      last.inferenceGeo === inferenceGeo &&
      last.serviceTier === serviceTier
    if (last !== undefined && isSame) return last.times
    const fast = speed === 'fast' ? row.fast : 1
    const times =
      fast === undefined
        ? undefined
        : fast * (lookUp(row.geo, inferenceGeo) ?? 1) * (lookUp(general.tiers, serviceTier) ?? 1)
    last = { row, speed, inferenceGeo, serviceTier, times }
    return times
  }
  return {
    costOf(message) {
      // What has no time is as new as can be.
      const rows = rowsOf(message.model)
      const time = message.time ?? Infinity
      if (rows === undefined) return undefined
      const { row } = rows.length === 1 ? rows[0]! : (rows.find(one => one.from <= time) ?? rows.at(-1)!)
      const times = timesOf(row, message)
      if (times === undefined) return undefined
      const tokens = message.inputTokens + message.cacheReadTokens
      const prompt = tokens + message.cacheWrite5mTokens + message.cacheWrite1hTokens
      const rate = row.long && prompt > row.long.above ? row.long : row
      const dollars =
        message.inputTokens * rate.input +
        message.outputTokens * rate.output +
        message.cacheReadTokens * rate.cacheRead +
        message.cacheWrite5mTokens * rate.cacheWrite5m +
        message.cacheWrite1hTokens * rate.cacheWrite1h
      return (dollars * times) / 1e6 + message.webSearches * general.webSearch
    },
  }
}

/** Names are data, also `constructor`. */
function lookUp(table: Readonly<Record<string, number>> | undefined, name: string | null): number | undefined {
  return table !== undefined && name !== null && Object.hasOwn(table, name) ? table[name] : undefined
}

/**
 * `us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `claude-sonnet-4-5@20250929`, `anthropic/claude-sonnet-4.5` and
 * `claude-sonnet-4-5[1m]` are the same model. Names of others stay as they are.
 */
export function plainModel(name: string): string {
  const at = name.indexOf('claude-')
  if (at < 0) return name
  return name
    .slice(at)
    .toLowerCase()
    .replace(/\[[^\]]*\]$/, '')
    .replace(/-v\d+(:\d+)*$/, '')
    .replace(/[@-](\d{8}|latest|default)$/, '')
    .replace(/(\d)\.(\d)/g, '$1-$2')
    .replace(/-0$/, '')
}
