// The blocks that the model gets, one after the other, each with the number that tells it from others.

import { BLANK, EMPTY, SAYS_NO_CONTENT, THINKING } from '../../context/facts/block-columns.js'
import { type BlockChange, type Context, type Part, WHOLE } from '../../context/index.js'
import { type ColumnsOf, growColumns, newColumns } from '../../conversation/columns.js'
import type { Name } from '../../conversation/names.js'
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

/**
 * `sourceRows` tells the rows by those of another file: the one that this is the result of. Of the reading nothing is held:
 * that of a source is given back before its result is read (I5).
 */
export function blockPrints({ messages }: Context, examined: Examined, sourceRows?: ArrayLike<number>): SentBlocks {
  const columns = { count: 0, ...newColumns(COLUMNS, messages.length) }
  const others = new Map<number, Other>()
  const look = storedLook(examined)
  for (const { role, parts } of messages)
    for (const part of parts) {
      const at = columns.count++
      if (at === columns.role.length) growColumns(columns, COLUMNS, at + 1)
      columns.role[at] = ROLES.indexOf(role)
      if (part.kind === 'written') {
        others.set(at, part)
        continue
      }
      if (part.change) others.set(at, { kind: 'changed', change: part.change })
      columns.row[at] = sourceRows ? (sourceRows[part.row] ?? NONE) : part.row
      columns.line[at] = examined.reading.conversation.rows.line[part.row]!
      columns.type[at] = look.type(part)
      columns.words[at] = look.words(part)
      columns.flags[at] = look.flags(part)
    }
  return new SentBlocks({ ...columns, types: look.types, others })
}

const ROLES: readonly Context['messages'][number]['role'][] = ['user', 'assistant', 'system']

const COLUMNS = {
  /** Place in ROLES. */
  role: Uint8Array,
  /** The rest of a block that stands in the file. */
  row: Int32Array,
  line: Int32Array,
  /** Place in `types`. */
  type: Int32Array,
  words: Float64Array,
  flags: Uint8Array,
} as const

const IS_NOTE = 1
const IS_BLANK = 1 << 1
const IS_ATTACHED = 1 << 2

interface AllBlocks extends ColumnsOf<typeof COLUMNS> {
  readonly count: number
  readonly types: readonly string[]
  /** What the client writes or changes, by its place. */
  readonly others: ReadonlyMap<number, Other>
}

type StoredPart = Extract<Part, { readonly kind: 'stored' }>
type WrittenPart = Extract<Part, { readonly kind: 'written' }>
type Other = WrittenPart | { readonly kind: 'changed'; readonly change: BlockChange }

/** The blocks of a context in the order in which they are sent, or some of them. Each is looked at when it is asked for. */
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
    const { role, row, line, type, types, words, flags, others } = this.#all
    const place = this.#placeOf(position)
    const other = others.size > 0 ? others.get(place) : undefined
    const name = ROLES[role[place]!]!
    if (other?.kind === 'written') return writtenBlock(name, other)
    const own = words[place]!
    const flag = flags[place]!
    return {
      role: name,
      type: types[type[place]!]!,
      row: row[place]!,
      line: line[place]!,
      // What the client makes of a block is told by its rule and the rest of it.
      print: other ? `${own} ${JSON.stringify(other.change)}` : own,
      words: own,
      isStored: true,
      isNote: (flag & IS_NOTE) !== 0,
      isBlank: (flag & IS_BLANK) !== 0,
      isAttached: (flag & IS_ATTACHED) !== 0,
    }
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

function writtenBlock(role: string, { block }: WrittenPart): SentBlock {
  const print = JSON.stringify(block)
  const { type } = block
  const no = { isStored: false, isNote: false, isBlank: false, isAttached: false }
  return { role, type, row: NONE, line: 0, print, words: print, ...no }
}

/** What a reading says about a block that stands in the file. */
function storedLook({ reading: { conversation, facts }, prints }: Examined) {
  const { rows } = conversation
  const types: string[] = []
  const numbers = new Map<string, number>()
  const ofName = new Map<Name, number>()

  const hasBlocks = (row: number): boolean => facts.first[row + 1]! > facts.first[row]!
  const index = ({ block }: StoredPart): number => (block === WHOLE ? 0 : block)
  const blockOf = (part: StoredPart): number => facts.first[part.row]! + index(part)
  const printOf = (part: StoredPart): number => prints.first[part.row]! + index(part)

  function numberOf(type: string): number {
    const known = numbers.get(type)
    if (known !== undefined) return known
    numbers.set(type, types.length)
    return types.push(type) - 1
  }

  function named(name: Name): number {
    const known = ofName.get(name)
    if (known !== undefined) return known
    const number = numberOf(rows.names.text(name) || 'text')
    ofName.set(name, number)
    return number
  }

  return {
    types,
    type(part: StoredPart): number {
      // An attached image has no blocks of its own.
      if (!hasBlocks(part.row)) return numberOf('image')
      const block = blockOf(part)
      return facts.blocks.kind[block] === THINKING ? numberOf('thinking') : named(facts.blocks.type[block]!)
    },
    words(part: StoredPart): number {
      const { row } = part
      const hasPrint = prints.first[row + 1]! > prints.first[row]!
      return hasPrint ? (prints.of[printOf(part)] ?? NONE) : rows.length[row]!
    },
    flags(part: StoredPart): number {
      const attached = rows.role[part.row] === ATTACHMENT ? IS_ATTACHED : 0
      if (!hasBlocks(part.row)) return attached
      const isBlank = (facts.blocks.flags[blockOf(part)]! & (BLANK | EMPTY | SAYS_NO_CONTENT)) !== 0
      return attached | (isBlank ? IS_BLANK : 0) | (prints.isNote[printOf(part)] === 1 ? IS_NOTE : 0)
    },
  }
}
