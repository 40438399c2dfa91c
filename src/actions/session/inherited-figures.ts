// A session that rethread made or changed: its answers still carry the figures of requests with another history.

import type { Reading } from '../../context/index.js'
import { pricedReceipt } from '../../disk/index.js'
import type { OpenOptions } from './open-session.js'

export function inheritedFigures(sessionId: string, { dataDir }: OpenOptions): Pick<Reading, 'inherited'> {
  const receipt = dataDir === undefined ? undefined : pricedReceipt(dataDir, sessionId)
  return receipt ? { inherited: { ...receipt.tokens, until: receipt.result.size } } : {}
}
