// The tree becomes one chain (`--linear`).

import { NONE, SIDECHAIN } from '../../conversation/rows.js'
import { addStep, changeOf, type Draft, removeRows } from '../plan/draft.js'
import { oneChain } from './chain-order.js'
import { isEnd } from './end-at.js'

/** Hangs what leads to `leaf` on one chain, in the order of the file; the other branches stay in the original. */
export function hangInOneChain(draft: Draft, leaf: number): void {
  const { conversation, facts } = draft.source
  const { rows, compactions, graph } = conversation
  const stays = new Uint8Array(rows.count)
  // The client does not read what stands behind damage.
  for (let row = 0; row < rows.count; row++) stays[row] = draft.removed[row] || facts.unread.has(row) ? 0 : 1
  const chain = oneChain(draft.source, stays, leaf)
  const isChained = new Set(chain)
  const others: number[] = []
  for (let row = 0; row < rows.count; row++) if (isEnd(rows, row) && !isChained.has(row)) others.push(row)
  for (const row of graph.duplicates) if (!isChained.has(row) && (rows.flags[row]! & SIDECHAIN) === 0) others.push(row)
  addStep(
    draft,
    'leave out',
    removeRows(draft, others),
    'they are on other branches or damaged lines, or a compaction forgot them; a single chain has one end',
  )

  const boundaries = new Set(compactions.filter(one => one.dialect === 'boundary').map(one => one.row))
  const moved: number[] = []
  const insertedBefore = new Map(draft.inserted.map(one => [chain[placeBehind(chain, one.before)], one]))
  chain.forEach((row, at) => {
    const added = insertedBefore.get(row)
    const above = at === 0 || boundaries.has(row) ? 0 : rows.uuid[chain[at - 1]!]!
    const parent = added ? added.names.at(-1)! : above
    if (parent === rows.parentName[row]) return
    draft.parents.set(row, parent)
    moved.push(row)
  })
  addStep(draft, 'make one chain', moved, 'older clients only follow parents (R-T5, R-T6)')
  const places = chain.toSorted((a, b) => a - b)
  places.forEach((place, at) => {
    if (chain[at] !== place) draft.placed.set(place, chain[at]!)
    else draft.placed.delete(place)
  })
  placeInserted(draft, chain, places)
  hangBehindParents(draft, chain, places)
  // What they keep now hangs behind their summaries by itself.
  for (const { row, preserved, segment } of compactions) {
    if (isChained.has(row) && (preserved.length > 0 || segment)) changeOf(draft, row).dropsPreserved = true
  }
}

/** The large reader throws away what stands before a boundary (B1): so one that begins the conversation comes first. */
function placeInserted(draft: Draft, chain: readonly number[], places: readonly number[]): void {
  const first = draft.removed.indexOf(0)
  for (const one of draft.inserted) {
    const at = placeBehind(chain, one.before)
    one.at = { place: one.isRoot ? first : places[at]!, above: one.isRoot || at === 0 ? NONE : chain[at - 1]! }
  }
}

/** In the chain: the place of this row; where it has gone, such as thinking that is void, of the next that follows it. */
function placeBehind(chain: readonly number[], row: number): number {
  const at = chain.indexOf(row)
  if (at >= 0) return at
  let next = -1
  chain.forEach((one, place) => {
    if (one > row && (next < 0 || one < chain[next]!)) next = place
  })
  return next
}

/** Progress hangs beside the chain; where its parent has moved behind it, it hangs on what now stands before it. */
function hangBehindParents(draft: Draft, chain: readonly number[], places: readonly number[]): void {
  const { rows, graph } = draft.source.conversation
  const placeOf = new Map(chain.map((row, at) => [row, places[at]!]))
  let at = 0
  for (let row = 0; row < rows.count; row++) {
    while (places[at + 1] !== undefined && places[at + 1]! < row) at++
    if (draft.removed[row] || rows.uuid[row] === 0 || placeOf.has(row)) continue
    const parentPlace = placeOf.get(graph.parent[row]!)
    if (parentPlace !== undefined && parentPlace > row && places[at]! < row)
      draft.parents.set(row, rows.uuid[chain[at]!]!)
  }
}
