// From rows to messages, as clients up to 2.0 do it: a row is laid to the message before it, or begins a new one.
// Nothing is looked for further back. (R-M1, R-M3, R-M11, O12, O13)

import { ASSISTANT } from '../../conversation/rows.js'
import type { Part } from '../context.js'
import { TOOL_RESULT } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Draft, isWritten, type Resume, writtenAt } from '../resume.js'
import { kindOf, partsOf } from './item-looks.js'
import { attachedParts, isAttachment } from './older-attachments.js'

/** The id of an answer that the client wrote: no row has it. */
const OWN_ID = -1

/** One that grows. */
interface OwnDraft extends Draft {
  parts: Part[]
}

export const neighbours: Rule = {
  id: 'O12',
  does: 'makes one message of neighbouring user rows, and one of neighbouring rows of an answer',
  apply(resume) {
    const drafts: OwnDraft[] = []
    const { items } = resume
    for (let at = 0; at < items.length; at++) {
      const item = items[at]!
      if (isWritten(item)) {
        const { role, blocks, rule } = writtenAt(resume, item)
        drafts.push({ role, messageId: OWN_ID, parts: blocks.map(block => ({ kind: 'written', block, rule })), rule })
        continue
      }
      if (resume.rows.role[item] === ASSISTANT) {
        addAnswer(resume, drafts, item)
        continue
      }
      const attached: Part[] = isAttachment(resume, item) ? attachedParts(resume, item) : []
      const own = isAttachment(resume, item) ? [] : withBlockSteps(resume, item)
      while (isAttachment(resume, items[at + 1] ?? OWN_ID))
        for (const one of attachedParts(resume, items[++at]!)) attached.push(one)
      addUser(drafts, behindResult(resume, own, attached))
    }
    resume.messages = drafts
  },
}

function withBlockSteps(resume: Resume, row: number): Part[] {
  return resume.blockSteps.reduce((parts, step) => step(row, parts), partsOf(resume, row))
}

/** Rows without a message id are of one answer as well. */
function addAnswer(resume: Resume, drafts: OwnDraft[], row: number): void {
  const parts = withBlockSteps(resume, row)
  const messageId = resume.rows.messageId[row]!
  const last = drafts.at(-1)
  if (last?.role === 'assistant' && last.messageId === messageId) for (const one of parts) last.parts.push(one)
  else drafts.push({ role: 'assistant', messageId, parts })
}

/** Blocks of a row are rows of their own to these clients, so what is attached stands between them. */
function behindResult({ facts }: Resume, parts: readonly Part[], attached: readonly Part[]): Part[] {
  const last = parts.findLastIndex(part => kindOf(facts, part) === TOOL_RESULT)
  const at = last < 0 ? parts.length : last + 1
  return [...parts.slice(0, at), ...attached, ...parts.slice(at)]
}

function addUser(drafts: OwnDraft[], parts: Part[]): void {
  if (parts.length === 0) return
  const last = drafts.at(-1)
  if (last?.role === 'user') for (const one of parts) last.parts.push(one)
  else drafts.push({ role: 'user', messageId: OWN_ID, parts })
}

export const resultsToFront: Rule = {
  id: 'O13',
  does: 'puts the results of a message first, each with the words that have become part of it',
  apply({ messages, facts }) {
    const isFront = (part: Part): boolean =>
      kindOf(facts, part) === TOOL_RESULT ||
      (part.kind === 'stored' && part.change?.kind === 'reminder' && part.change.joins === true)
    for (const draft of messages) {
      if (draft.role !== 'user') continue
      draft.parts = [...draft.parts.filter(isFront), ...draft.parts.filter(part => !isFront(part))]
    }
  },
}
