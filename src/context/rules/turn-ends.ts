// Results with which a turn has ended: nothing is to be gone on with behind them. (N16)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, BACKGROUNDED, ENDS_TURN, has, TOOL_ENDS_TURN, USER } from '../../conversation/rows.js'
import { IS_ERROR, SAYS_GIVEN_UP, TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock, isCompanion, isReturn, messageKey } from './item-looks.js'

/** Does the result here, or another one behind the same answer, say that the turn was to end? */
export function isTurnsEnd(resume: Resume, items: readonly Item[], at: number): boolean {
  const { rows, facts } = resume
  const item = items[at]!
  if (has(rows, item, BACKGROUNDED) || isGivenUp(resume, item)) return true
  for (let one = at; one >= 0; one--) {
    const row = items[one]!
    if (isWritten(row)) continue
    if (rows.role[row] === ASSISTANT) break
    if (rows.role[row] === USER && has(rows, row, ENDS_TURN) && isReturn(resume, row)) return true
  }
  const first = firstBlock(facts, item)
  const isFirst = first < endBlock(facts, item) && facts.blocks.kind[first] === TOOL_RESULT
  return isFirst && isToUser(resume, items, at, facts.blocks.id[first]!)
}

function isGivenUp({ facts }: Resume, row: number): boolean {
  const first = firstBlock(facts, row)
  const end = endBlock(facts, row)
  for (let block = first; block < end; block++) if ((facts.blocks.flags[block]! & SAYS_GIVEN_UP) === 0) return false
  return first < end
}

/** Tools that speak to the user: with them a turn ends. */
const TO_USER = ['SendUserMessage', 'Brief', 'SendUserFile'] as const

function isToUser(resume: Resume, items: readonly Item[], at: number, id: Name): boolean {
  const { rows, facts } = resume
  const names = TO_USER.map(name => rows.names.find(name)).filter(name => name !== 0)
  if (names.length === 0) return false
  for (let one = at - 1; one >= 0; one--) {
    const row = items[one]!
    if (isWritten(row) || rows.role[row] !== ASSISTANT) continue
    for (let block = firstBlock(facts, row); block < endBlock(facts, row); block++)
      if (facts.blocks.kind[block] === TOOL_USE && facts.blocks.id[block] === id)
        return names.includes(facts.blocks.toolName[block]!)
  }
  return false
}

/** A tool has ended the turn with one of the results of the last answer. */
export function isEndedByTool(resume: Resume, items: readonly Item[], at: number): boolean {
  const { rows } = resume
  let answer: number | undefined
  let isEnded = false
  for (let one = at; one >= 0; one--) {
    const row = items[one]!
    if (isWritten(row)) continue
    if (rows.role[row] === ASSISTANT) {
      const id = messageKey(resume, row)
      if (answer !== undefined && id !== answer) return false
      if (isEnded) return true
      answer = id
    } else if (rows.role[row] === USER && !isCompanion(resume, row)) {
      if (!isReturn(resume, row)) return false
      isEnded ||= has(rows, row, TOOL_ENDS_TURN) && !hasError(resume, row)
    }
  }
  return false
}

function hasError({ facts }: Resume, row: number): boolean {
  for (let block = firstBlock(facts, row); block < endBlock(facts, row); block++)
    if (facts.blocks.kind[block] === TOOL_RESULT && (facts.blocks.flags[block]! & IS_ERROR) !== 0) return true
  return false
}
