// From rows to messages: neighbouring user rows become one message, rows of one answer another. (R-M3, R-M11, N10,
// N11, N20)

import { ASSISTANT, ATTACHMENT, SYSTEM } from '../../conversation/rows.js'
import type { Part } from '../context.js'
import { EMPTY, THINKING, TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Draft, isWritten, type Resume, writtenAt } from '../resume.js'
import { attachmentDrafts, REMINDER } from './attachments.js'
import { kindOf, messageKey, partsOf } from './item-looks.js'

export const acrossResults: Rule = {
  id: 'N10',
  does: 'lays rows of one answer together, also across results and other answers',
  apply(resume) {
    resume.ways.mergesAcross = true
  },
}

export const callsLast: Rule = {
  id: 'N11',
  does: 'moves everything but calls in front of the calls, unless thinking would meet thinking',
  apply(resume) {
    resume.ways.callsLast = true
  },
}

export const resultsFirst: Rule = {
  id: 'N20',
  does: 'puts results first where user rows merge',
  apply(resume) {
    resume.ways.hoistsResults = true
  },
}

export const toMessages: Rule = {
  id: 'messages',
  does: 'makes one message of neighbouring user rows, and one of the rows of an answer',
  apply(resume) {
    const { rows } = resume
    const drafts: Draft[] = []
    for (const item of resume.items) {
      if (isWritten(item)) {
        const { role, blocks, rule, rows: writtenFor } = writtenAt(resume, item)
        const parts = blocks.map((block, at): Part => {
          const row = writtenFor?.[at]
          return { kind: 'written', block, rule, ...(row === undefined ? {} : { row }) }
        })
        if (role === 'user') addUser(resume, drafts, { role, messageId: 0, parts, rule })
        else drafts.push({ role, messageId: 0, parts, rule })
        continue
      }
      switch (rows.role[item]) {
        case ASSISTANT:
          addAnswer(resume, drafts, item)
          break
        case ATTACHMENT: {
          resume.marks.push({ row: item, before: drafts.length })
          addAttachment(resume, drafts, attachmentDrafts(resume, item))
          break
        }
        case SYSTEM:
          addUser(resume, drafts, { role: 'user', messageId: 0, parts: commandOutput(resume, item) })
          break
        default:
          addUser(resume, drafts, { role: 'user', messageId: 0, parts: dressed(resume, item) })
      }
    }
    // The next prompt will be merged into it.
    const last = drafts.at(-1)
    if (last?.role === 'user' && resume.ways.hoistsResults) last.parts = hoisted(resume, last.parts)
    resume.messages = drafts
  },
}

/** The output of a local command; where there is none the client says so (N27). */
function commandOutput(resume: Resume, row: number): Part[] {
  const parts = partsOf(resume, row)
  const at = resume.facts.first[row]!
  if (parts.length > 0 && (resume.facts.blocks.flags[at]! & EMPTY) === 0) return parts
  return [{ kind: 'written', block: { type: 'text', text: '(no content)' }, rule: 'N27', row }]
}

function dressed(resume: Resume, row: number): Part[] {
  return resume.dressings.reduce((parts, dress) => dress(row, parts), partsOf(resume, row))
}

function addUser(resume: Resume, drafts: Draft[], draft: Draft): void {
  if (draft.parts.length === 0) return
  const last = drafts.at(-1)
  if (last?.role !== 'user') {
    drafts.push({ ...draft, asides: resume.asides })
    resume.asides = []
    return
  }
  const parts = [...last.parts, ...draft.parts]
  const merged = resume.ways.hoistsResults ? hoisted(resume, parts) : parts
  drafts[drafts.length - 1] = { role: 'user', messageId: 0, parts: merged, asides: last.asides ?? [] }
}

/** What an attachment says to the model goes into the user's message before it; where there is none, it is one. */
function addAttachment(resume: Resume, drafts: Draft[], attached: readonly Draft[]): void {
  const follows = drafts.at(-1)?.role === 'user'
  for (const draft of attached) {
    if (draft.role === 'system') addAside(resume, drafts, draft.parts)
    else if (follows) addUser(resume, drafts, { ...draft, parts: joined(resume, drafts.at(-1), draft.parts) })
    else {
      const parts = joined(resume, undefined, draft.parts)
      drafts.push({ ...draft, parts, asides: resume.asides.splice(0), isAttached: true })
    }
  }
}

/** A reminder goes into the text of a result only where the result is the last of the message. */
function joined({ facts }: Resume, last: Draft | undefined, parts: readonly Part[]): Part[] {
  const part = last?.parts.at(-1)
  if (part && (kindOf(facts, part) === TOOL_RESULT || isJoined(part))) return [...parts]
  return parts.map((one): Part => {
    if (one.kind !== 'stored' || !one.change || !('joins' in one.change)) return one
    const { joins: _, ...change } = one.change
    return { ...one, change }
  })
}

function isJoined(part: Part): boolean {
  return part.kind === 'stored' && part.change !== undefined && 'joins' in part.change
}

/** A message of role system follows the user's message that it came with, or the next one. */
function addAside(resume: Resume, drafts: readonly Draft[], parts: readonly Part[]): void {
  const last = drafts.at(-1)
  const asides = last?.role === 'user' ? (last.asides ??= []) : resume.asides
  asides.push(...parts)
}

export const asides: Rule = {
  id: 'R-M16',
  does: 'sends what it says to the model itself as messages of role system, behind those of the user',
  apply(resume) {
    resume.messages = resume.messages.flatMap(draft => {
      const parts = draft.asides ?? []
      return parts.length > 0 ? [draft, { role: 'system', messageId: 0, parts: [...parts] }] : [draft]
    })
    if (resume.asides.length > 0) resume.messages.push({ role: 'system', messageId: 0, parts: resume.asides })
  },
}

function hoisted(resume: Resume, parts: readonly Part[]): Part[] {
  return [...parts.filter(part => isResult(resume, part)), ...parts.filter(part => !isResult(resume, part))]
}

function isResult({ facts }: Resume, part: Part): boolean {
  return kindOf(facts, part) === TOOL_RESULT
}

function addAnswer(resume: Resume, drafts: Draft[], row: number): void {
  const messageId = messageKey(resume, row)
  const parts = dressed(resume, row)
  const at = answerBefore(resume, drafts, messageId)
  if (at < 0) {
    tellBefore(resume, drafts)
    drafts.push({ role: 'assistant', messageId, parts: mergedAnswer(resume, [], parts) })
  } else drafts[at] = { role: 'assistant', messageId, parts: mergedAnswer(resume, drafts[at]!.parts, parts) }
}

/** Role system may not stand between two answers: what waits there is told in the user's role, inside a reminder (A1.6). */
function tellBefore(resume: Resume, drafts: Draft[]): void {
  if (resume.asides.length === 0) return
  const parts = resume.asides.splice(0).map(reminded)
  drafts.push({ role: 'user', messageId: 0, parts, isAttached: true })
}

function reminded(part: Part): Part {
  if (part.kind !== 'stored' || part.change?.kind !== 'framed') return part
  const { rule, before, after } = part.change
  return {
    ...part,
    change: { rule, kind: 'reminder', before: REMINDER.before + before, after: after + REMINDER.after },
  }
}

/** Only a user message without results separates. */
function answerBefore(resume: Resume, drafts: readonly Draft[], messageId: number): number {
  for (let at = drafts.length - 1; at >= 0; at--) {
    const draft = drafts[at]!
    if (draft.role === 'assistant') {
      if (draft.messageId === messageId) return at
    } else if (!draft.isAttached && !draft.parts.some(part => isResult(resume, part))) return -1
    if (!resume.ways.mergesAcross) return -1
  }
  return -1
}

function mergedAnswer(resume: Resume, before: readonly Part[], added: readonly Part[]): Part[] {
  const all = [...before, ...added]
  if (!resume.ways.callsLast) return all
  const isCall = (part: Part): boolean => kindOf(resume.facts, part) === TOOL_USE
  const others = all.filter(part => !isCall(part))
  const moved = [...others, ...all.filter(isCall)]
  return thinkingMeets(resume, all) < thinkingMeets(resume, moved) ? all : moved
}

/** How often thinking stands next to thinking. */
function thinkingMeets(resume: Resume, parts: readonly Part[]): number {
  let count = 0
  for (let at = 1; at < parts.length; at++) {
    if (kindOf(resume.facts, parts[at - 1]!) === THINKING && kindOf(resume.facts, parts[at]!) === THINKING) count++
  }
  return count
}
