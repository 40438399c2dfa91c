// At which row does the history end? (R-L1 to R-L5, R-L9, N4 to N6)

import { ASSISTANT, has, NONE, SIDECHAIN, TIME_NUMBER, USER } from '../../conversation/rows.js'
import type { EntryDetail } from '../facts/entry-details.js'
import type { Rule } from '../profile.js'
import { HELD, parentOf, type Resume, refuse } from '../resume.js'
import { isSideTalk } from './item-looks.js'
import { takenAlong } from './recover.js'
import { chainTo } from './walk.js'

export const NO_CONVERSATION = 'No conversation found'

/**
 * The last row of the file that reaches a prompt or an answer, by the place of its last copy; where rows hang on it, the
 * newest end below it.
 */
export const lastRow: Rule = {
  id: 'N4',
  does: 'ends at the last row of the file, or at the newest end below it',
  apply(resume) {
    const { rows, held, uuid, rowOf, place } = resume
    const reaches = reachesTalk(resume)
    let last = NONE
    for (let at = rows.count - 1; at >= 0; at--) {
      const row = held[at] === HELD ? rowOf[uuid[at]!]! : NONE
      if (row === NONE || place[row] === NONE || isSideTalk(rows, row)) continue
      if (reaches[row]) {
        resume.last = row
        resume.leaf = newestBelow(resume, row)
        return
      }
      if (last === NONE) last = row
    }
    resume.leaf = last // no prompt and no answer in the file
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

/** Of the row and all that hangs below it; of several at one time the one that is met last. */
function newestBelow(resume: Resume, top: number): number {
  const { rows, order } = resume
  const { first, next } = childLists(resume, order)
  let best = top
  const seen = new Uint8Array(rows.count)
  const open = [top]
  seen[top] = 1
  for (const row of open) {
    if (!isSideTalk(rows, row) && timeOf(resume, row) >= timeOf(resume, best)) best = row
    for (let child = first[row]!; child !== NONE; child = next[child]!) {
      if (!seen[child]) open.push(child)
      seen[child] = 1
    }
  }
  return best
}

/** A row without a time is older than all. */
function timeOf({ time }: Resume, row: number): number {
  return Number.isNaN(time[row]!) ? Number.NEGATIVE_INFINITY : time[row]!
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
    if (isSideTalk(resume.rows, target)) {
      refuse(resume, NO_CONVERSATION) // N6
      return
    }
    if (!isOnChain(resume, target)) {
      resume.leaf = target
      return
    }
    resume.leaf = resume.last
    if (!named.explicit) return // R-L3
    const below = descendants(resume, target)
    if (!rowAfter(resume, named.row, row => below[row] === 1)) resume.leaf = target // N6
  },
}

/** On the chain of the last row, or hanging on a row of it that takes it along (N8). */
function isOnChain(resume: Resume, target: number): boolean {
  const chain = chainTo(resume, resume.last)
  const onChain = new Set(chain)
  if (onChain.has(target)) return true
  const taken = new Set(takenAlong(resume, chain))
  let row = target
  while (taken.has(row)) row = parentOf(resume, row)
  return row !== target && onChain.has(row) && resume.rows.role[row] !== USER
}

/** The last one counts; it stays explicit when it repeats the leaf of an explicit one (N6). */
function lastCheckpoint({ facts }: Resume): Checkpoint | undefined {
  let current: Checkpoint | undefined
  for (const [row, detail] of facts.details) {
    if (facts.unread.has(row)) continue
    if (detail.kind === 'boundary') current = undefined // what it names is before the compaction
    if (detail.kind !== 'checkpoint') continue
    if (!detail.leafUuid && !detail.explicit) continue // names nothing
    const repeats = current?.explicit === true && current.leafUuid === detail.leafUuid && !detail.explicit
    current = { ...detail, row: repeats ? current!.row : row, explicit: detail.explicit || repeats }
  }
  return current
}

function rowAfter({ rows, held, order }: Resume, after: number, holds: (row: number) => boolean): boolean {
  return order.some(row => row > after && held[row] === HELD && !has(rows, row, SIDECHAIN) && holds(row))
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

/** R-L9: timestamps are texts, and the last prompt or answer has a valid one. */
export const datedLeaf: Rule = {
  id: 'R-L9',
  does: 'refuses a session whose last prompt or answer has no valid timestamp',
  apply(resume) {
    const { rows } = resume
    const row = chainTo(resume, resume.leaf).findLast(one => rows.role[one] === USER || rows.role[one] === ASSISTANT)
    if (row !== undefined && (Number.isNaN(rows.time[row]!) || has(rows, row, TIME_NUMBER)))
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

/** A row of its own says that the model has ended the conversation. */
export const endedByModel: Rule = {
  id: 'R-F16',
  does: 'refuses a conversation that the model has ended',
  apply(resume) {
    const { names, type, sessionId, count } = resume.rows
    const ended = names.find('ended-by-model')
    if (!resume.facts.seenTypes.has(ended || -1)) return
    const own = names.find(resume.wishes.sessionId ?? resume.conversation.about.sessionId ?? '')
    for (let row = 0; row < count; row++) {
      if (type[row] !== ended || sessionId[row] !== own || resume.facts.unread.has(row)) continue
      refuse(resume, 'Claude ended this conversation. Start a new session to continue.')
    }
  },
}
