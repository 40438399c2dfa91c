// The context of a session that has been read: the rules of one client, one after another.

import { NONE } from '../conversation/rows.js'
import type { Context, ContextMessage } from './context.js'
import { omittedFrom } from './omitted.js'
import type { Profile } from './profile.js'
import { profileFor } from './profiles/index.js'
import { requestFindings } from './request-rules.js'
import { newResume, type Reading, type Resume, type Wishes } from './resume.js'

export interface ContextOptions extends Wishes {
  /** A version, or a profile; the newest profile where nothing is said. */
  readonly client?: string | Profile | undefined
}

export function findContext(reading: Reading, options: ContextOptions = {}): Context {
  const profile = typeof options.client === 'object' ? options.client : profileFor(options.client)
  const resume = newResume(reading, profile, options)
  for (const rule of profile.rules) rule.apply(resume)
  return contextOf(resume)
}

function contextOf(resume: Resume): Context {
  const { outcome, leaf } = resume
  if (outcome.kind === 'refuses') resume.messages = []
  const mended = resume.ways.mendsText ? {} : ({ unmended: true } as const)
  const messages = resume.messages.map(({ role, parts, rule }): ContextMessage => {
    const isWritten = rule !== undefined && parts.every(part => part.kind === 'written')
    return isWritten ? { role, parts, rule } : { role, parts, ...mended }
  })
  return {
    client: resume.profile.client,
    model: resume.model,
    outcome,
    leaf: outcome.kind === 'refuses' ? NONE : leaf,
    messages,
    omitted: omittedFrom(resume),
    findings: requestFindings(messages, resume),
    counted: resume.counted,
  }
}
