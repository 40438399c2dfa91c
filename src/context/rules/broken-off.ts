// Turns that ended with the client and were taken up by its own "Continue from where you left off.". (N17)

import { ASSISTANT, BY_SHUTDOWN, has, META, type Rows, SHOWN_ONLY, USER } from '../../conversation/rows.js'
import { SAYS_CONTINUE } from '../facts/block-columns.js'
import { FROM_TASK } from '../facts/session-facts.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock, isCompanion, isResult } from './item-looks.js'

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
