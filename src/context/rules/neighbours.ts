// From rows to messages, as clients up to 2.0 do it: a row is laid to the message before it, or begins a new one.
// Nothing is looked for further back. (R-M1, R-M3, R-M11, R-M16, O11 to O13)

import { ASSISTANT, ATTACHMENT } from '../../conversation/rows.js'
import { type Part, WHOLE } from '../context.js'
import { PLAIN, TOOL_RESULT } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Draft, isWritten, type Resume, writtenAt } from '../resume.js'
import { blockOf, kindOf, partsOf } from './item-looks.js'

/** The id of an answer that the client wrote: no row has it. */
const OWN_ID = -1

export const neighbours: Rule = {
  id: 'O11',
  does: 'makes one message of neighbouring user rows, and one of neighbouring rows of an answer',
  apply(resume) {
    const drafts: Draft[] = []
    for (const item of resume.items) {
      if (isWritten(item)) {
        const { role, blocks, rule } = writtenAt(resume, item)
        drafts.push({ role, messageId: OWN_ID, parts: blocks.map(block => ({ kind: 'written', block, rule })), rule })
        continue
      }
      const role = resume.rows.role[item]
      if (role === ASSISTANT) addAnswer(resume, drafts, item)
      else addUser(drafts, role === ATTACHMENT ? attached(resume, item) : dressed(resume, item))
    }
    resume.messages = drafts
  },
}

function dressed(resume: Resume, row: number): Part[] {
  return resume.dressings.reduce((parts, dress) => dress(row, parts), partsOf(resume, row))
}

/** Rows without a message id are of one answer as well. */
function addAnswer(resume: Resume, drafts: Draft[], row: number): void {
  const parts = dressed(resume, row)
  const messageId = resume.rows.messageId[row]!
  const last = drafts.at(-1)
  if (last?.role === 'assistant' && last.messageId === messageId) last.parts.push(...parts)
  else drafts.push({ role: 'assistant', messageId, parts })
}

function addUser(drafts: Draft[], parts: Part[]): void {
  if (parts.length === 0) return
  const last = drafts.at(-1)
  if (last?.role === 'user') last.parts.push(...parts)
  else drafts.push({ role: 'user', messageId: OWN_ID, parts })
}

const QUEUED = {
  before: '<system-reminder>\nThe user sent the following message:\n',
  after: '\n\nPlease address this message and continue with your tasks.\n</system-reminder>',
}

/** A queued prompt goes into a reminder, an image is sent; of all others only the client's own templates are. */
function attached({ facts, why }: Resume, row: number): Part[] {
  const detail = facts.details.get(row)
  if (detail?.kind === 'queued')
    return [{ kind: 'stored', row, block: WHOLE, change: { rule: 'R-M16', kind: 'reminder', ...QUEUED } }]
  if (detail?.kind === 'image-file')
    return Array.from({ length: detail.images }, (_, block) => ({ kind: 'stored', row, block }))
  why.set(row, "attachment: the client's own reminder")
  return []
}

/** Where nothing but results stands before it, the last of them a plain text, a reminder becomes part of that text. */
export const wordsInResult: Rule = {
  id: 'O12',
  does: 'writes a queued prompt into the text of the result that it follows',
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
