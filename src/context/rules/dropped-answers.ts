// Answers that the client leaves out before it looks at the end of the history. (R-T2, R-T3, R-M8, N12, N17)

import { ASSISTANT, USER } from '../../conversation/rows.js'
import { BLANK, NO_BLOCK, SAYS_NO_CONTENT, TEXT, THINKING, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock } from './item-looks.js'
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
  apply: dropWordless,
}

/** Once more, when calls without results are gone: what is left of their messages may be thinking only. */
export const wordless: Rule = {
  id: 'N12-again',
  does: 'drops the thinking of answers whose calls were dropped',
  apply: dropWordless,
}

function dropWordless(resume: Resume): void {
  const { rows, facts } = resume
  const rowsKey = (item: Item): number => rows.messageId[item]! || -1 - item
  const says = new Set<number>()
  for (const item of resume.items) {
    if (isWritten(item) || rows.role[item] !== ASSISTANT) continue
    const key = rowsKey(item)
    for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
      if (facts.blocks.kind[at] === THINKING) continue
      const isBlank = facts.blocks.kind[at] === TEXT && (facts.blocks.flags[at]! & (BLANK | SAYS_NO_CONTENT)) !== 0
      if (!isBlank) says.add(key)
    }
  }
  keep(resume, 'an answer without words: only thinking or white space', item => {
    return says.has(rowsKey(item)) || firstBlock(facts, item) === endBlock(facts, item)
  })
}

/** A text block without a text is none; a row that has nothing else is dropped. */
export const withoutText: Rule = {
  id: 'R-M9-text',
  does: 'drops user rows of which no block can be sent',
  apply(resume) {
    const { rows, facts } = resume
    resume.items = resume.items.filter(item => {
      if (isWritten(item) || rows.role[item] !== USER || firstBlock(facts, item) === endBlock(facts, item)) return true
      for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
        if (facts.blocks.kind[at] !== NO_BLOCK) return true
      }
      resume.why.set(item, 'nothing in it that is sent')
      return false
    })
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
