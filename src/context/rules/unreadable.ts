// Chains on which clients up to 2.0 fail. (R-L13, R-M10, O5, O6)

import { ASSISTANT, USER } from '../../conversation/rows.js'
import { BLOCKS, NO_CONTENT } from '../facts/session-facts.js'
import type { Rule } from '../profile.js'
import { parentOf, type Resume, refuse } from '../resume.js'

const HANGS = 'the client hangs on a ring of parents'
const FAILED = 'Failed to resume session with --print mode'

export const ringOfParents: Rule = {
  id: 'O5',
  does: 'never comes to an end on a ring of parents',
  apply(resume) {
    const top = resume.chain[0]
    if (top !== undefined && parentOf(resume, top) >= 0) refuse(resume, HANGS)
  },
}

export const unreadableContent: Rule = {
  id: 'O6',
  does: 'refuses a chain with a prompt that has no content, or with an answer whose content is no list of blocks',
  apply(resume) {
    if (resume.chain.some(row => isUnreadable(resume, row))) refuse(resume, FAILED)
  },
}

function isUnreadable({ rows, facts }: Resume, row: number): boolean {
  if (rows.role[row] === ASSISTANT) return facts.form[row] !== BLOCKS
  return rows.role[row] === USER && facts.form[row] === NO_CONTENT
}
