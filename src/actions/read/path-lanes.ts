// The other branches beside a path, as lanes of a git log: where each leaves the path, and until which turn of it the branch
// went on in the file. Nothing is sorted by time.

import { type Conversation, NONE } from '../../conversation/index.js'
import type { PlacedTurn } from './show.js'

export interface PathLane {
  readonly branch: number
  readonly state: 'active' | 'abandoned' | 'detached'
  readonly turns: number
  /** Turns of the path: the one that it leaves, and the last that began before the branch ended; both are included. */
  readonly from: number
  readonly to: number
  /** From 1; the path itself is 0. A lane that has become free is used again. */
  readonly lane: number
}

/** A branch of a branch leaves the path where that one does. What hangs on nothing has no lane. */
export function pathLanes(
  { branches, turns }: Conversation,
  onPath: readonly PlacedTurn[],
  has: Uint8Array,
): readonly PathLane[] {
  const places = new Map(onPath.map(({ position }, at) => [position, at]))
  const counts = new Map<number, number>()
  for (const { branch } of turns.list) counts.set(branch, (counts.get(branch) ?? 0) + 1)
  const found = branches.list.flatMap(({ number, state, firstRow, leafRow, entries }) => {
    const end = leafRow === NONE ? firstRow : leafRow
    if (entries === 0 || end === NONE || has[end]) return []
    let row = end
    while (row !== NONE && !has[row]) row = branches.up[row]!
    const from = row === NONE ? undefined : places.get(turns.of[row]!)
    if (from === undefined) return []
    const to = Math.max(
      from,
      onPath.findLastIndex(({ turn }) => turn.firstRow <= end),
    )
    return [{ branch: number, state, turns: counts.get(number) ?? 0, from, to }]
  })
  /** By lane, the last place that it is taken at. */
  const taken: number[] = []
  return found
    .toSorted((a, b) => a.from - b.from || a.branch - b.branch)
    .map(one => {
      const free = taken.findIndex(last => last < one.from)
      const at = free < 0 ? taken.length : free
      taken[at] = one.to
      return { ...one, from: onPath[one.from]!.turn.index, to: onPath[one.to]!.turn.index, lane: at + 1 }
    })
}
