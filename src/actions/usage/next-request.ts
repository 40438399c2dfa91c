// What the next request would cost at list prices: of a session as it is, and as a plan would make it. Without the answer,
// whose length nobody knows.

import { PRICES_AS_OF } from '../../catalog/usage/price-table.js'
import { type Priced, pricesOf } from '../../catalog/usage/prices.js'
import { type Action, type OfSession, withSession } from '../action.js'
import { lastModel } from '../read/turns.js'

export interface NextRequestQuestion extends OfSession {
  /** Sizes of the context to be sent. */
  readonly tokens: readonly number[]
}

export interface NextRequestReport {
  /** Of its last answer; empty where there is none. */
  readonly model: string
  readonly pricesAsOf: string
  /** By size: as after a resume, when all of it is written to the cache; and as long as the cache has it. Null: no price. */
  readonly costs: readonly { readonly coldUSD: number | null; readonly warmUSD: number | null }[]
}

export const nextRequest: Action<NextRequestQuestion, NextRequestReport> = (place, { session, tokens }, doing = {}) =>
  withSession(place, { session }, doing, ({ conversation }) => {
    const model = lastModel(conversation)
    const prices = pricesOf()
    const costOf = (figures: Partial<Priced>): number | null => prices.costOf({ ...NOTHING, ...figures, model }) ?? null
    return {
      model,
      pricesAsOf: PRICES_AS_OF,
      costs: tokens.map(size => ({
        coldUSD: costOf({ cacheWrite5mTokens: size }),
        warmUSD: costOf({ cacheReadTokens: size }),
      })),
    }
  })

/** Asked now, in the plain way. */
const NOTHING: Omit<Priced, 'model'> = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWrite5mTokens: 0,
  cacheWrite1hTokens: 0,
  webSearches: 0,
  time: null,
  serviceTier: null,
  inferenceGeo: null,
  speed: null,
}
