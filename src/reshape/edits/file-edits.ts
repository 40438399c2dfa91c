// All edits of a file, in its order, found anew each time they are asked for (Changes.edits): nothing is held.

import type { Conversation } from '../../conversation/conversation.js'
import { applyEdits, type Edit, type Edits } from '../../format/changes.js'
import { concatenate } from '../../format/pieces.js'
import type { Draft } from '../plan/draft.js'
import type { RowEdits } from './row-edits.js'
import { type EntryReader, inWindows } from './windows.js'

export interface FileEditOptions {
  readonly draft: Pick<Draft, 'removed' | 'placed' | 'gapEdits' | 'appended'> & {
    readonly source: {
      readonly conversation: Conversation
      readonly size: number
      read(offset: number, length: number, into?: Uint8Array): Uint8Array
    }
  }
  readonly editsOf: RowEdits
  /** The entries that are added at the end, as JSON. */
  readonly appended: readonly string[]
  /** Those that are put before a row that stays. */
  readonly inserted: ReadonlyMap<number, readonly string[]>
}

const NOTHING = new Uint8Array(0)
const utf8 = new TextEncoder()

export function fileEdits({ draft, editsOf, appended, inserted }: FileEditOptions): Edits {
  const { conversation, size, read } = draft.source
  const { rows } = conversation
  return {
    *[Symbol.iterator](): Generator<Edit> {
      const entryAt = inWindows(read, size)
      let gap = 0
      for (let row = 0; row < rows.count; row++) {
        const offset = rows.offset[row]!
        for (; gap < draft.gapEdits.length && draft.gapEdits[gap]!.offset < offset; gap++) yield draft.gapEdits[gap]!
        const length = rows.length[row]!
        // What goes, goes from wherever it was placed.
        const placed = draft.placed.get(row) ?? row
        const isMoved = placed !== row && !draft.removed[placed]
        const before = inserted.get(row)
        const lines = before ? linesBefore(before, beginsLine(entryAt, offset)) : NOTHING
        if (before && !isMoved) yield { offset, length: 0, content: lines }
        if (draft.removed[placed]) {
          const ending = beginsLine(entryAt, offset) ? endingAt(entryAt, offset + length, size) : 0
          yield { offset, length: length + ending, content: NOTHING }
        } else if (isMoved) {
          const from = rows.offset[placed]!
          const bytes = read(from, rows.length[placed]!)
          yield {
            offset,
            length,
            content: concatenate([
              lines,
              applyEdits(
                bytes,
                editsOf(placed, bytes).map(edit => ({ ...edit, offset: edit.offset - from })),
              ),
            ]),
          }
        } else yield* editsAt(entryAt, row)
      }
      yield* draft.gapEdits.slice(gap)
      if (appended.length > 0) yield atEnd()
    },
  }

  /** Apart: a generator that waits would hold the record. */
  function editsAt(entryAt: EntryReader, row: number): readonly Edit[] {
    return editsOf(row, entryAt(rows.offset[row]!, rows.length[row]!))
  }

  /** A file may end without a line break; what is added then begins with one. */
  function atEnd(): Edit {
    const isOpen = size > 0 && read(size - 1, 1)[0] !== 0x0a
    const lines = appended.map(json => `${json}\n`).join('')
    return { offset: size, length: 0, content: utf8.encode(isOpen ? `\n${lines}` : lines) }
  }
}

function linesBefore(entries: readonly string[], isLineStart: boolean): Uint8Array {
  return utf8.encode(`${isLineStart ? '' : '\n'}${entries.map(json => `${json}\n`).join('')}`)
}

/** What else stands on the line before a record must not be joined to the next line. */
function beginsLine(entryAt: EntryReader, offset: number): boolean {
  return offset === 0 || entryAt(offset - 1, 1)[0] === 0x0a
}

/** Length of the line ending at this place; 0 where another record follows on the same line. */
function endingAt(entryAt: EntryReader, at: number, size: number): number {
  const [first, second] = entryAt(at, Math.min(2, size - at))
  if (first === 0x0a) return 1
  return first === 0x0d && second === 0x0a ? 2 : 0
}
