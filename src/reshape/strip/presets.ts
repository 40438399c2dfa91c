// Ready-made strips, graded by the turns that have tool calls: the oldest lose them, the middle ones are cut to two
// lines, the newest stay whole.

import type { StripKind, StripRule, ZoneUnit } from './rule.js'

export interface Preset {
  /** Parts of 1 of the turns with tool calls, from the oldest on. */
  readonly remove: number
  readonly truncate: number
  /** So many of the newest such turns always stay whole. */
  readonly spare: number
  /** Kinds that go everywhere. */
  readonly also: readonly StripKind[]
}

export const PRESETS: Readonly<Record<string, Preset>> = {
  gentle: { remove: 0.25, truncate: 0.25, spare: 5, also: ['bookkeeping'] },
  routine: { remove: 0.5, truncate: 0.3, spare: 3, also: ['bookkeeping'] },
  emergency: { remove: 0.85, truncate: 0.1, spare: 1, also: ['bookkeeping', 'images', 'thinking'] },
}

/** `by`: calls and tokens also grade within a turn; `spare` are then requests with calls. */
export function presetRules({ remove, truncate, spare, also }: Preset, by: ZoneUnit = 'turns'): readonly StripRule[] {
  const tools = (mode: 'remove' | 'truncate', from: number, to: number): readonly StripRule[] =>
    to > from ? [{ kind: 'tools', mode, where: { by, part: { from, to, spare } } }] : []
  return [
    ...tools('remove', 0, remove),
    ...tools('truncate', remove, Math.min(1, remove + truncate)),
    ...also.map((kind): StripRule => ({ kind, where: {} })),
  ]
}
