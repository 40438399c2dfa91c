// A change is shown before it is made: whoever asks gets the plan's number, and can then have just this plan carried out. A number is good once, and only while the session is what the plan was made for.

import { randomBytes } from 'node:crypto'
import { InputError } from '../../format/error.js'
import type { ReshapeReport } from '../reshape/reshape-report.js'
import type { ComparePlan } from './compare-plan.js'

export interface PlannedChange {
  /** What the model gets now, beside what it would get. */
  readonly compare: ComparePlan
  readonly needs: 'new-sessions' | 'in-place'
  readonly carryOut: (signal: AbortSignal) => Promise<ReshapeReport>
}

export interface Plans {
  keep(change: PlannedChange): string
  /** To be looked at; it stays good. Of one plan at a time is kept what was found out. */
  compare(id: string): ComparePlan
  /** Takes it away. */
  take(id: string): PlannedChange
}

/** Who plans with every move of a slider forgets most of them. */
const MOST = 50

export function plans(): Plans {
  const kept = new Map<string, PlannedChange>()
  let compared: ComparePlan | undefined
  const find = (id: string): PlannedChange => {
    const change = kept.get(id)
    if (!change) throw new InputError('plan-unknown', 'this plan is no longer known')
    return change
  }
  return {
    keep(change) {
      const id = randomBytes(16).toString('hex')
      kept.set(id, change)
      for (const old of [...kept.keys()].slice(0, -MOST)) kept.delete(old)
      return id
    },
    compare(id) {
      const { compare } = find(id)
      if (compare !== compared) compared?.forget()
      compared = compare
      return compare
    },
    take(id) {
      const change = find(id)
      kept.delete(id)
      return change
    },
  }
}
