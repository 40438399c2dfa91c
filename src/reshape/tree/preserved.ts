// What a compaction keeps of the entries before it, and where the client hangs them (N32).

import type { EntryDetail } from '../../context/facts/entry-details.js'
import { isWhole, keptRows } from '../../context/kept-rows.js'
import type { Conversation } from '../../conversation/conversation.js'
import { rowsByUuid } from '../../conversation/graph.js'
import { NONE } from '../../conversation/rows.js'

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

/** In file order; only what keeps something. */
export function preservedBy({ conversation: { rows, graph, compactions }, facts }: Read): readonly Preserved[] {
  let byUuid: Int32Array | undefined
  const rowOf = (uuid: string): number => {
    byUuid ??= rowsByUuid(rows)
    return byUuid[rows.names.find(uuid)] ?? NONE
  }
  // As the tree has them: another compaction may link them anew, and only the last one's links count.
  const links = { rowOf, parentOf: (row: number) => graph.parent[row]! }
  return compactions.flatMap(({ row: boundary, summaryRow }) => {
    const detail = facts.details?.get(boundary)
    if (detail?.kind !== 'boundary' || !detail.keeps) return []
    const kept = keptRows(detail, links)
    if (!kept || kept.list.length === 0 || !isWhole(kept)) return []
    const anchor = kept.anchor === undefined ? NONE : rowOf(kept.anchor)
    const { list } = kept
    return [{ boundary, anchor: anchor !== NONE ? anchor : summaryRow !== NONE ? summaryRow : boundary, list }]
  })
}
