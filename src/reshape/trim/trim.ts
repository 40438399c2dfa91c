// The chosen things of the ladder, taken out by the same rules that strip has.

import { addStep, type Draft, removeRows } from '../plan/draft.js'
import type { DraftVerb } from '../plan/reshape.js'
import type { StripRule } from '../strip/rule.js'
import { stripContent } from '../strip/strip.js'
import type { TrimItem, TrimStep } from './ladder.js'

export function trim(items: readonly TrimItem[]): DraftVerb {
  return { name: 'trim', context: 'words', apply: draft => apply(draft, items) }
}

/** Steps that leave a note in the place of a result. */
const RESULTS: readonly TrimStep[] = ['reads', 'stale', 'results']

function apply(draft: Draft, items: readonly TrimItem[]): void {
  const of = (...steps: readonly TrimStep[]): readonly TrimItem[] => items.filter(({ step }) => steps.includes(step))
  const rows = (step: TrimStep): StripRule['where'] => ({ rows: new Set(of(step).map(({ row }) => row)) })
  const ids = (found: readonly TrimItem[]): Pick<StripRule, 'calls'> => ({
    calls: new Set(found.map(({ call }) => call)),
  })
  const rules: readonly (StripRule | false)[] = [
    of(...RESULTS).length > 0 && { kind: 'results', mode: 'stub', where: {}, ...ids(of(...RESULTS)) },
    of('calls').length > 0 && { kind: 'tools', mode: 'remove', where: {}, ...ids(of('calls')) },
    of('images').length > 0 && { kind: 'images', where: rows('images') },
    of('thinking').length > 0 && { kind: 'thinking', where: rows('thinking') },
  ]
  stripContent(
    draft,
    rules.filter(rule => rule !== false),
  )
  dropNotes(
    draft,
    of('bookkeeping').map(({ row }) => row),
  )
}

/** What the client or a hook attached and shows to the model; never the user's words. */
function dropNotes(draft: Draft, notes: readonly number[]): void {
  for (const row of notes) draft.touched.add(row)
  addStep(draft, 'remove attached reminders', removeRows(draft, notes), 'to meet the budget; the client attached them')
}
