// Answers that the client leaves out before it looks at the end of the history. (R-T2, R-T3, R-M8, N12, N17)

import { ASSISTANT } from '../../conversation/rows.js'
import { BLANK, SAYS_NO_CONTENT, TEXT, THINKING, TOOL_USE } from '../facts/block-columns.js'
import { BLOCKS, NO_CONTENT } from '../facts/session-facts.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock, messageKey } from './item-looks.js'
import { answeredIds } from './open-round.js'

/** A row with calls, none of which has a result, is dropped as a whole. */
export const unanswered: Rule = {
  id: 'N17',
  does: 'drops rows whose calls have no results',
  apply(resume) {
    const answered = answeredIds(resume)
    keep(resume, 'its tool call has no result', item => {
      const { facts } = resume
      let calls = 0
      for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
        if (facts.blocks.kind[at] !== TOOL_USE) continue
        const id = facts.blocks.id[at]!
        if (answered.has(id) || resume.openCalls.has(id)) return true
        calls++
      }
      return calls === 0
    })
  },
}

/** Thinking alone is no answer, judged over all rows of a message. */
export const thinkingOnly: Rule = {
  id: 'N12',
  does: 'drops answers of which all rows together are only thinking or white space',
  apply(resume) {
    const { rows, facts } = resume
    const says = new Set<number>()
    const hasBlocks = new Set<number>()
    for (const item of resume.items) {
      if (isWritten(item) || rows.role[item] !== ASSISTANT) continue
      const key = messageKey(rows, item)
      for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
        hasBlocks.add(key)
        if (facts.blocks.kind[at] === THINKING) continue
        const isBlank = facts.blocks.kind[at] === TEXT && (facts.blocks.flags[at]! & (BLANK | SAYS_NO_CONTENT)) !== 0
        if (!isBlank) says.add(key)
      }
    }
    keep(resume, 'an answer without words: only thinking or white space', item => {
      const key = messageKey(rows, item)
      return says.has(key) || (!hasBlocks.has(key) && facts.form[item] === BLOCKS)
    })
  },
}

export const noContent: Rule = {
  id: 'R-M10',
  does: 'drops answers whose content is null',
  apply(resume) {
    keep(resume, 'an answer without content', item => resume.facts.form[item] !== NO_CONTENT)
  },
}

/** Drops answers, and says why. */
function keep(resume: Resume, why: string, holds: (item: Item) => boolean): void {
  resume.items = resume.items.filter(item => {
    if (isWritten(item) || resume.rows.role[item] !== ASSISTANT || holds(item)) return true
    resume.why.set(item, why)
    return false
  })
}
