// What a compaction keeps of the rows before it (N32, R-C8): its list, or the stretch from a head to a tail. The rules of a
// client link these rows anew; a change must keep them, and all that leads to them.

import { NONE } from '../conversation/rows.js'
import type { EntryDetail } from './facts/entry-details.js'

type Boundary = Extract<EntryDetail, { readonly kind: 'boundary' }>

export interface KeptRows {
  /** The uuid on which the first of them hangs. */
  readonly anchor?: string | undefined
  /** In the order in which they are sent; NONE for one that is missing. */
  readonly list: readonly number[]
}

/** How a client holds the file: which row stands for a uuid, and what is above a row. */
export interface Links {
  rowOf(uuid: string): number
  parentOf(row: number): number
}

/** undefined where the stretch has no beginning or no end. */
export function keptRows({ preserved, segment }: Boundary, { rowOf, parentOf }: Links): KeptRows | undefined {
  if (preserved) return { anchor: preserved.anchor, list: preserved.uuids.map(rowOf) }
  if (!segment) return undefined
  const head = rowOf(segment.head)
  const list: number[] = []
  const seen = new Set<number>()
  for (let row = rowOf(segment.tail); row >= 0 && !seen.has(row); row = parentOf(row)) {
    seen.add(row)
    list.push(row)
    if (row === head) return { anchor: segment.anchor, list: list.reverse() }
  }
  return undefined
}

/** Without one that is missing: then nothing is kept (R-C8). */
export function isWhole({ list }: KeptRows): boolean {
  return !list.includes(NONE)
}
