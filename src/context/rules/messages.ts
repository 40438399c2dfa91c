// From rows to messages: neighbouring user rows become one message, rows of one answer another. (R-M3, R-M11, N10,
// N11, N20)

import { ASSISTANT, ATTACHMENT, SYSTEM } from '../../conversation/rows.js'
import type { BlockChange, Part } from '../context.js'
import { EMPTY, TOOL_RESULT } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Draft, type Item, isWritten, type Resume, writtenAt } from '../resume.js'
import { attachmentDrafts, REMINDER } from './attachments.js'
import {
  allGrown,
  expectMore,
  type Growing,
  type GrowingAnswer,
  type GrowingUser,
  grown,
  lastPart,
  mergeAnswer,
  mergeUser,
  newAnswer,
  newUser,
  withOne,
} from './growing-messages.js'
import { isJoined, kindOf, messageKey, partsOf } from './item-looks.js'

export const acrossResults: Rule = {
  id: 'N10',
  does: 'merges the rows of one answer, also across results and other answers',
  apply(resume) {
    resume.mergeRules.mergesAcross = true
  },
}

export const callsLast: Rule = {
  id: 'N11',
  does: 'moves everything except calls before the calls, unless two thinking blocks would become adjacent',
  apply(resume) {
    resume.mergeRules.callsLast = true
  },
}

export const resultsFirst: Rule = {
  id: 'N20',
  does: 'moves results to the front when it merges user rows',
  apply(resume) {
    resume.mergeRules.hoistsResults = true
  },
}

export const toMessages: Rule = {
  id: 'messages',
  does: 'merges adjacent user rows into one message, and the rows of an answer into one',
  apply(resume) {
    const messages: Messages = { list: [], open: new Map() }
    for (const item of resume.items) {
      if (isWritten(item)) {
        addWritten(resume, messages, item)
        continue
      }
      switch (resume.rows.role[item]) {
        case ASSISTANT:
          addAnswer(resume, messages, item)
          break
        case ATTACHMENT:
          resume.marks.push({ row: item, before: messages.list.length })
          addAttachment(resume, messages, attachmentDrafts(resume, item))
          break
        case SYSTEM:
          addUser(resume, messages, commandOutput(resume, item))
          break
        default:
          addUser(resume, messages, withBlockSteps(resume, item))
      }
    }
    const last = lastOf(messages)
    if (last?.role === 'user') expectMore(last, resume.facts, resume.mergeRules)
    resume.messages = allGrown(messages.list)
  },
}

/** The messages so far, and the places of the answers among them that a row can still be laid into. */
interface Messages {
  readonly list: (Growing | Draft)[]
  readonly open: Map<number, number>
}

/** Only the last one of the user still grows. */
function push({ list }: Messages, message: Growing): void {
  const last = list.length - 1
  if (list[last]?.role === 'user') list[last] = grown(list[last])
  list.push(message)
}

/** The last one was not given up yet. */
function lastOf({ list }: Messages): Growing | undefined {
  return list.at(-1) as Growing | undefined
}

/** No row is laid into these any more. */
function closeAnswers({ list, open }: Messages): void {
  for (const at of open.values()) list[at] = grown(list[at]!)
  open.clear()
}

function addWritten(resume: Resume, messages: Messages, item: Item): void {
  const { role, blocks, rule, rows: writtenFor } = writtenAt(resume, item)
  const parts = blocks.map((block, at): Part => {
    const row = writtenFor?.[at]
    return { kind: 'written', block, rule, ...(row === undefined ? {} : { row }) }
  })
  if (role === 'user') {
    addUser(resume, messages, parts, rule)
    return
  }
  tellBefore(resume, messages)
  push(messages, { ...newAnswer(0, rule), others: parts })
}

/** The output of a local command; where there is none the client says so (N27). */
function commandOutput(resume: Resume, row: number): Part[] {
  const parts = partsOf(resume, row)
  const at = resume.facts.first[row]!
  if (parts.length > 0 && (resume.facts.blocks.flags[at]! & EMPTY) === 0) return parts
  return [{ kind: 'written', block: { type: 'text', text: '(no content)' }, rule: 'N27', row }]
}

function withBlockSteps(resume: Resume, row: number): Part[] {
  return resume.blockSteps.reduce((parts, step) => step(row, parts), partsOf(resume, row))
}

function addUser(resume: Resume, messages: Messages, parts: readonly Part[], rule?: string): void {
  if (parts.length === 0) return
  const last = lastOf(messages)
  if (last?.role === 'user') mergeUser(last, parts, resume.facts, resume.mergeRules)
  else push(messages, withAsides(resume, newUser(parts, false, rule)))
}

/** What an attachment says to the model goes into the user's message before it; where there is none, it is one. */
function addAttachment(resume: Resume, messages: Messages, attached: readonly Draft[]): void {
  const follows = lastOf(messages)?.role === 'user'
  for (const { role, parts } of attached) {
    const last = lastOf(messages)
    if (role === 'system') addAside(resume, last, parts)
    else if (follows && last?.role === 'user') addUser(resume, messages, joined(resume, lastPart(last), parts))
    else push(messages, withAsides(resume, newUser(joined(resume, undefined, parts), true)))
  }
}

/** A reminder goes into the text of a result only where the result is the last of the message. */
function joined({ facts }: Resume, last: Part | undefined, parts: readonly Part[]): readonly Part[] {
  if (last && (kindOf(facts, last) === TOOL_RESULT || isJoined(last))) return parts
  return parts.map((one): Part => {
    if (one.kind !== 'stored' || !one.change || !('joins' in one.change)) return one
    const { joins: _, ...change } = one.change
    return { ...one, change }
  })
}

/** A message of role system follows the user's message that it came with, or the next one. */
function addAside(resume: Resume, last: Growing | undefined, parts: readonly Part[]): void {
  if (last?.role === 'user') for (const part of parts) last.asides = withOne(last.asides, part)
  else for (const part of parts) resume.asides.push(part)
}

function withAsides({ asides: waiting }: Resume, user: GrowingUser): GrowingUser {
  if (waiting.length > 0) user.asides = waiting.splice(0)
  return user
}

export const asides: Rule = {
  id: 'R-M16',
  does: 'sends its own reminders as messages of role system, after those of the user',
  apply(resume) {
    resume.messages = resume.messages.flatMap(draft => {
      const parts = draft.asides ?? []
      const own = draft.role === 'user' && draft.parts.length === 0 ? [] : [draft] // R-M9
      return parts.length > 0 ? [...own, { role: 'system', messageId: 0, parts: [...parts] }] : own
    })
    if (resume.asides.length > 0) resume.messages.push({ role: 'system', messageId: 0, parts: resume.asides })
  },
}

/** Rows of one answer are one message, until a message of the user without results stands between (N10). */
function addAnswer(resume: Resume, messages: Messages, row: number): void {
  const { list, open } = messages
  const { mergesAcross } = resume.mergeRules
  const messageId = messageKey(resume, row)
  const last = lastOf(messages)
  const separates = last?.role === 'user' && !last.isAttached && !hasResult(resume, last)
  if (separates || (!mergesAcross && last?.role === 'user')) closeAnswers(messages)
  let at = open.get(messageId)
  if (at === undefined) {
    if (!mergesAcross) closeAnswers(messages)
    tellBefore(resume, messages)
    at = list.length
    push(messages, newAnswer(messageId))
    open.set(messageId, at)
  }
  mergeAnswer(list[at] as GrowingAnswer, withBlockSteps(resume, row), resume.facts, resume.mergeRules)
}

function hasResult({ facts, mergeRules }: Resume, user: GrowingUser): boolean {
  // Where rows merged, the results are the first of them.
  if (user.isMerged && mergeRules.hoistsResults) return user.first.length > 0
  return user.first.some(part => kindOf(facts, part) === TOOL_RESULT)
}

/**
 * Role system may not stand between two answers: what waits there is told in the user's role, all of it in one reminder
 * (A1.6).
 */
function tellBefore(resume: Resume, messages: Messages): void {
  if (resume.asides.length === 0) return
  const waiting = resume.asides.splice(0)
  const parts = waiting.map((part, at) => reminded(part, at === 0, at === waiting.length - 1))
  push(messages, newUser(parts, true))
}

function reminded(part: Part, isFirst: boolean, isLast: boolean): Part {
  if (part.kind !== 'stored' || part.change?.kind !== 'framed') return part
  const { rule, before, after } = part.change
  const change: BlockChange = {
    rule,
    kind: 'reminder',
    before: (isFirst ? REMINDER.before : '\n\n') + before,
    after: isLast ? after + REMINDER.after : after,
    ...(isFirst ? {} : { goesOn: true }),
  }
  return { ...part, change }
}
