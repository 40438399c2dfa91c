// One number for each content block, taken while a file is read: two files send the same where the numbers agree. This
// is how a result is compared with its source without trusting the plan, and without reading either again.

import { type ColumnsOf, growColumns, grown, newColumns } from '../../conversation/columns.js'
import type { SeenEntry } from '../../conversation/conversation.js'
import type { Name, Names } from '../../conversation/names.js'
import { fingerprinter } from '../../format/fingerprint.js'
import { rangeOf } from '../../format/json/walk.js'

const utf8 = new TextEncoder()
const NOTE = utf8.encode('[rethread: ')

const COLUMNS = {
  of: Float64Array,
  /** 1 for a note of ours, which stands for something that was left out. */
  isNote: Uint8Array,
} as const

export interface Prints extends ColumnsOf<typeof COLUMNS> {
  /** By row: where its numbers begin; they end where the next row's begin. */
  first: Int32Array
}

export interface PrintCollector {
  readonly prints: Prints
  add(seen: SeenEntry, names: Names): void
}

export function printCollector(): PrintCollector {
  const prints: Prints = { first: new Int32Array(257), ...newColumns(COLUMNS, 256) }
  const types = new Map<Name, number>()
  const fingerprint = fingerprinter()
  let count = 0

  function put(print: number, isNote: boolean): void {
    if (count === prints.of.length) growColumns(prints, COLUMNS, count + 1)
    prints.of[count] = print
    prints.isNote[count] = isNote ? 1 : 0
    count++
  }

  /** By the word: its number is another one in each file. */
  function typePrint(type: Name, names: Names): number {
    const known = types.get(type)
    if (known !== undefined) return known
    const word = utf8.encode(names.text(type))
    fingerprint.start()
    fingerprint.add(word, 0, word.length)
    const made = fingerprint.value() | 0
    types.set(type, made)
    return made
  }

  function printOf(bytes: Uint8Array, from: number, to: number, type: number): number {
    fingerprint.start()
    fingerprint.mark(type)
    fingerprint.add(bytes, from, to)
    return fingerprint.value()
  }

  return {
    prints,
    add({ facts, row, bytes, start }, names) {
      if (row + 2 > prints.first.length) prints.first = grown(prints.first, row + 2)
      for (const block of facts.blocks) {
        const isText = block.textEnd > 0
        const [from, to] = isText ? [block.textStart, block.textEnd] : [block.start, block.end]
        const type = typePrint(block.type, names)
        put(printOf(bytes, from, to, type), isText && startsWith(bytes, block.textStart))
      }
      if (facts.blocks.length === 0) {
        const text = facts.texts[0] ?? systemText(bytes, start, names.text(facts.type))
        const told = text ?? attachedImage(bytes, start, names.text(facts.type))
        if (told) put(printOf(bytes, told.start, told.end, 0), false)
      }
      prints.first[row + 1] = count
    },
  }
}

function systemText(bytes: Uint8Array, start: number, type: string) {
  if (type !== 'system') return undefined
  const range = rangeOf(bytes, start, ['content'])
  return range && bytes[range.start] === 0x22 ? { start: range.start + 1, end: range.end - 1 } : undefined
}

/** Whatever ids and paths stand around it. */
function attachedImage(bytes: Uint8Array, start: number, type: string) {
  return type === 'attachment' ? rangeOf(bytes, start, ['attachment', 'content', 'file', 'base64']) : undefined
}

function startsWith(bytes: Uint8Array, at: number): boolean {
  return NOTE.every((byte, index) => bytes[at + index] === byte)
}
