// A change is shown before it is made: whoever asks gets the plan's number, and can then have just this plan carried out. A number is good once, and only while the session is what the plan was made for.

import { randomBytes } from 'node:crypto'
import { InputError } from '../../format/error.js'
import type { ReshapeReport } from '../reshape/reshape-report.js'

export interface PlannedChange {
  readonly needs: 'new-sessions' | 'in-place'
  readonly carryOut: (signal: AbortSignal) => Promise<ReshapeReport>
}

export interface Plans {
  keep(change: PlannedChange): string
  /** Takes it away. */
  take(id: string): PlannedChange
}

/** Who plans with every move of a slider forgets most of them. */
const MOST = 50

export function plans(): Plans {
  const kept = new Map<string, PlannedChange>()
  return {
    keep(change) {
      const id = randomBytes(16).toString('hex')
      kept.set(id, change)
      for (const old of [...kept.keys()].slice(0, -MOST)) kept.delete(old)
      return id
    },
    take(id) {
      const change = kept.get(id)
      if (!change) throw new InputError('plan-unknown', 'this plan is no longer known')
      kept.delete(id)
      return change
    },
  }
}
