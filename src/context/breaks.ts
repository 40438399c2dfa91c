// Where does the client lose the thread, and what with it? (N1 to N3, R-C3, R-L11)
//
// Where the way up ends although there is history before, one goes on with the entry before in the file: what is met
// then is lost, and counted for the break at which it was lost.

import type { Name } from '../conversation/names.js'
import { COMPACT_SUMMARY, has, NONE, SIDECHAIN } from '../conversation/rows.js'
import { isConversation, MISSING, type Path, parentOf, WALKED } from './path.js'
import { isBoundary } from './rules/compaction.js'
import { isTalk } from './rules/item-looks.js'

export interface Break {
  /** A parent that is not held, a ring of parents, or no parent at all. */
  readonly kind: 'missing' | 'ring' | 'root'
  /** The row of the conversation whose parent it is: its time counts (N2). */
  readonly child: number
  /** Where the client goes on all the same; NONE where the history is cut. */
  readonly bridgedTo: number
  /** Entries of the history up to here that are not taken up, from the end up. */
  readonly lost: readonly number[]
  /** There are prompts or answers among them. */
  readonly lostTalk: boolean
}

/** From the end up. Of those behind which history was lost, each stands for the stretch up to the next. */
export function findBreaks(path: Path): readonly Break[] {
  const { walked, rows, on } = path
  const breaks: Break[] = []
  let top = NONE
  for (let at = walked.length - 1; at >= 0; at--) {
    const child = walked[at]!
    if (!on[child]) break // cut off by a compaction, whatever is above (R-C1)
    top = child
    const parent = parentOf(path, child)
    const above = walked[at - 1] ?? NONE
    if (child === path.boundary || parent === above || above === NONE) continue
    breaks.push({ kind: kindOf(parent), child, bridgedTo: above, lost: [], lostTalk: false })
  }
  if (top !== NONE && top !== path.boundary) breaks.push(...cutsAbove(path, top))
  return breaks.map(one => ({ ...one, lostTalk: one.lost.some(row => isTalk(rows, row)) }))
}

/** The end of the way up, and those that are met in what is lost with it. */
function* cutsAbove(path: Path, top: number): Generator<Break> {
  const { rows } = path
  const unread = unreadRows(path)
  const seen = Uint8Array.from(path.on, state => (state === WALKED ? 1 : 0))
  const isSide = has(rows, path.leaf, SIDECHAIN)
  const bridge = path.newBridge()
  for (let child = top; child !== NONE; ) {
    const kind = kindOf(parentOf(path, child))
    // A summary stands for all that was before it (R-C3).
    let row = has(rows, child, COMPACT_SUMMARY) ? NONE : rowBefore(path, child, isSide)
    // A ring may end anywhere on itself: what it has lost stands before all of it.
    while (kind === 'ring' && row !== NONE && path.on[row] === WALKED) row = rowBefore(path, row, isSide)
    const lost: number[] = []
    const bridged: Break[] = []
    let next = NONE
    while (row !== NONE && !seen[row]) {
      seen[row] = 1
      if (!path.on[row]) lost.push(row) // what is taken along leads on
      if (isBoundary(path, row)) break
      // What the client cannot read on the way is lost with the rest.
      const parent = unread.get(path.parentName[row]!) ?? parentOf(path, row)
      if (parent >= 0 && !seen[parent]) row = parent
      // What is lost hangs on what was met before: it is told already.
      else if (parent >= 0) row = rowBefore(path, row, isSide)
      else {
        const bridgedTo = parent === NONE ? NONE : bridge(row, one => seen[one] === 1)
        if (bridgedTo === NONE) {
          next = row
          break
        }
        bridged.push({ kind: 'missing', child: row, bridgedTo, lost: [], lostTalk: false })
        row = bridgedTo
      }
    }
    yield { kind, child, bridgedTo: NONE, lost, lostTalk: false }
    yield* bridged
    child = next
  }
}

function kindOf(parent: number): Break['kind'] {
  if (parent === NONE) return 'root'
  return parent === MISSING ? 'missing' : 'ring'
}

/** By uuid: rows on damaged lines (R-F1). */
function unreadRows({ rows, facts, rowOf }: Path): ReadonlyMap<Name, number> {
  const found = new Map<Name, number>()
  for (const row of facts.unread) {
    const name = rows.uuid[row]!
    if (name !== 0 && rowOf[name] === NONE && isConversation({ rows, facts }, row)) found.set(name, row)
  }
  return found
}

/** The row of the conversation before this one in the file, of the same side. */
function rowBefore(path: Path, from: number, isSide: boolean): number {
  const { rows, place, facts } = path
  let row = from - 1
  while (row >= 0 && !isLink(row)) row--
  return row

  function isLink(one: number): boolean {
    if (place[one] === NONE && !(facts.unread.has(one) && rows.uuid[one] !== 0)) return false
    return isConversation(path, one) && has(rows, one, SIDECHAIN) === isSide
  }
}
