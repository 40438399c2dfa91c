// The context of a session that has been read: what one client takes up of it, and what it makes of that.

import { NONE } from '../conversation/rows.js'
import type { Context, ContextMessage, Part } from './context.js'
import { findPath, type PathOptions } from './find-path.js'
import { omittedFrom } from './omitted.js'
import type { Path, Reading } from './path.js'
import { requestFindings } from './request-rules.js'
import { type Draft, newResume, type RequestOptions, type Resume } from './resume.js'

type StoredPart = Extract<Part, { readonly kind: 'stored' }>

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
    const [only] = parts
    if (rule !== undefined && parts.every(part => part.kind === 'written')) messages[at] = { role, parts, rule }
    else if (!mendsText) messages[at] = { role, parts, unmended: true }
    else if (parts.length === 1 && only!.kind === 'stored' && !only!.change)
      messages[at] = new OneBlock(role, only as StoredPart)
    else messages[at] = { role, parts }
  }
  return messages
}

/** Most messages are one block as it is stored: told by three words, it takes a third of what lists and parts take (I5). */
class OneBlock implements ContextMessage {
  readonly role: ContextMessage['role']
  readonly row: number
  readonly block: number

  constructor(role: ContextMessage['role'], { row, block }: StoredPart) {
    this.role = role
    this.row = row
    this.block = block
  }

  get parts(): readonly Part[] {
    return [{ kind: 'stored', row: this.row, block: this.block }]
  }
}
