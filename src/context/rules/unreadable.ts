// Chains on which clients up to 2.0 fail. (R-L13, R-M10, O5 to O7)

import { ASSISTANT, ATTACHMENT, USER } from '../../conversation/rows.js'
import { IS_NULL } from '../facts/block-columns.js'
import { BLOCKS, NO_CONTENT } from '../facts/session-facts.js'
import { parentOf, refuse } from '../path.js'
import type { PathRule, Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock } from './item-looks.js'

const HANGS = 'the client freezes: the parents form a loop'
const NULL_BLOCK = 'the client fails: a block is null'
const FAILED = 'Failed to resume session with --print mode'

export const ringOfParents: PathRule = {
  id: 'O5',
  does: 'freezes on a loop of parents',
  apply(walk) {
    const top = walk.chain[0]
    if (top !== undefined && parentOf(walk, top) >= 0) refuse(walk, HANGS)
  },
}

export const unreadableContent: Rule = {
  id: 'O6',
  does: 'refuses a chain with a prompt without content, an answer that is no list of blocks, an attachment without one',
  apply(resume) {
    if (resume.chain.some(row => isUnreadable(resume, row))) refuse(resume, FAILED)
  },
}

function isUnreadable({ rows, facts }: Resume, row: number): boolean {
  switch (rows.role[row]) {
    case ASSISTANT:
      return facts.form[row] !== BLOCKS
    case USER:
      return facts.form[row] === NO_CONTENT
    case ATTACHMENT:
      return rows.subtype[row] === 0
    default:
      return false
  }
}

const UNSHOWN = 'the client fails: an attachment has no content'

export const unshownAttachments: Rule = {
  id: 'O7-attachment',
  does: 'fails on attachments that lack what is shown of them',
  apply(resume) {
    if (resume.items.some(item => resume.facts.unshown.has(item))) refuse(resume, UNSHOWN)
  },
}

export const nullBlocks: Rule = {
  id: 'O7',
  does: 'fails if a block is null',
  apply(resume) {
    const { facts, items } = resume
    const hasNull = (item: Item): boolean => {
      if (isWritten(item)) return false
      for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
        if ((facts.blocks.flags[at]! & IS_NULL) !== 0) return true
      }
      return false
    }
    if (items.some(hasNull)) refuse(resume, NULL_BLOCK)
  },
}
