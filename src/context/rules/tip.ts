// How the history ends before the next prompt. (R-M12, N24, N25)

import { ASSISTANT, ATTACHMENT, SYSTEM, USER } from '../../conversation/rows.js'
import type { Rule } from '../profile.js'
import { addWritten } from '../resume.js'
import { isShownNotice } from './broken-off.js'
import { howItEnds, isCommandTail } from './ending.js'
import { roleOf } from './item-looks.js'

const NO_RESPONSE = 'No response requested.'

export const noResponse: Rule = {
  id: 'N24',
  does: 'adds "No response requested." if the history ends with the user',
  apply(resume) {
    const { items } = resume
    const at = items.findLastIndex(item => roleOf(resume, item) !== SYSTEM)
    if (at < 0) return
    const role = roleOf(resume, items[at]!)
    if (role === ASSISTANT || (role === ATTACHMENT && !isLeft())) return
    if (role === USER && resume.mergeRules.quietTail && isCommandTail(resume, items, at)) return
    if (role === USER && isShownNotice(resume, items[at]!) && howItEnds(resume, items) === 'otherwise') return
    const answer = addWritten(resume, { role: 'assistant', blocks: [{ type: 'text', text: NO_RESPONSE }], rule: 'N24' })
    items.splice(at + 1, 0, answer)

    /** In the middle of a turn: attachments at the end are then part of it. */
    function isLeft(): boolean {
      const ending = howItEnds(resume, items)
      const isError = ending === 'with an error'
      return ending === 'in a turn' || (isError && items.some(item => roleOf(resume, item) === ASSISTANT))
    }
  },
}

/** A session that was left by a local command asks for no answer. */
export const commandTail: Rule = {
  id: 'N25',
  does: 'adds nothing after local commands that follow their caveat',
  apply(resume) {
    resume.mergeRules.quietTail = true
  },
}
