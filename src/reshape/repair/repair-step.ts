// One kind of damage, mended: decisions about entries in a draft, as every verb makes them, and edits where a field or a
// line itself is wrong.

import type { Edit } from '../../format/changes.js'
import { type Draft, newDraft } from '../plan/draft.js'
import type { Confidence, Step } from '../plan/plan.js'
import { planOf } from '../plan/plan-of-draft.js'
import { settle } from '../plan/settle.js'
import type { DamagedSession } from './damaged-session.js'
import { type MendedBytes, mended } from './mended-bytes.js'

/** Adds to the repairStep what it knows to mend; nothing where nothing of it is wrong. */
export type RepairRule = (repairStep: RepairStep) => void

export interface RepairStep {
  readonly damaged: DamagedSession
  readonly draft: Draft
  /** Of the bytes as they are now. */
  readonly edits: Edit[]
  /** `places` are offsets of what it concerns. */
  step(action: string, places: readonly number[], why: string, confidence?: Confidence): void
  /** The line of the file that this place comes from. */
  lineAt(place: number): number
}

export interface Treated {
  readonly bytes: MendedBytes
  readonly steps: readonly Step[]
}

/** Undefined where the repairRule had nothing to do. */
export function treat(
  damaged: DamagedSession,
  repairRule: RepairRule,
  lineOf: (offset: number) => number,
): Treated | undefined {
  const draft = newDraft(damaged.source)
  const edits: Edit[] = []
  const steps: Step[] = []
  const lineAt = (place: number): number => lineOf(damaged.bytes.sourceOffset(place))
  const linesAt = (places: readonly number[]): readonly number[] =>
    [...new Set(places.map(lineAt))].sort((a, b) => a - b)
  repairRule({
    damaged,
    draft,
    edits,
    lineAt,
    step(action, places, why, confidence) {
      if (places.length === 0) return
      steps.push({ action, entries: places.length, lines: linesAt(places), why, ...(confidence ? { confidence } : {}) })
    },
  })
  const decided = draft.changes.size + draft.parents.size + draft.touched.size + draft.placed.size > 0
  if (!decided && edits.length === 0 && !draft.removed.includes(1)) return undefined
  const { offset } = damaged.source.conversation.rows
  let all = edits
  if (decided || draft.removed.includes(1)) {
    settle(draft)
    const own = [...planOf(draft, undefined, { verbs: [], context: 'words' }).changes.edits]
    all = [...own, ...edits.filter(edit => !isCovered(own, edit))]
    for (const { action, entries, rows, why } of draft.steps)
      steps.push({ action, entries, lines: linesAt(rows.map(row => offset[row]!)), why })
  }
  if (all.length === 0) return undefined
  all.sort((a, b) => a.offset - b.offset || a.length - b.length)
  return { bytes: mended(damaged.bytes, all), steps }
}

/** What goes with its entry needs no change of its own. `own` is in order. */
function isCovered(own: readonly Edit[], { offset, length }: Edit): boolean {
  let low = 0
  let high = own.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (own[middle]!.offset <= offset) low = middle + 1
    else high = middle
  }
  const one = own[low - 1]
  return one !== undefined && length > 0 && one.length > length && one.offset + one.length >= offset + length
}
