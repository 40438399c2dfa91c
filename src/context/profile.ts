// A client generation as data: its name, its constants, and the rules that it applies, in the order in which it applies
// them: first to find what it takes up, then to make messages of it. A rule is a small function; leaving one out is a
// profile without it.

import { InputError } from '../format/error.js'
import type { Walk } from './path.js'
import type { Resume } from './resume.js'

export interface Profile {
  /** The version whose behaviour it describes. */
  readonly client: string
  /** The model that is asked where the session's own is not offered any more (N28). */
  readonly defaultModel: string
  /** Tools that the client has by itself, so that a reference to them holds (N22). */
  readonly tools: readonly string[]
  /** And those that it has beside them for models that take no system messages. */
  readonly taskTools: readonly string[]
  /** What it takes up of the file: the first part. */
  readonly takesUp: readonly PathRule[]
  /** What it makes of that and sends: the second part. */
  readonly sends: readonly Rule[]
}

interface NamedRule {
  /** As the documents name it: N1, R-F1, B1 … Unique in a profile. */
  readonly id: string
  /** What the client does, in one line. */
  readonly does: string
}

export interface PathRule extends NamedRule {
  apply(walk: Walk): void
}

export interface Rule extends NamedRule {
  apply(resume: Resume): void
}

/** All of them, in the order in which they are applied. */
export function rulesOf({ takesUp, sends }: Profile): readonly NamedRule[] {
  return [...takesUp, ...sends]
}

/** The same client without one of its rules. */
export function withoutRule(profile: Profile, id: string): Profile {
  if (!rulesOf(profile).some(rule => rule.id === id))
    throw new InputError('unknown-rule', `no rule ${id} in the profile of ${profile.client}`)
  const isOther = (rule: NamedRule): boolean => rule.id !== id
  return { ...profile, takesUp: profile.takesUp.filter(isOther), sends: profile.sends.filter(isOther) }
}
