// One plan from everything that was asked for: where the session shall end, what shall go, and whether the result is a
// session of its own.

import type { Edits } from '../../format/changes.js'
import { editsWithNew } from '../edits/edits-with-new.js'
import { newSession } from '../ids/identity.js'
import type { NewId } from '../ids/new-ids.js'
import { dropUnnamed } from '../side-files/dropped-files.js'
import { cutAt } from '../tree/end-at.js'
import { hangInOneChain } from '../tree/one-chain.js'
import { preservedBy } from '../tree/preserved.js'
import { type Draft, newDraft, stepsOf } from './draft.js'
import { type Figure, setFigures } from './figures.js'
import type { Plan, Promises, ReshapeSource } from './plan.js'
import { leafOf, planAndEdits } from './plan-of-draft.js'
import { settle } from './settle.js'

export interface ReshapeRequest {
  readonly target: Target
  /** The entry that the session shall end at, and in words what it is. */
  readonly cut?: { readonly row: number; readonly what: string }
  /** One chain instead of the tree. */
  readonly linear?: boolean
  /** Answers whose figures the client would take for those of the result (figures.ts). */
  readonly figures?: readonly Figure[]
  /** What else shall happen, in this order. */
  readonly verbs: readonly DraftVerb[]
}

/** A verb that adds to the draft. */
export interface DraftVerb {
  readonly name: string
  /** How much of what the model gets is the same afterwards? */
  readonly context: Promises['context']
  apply(draft: Draft): void
}

export type Target = { readonly kind: 'in-place' } | NewSession

export interface NewSession {
  readonly kind: 'new-session'
  readonly sessionId: string
  /** Makes new ids for all entries; undefined keeps them, as the client's own fork does. */
  readonly newId: NewId | undefined
  /** New ids for agents that lie beside the session. */
  readonly newAgentId: (old: string) => string
  /** Change the session's id in all words, also where thinking is lost by it. */
  readonly allTexts: boolean
  readonly title: string | undefined
}

export function planReshape(source: ReshapeSource, request: ReshapeRequest): Plan {
  return planForFigures(source, request).plan
}

export interface PlanForFigures {
  readonly plan: Plan
  /**
   * The plan with these figures besides, which are known when its result was looked at; instead of it, for both are one
   * draft. `found` are the edits of the plan: only those of the answers that get figures are found again.
   */
  withFigures(figures: readonly Figure[], found: Edits): Plan
}

export function planForFigures(
  source: ReshapeSource,
  { target, cut, linear, verbs, figures = [] }: ReshapeRequest,
): PlanForFigures {
  const draft = newDraft(source)
  if (cut) cutAt(draft, cut.row, cut.what)
  for (const verb of verbs) verb.apply(draft)
  const identity = target.kind === 'new-session' ? newSession(draft, target) : undefined
  settle(draft)
  const stepsBefore = draft.steps.length
  setFigures(draft, figures)
  const leaf = (cut && draft.endsAt) ?? leafOf(draft)
  if (linear && leaf !== undefined) hangInOneChain(draft, leaf)
  dropUnnamed(draft)
  const { plan, editsOf } = planAndEdits(draft, identity, {
    verbs: [...(target.kind === 'new-session' && verbs.length === 0 ? ['clone'] : []), ...verbs.map(verb => verb.name)],
    // Thinking that had to go is the only thing that a clone may leave out.
    context: promised(verbs, draft),
    ...(draft.inserted.length > 0 ? { added: draft.inserted.length } : {}),
    ...(draft.endsAt === undefined ? {} : comparedUpTo(source, draft.endsAt)),
  })
  return {
    plan,
    withFigures(more, found) {
      const stepsBehind = draft.steps.splice(stepsBefore)
      setFigures(draft, more)
      draft.steps.push(...stepsBehind)
      const rows = [...draft.figures.keys()].sort((a, b) => a - b)
      // Where rows stand in for others, their edits are part of those.
      const edits = draft.placed.size > 0 ? plan.changes.edits : editsWithNew(found, rows, source, editsOf)
      const named = { ...plan.named, figures: new Set(rows) }
      return { ...plan, named, steps: stepsOf(draft), changes: { ...plan.changes, edits } }
    },
  }
}

/** The weakest of what the verbs promise. */
function promised(verbs: readonly DraftVerb[], { touched }: Draft): Promises['context'] {
  if (verbs.some(verb => verb.context === 'words')) return 'words'
  if (verbs.some(verb => verb.context === 'rest')) return 'rest'
  return touched.size > 0 ? 'words' : 'same'
}

/**
 * What the result is compared with: the source if it ended at this row, before the next compaction, which is not taken
 * along. At the summary of one that keeps something: all of the file up to there, since what is kept hangs behind it.
 */
function comparedUpTo(source: ReshapeSource, row: number): Pick<Promises, 'leaf' | 'until'> {
  const { rows, compactions } = source.conversation
  if (preservedBy(source).some(({ anchor }) => anchor === row)) return { until: rows.offset[row + 1] ?? source.size }
  const next = compactions.find(one => one.row > row && one.dialect === 'boundary')
  return { leaf: row, ...(next ? { until: rows.offset[next.row]! } : {}) }
}
