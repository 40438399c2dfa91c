// Messages that have become empty, or were so from the start. (R-M7, R-M9)

import type { Part } from '../context.js'
import { BLANK, PLAIN, TEXT } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { blockOf, kindOf } from './item-looks.js'

/** A user message without any block is not sent. */
export const emptyUser: Rule = {
  id: 'R-M9',
  does: 'leaves out user messages without content',
  apply(resume) {
    resume.messages = resume.messages.filter(({ role, parts }) => role !== 'user' || parts.length > 0)
  },
}

/** Where nothing but white space is in the blocks, the client says so. */
export const emptyTexts: Rule = {
  id: 'R-M9-empty',
  does: 'writes "(no content)" in place of user messages of blank texts',
  apply({ messages, facts }) {
    const isEmpty = (part: Part): boolean =>
      part.kind === 'stored' &&
      kindOf(facts, part) === TEXT &&
      (facts.blocks.flags[blockOf(facts, part)]! & (BLANK | PLAIN)) === BLANK
    for (const draft of messages) {
      if (draft.role !== 'user' || draft.parts.length === 0 || !draft.parts.every(isEmpty)) continue
      draft.parts = [{ kind: 'written', block: { type: 'text', text: '(no content)' }, rule: 'R-M9' }]
    }
  },
}

export const emptyAnswer: Rule = {
  id: 'R-M7',
  does: 'writes "(no content)" into answers without any block',
  apply(resume) {
    for (const draft of resume.messages) {
      if (draft.role !== 'assistant' || draft.parts.length > 0) continue
      draft.parts = [{ kind: 'written', block: { type: 'text', text: '(no content)' }, rule: 'R-M7' }]
    }
  },
}
