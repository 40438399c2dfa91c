// At which row does the history end? (R-L1 to R-L5, R-L9, N4 to N6)

import { ASSISTANT, has, NONE, SIDECHAIN, TIME_NUMBER, USER } from '../../conversation/rows.js'
import type { EntryDetail } from '../facts/entry-details.js'
import type { Rule } from '../profile.js'
import { parentOf, type Resume, refuse } from '../resume.js'
import { takenAlong } from './recover.js'
import { chainTo } from './walk.js'

export const NO_CONVERSATION = 'No conversation found'

/** The last row of the file that reaches a prompt or an answer; where it has children, its newest terminal descendant. */
export const lastRow: Rule = {
  id: 'N4',
  does: 'ends at the last row of the file, or at the newest end below it',
  apply(resume) {
    const { rows, order } = resume
    const reaches = reachesTalk(resume)
    for (let at = order.length - 1; at >= 0; at--) {
      const row = order[at]!
      if (has(rows, row, SIDECHAIN) || !reaches[row]) continue
      resume.leaf = newestEnd(resume, row)
      return
    }
  },
}

function reachesTalk(resume: Resume): Uint8Array {
  const { rows, order } = resume
  const known = new Uint8Array(rows.count) // 1: yes, 2: no
  for (const start of order) {
    const passed: number[] = []
    let row = start
    let answer = 0
    while (answer === 0) {
      if (known[row]) answer = known[row]!
      else if (rows.role[row] === USER || rows.role[row] === ASSISTANT) answer = 1
      else {
        known[row] = 2 // against rings; corrected below
        passed.push(row)
        const parent = parentOf(resume, row)
        if (parent < 0) answer = 2
        else row = parent
      }
    }
    known[start] = answer
    for (const one of passed) known[one] = answer
  }
  return known.map(value => (value === 1 ? 1 : 0))
}

function newestEnd(resume: Resume, top: number): number {
  const { rows, order } = resume
  const { first, next } = childLists(resume, order)
  let best = NONE
  const seen = new Uint8Array(rows.count)
  const open = [top]
  seen[top] = 1
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    let isEnd = true
    for (let child = first[row]!; child !== NONE; child = next[child]!) {
      if (has(rows, child, SIDECHAIN)) continue
      isEnd = false
      if (!seen[child]) open.push(child)
      seen[child] = 1
    }
    if (isEnd && (best === NONE || timeOf(resume, row) > timeOf(resume, best))) best = row
  }
  return best === NONE ? top : best
}

/** An end without a time is older than all. */
function timeOf({ rows }: Resume, row: number): number {
  return Number.isNaN(rows.time[row]!) ? Number.NEGATIVE_INFINITY : rows.time[row]!
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

type Checkpoint = Extract<EntryDetail, { readonly kind: 'checkpoint' }> & { readonly row: number }

/** A row that a `last-prompt` names is the end where it lies on another branch, or where it was asked for. */
export const checkpoint: Rule = {
  id: 'N5',
  does: 'ends at the row that the last checkpoint names, if it is on another branch or was gone back to',
  apply(resume) {
    const named = lastCheckpoint(resume)
    if (!named) return
    if (named.leafUuid === undefined) {
      if (named.explicit && !rowAfter(resume, named.row, () => true)) resume.leaf = NONE // R-L5
      return
    }
    const target = resume.rowOf[resume.rows.names.find(named.leafUuid)] ?? NONE
    if (target === NONE || resume.place[target] === NONE) return // R-L4
    if (has(resume.rows, target, SIDECHAIN)) {
      refuse(resume, NO_CONVERSATION) // N6
      return
    }
    const chain = chainTo(resume, resume.leaf)
    const onChain = new Set([...chain, ...takenAlong(resume, chain)])
    if (!onChain.has(target)) {
      resume.leaf = target
      return
    }
    if (!named.explicit) return // R-L3
    const below = descendants(resume, target)
    if (!rowAfter(resume, named.row, row => below[row] === 1)) resume.leaf = target // N6
  },
}

/** The last one counts; it stays explicit when it repeats the leaf of an explicit one (N6). */
function lastCheckpoint({ facts }: Resume): Checkpoint | undefined {
  let current: Checkpoint | undefined
  for (const [row, detail] of facts.details) {
    if (detail.kind !== 'checkpoint' || facts.unread.has(row)) continue
    const keeps = current?.explicit === true && current.leafUuid === detail.leafUuid
    current = { ...detail, row, explicit: detail.explicit || keeps }
  }
  return current
}

function rowAfter({ rows, held, order }: Resume, after: number, holds: (row: number) => boolean): boolean {
  return order.some(row => row > after && held[row] === 1 && rows.uuid[row] !== 0 && holds(row))
}

function descendants(resume: Resume, top: number): Uint8Array {
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
    resume.leaf = resume.rowOf[resume.rows.uuid[wish]!] ?? NONE
    resume.outcome = { kind: 'resumes' }
  },
}

/** R-L9: timestamps are texts, and the leaf has a valid one. */
export const datedLeaf: Rule = {
  id: 'R-L9',
  does: 'refuses a session whose last row has no valid timestamp',
  apply(resume) {
    const { rows, leaf } = resume
    if (leaf !== NONE && (Number.isNaN(rows.time[leaf]!) || has(rows, leaf, TIME_NUMBER)))
      refuse(resume, NO_CONVERSATION)
  },
}

export const nothingToResume: Rule = {
  id: 'R-F14',
  does: 'refuses a file without a conversation',
  apply(resume) {
    if (resume.order.every(row => has(resume.rows, row, SIDECHAIN))) refuse(resume, NO_CONVERSATION)
  },
}
