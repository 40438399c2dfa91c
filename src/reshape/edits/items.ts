// Taking members out of an object, or elements out of an array, without touching what stays.

import type { Edit } from '../../format/changes.js'

export interface Item {
  /** From its first byte (the quote of its key) to behind its value. */
  readonly start: number
  readonly end: number
  readonly goes: boolean
}

const NOTHING = new Uint8Array(0)

/** A run of items goes with the comma behind it, or with the one before it where it is the last. `base` is added. */
export function removalEdits(items: readonly Item[], base: number): readonly Edit[] {
  const edits: Edit[] = []
  for (let first = 0; first < items.length; first++) {
    if (!items[first]!.goes) continue
    let last = first
    while (items[last + 1]?.goes) last++
    const from = last + 1 < items.length || first === 0 ? items[first]!.start : items[first - 1]!.end
    const to = items[last + 1]?.start ?? items[last]!.end
    edits.push({ offset: base + from, length: to - from, content: NOTHING })
    first = last
  }
  return edits
}
