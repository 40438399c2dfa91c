// What a compaction leaves of the history. (R-C1 to R-C10, N32)

import type { Name } from '../../conversation/names.js'
import { NONE, SYSTEM } from '../../conversation/rows.js'
import type { EntryDetail } from '../facts/entry-details.js'
import type { Rule } from '../profile.js'
import { NOT_HELD, parentOf, type Resume } from '../resume.js'
import { childLists } from './leaf.js'

type Boundary = Extract<EntryDetail, { readonly kind: 'boundary' }>

/** The history begins at the last boundary on the chain. */
export const cutAtBoundary: Rule = {
  id: 'R-C1',
  does: 'leaves out what stands before the last compaction boundary of the chain',
  apply(resume) {
    const at = resume.items.findLastIndex(row => isBoundary(resume, row))
    if (at <= 0) return
    for (const row of resume.items.slice(0, at)) resume.why.set(row, 'before compaction')
    resume.items = resume.items.slice(at)
  },
}

export function isBoundary({ rows }: Resume, row: number): boolean {
  return row >= 0 && rows.role[row] === SYSTEM && rows.names.text(rows.subtype[row]!) === 'compact_boundary'
}

export function boundaryAt({ facts }: Resume, row: number): Boundary | undefined {
  const detail = facts.details.get(row)
  return detail?.kind === 'boundary' ? detail : undefined
}

/** Rows that the last compaction keeps are linked behind its summary; all others before it are forgotten. */
export const preserved: Rule = {
  id: 'N32',
  does: 'links the rows that the last compaction keeps behind its summary, and forgets the others before it',
  apply(resume) {
    const { order, uuid, parentName } = resume
    const boundaries = [...order].filter(row => isBoundary(resume, row))
    const boundary = boundaries.at(-1)
    if (boundary === undefined || !boundaries.some(row => boundaryAt(resume, row)?.keeps)) return
    const kept = keptRows(resume, boundary)
    if (!kept) return
    const { anchor, list } = kept
    const isKept = new Set(list)
    const last = list.at(-1) ?? NONE
    if (anchor !== NONE && last !== NONE) {
      const { first, next } = childLists(resume, order)
      for (let child = first[anchor]!; child !== NONE; child = next[child]!) {
        if (!isKept.has(child)) parentName[child] = uuid[last]!
      }
      resume.kept = { anchor, last }
    }
    // A row that is listed twice hangs on itself in the end.
    list.forEach((row, at) => {
      const above = at === 0 ? anchor : list[at - 1]!
      if (above !== NONE) parentName[row] = uuid[above]!
    })
    const boundaryPlace = resume.place[boundary]!
    const forgotten = new Set<Name>()
    for (const row of order) {
      if (resume.place[row]! >= boundaryPlace || isKept.has(row)) continue
      forgotten.add(uuid[row]!)
      forget(resume, row)
    }
    resume.order = order.filter(row => resume.held[row] !== NOT_HELD)
    // What hung on a row that is forgotten goes on behind the rows that are kept.
    if (last === NONE) return
    for (const row of resume.order) if (forgotten.has(parentName[row]!)) parentName[row] = uuid[last]!
  },
}

function forget(resume: Resume, row: number): void {
  resume.held[row] = NOT_HELD
  resume.rowOf[resume.uuid[row]!] = NONE
  resume.place[row] = NONE
  resume.why.set(row, 'before compaction')
}

/** R-C8: with one of them missing none is kept. Without the anchor they are, but nothing hangs on them. */
function keptRows(resume: Resume, boundary: number) {
  const detail = boundaryAt(resume, boundary)
  if (!detail?.keeps) return { anchor: NONE, list: [] }
  const rowOf = (uuid: string | undefined): number =>
    uuid === undefined ? NONE : (resume.rowOf[resume.rows.names.find(uuid)] ?? NONE)
  if (detail.preserved) {
    const anchor = rowOf(detail.preserved.anchor)
    const list = detail.preserved.uuids.map(rowOf)
    return list.includes(NONE) ? undefined : { anchor, list }
  }
  if (!detail.segment) return undefined
  const anchor = rowOf(detail.segment.anchor)
  const head = rowOf(detail.segment.head)
  const list: number[] = []
  const seen = new Set<number>()
  for (let row = rowOf(detail.segment.tail); row >= 0 && !seen.has(row); row = parentOf(resume, row)) {
    seen.add(row)
    list.push(row)
    if (row === head) return { anchor, list: list.reverse() }
  }
  return undefined
}
