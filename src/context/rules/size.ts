// A history that would fill the model's window: the client summarises it before it sends anything. (N30)

import { ASSISTANT, has, SYNTHETIC } from '../../conversation/rows.js'
import { MEDIA } from '../facts/block-columns.js'
import { windowOf } from '../models.js'
import type { Rule } from '../profile.js'
import { type Item, isWritten, type Resume, writtenAt } from '../resume.js'
import { endBlock, firstBlock } from './item-looks.js'

/** What the client keeps free of the window, for the summary and for the answer. */
const KEPT_FREE = 33_000
/** Less of it where there is one answer only. */
const KEPT_FREE_FIRST = 23_000
/** What comes with the next prompt: reminders that are written anew. Measured; it is more in a larger window. */
const NEXT_PROMPT = { small: 2_409, large: 3_101 }
const LARGE_WINDOW = 1_000_000
/** How the client guesses what the API has not counted yet. */
const CHARACTERS_A_TOKEN = 4
const IMAGE_TOKENS = 2_000

export const fullWindow: Rule = {
  id: 'N30',
  does: "summarises a history that would fill the model's window",
  apply(resume) {
    const window = windowOf(resume.model, resume.hasLargeWindow)
    if (window === undefined || resume.outcome.kind !== 'resumes') return
    const tokens = tokensOf(resume)
    const answers = resume.messages.filter(({ role }) => role === 'assistant').length
    const free = answers === 1 ? KEPT_FREE_FIRST : KEPT_FREE
    const limit = window - free - (window >= LARGE_WINDOW ? NEXT_PROMPT.large : NEXT_PROMPT.small)
    if (tokens < limit) return
    const reason = `${tokens} tokens are too many for a window of ${window}: the client summarises first`
    resume.outcome = { kind: 'compacts', reason }
  },
}

/** What the last counted answer took, and what was added since. */
function tokensOf(resume: Resume): number {
  const { items, rows, facts } = resume
  const counted = items.findLastIndex(
    item => !isWritten(item) && rows.role[item] === ASSISTANT && !has(rows, item, SYNTHETIC) && facts.tokens[item]! > 0,
  )
  const before = counted < 0 ? 0 : facts.tokens[items[counted]!]!
  return before + items.slice(counted + 1).reduce((sum, item) => sum + guess(resume, item), 0)
}

function guess(resume: Resume, item: Item): number {
  if (isWritten(item)) {
    const { blocks } = writtenAt(resume, item)
    const texts = blocks.map(block => (block.type === 'text' ? block.text : block.content))
    return Math.round(texts.join('').length / CHARACTERS_A_TOKEN)
  }
  const { facts } = resume
  let characters = 0
  let images = 0
  for (let at = firstBlock(facts, item); at < endBlock(facts, item); at++) {
    if (facts.blocks.kind[at] === MEDIA) images++
    else characters += facts.blocks.size[at]!
  }
  return Math.round(characters / CHARACTERS_A_TOKEN) + images * IMAGE_TOKENS
}
