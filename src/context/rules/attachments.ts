// What attachments add to the history. Most become reminders that the client writes from its own templates; the user's
// queued words and images are sent. (N33, N34, R-M16)

import { type BlockChange, type Part, WHOLE } from '../context.js'
import { MEDIA } from '../facts/block-columns.js'
import { takesSystem } from '../models.js'
import type { Draft, Resume } from '../resume.js'
import { kindOf, partsOf } from './item-looks.js'
import { subtypeOf } from './left-out.js'

/** What the client writes around words that reach the model in the middle of its turn. */
const MID_TURN = {
  before: 'The user sent a new message while you were working:\n',
  after:
    '\n\nThis is how Claude Code surfaces messages the user sends mid-turn — within the running turn, often alongside the next tool result, rather than as a separate conversation turn. Address the message above as you continue this turn.',
}
/** Behind a result a reminder goes into the text of the result. */
const JOINS = { joins: true } as const
export const REMINDER = { before: '<system-reminder>\n', after: '\n</system-reminder>' }

/** Attachments that are shown as the call of a tool and its result. */
const READ: ReadonlySet<string> = new Set(['file', 'directory'])

/** A message of nothing but the client's own words. */
function nothing(): Draft {
  return { role: 'user', messageId: 0, parts: [] }
}

/** The messages that an attachment becomes; none where only the client's own templates are sent. */
export function attachmentDrafts(resume: Resume, row: number): readonly Draft[] {
  const { facts, model } = resume
  const rendered = facts.rendered.get(row)
  const detail = facts.details.get(row)
  const isUser = detail?.kind === 'queued' && detail.isHumanTurn && takesSystem(model)
  if (rendered && (rendered.hasWords || (detail?.kind === 'queued' && !detail.isNotice && !isUser))) {
    const role = takesSystem(model) ? rendered.role : 'user'
    const change = { rule: 'N34', kind: 'rendered', ...(takesSystem(model) ? {} : JOINS) } as const
    return [{ role, messageId: 0, parts: [{ kind: 'stored', row, block: WHOLE, change }] }]
  }
  if (detail?.kind === 'queued' && !detail.isNotice && subtypeOf(resume, row) === 'queued_command')
    return queuedPrompt(resume, row, detail.isHumanTurn)
  if (detail?.kind === 'image-file') {
    const parts = Array.from({ length: detail.images }, (_, block): Part => ({ kind: 'stored', row, block }))
    // The client tells first, in a message of its own, that it has read the file.
    return [nothing(), { role: 'user', messageId: 0, parts }]
  }
  resume.why.set(row, "attachment: the client's own reminder")
  // The client tells that it has read a file, and what it read, in two messages.
  const isRead = !takesSystem(model) && READ.has(subtypeOf(resume, row))
  return isRead ? [nothing(), nothing()] : []
}

/**
 * N34: all words in one text, worded as the model wants it. What was typed into a running turn is the user's message;
 * anything else goes into a reminder, or with the role system to models that take it, unless there are images.
 */
function queuedPrompt(resume: Resume, row: number, isHumanTurn: boolean): readonly Draft[] {
  const { facts, model } = resume
  const images = partsOf(resume, row).filter(part => kindOf(facts, part) === MEDIA)
  const isUser = isHumanTurn && takesSystem(model)
  const isSystem = takesSystem(model) && !isUser && images.length === 0
  const change: BlockChange =
    isUser || isSystem
      ? { rule: 'N34', kind: 'framed', ...MID_TURN }
      : { rule: 'N34', kind: 'reminder', ...inReminder(MID_TURN), ...(images.length > 0 ? {} : JOINS) }
  const words: Part = { kind: 'stored', row, block: WHOLE, change }
  return [{ role: isSystem ? 'system' : 'user', messageId: 0, parts: [words, ...images] }]
}

/** Is this attachment a message of the user? (N33, N34) */
export function isUsersMessage({ facts, model }: Resume, row: number): boolean {
  const detail = facts.details.get(row)
  return detail?.kind === 'queued' && detail.isHumanTurn && takesSystem(model)
}

function inReminder({ before, after }: typeof MID_TURN): typeof MID_TURN {
  return { before: REMINDER.before + before, after: after + REMINDER.after }
}
