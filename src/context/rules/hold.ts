// Which rows of the file does the client hold, and which row stands for a uuid? (R-F1, N2, N7)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, NONE, PROGRESS, USER } from '../../conversation/rows.js'
import { HELD, isConversation, NOT_HELD, type Walk } from '../path.js'
import type { PathRule } from '../profile.js'

/** Only what begins a line is read, up to the end of its record; what stands behind it on the line is passed over. */
export const damagedLines: PathRule = {
  id: 'R-F1',
  does: 'skips records that do not start their line',
  apply({ facts, held, why }) {
    for (const row of facts.unread) {
      held[row] = NOT_HELD
      why.set(row, 'on a damaged line that the client skips')
    }
  },
}

export const followed: PathRule = {
  id: 'N2',
  does: 'skips progress rows, and rows without a message, and continues with their parents',
  apply(walk) {
    followProgress(walk)
    followEmpty(walk)
  },
}

/** In the order of the file: what hangs on a progress row must stand behind it. */
function followProgress({ rows, held, facts, uuid, parentName }: Walk): void {
  const parentOf = new Map<Name, Name>()
  for (let row = 0; row < rows.count; row++) {
    if (facts.unread.has(row)) continue
    const isProgress = rows.role[row] === PROGRESS && uuid[row] !== 0
    if (!isProgress && held[row] !== HELD) continue
    const parent = parentOf.get(parentName[row]!) ?? parentName[row]!
    if (isProgress) parentOf.set(uuid[row]!, parent)
    else parentName[row] = parent
  }
}

/** Rows without a message, wherever they stand, unless a row with one has the same uuid. */
function followEmpty(walk: Walk): void {
  const { rows, held, facts, uuid, parentName } = walk
  const parentOf = new Map<Name, Name>()
  for (let row = 0; row < rows.count; row++) {
    const isMessage = rows.role[row] === USER || rows.role[row] === ASSISTANT
    const isEmpty = isMessage && !isConversation(walk, row)
    if (isEmpty && uuid[row] !== 0 && !facts.unread.has(row)) parentOf.set(uuid[row]!, parentName[row]!)
  }
  if (parentOf.size === 0) return
  for (let row = 0; row < rows.count; row++) if (held[row] === HELD) parentOf.delete(uuid[row]!)
  const last = lastParents(parentOf)
  for (let row = 0; row < rows.count; row++) {
    if (held[row] === HELD) parentName[row] = last.get(parentName[row]!) ?? parentName[row]!
  }
}

/** For each name of a chain of names the one that it leads to; a ring leads to one of its own. */
function lastParents(parentOf: ReadonlyMap<Name, Name>): ReadonlyMap<Name, Name> {
  const last = new Map<Name, Name>()
  for (const start of parentOf.keys()) {
    const passed: Name[] = []
    const seen = new Set<Name>()
    let name = start
    while (parentOf.has(name) && !last.has(name) && !seen.has(name)) {
      seen.add(name)
      passed.push(name)
      name = parentOf.get(name)!
    }
    const end = last.get(name) ?? name
    for (const one of passed) last.set(one, end)
  }
  return last
}

/** Of rows with the same uuid the last one counts, at the place of the first. */
export const lastCopy: PathRule = {
  id: 'N7',
  does: 'uses the last of several rows with the same uuid, at the position of the first',
  apply(walk) {
    walk.order = index(walk)
  },
}

function index({ rows, held, uuid: uuids, rowOf, place, why }: Walk): Int32Array {
  rowOf.fill(NONE)
  const order: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const uuid = uuids[row]!
    if (held[row] === NOT_HELD) continue
    const before = rowOf[uuid]!
    if (before === NONE) {
      rowOf[uuid] = row
      place[row] = order.length
      order.push(row)
      continue
    }
    why.set(before, 'another entry has the same uuid')
    place[row] = place[before]!
    order[place[row]!] = row
    place[before] = NONE
    rowOf[uuid] = row
  }
  return Int32Array.from(order)
}
