// A session that ends in calls which nobody has answered: the client keeps them, and says that they were interrupted.
// (N14 to N16)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, HAS_TOOL_RESULT, HAS_TOOL_USE, has, SYSTEM, USER } from '../../conversation/rows.js'
import type { WrittenBlock } from '../context.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { addWritten, type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock, isApiError, messageKey } from './item-looks.js'

export const INTERRUPTED =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]"

/** Calls of the last answer are kept where only results stand behind it. */
export const openRound: Rule = {
  id: 'N15',
  does: 'answers the open calls of the last answer with an interruption',
  apply(resume) {
    const { rows, facts, items } = resume
    const round = findRound(resume)
    if (!round) return
    const answered = answeredIds(resume)
    const key = messageKey(resume, items[round.answer]!)
    const calls: { readonly id: Name; readonly row: number }[] = []
    for (const item of items.slice(roundStart(resume))) {
      if (isWritten(item) || rows.role[item] !== ASSISTANT || messageKey(resume, item) !== key) continue
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

/** Calls of earlier answers since the last prompt are kept as well, where there is any result among them. */
export const earlierCalls: Rule = {
  id: 'N16',
  does: 'keeps the open calls of earlier answers in an open round that has results',
  apply(resume) {
    const round = findRound(resume)
    if (!round) return
    const { rows, facts, items } = resume
    const rowsOfRound: Item[] = []
    let hasResult = false
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at]!
      if (isWritten(item)) continue
      if (rows.role[item] === USER) {
        if (!has(rows, item, HAS_TOOL_RESULT)) break
        hasResult = true
      } else if (rows.role[item] === ASSISTANT) rowsOfRound.push(item)
    }
    if (!hasResult) return
    const kept = new Set(resume.openCalls)
    for (const row of rowsOfRound) {
      for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
        if (facts.blocks.kind[at] === TOOL_USE) kept.add(facts.blocks.id[at]!)
      }
    }
    resume.openCalls = kept
  },
}

/** The place of the last answer, where it has calls and only results stand behind it. */
function findRound(resume: Resume): { readonly answer: number } | undefined {
  const { rows, items } = resume
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]!
    if (isWritten(item)) continue
    const role = rows.role[item]
    if (role !== USER && role !== ASSISTANT) continue
    if (role === ASSISTANT) return hasCalls(resume, item) ? { answer: at } : undefined
    if (!has(rows, item, HAS_TOOL_RESULT)) return undefined
  }
  return undefined
}

/** Behind the last prompt. */
function roundStart({ rows, items }: Resume): number {
  return (
    items.findLastIndex(item => !isWritten(item) && rows.role[item] === USER && !has(rows, item, HAS_TOOL_RESULT)) + 1
  )
}

/** A message that has called a tool, in this row or another; one that tells of an error has called none. */
function hasCalls(resume: Resume, answer: number): boolean {
  const { rows, items } = resume
  if (isApiError(rows, answer)) return false
  const key = messageKey(resume, answer)
  return items
    .slice(roundStart(resume))
    .some(
      item =>
        !isWritten(item) &&
        rows.role[item] === ASSISTANT &&
        messageKey(resume, item) === key &&
        has(rows, item, HAS_TOOL_USE),
    )
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
