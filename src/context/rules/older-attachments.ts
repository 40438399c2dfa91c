// What clients up to 2.0 make of attachments. They write none to their own files, but read those of newer ones. (R-M16,
// N33, O14 to O17)

import { ASSISTANT, ATTACHMENT, HAS_TOOL_RESULT, has, USER } from '../../conversation/rows.js'
import { type Part, WHOLE } from '../context.js'
import { PLAIN, TOOL_RESULT } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { blockOf, kindOf, roleOf } from './item-looks.js'
import { dropRows } from './older-tip.js'

/** Up to the row; inside it they stand behind its last result. */
export const attachmentsToResult: Rule = {
  id: 'O14',
  does: 'moves attachments up to directly after the answer or result before them',
  apply(resume) {
    const { items } = resume
    const reversed: Item[] = []
    let waiting: Item[] = []
    for (const item of items.toReversed()) {
      if (isAttachment(resume, item)) {
        waiting.push(item)
        continue
      }
      if (stops(resume, item)) {
        for (const one of waiting) reversed.push(one)
        waiting = []
      }
      reversed.push(item)
    }
    resume.items = [...reversed, ...waiting].reverse()
  },
}

export function isAttachment({ rows }: Resume, item: Item): boolean {
  return !isWritten(item) && rows.role[item] === ATTACHMENT
}

function stops(resume: Resume, item: Item): boolean {
  const role = roleOf(resume, item)
  return role === ASSISTANT || (role === USER && !isWritten(item) && has(resume.rows, item, HAS_TOOL_RESULT))
}

const QUEUED = {
  rule: 'R-M16',
  kind: 'reminder',
  emptyLines: true,
  before: '<system-reminder>\nThe user sent the following message:\n',
  after: '\n\nPlease address this message and continue with your tasks.\n</system-reminder>',
} as const

/** A queued prompt goes into a reminder, an image is sent; of all others only the client's own templates are. */
export function attachedParts({ facts, why }: Resume, row: number): Part[] {
  const detail = facts.details.get(row)
  if (detail?.kind === 'queued') return [{ kind: 'stored', row, block: WHOLE, change: QUEUED }]
  if (detail?.kind === 'image-file')
    return Array.from({ length: detail.images }, (_, block) => ({ kind: 'stored', row, block }))
  why.set(row, "attachment: the client's own reminder")
  return []
}

/** Where nothing but results stands before it, the last of them a plain text, a reminder becomes part of that text. */
export const wordsInResult: Rule = {
  id: 'O15',
  does: 'adds a queued prompt to the text of the result that it follows',
  apply(resume) {
    const { messages, facts } = resume
    for (const draft of messages) {
      let canJoin = false
      let isLoose = false // something else than results stands before
      draft.parts = draft.parts.map((part): Part => {
        if (part.kind === 'stored' && part.change?.kind === 'reminder' && canJoin && !isLoose)
          return { ...part, change: { ...part.change, joins: true } }
        if (kindOf(facts, part) !== TOOL_RESULT) isLoose = true
        else canJoin = isPlain(resume, part)
        return part
      })
    }
  },
}

function isPlain({ facts }: Resume, part: Part): boolean {
  if (part.kind !== 'stored') return false
  return part.change?.kind === 'stand-in' || (facts.blocks.flags[blockOf(facts, part)]! & PLAIN) !== 0
}

export const noAttachments: Rule = {
  id: 'O16',
  does: 'sends nothing of attachments',
  apply(resume) {
    dropRows(resume, 'attachment: this client does not send any', row => resume.rows.role[row] === ATTACHMENT)
  },
}
