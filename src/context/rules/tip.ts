// How the history ends before the next prompt. (R-M12, N24, N25)

import { ASSISTANT, has, META, USER } from '../../conversation/rows.js'
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
    if (at < 0 || roleOf(resume, items[at]!) !== USER) return
    if (resume.ways.quietTail && isCommandTail(resume)) return
    const answer = addWritten(resume, { role: 'assistant', blocks: [{ type: 'text', text: NO_RESPONSE }], rule: 'N24' })
    const isInterruption = isWritten(items[at]!) && writtenAt(resume, items[at]!).rule === 'N14'
    items.splice(isInterruption ? items.length : at + 1, 0, answer) // N15: at the very end
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
    const flags = firstText(resume, item)
    if (has(rows, item, META) && (flags & OPENS_CAVEAT) !== 0) return true
    if ((flags & OPENS_COMMAND) === 0) return false
  }
  return false
}

/** The flags of the first text of a row; 0 where there is none. */
function firstText({ facts }: Resume, row: number): number {
  for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
    if (facts.blocks.kind[at] === TEXT) return facts.blocks.flags[at]!
  }
  return 0
}
