// How the history ends before the next prompt. (R-M12, N24, N25)

import { ASSISTANT, ATTACHMENT, has, META, SYSTEM, USER } from '../../conversation/rows.js'
import { OPENS_CAVEAT, OPENS_COMMAND, TEXT } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { addWritten, isWritten, type Resume, writtenAt } from '../resume.js'
import { endBlock, firstBlock, roleOf } from './item-looks.js'

const NO_RESPONSE = 'No response requested.'

export const noResponse: Rule = {
  id: 'N24',
  does: 'writes "No response requested." where the history ends with the user',
  apply(resume) {
    const { items } = resume
    const at = items.findLastIndex(item => roleOf(resume, item) === USER || roleOf(resume, item) === ASSISTANT)
    if (at < 0 && !items.some(item => roleOf(resume, item) === ATTACHMENT)) return
    if (at >= 0 && roleOf(resume, items[at]!) !== USER) return
    if (resume.ways.quietTail && isCommandTail(resume)) return
    const answer = addWritten(resume, { role: 'assistant', blocks: [{ type: 'text', text: NO_RESPONSE }], rule: 'N24' })
    const isInterruption = at >= 0 && isWritten(items[at]!) && writtenAt(resume, items[at]!).rule === 'N14'
    const behind = items.findLastIndex(item => roleOf(resume, item) !== SYSTEM) + 1
    items.splice(isInterruption ? items.length : behind, 0, answer) // N15: at the very end
  },
}

/** A session that was left by a local command asks for no answer. */
export const commandTail: Rule = {
  id: 'N25',
  does: 'writes nothing behind local commands that follow their caveat',
  apply(resume) {
    resume.ways.quietTail = true
  },
}

function isCommandTail(resume: Resume): boolean {
  const { rows, items } = resume
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]!
    const role = roleOf(resume, item)
    if (role !== USER && role !== ASSISTANT) continue
    if (role === ASSISTANT || isWritten(item)) return false
    if (has(rows, item, META) && opensWith(resume, item, OPENS_CAVEAT)) return true
    if (!opensWith(resume, item, OPENS_COMMAND)) return false
  }
  return false
}

/** Does the last text of a row open so? */
function opensWith({ facts }: Resume, row: number, flag: number): boolean {
  for (let at = endBlock(facts, row) - 1; at >= firstBlock(facts, row); at--) {
    if (facts.blocks.kind[at] === TEXT) return (facts.blocks.flags[at]! & flag) !== 0
  }
  return false
}
