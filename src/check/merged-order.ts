// In which order does the client lay the entries of one message together? (N11)

import type { MessageBlock } from '../conversation/messages.js'
import type { BlockNames } from './block-names.js'

/**
 * After each entry everything but calls is moved in front of the calls, unless that would put two thinking blocks next
 * to each other that were not; from then on nothing is moved any more. Only the last block is asked for, so it is
 * enough to know what the two parts end with.
 */
export function lastSentBlock(blocks: readonly MessageBlock[], types: BlockNames): MessageBlock {
  const isThinking = (one: MessageBlock | undefined): boolean =>
    one !== undefined && (one.type === types.thinking || one.type === types.redactedThinking)
  let lastOther: MessageBlock | undefined
  let lastCall: MessageBlock | undefined
  for (let at = 0; at < blocks.length; ) {
    let end = at + 1
    while (end < blocks.length && blocks[end]!.row === blocks[at]!.row) end++
    const others: MessageBlock[] = []
    let meets = false // two thinking blocks would meet that a call keeps apart
    let apart = lastCall !== undefined
    for (let index = at; index < end; index++) {
      const one = blocks[index]!
      if (one.type === types.toolUse) apart = true
      else {
        const before = others.at(-1) ?? lastOther
        if (apart && isThinking(before) && isThinking(one)) meets = true
        others.push(one)
        apart = false
      }
    }
    if (meets) return blocks.at(-1)!
    lastOther = others.at(-1) ?? lastOther
    for (let index = at; index < end; index++) if (blocks[index]!.type === types.toolUse) lastCall = blocks[index]
    at = end
  }
  return lastCall ?? lastOther!
}
