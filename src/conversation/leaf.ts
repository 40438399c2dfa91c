// Which entry does the client take as the end of the conversation? (R-L1 to R-L5, N4 to N6)

import { childrenOf, type Graph } from './graph.js'
import {
  ASSISTANT,
  ATTACHMENT,
  HAS_TOOL_RESULT,
  has,
  META,
  NONE,
  OTHER,
  PROGRESS,
  type Rows,
  SIDECHAIN,
  SYSTEM,
  USER,
} from './rows.js'

/** A `last-prompt` entry, in file order. */
export interface Checkpoint {
  readonly row: number
  /** The uuid that it names; undefined for null. */
  readonly leafUuid: string | undefined
  readonly explicit: boolean
}

export type Leaf =
  | { readonly kind: 'checkpoint'; readonly row: number; readonly checkpointRow: number; readonly why: string }
  | { readonly kind: 'last-in-file'; readonly row: number; readonly why: string }
  | { readonly kind: 'none'; readonly why: string }

export function chooseLeaf(rows: Rows, graph: Graph, checkpoints: readonly Checkpoint[]): Leaf {
  const last = fromFileOrder(rows, graph, checkpoints.length > 0)
  const boundary = lastBoundary(rows)
  // What a checkpoint names is void behind a compaction.
  const checkpoint = lastCheckpoint(checkpoints.filter(({ row }) => row > boundary))
  if (!checkpoint) return last
  if (checkpoint.leafUuid === undefined) {
    if (!checkpoint.explicit || chainedAfter(rows, checkpoint.row, () => true)) return last
    return { kind: 'none', why: 'rewound to the start' } // R-L5
  }
  const target = rowOfUuid(rows, checkpoint.leafUuid)
  if (target === NONE || !isChained(rows, target)) return last // R-L4; N6: a progress row is ignored
  if (has(rows, target, SIDECHAIN)) return { kind: 'none', why: 'the checkpoint names a subagent entry' } // N6
  const leaf = (why: string): Leaf => ({ kind: 'checkpoint', row: target, checkpointRow: checkpoint.row, why })
  if (last.kind === 'none') return leaf('the checkpoint names it')
  const onChain = ancestors(graph, last.row)
  if (!isOnChain(rows, graph, target, onChain)) return leaf('the checkpoint names another branch') // N5
  if (!checkpoint.explicit) return last // R-L3
  const below = descendants(graph, target)
  const goesOn = chainedAfter(rows, checkpoint.row, row => below.has(row))
  return goesOn ? last : leaf('rewound to it') // N6
}

function lastBoundary(rows: Rows): number {
  const boundary = rows.names.find('compact_boundary')
  if (boundary === 0) return NONE
  for (let row = rows.count - 1; row >= 0; row--)
    if (rows.role[row] === SYSTEM && rows.subtype[row] === boundary) return row
  return NONE
}

/**
 * The last chained row that reaches a prompt or an answer; where it has children, its newest terminal descendant, unless
 * it is the newest row itself or the file has a checkpoint (N4).
 */
function fromFileOrder(rows: Rows, graph: Graph, hasCheckpoint: boolean): Leaf {
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
    if (rows.uuid[row] === 0 || !isChained(rows, row) || has(rows, row, SIDECHAIN) || !reaches[row]) continue
    const end = hasCheckpoint || isNewest(rows, row) ? row : newestTerminal(rows, graph, row)
    return { kind: 'last-in-file', row: end, why: 'the last entry of the file' }
  }
  return { kind: 'none', why: 'no prompts or answers in the file' }
}

function isNewest(rows: Rows, last: number): boolean {
  for (let row = 0; row < rows.count; row++) {
    const counts = rows.uuid[row] !== 0 && isChained(rows, row) && !has(rows, row, SIDECHAIN)
    if (counts && rows.uuid[row] !== rows.uuid[last] && !(rows.time[row]! < rows.time[last]!)) return false
  }
  return true
}

/** Progress is followed, but is no end (N2, N4); an end without a time is older than all. */
function newestTerminal(rows: Rows, graph: Graph, top: number): number {
  let best = NONE
  const ends = new Set<number>()
  const open: { readonly row: number; readonly above: number }[] = [{ row: top, above: top }]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const follows = isChained(rows, at.row)
    const above = follows ? at.row : at.above
    if (follows) {
      ends.delete(at.above)
      ends.add(at.row)
    }
    for (const child of childrenOf(graph, at.row)) {
      if (has(rows, child, SIDECHAIN) || (!isChained(rows, child) && rows.role[child] !== PROGRESS)) continue
      open.push({ row: child, above })
    }
  }
  const timeOf = (row: number): number => (Number.isNaN(rows.time[row]!) ? Number.NEGATIVE_INFINITY : rows.time[row]!)
  for (const row of ends) if (best === NONE || timeOf(row) > timeOf(best)) best = row
  return best
}

/** The last one counts; it stays explicit when it repeats the leaf of an explicit one (N6). */
function lastCheckpoint(checkpoints: readonly Checkpoint[]): Checkpoint | undefined {
  let current: Checkpoint | undefined
  for (const next of checkpoints) {
    const keeps = current?.explicit === true && current.leafUuid === next.leafUuid
    current = keeps && !next.explicit ? { ...next, explicit: true } : next
  }
  return current
}

function rowOfUuid(rows: Rows, uuid: string): number {
  const name = rows.names.find(uuid)
  if (name === 0) return NONE
  for (let row = rows.count - 1; row >= 0; row--) if (rows.uuid[row] === name) return row
  return NONE
}

function isChained(rows: Rows, row: number): boolean {
  return rows.role[row] !== OTHER && rows.role[row] !== PROGRESS
}

function chainedAfter(rows: Rows, after: number, holds: (row: number) => boolean): boolean {
  for (let row = after + 1; row < rows.count; row++) {
    if (rows.uuid[row] !== 0 && isChained(rows, row) && holds(row)) return true
  }
  return false
}

/** Up to the first break: what lies beyond is another branch to a checkpoint. */
function ancestors(graph: Graph, from: number): ReadonlySet<number> {
  const found = new Set<number>()
  for (let row = from; row !== NONE && !found.has(row); row = graph.parent[row]!) found.add(row)
  return found
}

function descendants(graph: Graph, top: number): ReadonlySet<number> {
  const found = new Set<number>()
  const open = [top]
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    for (const child of childrenOf(graph, row)) {
      found.add(child)
      open.push(child)
    }
  }
  return found
}

/**
 * On the chain, or taken along with it (N5, N8): entries of a message that is on it, results of its calls, and the
 * notes and attachments below those.
 */
function isOnChain(rows: Rows, graph: Graph, target: number, chain: ReadonlySet<number>): boolean {
  if (chain.has(target)) return true
  const messages = new Set<number>()
  for (const row of chain)
    if (rows.role[row] === ASSISTANT && rows.messageId[row] !== 0) messages.add(rows.messageId[row]!)
  let wantsCall = false
  for (let row = target; row !== NONE; row = graph.parent[row]!) {
    if (rows.role[row] === ASSISTANT) return messages.has(rows.messageId[row]!)
    if (rows.role[row] === PROGRESS) continue
    if (wantsCall) return false
    if (has(rows, row, HAS_TOOL_RESULT)) wantsCall = true
    else if (rows.role[row] !== ATTACHMENT && !(rows.role[row] === USER && has(rows, row, META))) return false
  }
  return false
}
