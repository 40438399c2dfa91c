// From rows to messages: neighbouring user rows become one message, rows of one answer another. (R-M3, R-M11, N10,
// N11, N20)

import { ASSISTANT, ATTACHMENT } from '../../conversation/rows.js'
import type { Part } from '../context.js'
import { THINKING, TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Draft, isWritten, type Resume, writtenAt } from '../resume.js'
import { attachmentDraft } from './attachments.js'
import { blockOf, partsOf } from './item-looks.js'

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
          const draft = attachmentDraft(resume, item)
          if (draft?.role === 'user') addUser(resume, drafts, draft)
          else if (draft) drafts.push(draft)
          break
        }
        default:
          addUser(resume, drafts, { role: 'user', messageId: 0, parts: partsOf(resume, item) })
      }
    }
    resume.messages = drafts
  },
}

function addUser(resume: Resume, drafts: Draft[], draft: Draft): void {
  const last = drafts.at(-1)
  if (last?.role !== 'user') {
    drafts.push(draft)
    return
  }
  const parts = [...last.parts, ...draft.parts]
  const merged = resume.ways.hoistsResults ? hoisted(resume, parts) : parts
  drafts[drafts.length - 1] = { role: 'user', messageId: 0, parts: merged }
}

function hoisted(resume: Resume, parts: readonly Part[]): Part[] {
  return [...parts.filter(part => isResult(resume, part)), ...parts.filter(part => !isResult(resume, part))]
}

export function isResult({ facts }: Resume, part: Part): boolean {
  return part.kind === 'written'
    ? part.block.type === 'tool_result'
    : facts.blocks.kind[blockOf(facts, part)] === TOOL_RESULT
}

function addAnswer(resume: Resume, drafts: Draft[], row: number): void {
  const messageId = resume.rows.messageId[row]!
  const draft: Draft = { role: 'assistant', messageId, parts: partsOf(resume, row) }
  const at = messageId === 0 ? -1 : answerBefore(resume, drafts, messageId)
  if (at < 0) drafts.push(draft)
  else drafts[at] = { role: 'assistant', messageId, parts: mergedAnswer(resume, drafts[at]!.parts, draft.parts) }
}

/** Only a user message without results separates. */
function answerBefore(resume: Resume, drafts: readonly Draft[], messageId: number): number {
  for (let at = drafts.length - 1; at >= 0; at--) {
    const draft = drafts[at]!
    if (draft.role === 'assistant') {
      if (draft.messageId === messageId) return at
    } else if (draft.role === 'user' && !draft.parts.some(part => isResult(resume, part))) return -1
    if (!resume.ways.mergesAcross) return -1
  }
  return -1
}

function mergedAnswer(resume: Resume, before: readonly Part[], added: readonly Part[]): Part[] {
  const all = [...before, ...added]
  if (!resume.ways.callsLast) return all
  const isCall = (part: Part): boolean => kindOf(resume, part) === TOOL_USE
  const others = all.filter(part => !isCall(part))
  const moved = [...others, ...all.filter(isCall)]
  return thinkingMeets(resume, all) < thinkingMeets(resume, moved) ? all : moved
}

function kindOf({ facts }: Resume, part: Part): number {
  return part.kind === 'stored' ? facts.blocks.kind[blockOf(facts, part)]! : 0
}

/** How often thinking stands next to thinking. */
function thinkingMeets(resume: Resume, parts: readonly Part[]): number {
  let count = 0
  for (let at = 1; at < parts.length; at++) {
    if (kindOf(resume, parts[at - 1]!) === THINKING && kindOf(resume, parts[at]!) === THINKING) count++
  }
  return count
}
