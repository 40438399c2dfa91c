// The blocks that the model gets, one after the other, each with the number that tells it from others.

import { BLANK, EMPTY, SAYS_NO_CONTENT, THINKING } from '../../context/facts/block-columns.js'
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
  const file: BlockFile = { examined, sourceRows }
  const blocks: SentBlock[] = []
  for (const { role, parts } of messages)
    for (const part of parts)
      blocks.push(part.kind === 'written' ? writtenBlock(role, part) : new StoredBlock(role, part, file))
  return blocks
}

function writtenBlock(role: string, { block }: Extract<Part, { readonly kind: 'written' }>): SentBlock {
  const print = JSON.stringify(block)
  const { type } = block
  const no = { isStored: false, isNote: false, isBlank: false, isAttached: false }
  return { role, type, row: NONE, line: 0, print, words: print, ...no }
}

interface BlockFile {
  readonly examined: Examined
  readonly sourceRows: ArrayLike<number> | undefined
}

type StoredPart = Extract<Part, { readonly kind: 'stored' }>

/** Looks up what it is asked: there are as many as the model gets blocks, twice (I5). */
class StoredBlock implements SentBlock {
  readonly role: string
  readonly #part: StoredPart
  readonly #file: BlockFile

  constructor(role: string, part: StoredPart, file: BlockFile) {
    this.role = role
    this.#part = part
    this.#file = file
  }

  get type(): string {
    const { conversation, facts } = this.#file.examined.reading
    // An attached image has no blocks of its own.
    if (!this.#hasBlocks) return 'image'
    if (facts.blocks.kind[this.#block] === THINKING) return 'thinking'
    return conversation.rows.names.text(facts.blocks.type[this.#block]!) || 'text'
  }

  get row(): number {
    const { sourceRows } = this.#file
    return sourceRows ? (sourceRows[this.#part.row] ?? NONE) : this.#part.row
  }

  get line(): number {
    return this.#file.examined.reading.conversation.rows.line[this.#part.row]!
  }

  /** What the client makes of a block is told by its rule and the rest of it. */
  get print(): number | string {
    const { change } = this.#part
    return change ? `${this.words} ${JSON.stringify(change)}` : this.words
  }

  get words(): number {
    const { prints, reading } = this.#file.examined
    const { row } = this.#part
    const hasPrint = prints.first[row + 1]! > prints.first[row]!
    return hasPrint ? prints.of[this.#print]! : reading.conversation.rows.length[row]!
  }

  get isStored(): true {
    return true
  }

  get isNote(): boolean {
    return this.#hasBlocks && this.#file.examined.prints.isNote[this.#print] === 1
  }

  get isBlank(): boolean {
    const { flags } = this.#file.examined.reading.facts.blocks
    return this.#hasBlocks && (flags[this.#block]! & (BLANK | EMPTY | SAYS_NO_CONTENT)) !== 0
  }

  get isAttached(): boolean {
    return this.#file.examined.reading.conversation.rows.role[this.#part.row] === ATTACHMENT
  }

  get #index(): number {
    return this.#part.block === WHOLE ? 0 : this.#part.block
  }

  get #block(): number {
    return this.#file.examined.reading.facts.first[this.#part.row]! + this.#index
  }

  get #print(): number {
    return this.#file.examined.prints.first[this.#part.row]! + this.#index
  }

  get #hasBlocks(): boolean {
    const { first } = this.#file.examined.reading.facts
    return first[this.#part.row + 1]! > first[this.#part.row]!
  }
}
