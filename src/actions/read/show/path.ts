// Which rows of the file are on the path that is read: the active one, or the one that ends at another leaf.

import type { Conversation } from '../../../conversation/conversation.js'
import { isMain, NONE } from '../../../conversation/rows.js'

/** A branch by its number, or the path up from a row. */
export type LeafChoice = { readonly branch: number } | { readonly row: number }

export interface Path {
  readonly branch: number
  /** 1 for each row on it. Rows outside the tree belong to every path. */
  readonly has: Uint8Array
}

export function pathOf(conversation: Conversation, leaf: LeafChoice | undefined): Path {
  const { rows, branches, leaf: active } = conversation
  const wanted = leaf ?? { branch: 1 }
  const branch = 'branch' in wanted ? wanted.branch : branches.of[wanted.row]! || 1
  const end = 'row' in wanted ? wanted.row : (branches.list.find(one => one.number === branch)?.leafRow ?? NONE)
  const has = new Uint8Array(rows.count)
  const isOff = offTheTree(conversation)
  if ((branch === 1 && !('row' in wanted)) || active.kind === 'none' || end === NONE) {
    for (let row = 0; row < rows.count; row++) has[row] = isOff(row) || branches.of[row] === branch ? 1 : 0
    return { branch, has }
  }
  const wholeBranch = 'branch' in wanted
  const trunk = new Uint8Array(rows.count)
  // Rows at which the path leaves a branch: what else hangs there goes another way.
  const turnings = new Set<number>(wholeBranch ? [] : [end])
  for (let row = end, below = NONE; row !== NONE && !trunk[row]; below = row, row = branches.up[row]!) {
    trunk[row] = 1
    if (below !== NONE && branches.of[below] !== branches.of[row]) turnings.add(row)
  }
  const joins = trunkRows(conversation, trunk)
  for (let row = 0; row < rows.count; row++) {
    const join = joins[row]!
    const beside = join !== NONE && !turnings.has(join) && branches.of[row] === branches.of[join]
    has[row] = isOff(row) || trunk[row] || beside || (wholeBranch && branches.of[row] === branch) ? 1 : 0
  }
  return { branch, has }
}

/** Rows outside the tree; in an agent's own file, all of them. */
function offTheTree({ rows, branches }: Conversation): (row: number) => boolean {
  const noMain = branches.list.every(branch => branch.entries === 0)
  return row => rows.uuid[row] === 0 || (noMain && !isMain(rows, row))
}

/** The nearest row of the trunk at or above each row. */
function trunkRows({ rows, branches }: Conversation, trunk: Uint8Array): Int32Array {
  const found = new Int32Array(rows.count).fill(NONE)
  const known = new Uint8Array(rows.count)
  for (let start = 0; start < rows.count; start++) {
    const way: number[] = []
    let row = start
    while (row !== NONE && !known[row] && !trunk[row]) {
      known[row] = 1
      way.push(row)
      row = branches.up[row]!
    }
    const join = row === NONE ? NONE : trunk[row] ? row : found[row]!
    for (const one of way) found[one] = join
  }
  return found
}
