// Messages and texts that are empty, or have become so. (R-M7 to R-M9)

import type { Part } from '../context.js'
import { EMPTY, PLAIN, TEXT, THINKING, TOOL_RESULT } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import type { Draft, Resume } from '../resume.js'
import { blockOf, isBlankText, kindOf } from './item-looks.js'

/**
 * Where nothing but white space is in the blocks, the client says so; a single text that is no block stays as it is. The
 * last message becomes one with the next prompt, which says something: there, nothing is left of it.
 */
export const blankUser: Rule = {
  id: 'R-M9',
  does: 'writes "(no content)" in place of user messages of blank texts',
  apply({ messages, facts }) {
    const isPlain = (part: Part): boolean =>
      part.kind === 'stored' && (facts.blocks.flags[blockOf(facts, part)]! & PLAIN) !== 0
    for (const draft of messages) {
      if (draft.role !== 'user' || draft.parts.length === 0) continue
      if (!draft.parts.every(part => isBlankText(facts, part))) continue
      if (draft === messages.at(-1)) draft.parts = []
      else if (!draft.isMerged && draft.parts.every(isPlain)) continue
      else draft.parts = [{ kind: 'written', block: { type: 'text', text: '(no content)' }, rule: 'R-M9' }]
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

/** A message of the model that stands in two places, and has nothing but empty texts in one of them. */
export const emptyPlace: Rule = {
  id: 'R-M8-place',
  does: 'drops the empty part of an answer that is in two places, and merges what was around it',
  apply(resume) {
    const { messages, facts, marks } = resume
    if ((facts.blocks.seenFlags & EMPTY) === 0) return
    const places = new Map<number, number>()
    for (const { role, messageId } of messages)
      if (role === 'assistant') places.set(messageId, (places.get(messageId) ?? 0) + 1)
    const isEmpty = (part: Part): boolean =>
      part.kind === 'stored' &&
      kindOf(facts, part) === TEXT &&
      (facts.blocks.flags[blockOf(facts, part)]! & EMPTY) !== 0
    const isDropped = ({ role, messageId, parts }: Draft): boolean =>
      role === 'assistant' && parts.length > 0 && messageId > 0 && places.get(messageId)! > 1 && parts.every(isEmpty)
    if (!messages.some(isDropped)) return
    const left: Draft[] = []
    const before = messages.map(draft => {
      const last = left.at(-1)
      if (isDropped(draft)) return left.length
      if (draft.role === 'user' && last?.role === 'user') left[left.length - 1] = joined(resume, last, draft)
      else left.push(draft)
      return left.length - 1
    })
    marks.splice(0, marks.length, ...marks.map(mark => ({ ...mark, before: before[mark.before] ?? left.length })))
    resume.messages = left
  },
}

function joined({ facts }: Resume, one: Draft, other: Draft): Draft {
  const parts = [...one.parts, ...other.parts]
  const isResult = (part: Part): boolean => kindOf(facts, part) === TOOL_RESULT
  return {
    ...one,
    parts: [...parts.filter(isResult), ...parts.filter(part => !isResult(part))],
    asides: [...(one.asides ?? []), ...(other.asides ?? [])],
    isMerged: true,
  }
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
