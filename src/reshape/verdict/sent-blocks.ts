// The blocks that the model gets, one after the other, each with the number that tells it from others.

import { BLANK, EMPTY, SAYS_NO_CONTENT, THINKING } from '../../context/facts/block-columns.js'
import { type Context, type Part, WHOLE } from '../../context/index.js'
import { type ColumnsOf, growColumns, newColumns } from '../../conversation/columns.js'
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
export function blockPrints({ messages }: Context, examined: Examined, sourceRows?: ArrayLike<number>): SentBlocks {
  const columns = { count: 0, ...newColumns(COLUMNS, messages.length) }
  const others = new Map<number, Part>()
  for (const { role, parts } of messages)
    for (const part of parts) {
      const at = columns.count++
      if (at === columns.role.length) growColumns(columns, COLUMNS, at + 1)
      columns.role[at] = ROLES.indexOf(role)
      if (part.kind === 'written' || part.change) others.set(at, part)
      else {
        columns.row[at] = part.row
        columns.block[at] = part.block
      }
    }
  return new SentBlocks({ ...columns, others, examined, sourceRows })
}

const ROLES: readonly Context['messages'][number]['role'][] = ['user', 'assistant', 'system']

const COLUMNS = {
  /** Place in ROLES. */
  role: Uint8Array,
  /** Of a block that is sent as it is stored. */
  row: Int32Array,
  block: Int32Array,
} as const

interface AllBlocks extends ColumnsOf<typeof COLUMNS> {
  readonly count: number
  /** What the client writes or changes, by its place. */
  readonly others: ReadonlyMap<number, Part>
  readonly examined: Examined
  readonly sourceRows: ArrayLike<number> | undefined
}

/**
 * Blocks in an order. Each is made when it is asked for: there are as many as the model gets, before and after, and all of
 * them at once would be a third of what a change takes (I5).
 */
export class SentBlocks implements Iterable<SentBlock> {
  readonly length: number
  readonly #all: AllBlocks
  /** Which of them, where it is not all. */
  readonly #chosen: Int32Array | undefined

  constructor(all: AllBlocks, chosen?: Int32Array) {
    this.length = chosen?.length ?? all.count
    this.#all = all
    this.#chosen = chosen
  }

  at(position: number): SentBlock | undefined {
    if (position >= this.length) return undefined
    const { role, row, block, others, examined, sourceRows } = this.#all
    const place = this.#placeOf(position)
    const part = others.get(place)
    const name = ROLES[role[place]!]!
    return part?.kind === 'written'
      ? writtenBlock(name, part)
      : new StoredBlock(name, part ?? { kind: 'stored', row: row[place]!, block: block[place]! }, examined, sourceRows)
  }

  *[Symbol.iterator](): Generator<SentBlock> {
    for (let position = 0; position < this.length; position++) yield this.at(position)!
  }

  filter(test: (block: SentBlock) => boolean): SentBlocks {
    const kept = new Int32Array(this.length)
    let count = 0
    for (let position = 0; position < this.length; position++) if (test(this.at(position)!)) kept[count++] = position
    return this.inOrder(kept.subarray(0, count))
  }

  /** Those at these positions, one after the other. */
  inOrder(positions: Int32Array): SentBlocks {
    return new SentBlocks(
      this.#all,
      positions.map(position => this.#placeOf(position)),
    )
  }

  #placeOf(position: number): number {
    return this.#chosen ? this.#chosen[position]! : position
  }
}

function writtenBlock(role: string, { block }: Extract<Part, { readonly kind: 'written' }>): SentBlock {
  const print = JSON.stringify(block)
  const { type } = block
  const no = { isStored: false, isNote: false, isBlank: false, isAttached: false }
  return { role, type, row: NONE, line: 0, print, words: print, ...no }
}

type StoredPart = Extract<Part, { readonly kind: 'stored' }>

/** Looks up what it is asked. */
class StoredBlock implements SentBlock {
  readonly role: string
  readonly #part: StoredPart
  readonly #examined: Examined
  readonly #sourceRows: ArrayLike<number> | undefined

  constructor(role: string, part: StoredPart, examined: Examined, sourceRows: ArrayLike<number> | undefined) {
    this.role = role
    this.#part = part
    this.#examined = examined
    this.#sourceRows = sourceRows
  }

  get type(): string {
    const { conversation, facts } = this.#examined.reading
    // An attached image has no blocks of its own.
    if (!this.#hasBlocks) return 'image'
    if (facts.blocks.kind[this.#block] === THINKING) return 'thinking'
    return conversation.rows.names.text(facts.blocks.type[this.#block]!) || 'text'
  }

  get row(): number {
    return this.#sourceRows ? (this.#sourceRows[this.#part.row] ?? NONE) : this.#part.row
  }

  get line(): number {
    return this.#examined.reading.conversation.rows.line[this.#part.row]!
  }

  /** What the client makes of a block is told by its rule and the rest of it. */
  get print(): number | string {
    const { change } = this.#part
    return change ? `${this.words} ${JSON.stringify(change)}` : this.words
  }

  get words(): number {
    const { prints, reading } = this.#examined
    const { row } = this.#part
    const hasPrint = prints.first[row + 1]! > prints.first[row]!
    return hasPrint ? prints.of[this.#print]! : reading.conversation.rows.length[row]!
  }

  get isStored(): true {
    return true
  }

  get isNote(): boolean {
    return this.#hasBlocks && this.#examined.prints.isNote[this.#print] === 1
  }

  get isBlank(): boolean {
    const { flags } = this.#examined.reading.facts.blocks
    return this.#hasBlocks && (flags[this.#block]! & (BLANK | EMPTY | SAYS_NO_CONTENT)) !== 0
  }

  get isAttached(): boolean {
    return this.#examined.reading.conversation.rows.role[this.#part.row] === ATTACHMENT
  }

  get #index(): number {
    return this.#part.block === WHOLE ? 0 : this.#part.block
  }

  get #block(): number {
    return this.#examined.reading.facts.first[this.#part.row]! + this.#index
  }

  get #print(): number {
    return this.#examined.prints.first[this.#part.row]! + this.#index
  }

  get #hasBlocks(): boolean {
    const { first } = this.#examined.reading.facts
    return first[this.#part.row + 1]! > first[this.#part.row]!
  }
}
