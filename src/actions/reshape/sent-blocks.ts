// The blocks that the model gets, one after the other, each with the number that tells it from others.

import { BLANK, EMPTY, MEDIA, SAYS_NO_CONTENT, THINKING } from '../../context/facts/block-columns.js'
import { type Context, type Part, WHOLE } from '../../context/index.js'
import { ATTACHMENT, NONE } from '../../conversation/rows.js'
import type { Examined } from './examine.js'

export interface SentBlock {
  readonly role: string
  readonly type: string
  /** NONE where the client wrote it. */
  readonly row: number
  readonly line: number
  readonly print: number | string
  /** The same without what the client puts around it: a queued prompt is framed by what stands beside it (N34). */
  readonly words: number | string
  readonly isStored: boolean
  /** A note of ours for something that was left out. */
  readonly isNote: boolean
  readonly isBlank: boolean
  /** Of an attachment, such as a queued prompt: the client chooses its place between two answers (N33, N34). */
  readonly isAttached: boolean
}

/** `sourceRows` tells the rows by those of another file: the one that this is the result of. */
export function blockPrints(
  { messages }: Context,
  examined: Examined,
  sourceRows?: ArrayLike<number>,
): readonly SentBlock[] {
  const blocks: SentBlock[] = []
  for (const { role, parts } of messages)
    for (const part of parts) blocks.push(sentBlock(role, part, examined, sourceRows))
  return blocks
}

function sentBlock(
  role: string,
  part: Part,
  { reading: { conversation, facts }, prints }: Examined,
  sourceRows: ArrayLike<number> | undefined,
): SentBlock {
  if (part.kind === 'written') {
    const print = JSON.stringify(part.block)
    const { type } = part.block
    const no = { isStored: false, isNote: false, isBlank: false, isAttached: false }
    return { role, type, row: NONE, line: 0, print, words: print, ...no }
  }
  const { rows } = conversation
  const index = part.block === WHOLE ? 0 : part.block
  const block = facts.first[part.row]! + index
  const own = prints.first[part.row]! + index
  const hasBlocks = facts.first[part.row + 1]! > facts.first[part.row]!
  const kind = hasBlocks ? facts.blocks.kind[block] : MEDIA
  const hasPrint = prints.first[part.row + 1]! > prints.first[part.row]!
  const print = hasPrint ? prints.of[own]! : rows.length[part.row]!
  return {
    role,
    // An attached image has no blocks of its own.
    type: kind === THINKING ? 'thinking' : hasBlocks ? rows.names.text(facts.blocks.type[block]!) || 'text' : 'image',
    row: sourceRows ? (sourceRows[part.row] ?? NONE) : part.row,
    line: rows.line[part.row]!,
    // What the client makes of a block is told by its rule and the rest of it.
    print: part.change ? `${print} ${JSON.stringify(part.change)}` : print,
    words: print,
    isStored: true,
    isNote: hasBlocks && prints.isNote[own] === 1,
    isBlank: hasBlocks && (facts.blocks.flags[block]! & (BLANK | EMPTY | SAYS_NO_CONTENT)) !== 0,
    isAttached: rows.role[part.row] === ATTACHMENT,
  }
}
