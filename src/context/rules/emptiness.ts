// Messages and texts that are empty, or have become so. (R-M7 to R-M9)

import type { Part } from '../context.js'
import { EMPTY, PLAIN, THINKING } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { blockOf, isBlankText, kindOf } from './item-looks.js'

/** Where nothing but white space is in the blocks, the client says so; a single text that is no block stays as it is. */
export const blankUser: Rule = {
  id: 'R-M9',
  does: 'writes "(no content)" in place of user messages of blank texts',
  apply({ messages, facts }) {
    const isPlain = (part: Part): boolean =>
      part.kind === 'stored' && (facts.blocks.flags[blockOf(facts, part)]! & PLAIN) !== 0
    for (const draft of messages) {
      if (draft.role !== 'user' || draft.parts.length === 0) continue
      if (!draft.parts.every(part => isBlankText(facts, part))) continue
      if (!draft.isMerged && draft.parts.every(isPlain)) continue
      draft.parts = [{ kind: 'written', block: { type: 'text', text: '(no content)' }, rule: 'R-M9' }]
    }
  },
}

const EMPTY_REMOVED = '[Empty text removed]'

/** Without a text between them two thinking blocks would meet. */
export const emptyBetweenThinking: Rule = {
  id: 'R-M8',
  does: 'writes "[Empty text removed]" in place of an empty text between thinking',
  apply({ messages, facts }) {
    if ((facts.blocks.seenFlags & EMPTY) === 0) return
    const isEmpty = (part: Part | undefined): boolean =>
      part !== undefined &&
      isBlankText(facts, part) &&
      (facts.blocks.flags[blockOf(facts, part as Stored)]! & EMPTY) !== 0
    const isThinking = (part: Part | undefined): boolean => part !== undefined && kindOf(facts, part) === THINKING
    for (const draft of messages) {
      if (draft.role !== 'assistant' || !draft.parts.some(part => !isEmpty(part) && !isThinking(part))) continue
      draft.parts = draft.parts.map((part, at, all): Part => {
        const next = all.find((one, place) => place > at && !isEmpty(one))
        if (!isEmpty(part) || !isThinking(all[at - 1]) || !isThinking(next)) return part
        return { kind: 'written', block: { type: 'text', text: EMPTY_REMOVED }, rule: 'R-M8' }
      })
    }
  },
}

type Stored = Extract<Part, { readonly kind: 'stored' }>

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
