// At which row does the history end? (R-L1 to R-L5, R-L9, N3 to N6)

import { has, NONE, SIDECHAIN, TIME_NUMBER } from '../../conversation/rows.js'
import { HELD, type Held, parentOf, refuse, type Walk } from '../path.js'
import type { PathRule } from '../profile.js'
import { continues } from './checkpoint.js'
import { isTalk } from './item-looks.js'
import { subtypeOf } from './left-out.js'

export const NO_CONVERSATION = 'No conversation found'

/**
 * The prompt or answer that the last row of the file reaches, or the newest end below that row. Where it reaches none, or
 * where a compaction has kept rows, the ends of all branches are compared.
 */
export const lastRow: PathRule = {
  id: 'N4',
  does: 'ends at the last row of the file, or at the newest end below it',
  apply(walk) {
    walk.last = lastMainRow(walk)
    walk.leaf = NONE
    if (walk.checkpoint.isEmpty) return // R-L5
    const leaves = leavesOf(walk)
    walk.leaf = newestOf(walk, leaves, row => isTalk(walk.rows, row) && !has(walk.rows, row, SIDECHAIN))
    if (walk.leaf !== NONE) return
    // No prompt and no answer in the file.
    if (leaves.length === 0) walk.leaf = newestOf(walk, walk.order, row => !has(walk.rows, row, SIDECHAIN))
    if (walk.leaf === NONE) refuse(walk, NO_CONVERSATION) // R-L9, N6
  },
}

/** Bookkeeping that is no place for a conversation to end. */
function isAside(held: Held, row: number): boolean {
  const subtype = subtypeOf(held, row)
  return subtype === 'file_snapshot' || subtype === 'fork_briefing'
}

/** The row that was written last, by the place of its last copy. */
export function lastMainRow(file: Held): number {
  const { rows, held, uuid, rowOf } = file
  for (let at = rows.count - 1; at >= 0; at--) {
    if (held[at] === HELD && !has(rows, at, SIDECHAIN) && !isAside(file, at)) return rowOf[uuid[at]!]!
  }
  return NONE
}

function leavesOf(walk: Walk): readonly number[] {
  const { checkpoint, kept, rows, last } = walk
  const named = checkpoint.row
  const goesOn = (isDirect: boolean): boolean =>
    !checkpoint.isExplicit && last !== NONE && last !== named && continues(walk, last, named, isDirect)
  const isBound = checkpoint.isExplicit && named !== NONE && !has(rows, named, SIDECHAIN)
  if (kept.length === 0 || isBound) {
    let end = named !== NONE && goesOn(true) ? last : named
    const readsBelow = !checkpoint.exists && walk.readsBelow
    if (end === NONE && kept.length === 0) end = readsBelow ? newestEnd(walk) : last
    const talk = talkAbove(walk, end)
    if (talk !== NONE) return endingAt(talk, end)
  }
  const leaves = endsOfBranches(walk)
  if (leaves.length < 2) return leaves
  const end = leaves.includes(named) && !goesOn(false) ? named : last
  const talk = talkAbove(walk, end)
  return talk === NONE ? leaves : endingAt(talk, end)

  function endingAt(talk: number, end: number): readonly number[] {
    if (end === named && (end !== last || checkpoint.isExplicit)) walk.endsBy = 'checkpoint'
    return [talk]
  }
}

/** The last row; where a row of another place is newer, the newest of those that hang below the last row. */
function newestEnd(walk: Walk): number {
  const { rows, order, last, held, rowOf, uuid } = walk
  let newest = NONE
  for (let row = 0; row < rows.count; row++) {
    if (held[row] !== HELD || has(rows, row, SIDECHAIN) || isAside(walk, row) || !isDated(walk, row)) continue
    if (newest === NONE || rows.time[row]! > rows.time[newest]!) newest = row
  }
  if (last === NONE || newest === NONE || rowOf[uuid[newest]!] === last) return last
  const below = descendants(walk, last)
  let best = NONE
  for (const row of order) {
    if (below[row] !== 1 || row === last || has(rows, row, SIDECHAIN) || !isDated(walk, row)) continue
    if (best === NONE || rows.time[row]! >= rows.time[best]!) best = row
  }
  return best === NONE ? last : best
}

function isDated({ rows }: Walk, row: number): boolean {
  return !Number.isNaN(rows.time[row]!) && !has(rows, row, TIME_NUMBER)
}

/** The first prompt or answer from here up, over no break. */
export function talkAbove(held: Held, from: number): number {
  const seen = new Set<number>()
  for (let row = from; row >= 0 && !seen.has(row); row = parentOf(held, row)) {
    if (isTalk(held.rows, row)) return row
    seen.add(row)
  }
  return NONE
}

/** Of every row that nothing hangs on, the prompt or answer that it reaches, if no other talk hangs on that. */
function endsOfBranches(walk: Walk): readonly number[] {
  const { rows, order } = walk
  const hasChild = new Uint8Array(rows.count)
  const hasTalk = new Uint8Array(rows.count)
  for (const row of order) {
    const parent = parentOf(walk, row)
    if (parent < 0) continue
    hasChild[parent] = 1
    if (isTalk(rows, row)) hasTalk[parent] = 1
  }
  const ends = new Set<number>()
  const reached = new Map<number, number>()
  for (const start of order) {
    if (hasChild[start]) continue
    const passed: number[] = []
    let row = start
    let talk: number | undefined
    while (talk === undefined) {
      if (row < 0) talk = NONE
      else if (isTalk(rows, row)) talk = row
      else {
        talk = reached.get(row)
        reached.set(row, talk ?? NONE) // against rings; corrected below
        passed.push(row)
        row = parentOf(walk, row)
      }
    }
    for (const one of passed) reached.set(one, talk)
    if (talk !== NONE && !hasTalk[talk]) ends.add(talk)
  }
  return [...ends].sort((a, b) => walk.place[a]! - walk.place[b]!)
}

/** The first of the newest. A row without a valid time is none. */
function newestOf(walk: Walk, list: Iterable<number>, holds: (row: number) => boolean): number {
  const { time } = walk.rows
  let best = NONE
  for (const row of list) {
    if (!holds(row) || !isDated(walk, row)) continue
    if (best === NONE || time[row]! > time[best]!) best = row
  }
  return best
}

/** The children of each row in file order, through rows that are only followed. */
export function childLists(held: Held, order: Int32Array) {
  const first = new Int32Array(held.rows.count).fill(NONE)
  const next = new Int32Array(held.rows.count).fill(NONE)
  for (let at = order.length - 1; at >= 0; at--) {
    const row = order[at]!
    const parent = parentOf(held, row)
    if (parent < 0 || parent === row) continue
    next[row] = first[parent]!
    first[parent] = row
  }
  return { first, next }
}

export function descendants(held: Held, top: number): Uint8Array {
  const { first, next } = childLists(held, held.order)
  const below = new Uint8Array(held.rows.count)
  const open = [top]
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    for (let child = first[row]!; child !== NONE; child = next[child]!) {
      if (below[child]) continue
      below[child] = 1
      open.push(child)
    }
  }
  return below
}

/** Where the caller names the leaf, the client's choice does not count. */
export const askedLeaf: PathRule = {
  id: 'leaf',
  does: 'ends at the row that was asked for',
  apply(walk) {
    const { wanted } = walk
    if (wanted === undefined) return
    walk.leaf = walk.rowOf[walk.uuid[wanted]!] ?? NONE
    walk.endsBy = 'last-in-file'
    walk.outcome = { kind: 'resumes' }
  },
}

/** A row of its own says that the model has ended the conversation. */
export const endedByModel: PathRule = {
  id: 'R-F16',
  does: 'refuses a conversation that the model has ended',
  apply(walk) {
    const { names, type, sessionId, count } = walk.rows
    const ended = names.find('ended-by-model')
    if (!walk.facts.seenTypes.has(ended || -1) || walk.leaf === NONE) return
    const own = sessionId[walk.leaf]!
    for (let row = 0; row < count; row++) {
      if (type[row] !== ended || sessionId[row] !== own || walk.facts.unread.has(row)) continue
      refuse(walk, 'Claude ended this conversation. Start a new session to continue.')
    }
  },
}
