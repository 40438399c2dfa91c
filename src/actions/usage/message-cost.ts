// What a message cost, with all that was asked on the way to it.

import type { CountedMessage } from '../../catalog/usage/ledger.js'
import type { Prices } from '../../catalog/usage/prices.js'

/** Undefined where nothing of it has a price. */
export function messageCost(message: CountedMessage, prices: Prices): number | undefined {
  let sum = prices.costOf(message)
  for (const other of message.others) {
    const cost = prices.costOf({ ...message, ...other, webSearches: 0 })
    if (cost !== undefined) sum = (sum ?? 0) + cost
  }
  return sum
}
