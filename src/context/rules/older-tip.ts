// What clients up to 2.0 leave out before they look at the end of the history, and how they end it. (R-T1 to R-T3, R-M7,
// R-M12, O8 to O11)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, SYSTEM, USER } from '../../conversation/rows.js'
import type { Part } from '../context.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import { CALL_WITHOUT_RESULT } from '../omitted.js'
import type { Rule } from '../profile.js'
import { addWritten, isWritten, type Resume } from '../resume.js'
import { blockOf, endBlock, firstBlock, roleOf } from './item-looks.js'

const NO_RESPONSE = 'No response requested.'

/** A message is taken apart into its blocks, so one without any is gone. */
export const emptyRows: Rule = {
  id: 'O8',
  does: 'leaves out prompts and answers whose content is an empty list',
  apply(resume) {
    const { rows, facts } = resume
    dropRows(resume, 'no content', row => {
      const isMessage = rows.role[row] === USER || rows.role[row] === ASSISTANT
      return isMessage && firstBlock(facts, row) === endBlock(facts, row)
    })
  },
}

/** Only the call goes; what else is in its row is sent. A result anywhere on the chain will do. */
export const unansweredCalls: Rule = {
  id: 'O9',
  does: 'leaves out calls without a result',
  apply(resume) {
    const { rows, facts } = resume
    const answered = answeredCalls(resume)
    const isOpen = (at: number): boolean => facts.blocks.kind[at] === TOOL_USE && !answered.has(facts.blocks.id[at]!)
    dropRows(resume, CALL_WITHOUT_RESULT, row => {
      if (rows.role[row] !== ASSISTANT) return false
      for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) if (!isOpen(at)) return false
      return true
    })
    const isSent = (part: Part): boolean => part.kind !== 'stored' || !isOpen(blockOf(facts, part))
    resume.blockSteps.push((row, parts) => (rows.role[row] === ASSISTANT ? parts.filter(isSent) : parts))
  },
}

function answeredCalls({ rows, facts, items }: Resume): ReadonlySet<Name> {
  const ids = new Set<Name>()
  for (const item of items) {
    if (isWritten(item) || rows.role[item] !== USER) continue
    for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
      if (facts.blocks.kind[at] === TOOL_RESULT) ids.add(facts.blocks.id[at]!)
    }
  }
  return ids
}

/** Behind a row of the system, or an attachment, nothing is written. */
export const userLast: Rule = {
  id: 'O10',
  does: 'adds "No response requested." if the very last row is from the user',
  apply(resume) {
    const { items } = resume
    const last = items.at(-1)
    if (last === undefined || roleOf(resume, last) !== USER) return
    items.push(addWritten(resume, { role: 'assistant', blocks: [{ type: 'text', text: NO_RESPONSE }], rule: 'O10' }))
  },
}

export const noSystemRows: Rule = {
  id: 'O11',
  does: 'sends no row of the system, not even the output of local commands',
  apply(resume) {
    dropRows(resume, 'bookkeeping', row => resume.rows.role[row] === SYSTEM)
  },
}

export function dropRows(resume: Resume, why: string, isDropped: (row: number) => boolean): void {
  resume.items = resume.items.filter(item => {
    if (isWritten(item) || !isDropped(item)) return true
    resume.why.set(item, why)
    return false
  })
}
