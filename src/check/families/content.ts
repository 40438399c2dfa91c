// Content that is empty or blank (A1b), and blocks in an order that the API does not take (A2.3, A2.4). What the client
// mends or leaves out by itself (R-M7 to R-M9, N12) is a note.

import type { SeenEntry } from '../../conversation/conversation.js'
import type { Message } from '../../conversation/messages.js'
import { API_ERROR, ASSISTANT, SIDECHAIN, USER } from '../../conversation/rows.js'
import type { Finding } from '../../format/finding.js'
import { isBlank } from '../blank-text.js'
import { type BlockNames, blockNames } from '../block-names.js'
import { finding, type NewFamily } from '../family.js'
import type { Sent } from '../sent.js'
import { judged } from '../suspects.js'
import { placeOf } from '../words.js'

/** An entry in which some text, or everything, is missing or white space. */
interface Hollow {
  readonly form: 'string' | 'blocks' | 'no-blocks'
  readonly hasEmptyText: boolean
  /** Nothing else stands in it, thinking aside. */
  readonly whole: boolean
}

export const content: NewFamily = () => {
  let types: BlockNames | undefined
  const hollow = new Map<number, Hollow>()
  const textBeforeResult: number[] = []
  const textAfterUse: number[] = []

  return {
    entry(seen, names) {
      const { facts, row, bytes } = seen
      types ??= blockNames(names)
      if (facts.content === 'none' || (facts.flags & (SIDECHAIN | API_ERROR)) !== 0) return
      if (facts.content === 'string') {
        const { start, end } = facts.texts[0]!
        if (isBlank(bytes, start, end)) hollow.set(row, { form: 'string', hasEmptyText: start === end, whole: true })
      } else if (facts.blocks.length === 0) hollow.set(row, { form: 'no-blocks', hasEmptyText: false, whole: true })
      else lookAtBlocks(seen, types)
    },
    finish: sent => (types === undefined ? [] : findings(sent, types)),
  }

  function lookAtBlocks({ facts: { blocks }, row, bytes }: SeenEntry, is: BlockNames): void {
    let blankTexts = 0
    let emptyTexts = 0
    let solid = 0
    let called = false
    let said = false
    for (const { type, textStart, textEnd } of blocks) {
      if (type === is.text) {
        if (textEnd === 0 || !isBlank(bytes, textStart, textEnd)) solid++
        else if (textStart === textEnd) emptyTexts++
        else blankTexts++
        said = true
        if (called && textAfterUse.at(-1) !== row) textAfterUse.push(row)
      } else if (type === is.toolResult) {
        solid++
        if (said && textBeforeResult.at(-1) !== row) textBeforeResult.push(row)
      } else if (type === is.toolUse) {
        solid++
        called = true
      } else if (type !== is.thinking && type !== is.redactedThinking) {
        solid++
        said = true
      }
    }
    if (blankTexts + emptyTexts > 0)
      hollow.set(row, { form: 'blocks', hasEmptyText: emptyTexts > 0, whole: solid === 0 })
  }

  function* findings(sent: Sent, is: BlockNames): Generator<Finding> {
    const { rows } = sent.conversation
    for (const row of textAfterUse) {
      if (rows.role[row] !== ASSISTANT) continue
      const message = 'text after a tool call: the client moves it before the call'
      yield finding('text-after-use', message, placeOf(rows, row))
    }
    const size = textBeforeResult.length > 0 ? sizes(sent) : []
    for (const row of textBeforeResult) {
      // Where two entries become one message the client puts the results first (N20).
      if (rows.role[row] !== USER || (sent.is[row] && size[sent.message[row]!]! > 1)) continue
      yield judged(sent, { row, code: 'text-before-result', message: 'text before a tool result' })
    }
    if (hollow.size > 0) yield* hollowFindings(sent, is)
  }

  function* hollowFindings(sent: Sent, is: BlockNames): Generator<Finding> {
    const { conversation } = sent
    const { rows } = conversation
    const solid = solidMessages(sent)
    for (const [row, one] of hollow)
      if (rows.role[row] === USER) yield* userEntry(sent, row, one, solid.has(sent.message[row]!))
    for (const message of conversation.eachMessage()) {
      const found = message.rows.filter(row => hollow.has(row))
      if (found.length > 0) yield* answer(sent, message, found, is)
    }
  }

  /** Messages in which something stands. */
  function solidMessages({ message }: Sent): ReadonlySet<number> {
    const solid = new Set<number>()
    for (let row = 0; row < message.length; row++)
      if (message[row] !== 0 && !hollow.get(row)?.whole) solid.add(message[row]!)
    return solid
  }

  function* answer(sent: Sent, message: Message, found: readonly number[], is: BlockNames): Generator<Finding> {
    const thinks = new Map<number, boolean>()
    for (const { row, type } of message.blocks)
      thinks.set(row, (thinks.get(row) ?? true) && (type === is.thinking || type === is.redactedThinking))
    const stays = message.rows.some(row => !hollow.get(row)?.whole && !thinks.get(row))
    const isNothing = found.every(row => hollow.get(row)!.form === 'no-blocks')
    if (!stays) {
      const what = isNothing
        ? 'answer without blocks: the client sends "(no content)" instead'
        : 'answer of only white space: the client drops it'
      yield finding('content-dropped', what, placeOf(sent.conversation.rows, found[0]!))
      return
    }
    for (const row of found)
      if (hollow.get(row)!.hasEmptyText) yield judged(sent, { row, code: 'text-empty', message: 'empty text block' })
  }
}

function* userEntry(
  sent: Sent,
  row: number,
  { form, hasEmptyText, whole }: Hollow,
  isPartOfMore: boolean,
): Generator<Finding> {
  if (form === 'no-blocks') {
    const message = 'user entry without blocks: the client drops it'
    yield finding('content-dropped', message, placeOf(sent.conversation.rows, row))
  } else if (hasEmptyText) {
    if (form === 'string') yield judged(sent, { row, code: 'user-empty', message: 'empty prompt' })
    else yield judged(sent, { row, code: 'text-empty', message: 'empty text block' })
  } else if (whole && !isPartOfMore && sent.path.on[row] && !sent.is[row]) {
    const message = 'user message of only white space: the client drops it'
    yield finding('content-dropped', message, placeOf(sent.conversation.rows, row))
  } else if (whole && !isPartOfMore)
    yield judged(sent, { row, code: 'message-blank', message: 'user message of only white space' })
}

/** How many entries each message is made of. */
function sizes({ message }: Sent): readonly number[] {
  const counts: number[] = []
  for (const number of message) counts[number] = (counts[number] ?? 0) + 1
  return counts
}
