// Results that stand before their calls. (R-T7, N19)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, ATTACHMENT, HAS_TOOL_RESULT, has, SYSTEM, USER } from '../../conversation/rows.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock, messageKey } from './item-looks.js'

/** A row of results right before the answer that called is moved behind that answer. */
export const earlyResults: Rule = {
  id: 'N19',
  does: 'moves results that stand right before their calls behind them',
  apply(resume) {
    const { rows, items } = resume
    const result: Item[] = []
    let waiting: Item[] = [] // results since the last prompt or answer
    let since = 0
    const called = new Set<Name>()
    for (let at = 0; at < items.length; at++) {
      const item = items[at]!
      const role = isWritten(item) ? 0 : rows.role[item]
      if (role === ATTACHMENT || role === SYSTEM) {
        result.push(item)
        continue
      }
      if (role === USER && has(rows, item, HAS_TOOL_RESULT)) {
        if (waiting.length === 0) since = result.length
        waiting.push(item)
        result.push(item)
        continue
      }
      if (role !== ASSISTANT || waiting.length === 0) {
        if (role === ASSISTANT) for (const id of callsOf(resume, [item])) called.add(id)
        result.push(item)
        waiting = []
        continue
      }
      const end = messageEnd(resume, at)
      const calls = callsOf(resume, items.slice(at, end))
      const moved = new Set(waiting.filter(row => answersAny(resume, row, calls, called)))
      for (const id of calls) called.add(id)
      if (moved.size > 0) result.push(...result.splice(since).filter(one => !moved.has(one)))
      for (; at < end; at++) result.push(items[at]!)
      at--
      result.push(...moved)
      waiting = []
    }
    resume.items = result
  },
}

/** Behind the rows of the message that begins here. */
function messageEnd(resume: Resume, start: number): number {
  const { rows, items } = resume
  const key = messageKey(resume, items[start]!)
  let end = start + 1
  while (end < items.length) {
    const item = items[end]!
    if (isWritten(item) || rows.role[item] !== ASSISTANT || messageKey(resume, item) !== key) break
    end++
  }
  return end
}

function callsOf({ facts }: Resume, answers: readonly Item[]): ReadonlySet<Name> {
  const calls = new Set<Name>()
  for (const row of answers) {
    for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
      if (facts.blocks.kind[at] === TOOL_USE) calls.add(facts.blocks.id[at]!)
    }
  }
  return calls
}

function answersAny({ facts }: Resume, row: Item, calls: ReadonlySet<Name>, called: ReadonlySet<Name>): boolean {
  let answers = false
  for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
    if (facts.blocks.kind[at] !== TOOL_RESULT) continue
    const id = facts.blocks.id[at]!
    if (called.has(id)) return false
    if (calls.has(id)) answers = true
  }
  return answers
}
