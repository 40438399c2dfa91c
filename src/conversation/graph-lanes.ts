// Which lane a branch or an agent is drawn in: the lowest that is free from the fork that it leaves at to its last node.
//
// The active branch has lane 0 from its first node on; what ended before may stand above it. Lanes are given in the
// order of first nodes, and a lane is free when all that it was given to has ended. So whatever is appended to the file
// takes its lane after everything that was there, and moves nothing.

/** What takes a lane, from one drawn row to another, both included. */
export interface Stretch {
  readonly first: number
  readonly from: number
  readonly to: number
  /** The stretch that this one must stand to the right of. */
  readonly rightOf: number | undefined
}

/** The lane of each stretch. They are given in the order of `first`; `active` is the one that has lane 0. */
export function assignLanes(stretches: readonly Stretch[], active: number | undefined): readonly number[] {
  const lanes: number[] = new Array(stretches.length).fill(-1)
  const ends = laneEnds(stretches.length + 1)
  const main = active === undefined ? undefined : stretches[active]
  if (active !== undefined) lanes[active] = 0
  stretches.forEach(({ from, to, rightOf }, index) => {
    if (index === active) return
    const least = rightOf === undefined ? 0 : lanes[rightOf]! + 1
    // Lane 0 is the active branch's from its beginning on, though others are given theirs before.
    const skip = main !== undefined && to >= main.from ? 1 : 0
    const lane = ends.firstBelow(from, Math.max(least, skip))
    lanes[index] = lane
    ends.set(lane, to)
  })
  return lanes
}

/** Where each lane is taken to, as a tree of minima: a file of nothing but branches must not take quadratic time. */
function laneEnds(count: number) {
  let size = 1
  while (size < count + 1) size *= 2
  const least = new Int32Array(2 * size).fill(-1)
  return {
    set(lane: number, end: number): void {
      let at = lane + size
      least[at] = Math.max(least[at]!, end)
      for (at >>= 1; at > 0; at >>= 1) least[at] = Math.min(least[2 * at]!, least[2 * at + 1]!)
    },
    /** The first lane, from `lane` on, that is taken to a row before `row`. */
    firstBelow(row: number, lane: number): number {
      let at = lane + size
      while (least[at]! >= row) {
        while ((at & 1) === 1) at >>= 1 // the last of its parents' children: go up
        at++
      }
      while (at < size) at = least[2 * at]! < row ? 2 * at : 2 * at + 1
      return at - size
    },
  }
}
