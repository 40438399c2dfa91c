// Content taken out of a session, or made smaller: tool calls, results, thinking, images, snapshots, bookkeeping.
//
// Each kind decides block by block; what follows from that for the rest of the session is settled once for all of them
// (settle.ts).

import type { Draft } from '../plan/draft.js'
import type { DraftVerb } from '../plan/reshape.js'
import { stripBookkeeping, stripSnapshots } from './bookkeeping.js'
import { stripImages } from './images.js'
import type { StripRule } from './rule.js'
import { stripThinking } from './thinking.js'
import { stripTools } from './tools.js'

export function strip(rules: readonly StripRule[]): DraftVerb {
  // What the model gets changes with these kinds, but neither prompts nor answers do.
  const isSent = rules.some(({ kind }) => kind !== 'snapshots' && kind !== 'bookkeeping')
  return { name: 'strip', context: isSent ? 'words' : 'same', apply: draft => stripContent(draft, rules) }
}

/** For any verb that takes content away. */
export function stripContent(draft: Draft, rules: readonly StripRule[]): void {
  const of = (...kinds: StripRule['kind'][]): readonly StripRule[] => rules.filter(({ kind }) => kinds.includes(kind))
  stripTools(draft, of('tools', 'results'))
  for (const rule of of('images')) stripImages(draft, rule)
  for (const rule of of('thinking')) stripThinking(draft, rule)
  for (const rule of of('snapshots')) stripSnapshots(draft, rule)
  for (const rule of of('bookkeeping')) stripBookkeeping(draft, rule)
}
