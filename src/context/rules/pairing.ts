// Every call has its result in the next message, every result its call in the message before: what does not fit is
// dropped or made up for. (R-T4, R-T8, R-T9, N14, N18)

import type { Name } from '../../conversation/names.js'
import type { Part, WrittenBlock } from '../context.js'
import { ADVISER, SERVER_RESULT, SERVER_USE, THINKING, TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import { RESULT_APART } from '../omitted.js'
import type { Rule } from '../profile.js'
import type { Draft, Resume } from '../resume.js'
import { blockOf, isBlankText, isJoined, kindOf } from './item-looks.js'

const MISSING_RESULT = '[Tool result missing due to internal error]'
const ORPHAN_FIRST = '[Orphaned tool result removed due to conversation resume]'
const INTERRUPTED_USE = '[Tool use interrupted]'
const NO_CONTENT = '(no content)'
const USE_REMOVED = '[Tool use removed]'
const ADVICE = '[Advisor response]'

export const paired: Rule = {
  id: 'N18',
  does: 'pairs calls and results: a missing result is written, an orphan is dropped',
  apply(resume) {
    const { messages } = resume
    const result: Draft[] = []
    const known = new Set<Name | string>()
    for (let at = 0; at < messages.length; at++) {
      const draft = messages[at]!
      if (draft.role !== 'assistant') {
        pushUser(resume, result, draft, at === messages.length - 1)
        continue
      }
      const own = draft.parts
      const parts = withoutRepeats(resume, own, known)
      const left = parts.length > 0 ? parts : [text(INTERRUPTED_USE, 'R-T9')]
      const sent = withoutAdvice(resume, left)
      result.push(sent === own ? draft : { ...draft, parts: [...sent] })
      const calls = parts.flatMap(part => callId(resume, part) ?? [])
      const next = messages[at + 1]
      if (next?.role === 'user') {
        result.push(answered(resume, next, calls, at + 1 === messages.length - 1))
        at++
      } else if (calls.length > 0) {
        result.push({ role: 'user', messageId: 0, parts: calls.map(id => missing(resume, id)), rule: 'N18' })
      }
    }
    resume.messages = result
  },
}

/** A user message that follows no answer. The last one goes on with the next prompt: it is never empty. */
function pushUser(resume: Resume, result: Draft[], draft: Draft, isLast: boolean): void {
  if (draft.role !== 'user' || result.at(-1)?.role === 'assistant') {
    result.push(draft)
    return
  }
  const parts = leftOf(draft.parts, part => resultId(resume, part) === undefined || drops(resume, part, RESULT_APART))
  if (parts.length === draft.parts.length) result.push(draft)
  else if (parts.length > 0 || isLast) result.push({ ...draft, parts })
  else if (result.length === 0) result.push({ ...draft, parts: [text(ORPHAN_FIRST, 'N14')], rule: 'N14' })
}

/** R-T9: a call whose id was there before; calls of the server without their result. */
function withoutRepeats(resume: Resume, own: readonly Part[], known: Set<Name | string>): readonly Part[] {
  const { facts } = resume
  const served = new Set<Name>()
  for (const part of own) {
    if (part.kind === 'stored' && facts.blocks.kind[blockOf(facts, part)] === SERVER_RESULT)
      served.add(facts.blocks.id[blockOf(facts, part)]!)
  }
  const stays = (part: Part): boolean => {
    const id = callId(resume, part)
    if (id !== undefined) {
      if (known.has(id)) return drops(resume, part, 'call with a duplicate id')
      known.add(id)
    }
    if (part.kind !== 'stored') return true
    const at = blockOf(facts, part)
    const kind = facts.blocks.kind[at]
    return kind !== TOOL_RESULT && (kind !== SERVER_USE || served.has(facts.blocks.id[at]!))
  }
  const isThinking = (part: Part | undefined): boolean => part !== undefined && kindOf(facts, part) === THINKING
  const left = own.flatMap((part, at, all) => {
    if (stays(part)) return [part]
    // Without anything between them two thinking blocks would meet.
    return isThinking(all[at - 1]) && isThinking(all[at + 1]) ? [text(USE_REMOVED, 'R-T9')] : []
  })
  const isSame = left.length === own.length && left.every((part, at) => part === own[at])
  return isSame ? own : left
}

/** A2.13: what the client's own adviser was asked and said is not sent again. */
function withoutAdvice({ facts }: Resume, parts: readonly Part[]): readonly Part[] {
  const isAdvice = (part: Part): boolean =>
    part.kind === 'stored' && (facts.blocks.flags[blockOf(facts, part)]! & ADVISER) !== 0
  if ((facts.blocks.seenFlags & ADVISER) === 0 || !parts.some(isAdvice)) return parts
  const left = parts.filter(part => !isAdvice(part))
  const isSilent = left.every(part => kindOf(facts, part) === THINKING || isBlankText(facts, part))
  return isSilent ? [...left, text(ADVICE, 'A2.13')] : left
}

function answered(resume: Resume, draft: Draft, calls: readonly Name[], isLast: boolean): Draft {
  const open = new Set<Name>(calls)
  const asked = new Set<Name>(calls)
  const parts = leftOf(draft.parts, part => {
    const id = resultId(resume, part)
    if (id === undefined) return true
    if (!asked.has(id)) return drops(resume, part, RESULT_APART)
    return open.delete(id) || drops(resume, part, 'second result of the same call')
  })
  const made = calls.filter(id => open.has(id)).map(id => missing(resume, id))
  if (made.length === 0 && parts.length === draft.parts.length) return draft
  if (made.length + parts.length === 0 && !isLast) return { ...draft, parts: [text(NO_CONTENT, 'R-T4')], rule: 'R-T4' }
  return { ...draft, parts: [...made, ...parts] }
}

/** What was written into the text of a result goes with it (N34). */
function leftOf(parts: readonly Part[], stays: (part: Part) => boolean): Part[] {
  let isGone = false
  return parts.filter(part => {
    if (!isJoined(part)) isGone = !stays(part)
    return !isGone
  })
}

/** Says why the row of a part may not be sent; always false. */
function drops({ why }: Resume, part: Part, reason: string): false {
  if (part.kind === 'stored') why.set(part.row, reason)
  return false
}

function missing({ rows }: Resume, id: Name): Part {
  const block: WrittenBlock = {
    type: 'tool_result',
    tool_use_id: rows.names.text(id),
    content: MISSING_RESULT,
    is_error: true,
  }
  return { kind: 'written', block, rule: 'N18' }
}

function text(words: string, rule: string): Part {
  return { kind: 'written', block: { type: 'text', text: words }, rule }
}

function callId({ facts }: Resume, part: Part): Name | undefined {
  if (part.kind !== 'stored' || kindOf(facts, part) !== TOOL_USE) return undefined
  return facts.blocks.id[blockOf(facts, part)]!
}

function resultId({ facts, rows }: Resume, part: Part): Name | undefined {
  if (part.kind === 'written') {
    return part.block.type === 'tool_result' ? rows.names.find(part.block.tool_use_id) : undefined
  }
  return kindOf(facts, part) === TOOL_RESULT ? facts.blocks.id[blockOf(facts, part)]! : undefined
}
