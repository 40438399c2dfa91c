// Where a conversation ends. Which entry a client takes as its end is for the rules of that client to say
// (`src/context/find-path.ts`); without them a conversation ends with its file.

import type { Graph } from './graph.js'
import { ASSISTANT, has, NONE, OTHER, PROGRESS, type Rows, SIDECHAIN, USER } from './rows.js'

export type Leaf =
  | { readonly kind: 'checkpoint'; readonly row: number; readonly checkpointRow: number; readonly why: string }
  | { readonly kind: 'last-in-file'; readonly row: number; readonly why: string }
  | { readonly kind: 'none'; readonly why: string }

/** The last entry of the tree that hangs on a prompt or an answer, or is one. */
export function lastOfFile(rows: Rows, graph: Graph): Leaf {
  const reaches = new Uint8Array(rows.count)
  for (const row of graph.order) {
    const role = rows.role[row]
    const parent = graph.parent[row]!
    reaches[row] = role === USER || role === ASSISTANT || (parent !== NONE && reaches[parent] === 1) ? 1 : 0
  }
  for (let place = rows.count - 1; place >= 0; place--) {
    const copies = graph.copies.get(rows.uuid[place]!)
    if (copies && copies.first !== place) continue // N7: the place of the first, the content of the last
    const row = copies?.last ?? place
    const isChained = rows.role[row] !== OTHER && rows.role[row] !== PROGRESS
    if (rows.uuid[row] !== 0 && isChained && !has(rows, row, SIDECHAIN) && reaches[row])
      return { kind: 'last-in-file', row, why: 'the last entry of the file' }
  }
  return { kind: 'none', why: 'no prompts or answers in the file' }
}
