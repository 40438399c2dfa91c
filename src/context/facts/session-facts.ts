// What is kept of each entry besides the conversation's columns, so that a context can be found without reading the
// file again: its blocks, its model, what its usage adds up to. Filled while the file is read.

import type { SeenEntry } from '../../conversation/conversation.js'
import type { Facts } from '../../conversation/facts.js'
import { grown, type Name, type Names, pairKey } from '../../conversation/names.js'
import { MAX_DEPTH } from '../../format/found.js'
import { decodeText, rangeOf } from '../../format/json/walk.js'
import { textWeight } from '../tokens-weight.js'
import { addBlock, type BlockColumns, newBlockColumns, PLAIN, TEXT } from './block-columns.js'
import { type BlockLook, blockLook } from './block-look.js'
import { type EntryDetail, entryDetail, hasDetail } from './entry-details.js'
import { textFlags } from './text-look.js'

/** Forms of an entry's content. */
export const NO_CONTENT = 0
export const PLAIN_TEXT = 1
export const BLOCKS = 2

/** Who sent a user's entry or a queued prompt, as far as it matters (N27, N34). */
export const NO_ORIGIN = 0
export const FROM_HUMAN = 1
export const FROM_TASK = 2
export const FROM_OTHER = 3

export interface SessionFacts {
  count: number
  /** By row: its first block; the blocks end where the next row's begin. */
  first: Int32Array
  /** NO_CONTENT, PLAIN_TEXT or BLOCKS. */
  form: Uint8Array
  origin: Uint8Array
  model: Int32Array
  /** Tokens of the request and the answer that the entry's usage tells of (N30). */
  tokens: Float64Array
  /** Rows on lines that the client passes over (R-F1 to R-F3). */
  readonly unread: Set<number>
  readonly blocks: BlockColumns
  readonly details: Map<number, EntryDetail>
  /** Types of bookkeeping entries that are there at all. */
  readonly seenTypes: Set<Name>
}

export interface FactCollector {
  readonly facts: SessionFacts
  add(seen: SeenEntry, names: Names): void
}

export function factCollector(): FactCollector {
  const facts = newSessionFacts()
  let look: BlockLook | undefined
  const decoded = new Map<number, boolean>()
  return {
    facts,
    add(seen, names) {
      look ??= blockLook(names)
      const { row, facts: entry, bytes, start, found } = seen
      addRow(facts, row, entry)
      facts.seenTypes.add(entry.type)
      addBlocks(facts.blocks, look, seen, names)
      facts.first[row + 1] = facts.blocks.count
      const key = pairKey(entry.type, entry.subtype)
      let wanted = decoded.get(key)
      if (wanted === undefined)
        decoded.set(key, (wanted = hasDetail(names.text(entry.type), names.text(entry.subtype))))
      if (!wanted || found.depth > MAX_DEPTH) return
      const detail = entryDetail(JSON.parse(decodeText(bytes, start, start + found.length)) as Record<string, unknown>)
      if (detail) facts.details.set(row, detail)
    },
  }
}

function newSessionFacts(): SessionFacts {
  const size = 256
  return {
    count: 0,
    first: new Int32Array(size),
    form: new Uint8Array(size),
    origin: new Uint8Array(size),
    model: new Int32Array(size),
    tokens: new Float64Array(size),
    unread: new Set(),
    blocks: newBlockColumns(),
    details: new Map(),
    seenTypes: new Set(),
  }
}

function addRow(facts: SessionFacts, row: number, entry: Readonly<Facts>): void {
  if (row + 2 > facts.form.length) {
    const size = Math.ceil(facts.form.length * 1.5)
    facts.first = grown(facts.first, size)
    facts.form = grown(facts.form, size)
    facts.origin = grown(facts.origin, size)
    facts.model = grown(facts.model, size)
    facts.tokens = grown(facts.tokens, size)
  }
  facts.count = row + 1
  facts.origin[row] = originOf(entry.origin)
  facts.model[row] = entry.model
  if (entry.hasUsage) {
    const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = entry.usage
    facts.tokens[row] = inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens
  }
  facts.form[row] = entry.content === 'string' ? PLAIN_TEXT : entry.content === 'blocks' ? BLOCKS : NO_CONTENT
}

function originOf(origin: string): number {
  if (origin === '') return NO_ORIGIN
  return origin === 'human' ? FROM_HUMAN : origin === 'task-notification' ? FROM_TASK : FROM_OTHER
}

function addBlocks(blocks: BlockColumns, look: BlockLook, seen: SeenEntry, names: Names): void {
  const { facts, bytes, start } = seen
  if (facts.blocks.length > 0) {
    for (const block of facts.blocks) addBlock(blocks, look.look(bytes, block))
    return
  }
  const text = facts.texts[0] ?? systemText(seen, names)
  if (!text) return
  const flags = textFlags(bytes, text.start, text.end) | PLAIN
  const weight = textWeight(text.end - text.start)
  addBlock(blocks, { kind: TEXT, flags, type: names.of('text'), id: 0, toolName: 0, size: 0, weight })

  /** The words of a system entry stand beside no message. */
  function systemText({ facts: { type, subtype } }: SeenEntry, { text: word }: Names) {
    if (word(type) !== 'system' || word(subtype) !== 'local_command') return undefined
    const range = rangeOf(bytes, start, ['content'])
    return range && bytes[range.start] === 0x22 ? { start: range.start + 1, end: range.end - 1 } : undefined
  }
}
