// What a compaction keeps of the entries before it, and where the client hangs them (N32).

import type { EntryDetail } from '../context/facts/entry-details.js'
import type { Conversation } from '../conversation/conversation.js'
import { rowsByUuid } from '../conversation/graph.js'
import { NONE } from '../conversation/rows.js'

export interface Preserved {
  readonly boundary: number
  /** On which the first of them hangs, and behind the last all else that hung there: the summary, or the boundary. */
  readonly anchor: number
  /** In the order in which they are sent. */
  readonly list: readonly number[]
}

interface Read {
  readonly conversation: Conversation
  /** Without details, as of an agent's transcript, nothing is known to be kept. */
  readonly facts: { readonly details?: ReadonlyMap<number, EntryDetail> }
}

/** In file order; only what keeps something. R-C8: with one name missing, nothing is kept. */
export function preservedBy({ conversation: { rows, graph, compactions }, facts }: Read): readonly Preserved[] {
  let byUuid: Int32Array | undefined
  const rowOf = (uuid: string | undefined): number => {
    byUuid ??= rowsByUuid(rows)
    return uuid === undefined ? NONE : (byUuid[rows.names.find(uuid)] ?? NONE)
  }
  return compactions.flatMap(({ row: boundary, summaryRow }) => {
    const detail = facts.details?.get(boundary)
    if (detail?.kind !== 'boundary' || !detail.keeps) return []
    const list = detail.preserved ? detail.preserved.uuids.map(rowOf) : stretch(detail.segment)
    if (list.length === 0 || list.includes(NONE)) return []
    const anchor = rowOf((detail.preserved ?? detail.segment)!.anchor)
    return [{ boundary, anchor: anchor !== NONE ? anchor : summaryRow !== NONE ? summaryRow : boundary, list }]
  })

  /** From the head to the tail of a stretch that is not listed. */
  function stretch(segment: { readonly head: string; readonly tail: string } | undefined): readonly number[] {
    const head = rowOf(segment?.head)
    const list: number[] = []
    const seen = new Set<number>()
    for (let row = rowOf(segment?.tail); row !== NONE && !seen.has(row); row = graph.parent[row]!) {
      seen.add(row)
      list.push(row)
      if (row === head) return list.reverse()
    }
    return []
  }
}
