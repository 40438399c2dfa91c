// From a turn or a compaction to the entry that a session up to there ends at.

import { NONE } from '../../conversation/rows.js'
import { isEnd } from '../tree/end-at.js'
import type { Read } from '../tree/way-up.js'

/**
 * The last entry of a turn: what the next turn on the same path hangs on, or where its branch ends. Entries on damaged
 * lines, which the client passes over, are no end.
 */
export function endOfTurn({ conversation, facts: { unread } }: Read, index: number): number | undefined {
  const { rows, turns, branches, leaf } = conversation
  const position = turns.list.findIndex(turn => turn.index === index)
  if (position < 0) return undefined
  const { branch } = turns.list[position]!
  const next = turns.list.find((turn, at) => at > position && turn.branch === branch && leadsFrom(turn.row))
  if (next) return lastOf(branches.up[next.row]!)
  const end =
    branch === 1 && leaf.kind !== 'none'
      ? leaf.row
      : (branches.list.find(one => one.number === branch)?.leafRow ?? NONE)
  const found = lastOf(end)
  return found === NONE ? lastInFile() : found

  /** Does the way up from here come through the turn? */
  function leadsFrom(row: number): boolean {
    return lastOf(branches.up[row]!) !== NONE
  }

  function lastOf(from: number): number {
    let row = from
    while (row !== NONE && (turns.of[row] !== position || !isEnd(rows, row) || unread.has(row))) {
      if (turns.of[row] !== NONE && turns.of[row]! < position) return NONE
      row = branches.up[row]!
    }
    return row
  }

  function lastInFile(): number {
    for (let row = rows.count - 1; row >= 0; row--)
      if (turns.of[row] === position && isEnd(rows, row) && !unread.has(row)) return row
    return turns.list[position]!.row
  }
}

/** The nearest entry that a session can end at: progress and lines that the client skips are none. */
export function endAbove({ conversation: { rows, branches }, facts: { unread } }: Read, from: number): number {
  let row = from
  while (row !== NONE && (!isEnd(rows, row) || unread.has(row))) row = branches.up[row]!
  return row
}

/** The entry that the conversation had reached when it was compacted. */
export function beforeCompaction(source: Read, number: number): number | undefined {
  const compaction = source.conversation.compactions.find(one => one.number === number)
  if (!compaction) return undefined
  const row = endAbove(source, source.conversation.branches.up[compaction.row]!)
  return row === NONE ? undefined : row
}
