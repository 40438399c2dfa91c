// Thinking, with what the API keeps to itself of it (D13). Never only the oldest: once one block is gone, all behind it
// are void (A0), and settle.ts takes them out.

import { thinkingBlocks } from '../edits/answer-blocks.js'
import { addStep, changeOf, type Draft } from '../plan/draft.js'
import { regionOf } from '../zones/region.js'
import type { StripRule } from './rule.js'

export function stripThinking(draft: Draft, { where }: StripRule): void {
  const { facts } = draft.source
  const inRegion = regionOf(draft.source, where)
  const gone: number[] = []
  for (const { row, index } of thinkingBlocks(draft)) {
    const isLarge =
      where.largerThan === undefined || facts.blocks.weight[facts.first[row]! + index]! * 4 > where.largerThan
    if (!inRegion(row) || !isLarge || draft.changes.get(row)?.blocks.get(index) === 'remove') continue
    changeOf(draft, row).blocks.set(index, 'remove')
    gone.push(row)
  }
  addStep(draft, 'remove thinking', gone, 'requested (--thinking)')
}
