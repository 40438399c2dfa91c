// The context of a session that has been read: what one client takes up of it, and what it makes of that.

import { NONE } from '../conversation/rows.js'
import type { Context, ContextMessage } from './context.js'
import { findPath, type PathOptions } from './find-path.js'
import { omittedFrom } from './omitted.js'
import type { Path, Reading } from './path.js'
import { requestFindings } from './request-rules.js'
import { type Draft, newResume, type RequestOptions, type Resume } from './resume.js'

export interface ContextOptions extends PathOptions, RequestOptions {}

export function findContext(reading: Reading, options: ContextOptions = {}): Context {
  return contextAlong(findPath(reading, options), options)
}

/** The messages that are made of a path. */
export function contextAlong(path: Path, asked: RequestOptions = {}): Context {
  const resume = newResume(path, asked)
  for (const rule of path.profile.sends) rule.apply(resume)
  return contextOf(resume)
}

function contextOf(resume: Resume): Context {
  const { outcome, leaf } = resume
  if (outcome.kind === 'refuses' && !resume.asked.evenIfRefused) resume.messages = []
  const messages = messagesOf(resume.messages, resume.mergeRules.mendsText)
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

/** In the same list: each draft is given up as soon as its message is made (I5). */
function messagesOf(drafts: Draft[], mendsText: boolean): readonly ContextMessage[] {
  const messages = drafts as (Draft | ContextMessage)[] as ContextMessage[]
  for (let at = 0; at < drafts.length; at++) {
    const { role, parts, rule } = drafts[at]!
    if (rule !== undefined && parts.every(part => part.kind === 'written')) messages[at] = { role, parts, rule }
    else messages[at] = mendsText ? { role, parts } : { role, parts, unmended: true }
  }
  return messages
}
