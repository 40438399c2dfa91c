// A session that ends in calls which nobody has answered: the client keeps them, and says that they were interrupted.
// (N14 to N16)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, HAS_TOOL_RESULT, HAS_TOOL_USE, has, SYSTEM, USER } from '../../conversation/rows.js'
import type { WrittenBlock } from '../context.js'
import { BLANK, TEXT, THINKING, TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { addWritten, type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock, isApiError, messageKey } from './item-looks.js'
import { subtypeOf } from './left-out.js'

export const INTERRUPTED =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]"

/** Calls of the last answer are kept where only results stand behind it. */
export const openRound: Rule = {
  id: 'N15',
  does: 'answers the open calls of the last answer with an interruption',
  apply(resume) {
    const { rows, facts, items } = resume
    const answered = answeredIds(resume)
    const calls: { readonly id: Name; readonly row: number }[] = []
    for (const item of lastAnswer(resume)) {
      for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
        const id = facts.blocks.id[at]!
        if (facts.blocks.kind[at] === TOOL_USE && !answered.has(id)) calls.push({ id, row: item })
      }
    }
    if (calls.length === 0) return
    resume.openCalls = new Set(calls.map(({ id }) => id))
    const blocks = calls.map(({ id }): WrittenBlock => {
      return { type: 'tool_result', tool_use_id: rows.names.text(id), content: INTERRUPTED, is_error: true }
    })
    const results = addWritten(resume, { role: 'user', blocks, rule: 'N14', rows: calls.map(({ row }) => row) })
    const behind = items.findLastIndex(item => isWritten(item) || rows.role[item] !== SYSTEM) + 1
    resume.items.splice(behind, 0, results)
  },
}

/**
 * Where the last row of an answer calls a tool, calls of the rows before it are kept as well, up to the last words of
 * the user or of an answer, if there is any result among them.
 */
export const earlierCalls: Rule = {
  id: 'N16',
  does: 'keeps the open calls of earlier answers in an open round that has results',
  apply(resume) {
    const { rows, facts, items } = resume
    const last = lastAnswerAt(resume)
    if (last < 0 || !has(rows, items[last]!, HAS_TOOL_USE) || isApiError(rows, items[last]!)) return
    const calling: Item[] = []
    let hasResult = false
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at]!
      if (isWritten(item)) continue
      const role = rows.role[item]
      if (role === USER && !has(rows, item, HAS_TOOL_RESULT)) break
      if (role === USER) hasResult = true
      else if (role === ASSISTANT && has(rows, item, HAS_TOOL_USE)) calling.push(item)
      else if (role === ASSISTANT && says(resume, item)) break
    }
    if (!hasResult) return
    const kept = new Set(resume.openCalls)
    for (const row of calling) {
      for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
        if (facts.blocks.kind[at] === TOOL_USE) kept.add(facts.blocks.id[at]!)
      }
    }
    resume.openCalls = kept
  },
}

/** Has the answer more than thinking and white space? */
function says({ facts }: Resume, row: Item): boolean {
  for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
    const isBlank = facts.blocks.kind[at] === TEXT && (facts.blocks.flags[at]! & BLANK) !== 0
    if (facts.blocks.kind[at] !== THINKING && !isBlank) return true
  }
  return false
}

/** The place of the last answer, where only results stand behind it; else -1. */
function lastAnswerAt({ rows, items }: Resume): number {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]!
    const role = isWritten(item) ? 0 : rows.role[item]
    if (role === ASSISTANT) return at
    if (role === USER && !has(rows, item, HAS_TOOL_RESULT)) return -1
  }
  return -1
}

/** The rows of that answer, in their order: those that will be one message with it (N10). */
function lastAnswer(resume: Resume): readonly Item[] {
  const { rows, items } = resume
  const last = lastAnswerAt(resume)
  if (last < 0 || isApiError(rows, items[last]!)) return []
  const key = messageKey(resume, items[last]!)
  const found: Item[] = []
  let hasWords = false // of the user, since the answer behind
  let hasResult = false
  for (let at = last; at >= 0; at--) {
    const item = items[at]!
    const role = isWritten(item) ? 0 : rows.role[item]
    if (role === USER && has(rows, item, HAS_TOOL_RESULT)) hasResult = true
    else if (role === USER || (role === SYSTEM && subtypeOf(resume, item) === 'local_command')) hasWords = true
    else if (role === ASSISTANT) {
      if (hasWords && !hasResult) break
      hasWords = hasResult = false
      if (messageKey(resume, item) === key) found.push(item)
    }
  }
  return found.reverse()
}

/** Ids of all calls that have a result among the items. */
export function answeredIds({ facts, items }: Resume): ReadonlySet<Name> {
  const ids = new Set<Name>()
  for (const item of items) {
    if (isWritten(item)) continue
    for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
      if (facts.blocks.kind[at] === TOOL_RESULT) ids.add(facts.blocks.id[at]!)
    }
  }
  return ids
}
