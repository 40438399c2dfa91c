// What hangs on what in the drawing: from each node the way up to the next one.

import type { Conversation } from './conversation.js'
import type { FoundNode } from './graph-nodes.js'
import { isMain, NONE } from './rows.js'

export interface Chain {
  /** The last node of the way down at each row. */
  readonly lastAt: readonly (FoundNode | undefined)[]
  /** The row, at or above each, that has nodes; NONE for none. */
  readonly above: Int32Array
  /** Whether the way up to there leads over a join that is not a parent. */
  readonly joined: Uint8Array
  /** Nodes of the turns, by position. */
  readonly turns: readonly FoundNode[]
}

export function chainOf(
  { rows, branches, graph }: Conversation,
  ranks: readonly (readonly FoundNode[])[],
  turns: readonly FoundNode[],
): Chain {
  const lastAt: (FoundNode | undefined)[] = new Array(rows.count).fill(undefined)
  for (const nodes of ranks) {
    for (const node of nodes) {
      node.above = lastAt[node.row]
      lastAt[node.row] = node
    }
  }
  const above = new Int32Array(rows.count).fill(NONE)
  const joined = new Uint8Array(rows.count)
  const known = new Uint8Array(rows.count)
  const way: number[] = []
  for (let start = 0; start < rows.count; start++) {
    if (!isMain(rows, start)) continue
    let row = start
    while (row !== NONE && !known[row]) {
      known[row] = 1
      way.push(row)
      row = branches.up[row]!
    }
    for (let next = way.pop(); next !== undefined; next = way.pop()) {
      const from = branches.up[next]!
      const isJoin = from !== NONE && graph.parent[next] !== from
      above[next] = lastAt[next] ? next : from === NONE ? NONE : above[from]!
      joined[next] = isJoin || (from !== NONE && !lastAt[from] && joined[from] === 1) ? 1 : 0
    }
  }
  return { lastAt, above, joined, turns }
}

/** What a row belongs to: its turn, or the node above it where its branch has left that turn. */
export function nodeAt({ turns, branches }: Conversation, chain: Chain, row: number): FoundNode | undefined {
  const turn = chain.turns[turns.of[row]!]
  return turn?.branch === (branches.of[row]! || 1) ? turn : (lastAbove(chain, row) ?? turn)
}

function lastAbove({ lastAt, above }: Chain, row: number): FoundNode | undefined {
  return row === NONE || above[row] === NONE ? undefined : lastAt[above[row]!]
}

/** Sets what a node hangs on, and how. */
export function hang({ branches, rows, graph }: Conversation, chain: Chain, node: FoundNode): void {
  const { kind } = node.subject
  node.edge = kind === 'compaction' ? 'compaction' : kind === 'cut' ? 'cut' : 'parent'
  if (node.above) return // on another node of its own row
  if (kind === 'leaf') {
    node.above = lastAbove(chain, node.row)
    return
  }
  // A boundary whose uuid was written again as something else: nothing leads to it any more (N7).
  if ((graph.copies.get(rows.uuid[node.row]!)?.last ?? node.row) !== node.row) return
  const isOutside = kind === 'cut' || !isMain(rows, node.row)
  const found = lastAbove(chain, isOutside ? mainBefore(rows, node.row) : branches.up[node.row]!)
  if (!found || found === node) return
  node.above = found
  if (node.edge === 'parent' && chain.joined[node.row] === 1) node.edge = 'logical'
}

/** The nearest row before that is an entry of the main conversation. */
export function mainBefore(rows: Conversation['rows'], row: number): number {
  let before = row - 1
  while (before >= 0 && !isMain(rows, before)) before--
  return before
}
