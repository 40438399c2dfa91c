// Answers that the client leaves out before it looks at the end of the history. (R-M8, N12)

import { ASSISTANT } from '../../conversation/rows.js'
import { BLANK, NO_BLOCK, SAYS_NO_CONTENT, TEXT, THINKING } from '../facts/block-columns.js'
import type { SessionFacts } from '../facts/session-facts.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume } from '../resume.js'
import { endBlock, firstBlock, isTalk } from './item-looks.js'

/** Thinking alone is no answer, nor is white space, judged over all rows of a message. */
export const wordless: Rule = {
  id: 'N12',
  does: 'drops answers of which all rows together are only thinking or white space',
  apply: dropWordless,
}

/** Once more, when rows that are only shown are gone: what is left of their messages may be thinking only. */
export const wordlessAgain: Rule = {
  id: 'N12-again',
  does: 'drops the thinking of answers whose words are not sent',
  apply: dropWordless,
}

function dropWordless(resume: Resume): void {
  const left = new Set(withWords(resume, resume.items))
  if (left.size === resume.items.length) return
  resume.items = resume.items.filter(item => {
    if (left.has(item)) return true
    resume.why.set(item, 'answer without text: only thinking or white space')
    return false
  })
}

/** Without answers of thinking only and without blank ones; what is left then may be thinking only. */
export function withWords(resume: Resume, items: readonly Item[]): readonly Item[] {
  for (let left = items; ; ) {
    const said = without(resume, without(resume, left, isThinkingOnly, isThinking), isBlank, isSilent)
    if (said.length === left.length) return left
    left = said
  }
}

type Blocks = SessionFacts['blocks']

/** Drops rows that are so, unless a row of the same message has a block that is not. */
function without(
  { rows, facts }: Resume,
  items: readonly Item[],
  isHollow: (facts: SessionFacts, row: number) => boolean,
  isNothing: (blocks: Blocks, block: number) => boolean,
): readonly Item[] {
  const isAnswer = (item: Item): boolean => !isWritten(item) && rows.role[item] === ASSISTANT
  if (!items.some(item => isAnswer(item) && isHollow(facts, item))) return items
  const saying = new Set<number>()
  for (const item of items) {
    if (!isAnswer(item) || rows.messageId[item] === 0) continue
    for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
      if (!isNothing(facts.blocks, at)) saying.add(rows.messageId[item]!)
    }
  }
  return items.filter(item => !isAnswer(item) || !isHollow(facts, item) || saying.has(rows.messageId[item]!))
}

function isThinkingOnly(facts: SessionFacts, row: number): boolean {
  const first = firstBlock(facts, row)
  const end = endBlock(facts, row)
  for (let at = first; at < end; at++) if (!isThinking(facts.blocks, at)) return false
  return first < end
}

/** White space, with thinking before it or without; thinking behind it makes it an answer. */
function isBlank(facts: SessionFacts, row: number): boolean {
  let hasText = false
  for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
    if (!hasText && isThinking(facts.blocks, at)) continue
    if (facts.blocks.kind[at] !== TEXT || !isSilent(facts.blocks, at)) return false
    hasText = true
  }
  return hasText
}

function isThinking({ kind }: Blocks, block: number): boolean {
  return kind[block] === THINKING
}

function isSilent(blocks: Blocks, block: number): boolean {
  const isBlankText = blocks.kind[block] === TEXT && (blocks.flags[block]! & (BLANK | SAYS_NO_CONTENT)) !== 0
  return isBlankText || isThinking(blocks, block)
}

/** A text block without a text is none; a row that has nothing else is dropped. */
export const withoutText: Rule = {
  id: 'R-M9-text',
  does: 'drops rows of which no block can be sent',
  apply(resume) {
    const { rows, facts } = resume
    resume.items = resume.items.filter(item => {
      if (isWritten(item) || !isTalk(rows, item) || firstBlock(facts, item) === endBlock(facts, item)) return true
      for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
        if (facts.blocks.kind[at] !== NO_BLOCK) return true
      }
      resume.why.set(item, 'no content to send')
      return false
    })
  },
}
