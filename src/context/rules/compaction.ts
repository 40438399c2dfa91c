// What a compaction leaves of the history. (R-C1 to R-C10, N32)

import type { Name } from '../../conversation/names.js'
import { NONE, SYSTEM } from '../../conversation/rows.js'
import type { EntryDetail } from '../facts/entry-details.js'
import { isWhole, type KeptRows, keptRows } from '../kept-rows.js'
import { type Held, NO_ROW, NOT_HELD, parentOf, type Walk } from '../path.js'
import type { PathRule, Rule } from '../profile.js'
import { isTalk } from './item-looks.js'

type Boundary = Extract<EntryDetail, { readonly kind: 'boundary' }>

/** The history begins at the last boundary on the chain. */
export const cutAtBoundary: Rule = {
  id: 'R-C1',
  does: 'leaves out everything before the last compaction boundary of the chain',
  apply(resume) {
    const at = resume.boundary === NONE ? NONE : resume.items.indexOf(resume.boundary)
    if (at <= 0) return
    for (const row of resume.items.slice(0, at)) resume.why.set(row, 'before compaction')
    resume.items = resume.items.slice(at)
  },
}

export function isBoundary({ rows }: Pick<Held, 'rows'>, row: number): boolean {
  return row >= 0 && rows.role[row] === SYSTEM && rows.names.text(rows.subtype[row]!) === 'compact_boundary'
}

export function boundaryAt({ facts }: Pick<Held, 'facts'>, row: number): Boundary | undefined {
  const detail = facts.details.get(row)
  return detail?.kind === 'boundary' ? detail : undefined
}

/** Rows that the last compaction keeps are linked behind its summary; all others before it are forgotten. */
export const preserved: PathRule = {
  id: 'N32',
  does: 'attaches the rows that the last compaction keeps after its summary, and drops the others before it',
  apply(walk) {
    const { order, uuid, parentName, rows } = walk
    const boundaries = [...order].filter(row => isBoundary(walk, row))
    const boundary = boundaries.at(-1)
    if (boundary === undefined || !boundaries.some(row => boundaryAt(walk, row)?.lists)) return
    const kept = keptBy(walk, boundary)
    if (!kept || !isWhole(kept)) return
    const { anchor, list } = kept
    const last = list.at(-1) ?? NONE
    list.forEach((row, at) => {
      parentName[row] = at === 0 ? nameOf(walk, anchor) : uuid[list[at - 1]!]!
    })
    if (last !== NONE && anchor) {
      const name = nameOf(walk, anchor)
      for (const row of order) if (parentName[row] === name && row !== list[0]) parentName[row] = uuid[last]!
    }
    const boundaryPlace = walk.place[boundary]!
    const isKept = new Set(list)
    const forgotten = new Set<Name>()
    for (const row of order) {
      if (walk.place[row]! >= boundaryPlace || isKept.has(row)) continue
      forgotten.add(uuid[row]!)
      forget(walk, row)
    }
    walk.order = order.filter(row => walk.held[row] !== NOT_HELD)
    walk.kept = list
    if (last === NONE) return
    // Talk that hung on a row that is forgotten goes on behind the rows that are kept.
    for (const row of walk.order)
      if (isTalk(rows, row) && forgotten.has(parentName[row]!)) parentName[row] = uuid[last]!
  },
}

/** 0 for no parent at all. */
function nameOf({ rows }: Walk, uuid: string | undefined): Name {
  return uuid ? rows.names.find(uuid) || rows.names.of(NO_ROW) : 0
}

function forget(walk: Walk, row: number): void {
  walk.held[row] = NOT_HELD
  walk.rowOf[walk.uuid[row]!] = NONE
  walk.place[row] = NONE
  walk.why.set(row, 'before compaction')
}

/** A compaction without a list behind one that has one keeps nothing. */
function keptBy(walk: Walk, boundary: number): KeptRows | undefined {
  const detail = boundaryAt(walk, boundary)
  if (!detail?.lists) return { list: [] }
  return keptRows(detail, {
    rowOf: uuid => walk.rowOf[walk.rows.names.find(uuid)] ?? NONE,
    parentOf: row => parentOf(walk, row),
  })
}
