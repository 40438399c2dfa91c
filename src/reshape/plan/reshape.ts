// One plan from everything that was asked for: where the session shall end, what shall go, and whether the result is a
// session of its own.

import { newSession } from '../ids/identity.js'
import type { NewId } from '../ids/new-ids.js'
import { dropUnnamed } from '../side-files/dropped-files.js'
import { cutAt } from '../tree/end-at.js'
import { hangInOneChain } from '../tree/one-chain.js'
import { preservedBy } from '../tree/preserved.js'
import { type Draft, newDraft } from './draft.js'
import { type Figure, setFigures } from './figures.js'
import type { Plan, Promises, ReshapeSource } from './plan.js'
import { leafOf, planOf } from './plan-of-draft.js'
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

export function planReshape(source: ReshapeSource, { target, cut, linear, verbs, figures = [] }: ReshapeRequest): Plan {
  const draft = newDraft(source)
  if (cut) cutAt(draft, cut.row, cut.what)
  for (const verb of verbs) verb.apply(draft)
  const identity = target.kind === 'new-session' ? newSession(draft, target) : undefined
  settle(draft)
  setFigures(draft, figures)
  const leaf = (cut && draft.endsAt) ?? leafOf(draft)
  if (linear && leaf !== undefined) hangInOneChain(draft, leaf)
  dropUnnamed(draft)
  return planOf(draft, identity, {
    verbs: [...(target.kind === 'new-session' && verbs.length === 0 ? ['clone'] : []), ...verbs.map(verb => verb.name)],
    // Thinking that had to go is the only thing that a clone may leave out.
    context: promised(verbs, draft),
    ...(draft.inserted.length > 0 ? { added: draft.inserted.length } : {}),
    ...(draft.endsAt === undefined ? {} : comparedUpTo(source, draft.endsAt)),
  })
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
