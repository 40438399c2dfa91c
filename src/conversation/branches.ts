// The lines of conversation in a file: the active one, and those left behind by a rewind or cut off by damage.

import type { Fork } from './forks.js'
import { childrenOf, type Graph } from './graph.js'
import type { Leaf } from './leaf.js'
import { ASSISTANT, isMain, kindOf, NONE, type Rows } from './rows.js'
import type { ToolUse } from './tool-calls.js'

export interface Branch {
  /** 1 is the active one; the others follow in the order in which they begin in the file. */
  readonly number: number
  readonly state: 'active' | 'abandoned' | 'detached'
  readonly firstRow: number
  /** Its last prompt, answer or result in the file; NONE where it has none. */
  readonly leafRow: number
  /** The row that it hangs on; NONE for a branch that hangs on nothing. */
  readonly from: number
  readonly entries: number
}

export interface Branches {
  readonly list: readonly Branch[]
  /** Branch number of every main row with a uuid; 0 for all others. */
  readonly of: Int32Array
  /** Where reading goes up: the parent, or what a root is joined to (D7, D8, D9). */
  readonly up: Int32Array
}

/** `uses` tell where a sidechain with a root of its own hangs. */
export function findBranches(
  rows: Rows,
  graph: Graph,
  forks: readonly Fork[],
  leaf: Leaf,
  uses: readonly ToolUse[],
): Branches {
  const up = readingParents(rows, graph, uses)
  const active = new Uint8Array(rows.count)
  for (let row = leaf.kind === 'none' ? NONE : leaf.row; row !== NONE && !active[row]; row = up[row]!) active[row] = 1
  const lastBelow = lastRowsBelow(rows, graph)
  const newWays = waysThatLeave(forks, graph, active, lastBelow, leaf)
  const raw = new Int32Array(rows.count)
  const begins: number[] = []
  for (const row of parentsFirst(rows, graph, up)) {
    const above = up[row]!
    if (active[row]) raw[row] = 1
    else if (above === NONE ? lastBelow[row] !== NONE : newWays.has(row)) {
      begins.push(row)
      raw[row] = begins.length + 1
    } else raw[row] = above === NONE ? 1 : raw[above]!
  }
  for (const row of graph.duplicates) if (isMain(rows, row)) raw[row] = raw[graph.copies.get(rows.uuid[row]!)!.last]!
  return { ...numbered(rows, raw, begins, up, leaf), up }
}

/**
 * The parent to read on from. A main row that hangs on a sidechain goes on where that sidechain hangs (D9); a root
 * with a logical parent goes on there; a compaction without one goes on at the entry before it (D8: 31 % are missing).
 */
function readingParents(rows: Rows, graph: Graph, uses: readonly ToolUse[]): Int32Array {
  const up = new Int32Array(rows.count).fill(NONE)
  const boundary = rows.names.find('compact_boundary')
  const sidesHang = mainAbove(rows, graph, uses)
  let before = NONE
  for (let row = 0; row < rows.count; row++) {
    if (!isMain(rows, row)) continue
    let parent = graph.parent[row]!
    if (parent !== NONE && !isMain(rows, parent)) parent = sidesHang[parent]!
    if (parent === NONE) parent = graph.joinedTo[row]!
    if (parent === NONE && boundary !== 0 && rows.subtype[row] === boundary) parent = before
    up[row] = parent
    before = row
  }
  return up
}

/** For each row of a sidechain: the main row on which the sidechain hangs, or the call with its prompt. */
function mainAbove(rows: Rows, graph: Graph, uses: readonly ToolUse[]): Int32Array {
  const above = new Int32Array(rows.count).fill(NONE)
  const byPrompt = new Map<number, number>()
  for (const { row, promptHash } of uses)
    if (promptHash !== 0 && !byPrompt.has(promptHash)) byPrompt.set(promptHash, row)
  for (const row of graph.order) {
    if (isMain(rows, row)) continue
    const parent = graph.parent[row]!
    if (parent !== NONE) above[row] = isMain(rows, parent) ? parent : above[parent]!
    else {
      const call = byPrompt.get(rows.contentHash[row]!) ?? NONE
      above[row] = call !== NONE && isMain(rows, call) ? call : NONE
    }
  }
  return above
}

/** Every main row once, each behind the row that it is read on from; rings through joins are opened. */
function parentsFirst(rows: Rows, graph: Graph, up: Int32Array): Int32Array {
  const done = new Uint8Array(rows.count)
  const order = new Int32Array(rows.count)
  let count = 0
  const stack: number[] = []
  const isNode = new Uint8Array(rows.count)
  for (const row of graph.order) isNode[row] = isMain(rows, row) ? 1 : 0
  for (let start = 0; start < rows.count; start++) {
    if (!isNode[start]) continue
    let row = start
    while (row !== NONE && !done[row]) {
      done[row] = 1
      stack.push(row)
      row = up[row]!
    }
    if (row !== NONE && stack.includes(row)) up[stack[stack.length - 1]!] = NONE
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) order[count++] = next
  }
  return order.subarray(0, count)
}

/** The children at which a new line of conversation begins. */
function waysThatLeave(
  forks: readonly Fork[],
  graph: Graph,
  active: Uint8Array,
  lastBelow: Int32Array,
  leaf: Leaf,
): ReadonlySet<number> {
  const leaving = new Set<number>()
  for (const fork of forks) {
    if (fork.reason !== 'branch') continue
    // One way goes on: the active one, else the one that reaches furthest in the file.
    const onward =
      fork.ways.find(way => active[way]) ??
      fork.ways.reduce((best, way) => (lastBelow[way]! > lastBelow[best]! ? way : best), fork.ways[0]!)
    for (const way of fork.ways) if (way !== onward) leaving.add(way)
  }
  // What was written below the active leaf was left behind as well: a rewind.
  if (leaf.kind === 'checkpoint') {
    for (const child of childrenOf(graph, leaf.row)) if (lastBelow[child] !== NONE) leaving.add(child)
  }
  return leaving
}

/** The last prompt, answer or result, in file order, at or below each row. */
function lastRowsBelow(rows: Rows, graph: Graph): Int32Array {
  const last = new Int32Array(rows.count).fill(NONE)
  for (let i = graph.order.length - 1; i >= 0; i--) {
    const row = graph.order[i]!
    if (makesBranch(rows, row)) last[row] = Math.max(last[row]!, row)
    const parent = graph.parent[row]!
    if (parent !== NONE) last[parent] = Math.max(last[parent]!, last[row]!)
  }
  return last
}

function makesBranch(rows: Rows, row: number): boolean {
  const kind = kindOf(rows, row)
  return isMain(rows, row) && (rows.role[row] === ASSISTANT || (kind !== undefined && kind !== 'meta'))
}

function numbered(rows: Rows, raw: Int32Array, begins: readonly number[], up: Int32Array, leaf: Leaf) {
  const sorted = begins.map((row, index) => ({ row, raw: index + 2 })).toSorted((a, b) => a.row - b.row)
  const numberOf = new Int32Array(begins.length + 2)
  numberOf[1] = 1
  sorted.forEach((begin, index) => {
    numberOf[begin.raw] = index + 2
  })
  const of = new Int32Array(rows.count)
  const entries = new Int32Array(begins.length + 2)
  const leafRow = new Int32Array(begins.length + 2).fill(NONE)
  const firstRow = new Int32Array(begins.length + 2).fill(NONE)
  for (let row = 0; row < rows.count; row++) {
    const number = numberOf[raw[row]!]!
    of[row] = number
    if (number === 0) continue
    entries[number]!++
    if (firstRow[number] === NONE) firstRow[number] = row
    if (makesBranch(rows, row)) leafRow[number] = row
  }
  if (leaf.kind !== 'none') leafRow[1] = leaf.row
  const list: Branch[] = []
  for (let number = 1; number < entries.length; number++) {
    const from = number === 1 ? NONE : up[sorted[number - 2]!.row]!
    list.push({
      number,
      state: number === 1 ? 'active' : from === NONE ? 'detached' : 'abandoned',
      firstRow: firstRow[number]!,
      leafRow: leafRow[number]!,
      from,
      entries: entries[number]!,
    })
  }
  return { list, of }
}
