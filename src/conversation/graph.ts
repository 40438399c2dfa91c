// The tree of a session: over all entries with a uuid, not only prompts and answers (D5).
//
// Parents are rows; a parent that is named but absent makes an orphan (D7), a ring of parents is opened at its first
// row, and of entries with the same uuid the last one stands for all (N7).

import type { Name } from './names.js'
import { NONE, type Rows } from './rows.js'

export interface Orphan {
  readonly row: number
  /** The uuid that is not in the file. */
  readonly missing: string
  /** Entries of the history before it that can no longer be reached from it. */
  readonly cutsOff: number
  /** Joined to the history again by a logical parent that is there. */
  readonly joined: boolean
}

export interface Copies {
  readonly first: number
  readonly last: number
}

export interface Graph {
  /** Row of the parent; NONE for roots and orphans, and where a ring was opened. */
  readonly parent: Int32Array
  /** For a root that says where the conversation went on (`logicalParentUuid`): that row, else NONE. */
  readonly joinedTo: Int32Array
  /** Children in file order, as linked lists. */
  readonly firstChild: Int32Array
  readonly nextSibling: Int32Array
  readonly depth: Int32Array
  /** Every row with a uuid once, parents before their children. */
  readonly order: Int32Array
  readonly roots: readonly number[]
  readonly orphans: readonly Orphan[]
  /** The row at which each ring of parents was opened. */
  readonly cycles: readonly number[]
  /** Rows whose parent stands later in the file. */
  readonly forwardParents: readonly number[]
  /** Rows whose uuid occurs again later: the later one counts. */
  readonly duplicates: readonly number[]
  /** For each uuid that occurs more than once: its place in the file, and the row that counts (N7). */
  readonly copies: ReadonlyMap<Name, Copies>
  readonly leaves: number
  readonly maxDepth: number
  /** How many entries hang on the entry right before them, and how many elsewhere (source document 001). */
  readonly linear: number
  readonly jumps: number
}

export function buildGraph(rows: Rows): Graph {
  const rowOf = rowsByUuid(rows)
  const duplicates: number[] = []
  const parent = new Int32Array(rows.count).fill(NONE)
  const forward: number[] = []
  const missing: number[] = []
  let linear = 0
  let jumps = 0
  let previous = 0
  for (let row = 0; row < rows.count; row++) {
    const uuid = rows.uuid[row]!
    if (uuid === 0) continue
    const name = rows.parentName[row]!
    if (name !== 0) {
      if (name === previous) linear++
      else jumps++
      const found = rowOf[name]!
      parent[row] = found
      if (rowOf[uuid] === row) {
        if (found === NONE) missing.push(row)
        else if (found > row) forward.push(row)
      }
    }
    previous = uuid
    if (rowOf[uuid] !== row) duplicates.push(row)
  }
  const copies = copiesOf(rows, rowOf, duplicates)
  const forwardParents = forward.filter(row => (copies.get(rows.parentName[row]!)?.first ?? row) >= row)
  const { firstChild, nextSibling } = childLists(rows, rowOf, parent)
  const { order, roots, cycles, depth } = walkDown(rows, rowOf, parent, firstChild, nextSibling)
  const joinedTo = logicalEdges(rows, rowOf, parent)
  let leaves = 0
  let maxDepth = 0
  for (const row of order) {
    if (firstChild[row] === NONE) leaves++
    maxDepth = Math.max(maxDepth, depth[row]!)
  }
  return {
    parent,
    joinedTo,
    firstChild,
    nextSibling,
    depth,
    order,
    roots,
    orphans: missing.map(row => orphan(rows, rowOf, row, depth, joinedTo)),
    cycles,
    forwardParents,
    duplicates,
    copies,
    leaves,
    maxDepth,
    linear,
    jumps,
  }
}

/** For each name: the last row that has it as uuid, else NONE. */
export function rowsByUuid(rows: Rows): Int32Array {
  const rowOf = new Int32Array(rows.names.count).fill(NONE)
  for (let row = 0; row < rows.count; row++) if (rows.uuid[row] !== 0) rowOf[rows.uuid[row]!] = row
  return rowOf
}

function copiesOf(rows: Rows, rowOf: Int32Array, duplicates: readonly number[]): ReadonlyMap<Name, Copies> {
  const copies = new Map<Name, Copies>()
  for (const row of duplicates) {
    const uuid = rows.uuid[row]!
    if (!copies.has(uuid)) copies.set(uuid, { first: row, last: rowOf[uuid]! })
  }
  return copies
}

export function* childrenOf(graph: Graph, row: number): Generator<number> {
  for (let child = graph.firstChild[row]!; child !== NONE; child = graph.nextSibling[child]!) yield child
}

function childLists(rows: Rows, rowOf: Int32Array, parent: Int32Array) {
  const firstChild = new Int32Array(rows.count).fill(NONE)
  const nextSibling = new Int32Array(rows.count).fill(NONE)
  for (let row = rows.count - 1; row >= 0; row--) {
    const above = parent[row]!
    if (above === NONE || above === row || rowOf[rows.uuid[row]!] !== row) continue
    nextSibling[row] = firstChild[above]!
    firstChild[above] = row
  }
  return { firstChild, nextSibling }
}

/** From the roots down; what is not reached hangs in a ring, which is opened at its first row. */
function walkDown(rows: Rows, rowOf: Int32Array, parent: Int32Array, firstChild: Int32Array, nextSibling: Int32Array) {
  const seen = new Uint8Array(rows.count)
  const depth = new Int32Array(rows.count)
  const order = new Int32Array(rows.count)
  let count = 0
  let done = 0
  const roots: number[] = []
  const cycles: number[] = []
  const start = (root: number): void => {
    roots.push(root)
    seen[root] = 1
    depth[root] = 1
    order[count++] = root
    for (; done < count; done++) {
      const row = order[done]!
      for (let child = firstChild[row]!; child !== NONE; child = nextSibling[child]!) {
        if (seen[child]) continue
        seen[child] = 1
        depth[child] = depth[row]! + 1
        order[count++] = child
      }
    }
  }
  const isNode = (row: number): boolean => rows.uuid[row] !== 0 && rowOf[rows.uuid[row]!] === row
  for (let row = 0; row < rows.count; row++) if (isNode(row) && parent[row] === NONE) start(row)
  for (let row = 0; row < rows.count; row++) {
    if (!isNode(row) || seen[row]) continue
    const opened = ringRow(row, parent)
    unlink(opened, parent, firstChild, nextSibling)
    cycles.push(opened)
    start(opened)
  }
  return { order: order.subarray(0, count), roots, cycles, depth }
}

/** The first row, in file order, of the ring that the parents of `row` lead into. */
function ringRow(row: number, parent: Int32Array): number {
  const visited = new Set<number>()
  let at = row
  while (!visited.has(at)) {
    visited.add(at)
    at = parent[at]!
  }
  let first = at
  for (let next = parent[at]!; next !== at; next = parent[next]!) first = Math.min(first, next)
  return first
}

function unlink(row: number, parent: Int32Array, firstChild: Int32Array, nextSibling: Int32Array): void {
  const above = parent[row]!
  parent[row] = NONE
  if (firstChild[above] === row) {
    firstChild[above] = nextSibling[row]!
  } else {
    for (let child = firstChild[above]!; child !== NONE; child = nextSibling[child]!) {
      if (nextSibling[child] === row) nextSibling[child] = nextSibling[row]!
    }
  }
  nextSibling[row] = NONE
}

function logicalEdges(rows: Rows, rowOf: Int32Array, parent: Int32Array): Int32Array {
  const joinedTo = new Int32Array(rows.count).fill(NONE)
  for (let row = 0; row < rows.count; row++) {
    const name = rows.logicalParentName[row]!
    if (parent[row] === NONE && name !== 0 && rowOf[name] !== row) joinedTo[row] = rowOf[name]!
  }
  return joinedTo
}

function orphan(rows: Rows, rowOf: Int32Array, row: number, depth: Int32Array, joinedTo: Int32Array): Orphan {
  let before = row - 1
  while (before >= 0 && (rows.uuid[before] === 0 || !sameSide(rows, before, row))) before--
  return {
    row,
    missing: rows.names.text(rows.parentName[row]!),
    cutsOff: before < 0 ? 0 : depth[rowOf[rows.uuid[before]!]!]!,
    joined: joinedTo[row] !== NONE,
  }
}

function sameSide(rows: Rows, a: number, b: number): boolean {
  return ((rows.flags[a]! ^ rows.flags[b]!) & 1) === 0
}
