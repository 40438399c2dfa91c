// When an entry goes, where does that lead which named it? To the nearest entry above it that stays: on the same
// branch, never to the one before in the file (resume-rules §6, N1).

import { rowsByUuid } from '../../conversation/graph.js'
import type { Name } from '../../conversation/names.js'
import { NONE } from '../../conversation/rows.js'
import type { Draft } from '../plan/draft.js'
import { heirsOf } from './heirs.js'
import { preservedBy } from './preserved.js'
import { parentsOf } from './way-up.js'

export interface KeptNames {
  /**
   * The uuid that the row `from` names instead; the same where the entry stays or is not in the file, 0 where nothing
   * is left above it.
   */
  above(uuid: Name, from: number): Name
  /** The uuid that a row hangs on. */
  parentOf(row: number): Name
  isRemoved(uuid: Name): boolean
}

export function keptNames(draft: Draft): KeptNames {
  const { rows } = draft.source.conversation
  const rowOf = rowsByUuid(rows)
  const compactions = removedAmongPreserved(draft)
  const up = parentsOf(draft.source)
  const { unread } = draft.source.facts
  const known = new Map<number, Name>()
  const heirs = heirsOf(draft)
  const isRemoved = (uuid: Name): boolean => {
    const row = rowOf[uuid] ?? NONE
    return uuid !== 0 && row !== NONE && draft.removed[row] === 1
  }

  /** Where the client does not find the parent, the one that it takes instead (N1): what hangs below may be too far. */
  function parentName(row: number): Name {
    const name = rows.parentName[row]!
    const parent = rowOf[name] ?? NONE
    if (name === 0 || (parent !== NONE && !unread.has(parent))) return name
    const bridged = up(row)
    return bridged === NONE ? name : rows.uuid[bridged]!
  }

  function above(uuid: Name, from: number): Name {
    if (!isRemoved(uuid)) return uuid
    const behind = compactions.filter(({ boundary }) => boundary < from)
    const keyOf = (row: number): number => row * (compactions.length + 1) + behind.length
    const nextOf = (row: number): Name => {
      const listed = behind.find(({ before }) => before.has(row))
      return draft.parents.get(row) ?? listed?.before.get(row) ?? parentName(row)
    }
    const way: number[] = []
    let row = rowOf[uuid]!
    let found: Name | undefined
    while (found === undefined) {
      found = known.get(keyOf(row))
      if (found !== undefined) break
      way.push(row)
      const next = nextOf(row)
      if (!isRemoved(next)) found = next
      // A ring of parents leads nowhere.
      else if (way.length > rows.count) found = 0
      else row = rowOf[next]!
    }
    for (const one of way) known.set(keyOf(one), found)
    const heir = heirs.instead(rowOf[uuid]!, rowOf[found] ?? NONE, from, one => rowOf[nextOf(one)] ?? NONE)
    return heir === NONE ? found : rows.uuid[heir]!
  }

  return {
    above,
    parentOf: row => above(draft.parents.get(row) ?? rows.parentName[row]!, row),
    isRemoved,
  }
}

interface RemovedAmongPreserved {
  readonly boundary: number
  /** By row that goes: the uuid of the one before it in the list that stays. */
  readonly before: ReadonlyMap<number, Name>
}

/**
 * Behind a compaction the kept entries hang on each other in the order of their list, and the first on their anchor
 * (N32), whatever their parents are: so what hung there on one that goes is hung on the one before it in the list.
 */
function removedAmongPreserved({ source, removed }: Draft): readonly RemovedAmongPreserved[] {
  const { rows } = source.conversation
  return preservedBy(source).flatMap(({ boundary, anchor, list }) => {
    if (removed[boundary]) return []
    const before = new Map<number, Name>()
    let last = rows.uuid[anchor]!
    for (const one of list) {
      if (removed[one]) before.set(one, last)
      else last = rows.uuid[one]!
    }
    return before.size === 0 ? [] : [{ boundary, before }]
  })
}
