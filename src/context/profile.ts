// A client generation as data: its name, its constants, and the rules that it applies, in the order in which it applies
// them. A rule is a small function on what is being resumed; leaving one out is a profile without it.

import { InputError } from '../format/error.js'
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
  readonly rules: readonly Rule[]
}

export interface Rule {
  /** As the documents name it: N1, R-F1, B1 … Unique in a profile. */
  readonly id: string
  /** What the client does, in one line. */
  readonly does: string
  apply(resume: Resume): void
}

/** The same client without one of its rules. */
export function withoutRule(profile: Profile, id: string): Profile {
  const rules = profile.rules.filter(rule => rule.id !== id)
  if (rules.length === profile.rules.length) {
    throw new InputError('unknown-rule', `no rule ${id} in the profile of ${profile.client}`)
  }
  return { ...profile, rules }
}
