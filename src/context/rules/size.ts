// A history that would fill the model's window: the client summarises it before it sends anything. (N30)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, has, SYNTHETIC } from '../../conversation/rows.js'
import type { Counted } from '../context.js'
import { MEDIA } from '../facts/block-columns.js'
import { charactersAToken, windowOf } from '../models.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume, writtenAt } from '../resume.js'
import { endBlock, firstBlock } from './item-looks.js'

/** Of the window: the longest answer, and what is left free before a summary is due. */
const ANSWER = 20_000
const FREE_BEFORE_SUMMARY = 13_000
/** Nothing is sent any more where less than that is free. */
const FREE_AT_LEAST = 3_000
/** What comes with the next prompt, reminders that are written anew; and what has come to it when the client looks a
 * second time, just before it sends. Measured, by the characters that the client takes for a token. */
const NEXT_PROMPT: Readonly<Record<number, number>> = { 4: 2_407, 3: 3_100 }
const SECOND_LOOK: Readonly<Record<number, number>> = { 4: 160, 3: 214 }
const IMAGE_TOKENS = 2_000

export const fullWindow: Rule = {
  id: 'N30',
  does: "compacts a history that would fill the model's context window",
  apply(resume) {
    if (resume.outcome.kind !== 'resumes') return
    const { row, tokens, since } = countedBy(resume)
    const window = windowOf(resume.model, resume.hasLargeWindow)
    resume.counted = { row, tokens, since, limit: undefined }
    if (window === undefined) return
    const rate = charactersAToken(resume.model)
    const next = NEXT_PROMPT[rate]!
    const total = tokens + since + next
    const whole = Math.round(tokens + since)
    // A summary is made of all but the last answer: with one answer there is nothing to summarise, and the client goes on
    // until the window is all but full. Then it summarises everything.
    const isFirst = resume.messages.filter(({ role }) => role === 'assistant').length <= 1
    const last = window - ANSWER - FREE_AT_LEAST
    const limit = isFirst ? last : window - ANSWER - FREE_BEFORE_SUMMARY
    resume.counted = { row, tokens, since, limit: limit - next }
    if (total >= limit) {
      const reason = `${whole} tokens are too many for a context window of ${window}: the client compacts first`
      resume.outcome = { kind: 'compacts', reason, limit: limit - next }
    } else if (isFirst && total + SECOND_LOOK[rate]! >= last) {
      // Not enough for that, but too much at the second look: it ends without a word to the model.
      const reason = `${whole} tokens leave no room for the next prompt in a context window of ${window}, and a single answer cannot be compacted`
      resume.outcome = { kind: 'refuses', reason }
    }
  },
}

/** What the last counted answer took, and what was added since its first entry. */
function countedBy(resume: Resume): Omit<Counted, 'limit'> {
  const { items, rows, facts } = resume
  const last = items.findLastIndex(item => isAnswer(resume, item) && facts.tokens[item]! > 0)
  const since = items.slice(firstOfMessage(resume, last) + 1).reduce((sum, item) => sum + guess(resume, item), 0)
  return last < 0
    ? { row: undefined, tokens: 0, since }
    : { row: items[last]!, tokens: facts.tokens[items[last]!]!, since }

  /** Entries of users may lie between those of one answer. */
  function firstOfMessage({ items: all }: Resume, at: number): number {
    const id = at < 0 ? 0 : messageId(all[at]!)
    let first = at
    for (let before = at - 1; id !== 0 && before >= 0; before--) {
      const other = messageId(all[before]!)
      if (other === id) first = before
      else if (other !== 0) break
    }
    return first
  }

  function messageId(item: Item): Name {
    return isAnswer(resume, item) ? rows.messageId[item]! : 0
  }
}

function isAnswer({ rows }: Resume, item: Item): boolean {
  return !isWritten(item) && rows.role[item] === ASSISTANT && !has(rows, item, SYNTHETIC)
}

/** How the client guesses what the API has not counted yet. */
function guess(resume: Resume, item: Item): number {
  const rate = charactersAToken(resume.model)
  if (isWritten(item)) {
    const { blocks } = writtenAt(resume, item)
    const texts = blocks.map(block => (block.type === 'text' ? block.text : block.content))
    return Math.round(texts.join('').length / rate)
  }
  const { facts } = resume
  let tokens = 0
  for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++)
    tokens += facts.blocks.kind[at] === MEDIA ? IMAGE_TOKENS : Math.round(facts.blocks.size[at]! / rate)
  return tokens
}
