// Messages that have become empty, or were so from the start. (R-M7, R-M9)

import type { Rule } from '../profile.js'

/** A user message without any block is not sent. */
export const emptyUser: Rule = {
  id: 'R-M9',
  does: 'leaves out user messages without content',
  apply(resume) {
    resume.messages = resume.messages.filter(({ role, parts }) => role !== 'user' || parts.length > 0)
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
