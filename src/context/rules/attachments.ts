// What attachments add to the history. Most become reminders that the client writes from its own templates; the user's
// queued words and images are sent. (N33, N34, R-M16)

import type { Part } from '../context.js'
import { MEDIA } from '../facts/block-columns.js'
import { FROM_HUMAN } from '../facts/session-facts.js'
import type { Draft, Resume } from '../resume.js'
import { endBlock, firstBlock, partsOf } from './item-looks.js'
import { subtypeOf } from './left-out.js'

/** What the client writes around words that reach the model in the middle of its turn. */
const MID_TURN = {
  before: 'The user sent a new message while you were working:\n',
  after:
    '\n\nThis is how Claude Code surfaces messages the user sends mid-turn — within the running turn, often alongside the next tool result, rather than as a separate conversation turn. Address the message above as you continue this turn.',
}

/** undefined: nothing of the session's own is sent. */
export function attachmentDraft(resume: Resume, row: number): Draft | undefined {
  const subtype = subtypeOf(resume, row)
  if (subtype === 'queued_command') return queuedPrompt(resume, row)
  if (resume.facts.details.get(row)?.kind === 'image-file') {
    return { role: 'user', messageId: 0, parts: [{ kind: 'stored', row, block: -1 }] }
  }
  resume.why.set(row, "attachment: the client's own reminder")
  return undefined
}

/** N34: how the words are dressed depends on the model. */
function queuedPrompt(resume: Resume, row: number): Draft | undefined {
  const { facts } = resume
  const role = facts.origin[row] === FROM_HUMAN ? 'user' : 'system'
  const parts = partsOf(resume, row).map((part): Part => {
    if (part.kind === 'stored' && isMedia(part.block)) return part
    if (part.kind !== 'stored' || role !== 'user') return part
    return { ...part, change: { rule: 'N34', kind: 'framed', ...MID_TURN } }
  })
  return { role, messageId: 0, parts }

  function isMedia(block: number): boolean {
    const at = firstBlock(facts, row) + Math.max(block, 0)
    return at < endBlock(facts, row) && facts.blocks.kind[at] === MEDIA
  }
}
