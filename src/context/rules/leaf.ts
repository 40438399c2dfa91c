// At which row does the history end? (R-L1 to R-L5, R-L9, N3 to N6)

import { has, NONE, SIDECHAIN, TIME_NUMBER } from '../../conversation/rows.js'
import type { Rule } from '../profile.js'
import { HELD, parentOf, type Resume, refuse } from '../resume.js'
import { continues } from './checkpoint.js'
import { isTalk } from './item-looks.js'
import { subtypeOf } from './left-out.js'

export const NO_CONVERSATION = 'No conversation found'

/**
 * The prompt or answer that the last row of the file reaches, or the newest end below that row. Where it reaches none, or
 * where a compaction has kept rows, the ends of all branches are compared.
 */
export const lastRow: Rule = {
  id: 'N4',
  does: 'ends at the last row of the file, or at the newest end below it',
  apply(resume) {
    resume.last = lastMainRow(resume)
    resume.leaf = NONE
    if (resume.checkpoint.isEmpty) return // R-L5
    const leaves = leavesOf(resume)
    resume.leaf = newestOf(resume, leaves, row => isTalk(resume.rows, row) && !has(resume.rows, row, SIDECHAIN))
    if (resume.leaf !== NONE) return
    // No prompt and no answer in the file.
    if (leaves.length === 0) resume.leaf = newestOf(resume, resume.order, row => !has(resume.rows, row, SIDECHAIN))
    if (resume.leaf === NONE) refuse(resume, NO_CONVERSATION) // R-L9, N6
  },
}

/** Bookkeeping that is no place for a conversation to end. */
function isAside(resume: Resume, row: number): boolean {
  const subtype = subtypeOf(resume, row)
  return subtype === 'file_snapshot' || subtype === 'fork_briefing'
}

/** The row that was written last, by the place of its last copy. */
export function lastMainRow(resume: Resume): number {
  const { rows, held, uuid, rowOf } = resume
  for (let at = rows.count - 1; at >= 0; at--) {
    if (held[at] === HELD && !has(rows, at, SIDECHAIN) && !isAside(resume, at)) return rowOf[uuid[at]!]!
  }
  return NONE
}

function leavesOf(resume: Resume): readonly number[] {
  const { checkpoint, kept, rows, last } = resume
  const named = checkpoint.row
  const goesOn = (isDirect: boolean): boolean =>
    !checkpoint.isExplicit && last !== NONE && last !== named && continues(resume, last, named, isDirect)
  const isBound = checkpoint.isExplicit && named !== NONE && !has(rows, named, SIDECHAIN)
  if (kept.length === 0 || isBound) {
    let end = named !== NONE && goesOn(true) ? last : named
    const readsBelow = !checkpoint.exists && resume.ways.readsBelow
    if (end === NONE && kept.length === 0) end = readsBelow ? newestEnd(resume) : last
    const talk = talkAbove(resume, end)
    if (talk !== NONE) return [talk]
  }
  const leaves = endsOfBranches(resume)
  if (leaves.length < 2) return leaves
  const talk = talkAbove(resume, leaves.includes(named) && !goesOn(false) ? named : last)
  return talk === NONE ? leaves : [talk]
}

/** The last row; where a row of another place is newer, the newest of those that hang below the last row. */
function newestEnd(resume: Resume): number {
  const { rows, order, last, held, rowOf, uuid } = resume
  let newest = NONE
  for (let row = 0; row < rows.count; row++) {
    if (held[row] !== HELD || has(rows, row, SIDECHAIN) || isAside(resume, row) || !isDated(resume, row)) continue
    if (newest === NONE || rows.time[row]! > rows.time[newest]!) newest = row
  }
  if (last === NONE || newest === NONE || rowOf[uuid[newest]!] === last) return last
  const below = descendants(resume, last)
  let best = NONE
  for (const row of order) {
    if (below[row] !== 1 || row === last || has(rows, row, SIDECHAIN) || !isDated(resume, row)) continue
    if (best === NONE || rows.time[row]! >= rows.time[best]!) best = row
  }
  return best === NONE ? last : best
}

function isDated({ rows }: Resume, row: number): boolean {
  return !Number.isNaN(rows.time[row]!) && !has(rows, row, TIME_NUMBER)
}

/** The first prompt or answer from here up, over no break. */
export function talkAbove(resume: Resume, from: number): number {
  const seen = new Set<number>()
  for (let row = from; row >= 0 && !seen.has(row); row = parentOf(resume, row)) {
    if (isTalk(resume.rows, row)) return row
    seen.add(row)
  }
  return NONE
}

/** Of every row that nothing hangs on, the prompt or answer that it reaches, if no other talk hangs on that. */
function endsOfBranches(resume: Resume): readonly number[] {
  const { rows, order } = resume
  const hasChild = new Uint8Array(rows.count)
  const hasTalk = new Uint8Array(rows.count)
  for (const row of order) {
    const parent = parentOf(resume, row)
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
        row = parentOf(resume, row)
      }
    }
    for (const one of passed) reached.set(one, talk)
    if (talk !== NONE && !hasTalk[talk]) ends.add(talk)
  }
  return [...ends].sort((a, b) => resume.place[a]! - resume.place[b]!)
}

/** The first of the newest. A row without a valid time is none. */
function newestOf(resume: Resume, list: Iterable<number>, holds: (row: number) => boolean): number {
  const { time } = resume.rows
  let best = NONE
  for (const row of list) {
    if (!holds(row) || !isDated(resume, row)) continue
    if (best === NONE || time[row]! > time[best]!) best = row
  }
  return best
}

/** The children of each row in file order, through rows that are only followed. */
export function childLists(resume: Resume, order: Int32Array) {
  const first = new Int32Array(resume.rows.count).fill(NONE)
  const next = new Int32Array(resume.rows.count).fill(NONE)
  for (let at = order.length - 1; at >= 0; at--) {
    const row = order[at]!
    const parent = parentOf(resume, row)
    if (parent < 0 || parent === row) continue
    next[row] = first[parent]!
    first[parent] = row
  }
  return { first, next }
}

export function descendants(resume: Resume, top: number): Uint8Array {
  const { first, next } = childLists(resume, resume.order)
  const below = new Uint8Array(resume.rows.count)
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
export const wishedLeaf: Rule = {
  id: 'leaf',
  does: 'ends at the row that was asked for',
  apply(resume) {
    const wish = resume.wishes.leaf
    if (wish === undefined) return
    resume.leaf = resume.rowOf[resume.uuid[wish]!] ?? NONE
    resume.outcome = { kind: 'resumes' }
  },
}

/** A row of its own says that the model has ended the conversation. */
export const endedByModel: Rule = {
  id: 'R-F16',
  does: 'refuses a conversation that the model has ended',
  apply(resume) {
    const { names, type, sessionId, count } = resume.rows
    const ended = names.find('ended-by-model')
    if (!resume.facts.seenTypes.has(ended || -1) || resume.leaf === NONE) return
    const own = sessionId[resume.leaf]!
    for (let row = 0; row < count; row++) {
      if (type[row] !== ended || sessionId[row] !== own || resume.facts.unread.has(row)) continue
      refuse(resume, 'Claude ended this conversation. Start a new session to continue.')
    }
  },
}
