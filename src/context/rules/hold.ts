// Which rows of the file does the client hold, and which row stands for a uuid? (R-F1, N2, N7)

import { ASSISTANT, NONE, PROGRESS, USER } from '../../conversation/rows.js'
import type { Rule } from '../profile.js'
import { FOLLOWED, HELD, NOT_HELD, type Resume } from '../resume.js'

/** Only what begins a line is read, up to the end of its record; what stands behind it on the line is passed over. */
export const damagedLines: Rule = {
  id: 'R-F1',
  does: 'passes over records that do not begin their line',
  apply({ facts, held, why }) {
    for (const row of facts.unread) {
      held[row] = NOT_HELD
      why.set(row, 'on a damaged line that the client passes over')
    }
  },
}

export const followed: Rule = {
  id: 'N2',
  does: 'goes through progress rows, and rows without a message, to their parents',
  apply({ rows, held, facts }) {
    for (let row = 0; row < rows.count; row++) {
      if (held[row] === HELD || rows.uuid[row] === 0 || facts.unread.has(row)) continue
      const role = rows.role[row]
      if (role === PROGRESS || role === USER || role === ASSISTANT) held[row] = FOLLOWED
    }
  },
}

/** Of rows with the same uuid the last one counts, at the place of the first. */
export const lastCopy: Rule = {
  id: 'N7',
  does: 'takes the last of several rows with the same uuid, at the place of the first',
  apply(resume) {
    index(resume, true)
  },
}

/** Without N7 the first of several rows counts. */
export const indexRows: Rule = {
  id: 'rows',
  does: 'holds the rows of the conversation by their uuids',
  apply(resume) {
    index(resume, false)
  },
}

function index(resume: Resume, lastCounts: boolean): void {
  const { rows, held, rowOf, place, why } = resume
  rowOf.fill(NONE)
  const order: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const uuid = rows.uuid[row]!
    if (held[row] === NOT_HELD || uuid === 0) continue
    const before = rowOf[uuid]!
    if (before === NONE) {
      rowOf[uuid] = row
      if (held[row] === HELD) {
        place[row] = order.length
        order.push(row)
      }
      continue
    }
    // A row of the conversation is never replaced by one that is only followed.
    const replaces = held[row] === HELD && (lastCounts || held[before] === FOLLOWED)
    const gone = replaces ? before : row
    if (held[gone] === HELD) why.set(gone, 'another entry has the same uuid')
    if (!replaces) continue
    if (held[before] === HELD) {
      place[row] = place[before]!
      order[place[row]!] = row
      place[before] = NONE
    } else {
      place[row] = order.length
      order.push(row)
    }
    rowOf[uuid] = row
  }
  resume.order = Int32Array.from(order)
}
