// Parents before their children, and the end of the conversation last: in files over 5 MiB the client reads only what
// leads to the last entry (B1, R-L7).

import { NONE } from '../../conversation/rows.js'
import type { RepairRule } from './repair-step.js'

export const mendOrder: RepairRule = ({ damaged, draft, step }) => {
  const { findings, source } = damaged
  if (!findings.some(({ code }) => code === 'parent-forward' || code === 'parent-forward-large')) return
  const { rows, graph, leaf } = source.conversation
  if (graph.duplicates.length > 0) return
  const order: number[] = []
  const written = new Uint8Array(rows.count)
  const write = (row: number): void => {
    const way: number[] = []
    for (let at = row; at !== NONE && !written[at]; at = graph.parent[at]!) {
      written[at] = 1
      way.push(at)
    }
    for (const at of way.reverse()) order.push(at)
  }
  const places: number[] = []
  for (let row = 0; row < rows.count; row++) if (rows.uuid[row] !== 0) places.push(row)
  for (const row of places) write(row)
  if (leaf.kind === 'last-in-file') moveToEnd(order, leaf.row, row => graph.firstChild[row] === NONE)
  const moved: number[] = []
  places.forEach((place, at) => {
    if (order[at] === place) return
    draft.placed.set(place, order[at]!)
    moved.push(rows.offset[order[at]!]!)
  })
  step(
    'move parents before their children',
    moved,
    'in a large file, the client loads only the ancestors of the last entry (B1)',
  )
}

/** Where nothing hangs on it. */
function moveToEnd(order: number[], row: number, isEnd: (row: number) => boolean): void {
  if (order.at(-1) === row || !isEnd(row)) return
  order.splice(order.indexOf(row), 1)
  order.push(row)
}
