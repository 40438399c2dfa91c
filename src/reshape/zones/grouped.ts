// What belongs to what, as numbers: members by the group that each is in. A map of lists takes ten times the memory.

/** The members of a group, in order. */
export type Grouped = (group: number) => readonly number[]

/** `groupOf`: by member the number of its group; below 0 it is in none. */
export function grouped(groupOf: ArrayLike<number>, groups: number): Grouped {
  const starts = new Int32Array(groups + 1)
  for (let member = 0; member < groupOf.length; member++) if (groupOf[member]! >= 0) starts[groupOf[member]! + 1]!++
  for (let group = 0; group < groups; group++) starts[group + 1]! += starts[group]!
  const members = new Int32Array(starts[groups]!)
  const next = starts.slice(0, groups)
  for (let member = 0; member < groupOf.length; member++)
    if (groupOf[member]! >= 0) members[next[groupOf[member]!]!++] = member
  return group => Array.from(members.subarray(starts[group]!, starts[group + 1]!))
}
