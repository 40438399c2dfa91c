// The sessions that rethread has made, and what it made them from.

import { dataDir } from '../../disk/data-dir.js'
import { listReceipts, undoneReceipts } from '../../disk/receipts.js'
import type { Place } from './place.js'

/** By the id of the session that was made. What was undone was never made. */
export function originsByReceipt(place: Place): ReadonlyMap<string, string> {
  const { receipts } = listReceipts(dataDir(place))
  const undone = undoneReceipts(receipts)
  const origins = new Map<string, string>()
  for (const { id, source, result } of receipts)
    if (source && result && source.id !== result.id && !undone.has(id)) origins.set(result.id, source.id)
  return origins
}
