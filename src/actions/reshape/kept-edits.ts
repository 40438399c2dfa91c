// The edits of a plan, found once: what was examined is what is written. A plan finds its edits anew whenever it is asked
// for them, which takes a reading of the file; most sessions have so few that they can be kept.

import { growColumns, grown, newColumns } from '../../conversation/columns.js'
import type { Edit, Edits } from '../../format/changes.js'

/** More are rather found again: memory is promised by the entry (I5). */
const MOST_BYTES = 12_000_000
/** Of an edit besides its content. */
const FIELDS = 20

export function keptEdits(edits: Edits): Edits {
  if (Array.isArray(edits)) return edits
  let kept: Iterable<Edit> | undefined
  return {
    *[Symbol.iterator](): Generator<Edit> {
      if (kept) {
        yield* kept
        return
      }
      const keeper = editKeeper()
      for (const edit of edits) {
        keeper.add(edit)
        yield edit
      }
      kept = keeper.all()
    },
  }
}

const COLUMNS = {
  offset: Float64Array,
  length: Float64Array,
  /** Of the content, among the contents. */
  end: Int32Array,
} as const

function editKeeper() {
  let count = 0
  let used = 0
  let isTooMuch = false
  let columns = newColumns(COLUMNS, 1024)
  let contents = new Uint8Array(1 << 16)

  function add(edit: Edit): void {
    if (isTooMuch) return
    if (used + edit.content.length + count * FIELDS > MOST_BYTES) {
      isTooMuch = true
      contents = new Uint8Array(0)
      columns = newColumns(COLUMNS, 0)
      return
    }
    if (count === columns.offset.length) growColumns(columns, COLUMNS, count + 1)
    if (used + edit.content.length > contents.length) contents = grown(contents, used + edit.content.length)
    contents.set(edit.content, used)
    used += edit.content.length
    columns.offset[count] = edit.offset
    columns.length[count] = edit.length
    columns.end[count++] = used
  }

  function* each(): Generator<Edit> {
    const { offset, length, end } = columns
    for (let at = 0; at < count; at++)
      yield { offset: offset[at]!, length: length[at]!, content: contents.subarray(end[at - 1] ?? 0, end[at]) }
  }

  return {
    add,
    /** Undefined where they are found again. */
    all(): Iterable<Edit> | undefined {
      return isTooMuch ? undefined : { [Symbol.iterator]: each }
    },
  }
}
