// Which thinking is sent? (N29, A0)

import { ASSISTANT } from '../../conversation/rows.js'
import type { Part } from '../context.js'
import { THINKING } from '../facts/block-columns.js'
import type { EntryDetail } from '../facts/entry-details.js'
import { canonicalModel } from '../models.js'
import type { Rule } from '../profile.js'
import type { Draft, Resume } from '../resume.js'
import { isBlankText, kindOf } from './item-looks.js'

/** Thinking of another model is left out without a word. */
export const thinkingOfModel: Rule = {
  id: 'N29',
  does: 'sends the thinking of the asked model only',
  apply(resume) {
    const asked = canonicalModel(resume.model)
    const known = new Map<number, boolean>()
    const isOwn = (row: number): boolean => {
      const name = resume.facts.model[row]!
      let own = known.get(name)
      if (own === undefined) {
        const model = resume.rows.names.text(name)
        known.set(name, (own = model === '<synthetic>' || canonicalModel(model) === asked))
      }
      return own
    }
    resume.blockSteps.push((row, parts) => {
      if (resume.rows.role[row] !== ASSISTANT || isOwn(row)) return parts
      const left = parts.filter(part => kindOf(resume.facts, part) !== THINKING)
      if (left.length < parts.length) resume.why.set(row, 'thinking of another model')
      return left
    })
  },
}

/** The client has been told that thinking is not accepted any more: up to here it leaves it out (A0). */
export const strippedThinking: Rule = {
  id: 'A0',
  does: 'leaves out the thinking that a mark on the chain says is not accepted',
  apply(resume) {
    const { facts, rows, messages } = resume
    const strips = resume.marks.flatMap(({ before, row }) => {
      const detail = facts.details.get(row)
      return detail?.kind === 'thinking-stripped' ? [{ before, start: startOf(resume, before, detail.from) }] : []
    })
    for (const { before, start } of strips) {
      messages.slice(start.message, before).forEach((draft, at) => {
        if (draft.role === 'assistant') strip(resume, draft, at === 0 ? start.thinking : 0)
      })
    }

    /** With it goes the white space beside it; what would be empty then says so. */
    function strip({ why }: Resume, draft: Draft, from: number): void {
      const isThinking = (part: Part): boolean => kindOf(facts, part) === THINKING
      const places = draft.parts.flatMap((part, at) => (isThinking(part) ? [at] : []))
      const start = places[Math.max(from, 0)]
      if (start === undefined) return
      draft.parts = draft.parts.filter((part, at) => {
        if ((from > 0 && at < start) || !(isThinking(part) || isBlankText(facts, part))) return true
        if (part.kind === 'stored')
          why.set(part.row, `thinking that line ${rows.line[part.row]!} marks as not accepted`)
        return false
      })
      if (draft.parts.length === 0)
        draft.parts = [{ kind: 'written', block: { type: 'text', text: THINKING_REMOVED }, rule: 'A0' }]
    }
  },
}

const THINKING_REMOVED = '[Thinking removed]'

type Place = Extract<EntryDetail, { readonly kind: 'thinking-stripped' }>['from']

/** From which message on, and from which of its thinking blocks; from the first where the place is not found. */
function startOf({ messages, rows, facts }: Resume, before: number, from: Place) {
  const all = { message: 0, thinking: 0 }
  if (!from) return all
  const name = rows.names.find(from.messageId)
  const message = name === 0 ? -1 : messages.findIndex(draft => draft.messageId === name)
  if (message < 0 || message >= before) return all
  const count = messages[message]!.parts.filter(part => kindOf(facts, part) === THINKING).length
  return from.thinkingIndex < count ? { message, thinking: from.thinkingIndex } : all
}
