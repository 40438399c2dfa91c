// Turns that ended with the client and were taken up by its own "Continue from where you left off.". (N17)

import { ASSISTANT, BY_SHUTDOWN, has, META, type Rows, SHOWN_ONLY, USER } from '../../conversation/rows.js'
import { SAYS_CONTINUE, TOOL_RESULT } from '../facts/block-columns.js'
import { FROM_TASK } from '../facts/session-facts.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock, idsIn, isCompanion, isResult } from './item-looks.js'

/** Places of the rows of such turns. */
export function brokenOff(resume: Resume, items: readonly Item[]): ReadonlySet<number> {
  const places = new Set<number>()
  if ((resume.facts.blocks.seenFlags & SAYS_CONTINUE) === 0) return places
  let before = -1
  items.forEach((item, at) => {
    if (isWritten(item) || !isContinuation(resume, item)) return
    let hasAnswer = false
    for (let one = at - 1; one > before; one--) {
      const row = items[one]!
      if (resume.rows.role[row] === ASSISTANT) hasAnswer = true
      else if (opensTurn(resume, row, hasAnswer)) break
      places.add(one)
    }
    before = at
  })
  return places
}

function isContinuation({ rows, facts }: Resume, row: number): boolean {
  if (rows.role[row] !== USER || !has(rows, row, META)) return false
  const at = firstBlock(facts, row)
  return endBlock(facts, row) - at === 1 && (facts.blocks.flags[at]! & SAYS_CONTINUE) !== 0
}

function opensTurn(resume: Resume, row: number, hasAnswer: boolean): boolean {
  const { rows } = resume
  if (rows.role[row] !== USER || isResult(rows, row) || has(rows, row, BY_SHUTDOWN)) return false
  if (has(rows, row, SHOWN_ONLY) && (has(rows, row, META) || isShownNotice(resume, row))) return false
  return hasAnswer || !isCompanion(resume, row)
}

/** The notice of a background task that was queued and is only shown. */
export function isShownNotice({ rows, facts }: Pick<Resume, 'rows' | 'facts'>, row: number): boolean {
  return rows.role[row] === USER && has(rows, row, SHOWN_ONLY) && facts.origin[row] === FROM_TASK
}

/** A result that the client wrote when it was ended. */
export function isShutdownResult(rows: Rows, row: number): boolean {
  return isResult(rows, row) && has(rows, row, BY_SHUTDOWN)
}

/** What the client wrote for a call when it was ended gives way to what the tool returned after all. */
export const lateResults: Rule = {
  id: 'N15-late',
  does: 'drops the results that it wrote on exit if there are others',
  apply(resume) {
    const { rows, items } = resume
    const isOwn = (item: Item): boolean => isShutdownResult(rows, item)
    if (!items.some(isOwn)) return
    const returned = new Set(
      items.flatMap(item => (isOwn(item) || rows.role[item] !== USER ? [] : idsIn(resume, item, TOOL_RESULT))),
    )
    resume.items = items.filter(item => {
      if (!isOwn(item) || !idsIn(resume, item, TOOL_RESULT).every(id => returned.has(id))) return true
      resume.why.set(item, 'its call has another result')
      return false
    })
  },
}
