// A session trimmed in memory, and what is sent of it by the same estimate that the command makes.

import {
  type Calibration,
  contextCalibration,
  contextEstimate,
  findContext,
  readForContext,
} from '../../src/context/index.js'
import { applyEdits } from '../../src/format/changes.js'
import type { ReshapeSource } from '../../src/reshape/plan/plan.js'
import { planReshape } from '../../src/reshape/plan/reshape.js'
import { type Climb, climb } from '../../src/reshape/trim/climb.js'
import { type Ladder, type TrimItem, type TrimOptions, trimLadder } from '../../src/reshape/trim/ladder.js'
import { trim } from '../../src/reshape/trim/trim.js'
import { type Changed, change, examine, folderOf, IN_PLACE, idIn, sourceOf } from './in-memory.js'

export interface Trimmable {
  readonly source: ReshapeSource
  readonly tokens: number
  readonly calibration: Calibration
  readonly resumes: boolean
  ladder(options?: Partial<TrimOptions>): Ladder
  without(items: readonly TrimItem[]): Changed
  tokensWithout(items: readonly TrimItem[]): number
  /** `items`: of a shorter ladder. */
  trim(
    budget: number,
    options?: Partial<TrimOptions>,
    items?: readonly TrimItem[],
  ): Promise<Climb & { readonly measured: number }>
}

export function trimmable(bytes: Uint8Array, id = idIn(bytes)): Trimmable {
  const before = examine(bytes, folderOf(id))
  const context = findContext(before.reading)
  const calibration = contextCalibration(before.reading, context)
  const tokens = contextEstimate(before.reading, context, calibration).estimate
  const source = sourceOf(bytes, before, id)
  const ladder: Trimmable['ladder'] = options => trimLadder(source, { protectLast: 0, protect: [], ...options })
  const without: Trimmable['without'] = items => change(bytes, { verbs: [trim(items)], target: IN_PLACE }, id)
  const tokensWithout: Trimmable['tokensWithout'] = items => {
    const plan = planReshape(source, { verbs: [trim(items)], target: IN_PLACE })
    const reading = readForContext(applyEdits(bytes, [...plan.changes.edits]))
    return contextEstimate(reading, findContext(reading), calibration).estimate
  }
  return {
    source,
    tokens,
    calibration,
    resumes: context.outcome.kind !== 'refuses',
    ladder,
    without,
    tokensWithout,
    async trim(budget, options, items) {
      let measured = 0
      const found = await climb({ ...ladder(options), ...(items ? { items } : {}) }, tokens, budget, async taken => {
        measured++
        return tokensWithout(taken)
      })
      return { ...found, measured }
    },
  }
}
