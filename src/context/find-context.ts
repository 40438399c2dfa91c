// The context of a session that has been read: what one client takes up of it, and what it makes of that.

import { NONE } from '../conversation/rows.js'
import type { Context, ContextMessage } from './context.js'
import { findPath, type PathOptions } from './find-path.js'
import { omittedFrom } from './omitted.js'
import type { Path, Reading } from './path.js'
import { requestFindings } from './request-rules.js'
import { newResume, type Resume, type Wishes } from './resume.js'

export interface ContextOptions extends PathOptions, Wishes {}

export function findContext(reading: Reading, options: ContextOptions = {}): Context {
  return contextAlong(findPath(reading, options), options)
}

/** The messages that are made of a path. */
export function contextAlong(path: Path, wishes: Wishes = {}): Context {
  const resume = newResume(path, wishes)
  for (const rule of path.profile.sends) rule.apply(resume)
  return contextOf(resume)
}

function contextOf(resume: Resume): Context {
  const { outcome, leaf } = resume
  if (outcome.kind === 'refuses' && !resume.wishes.evenIfRefused) resume.messages = []
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
