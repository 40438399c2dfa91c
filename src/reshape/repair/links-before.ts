// The entries before a row in the file that it could hang on: of the same side, and of no other agent.

import { isConversation } from '../../context/path.js'
import { placeBefore } from '../../conversation/place-before.js'
import { has, NONE, SIDECHAIN } from '../../conversation/rows.js'
import type { DamagedSession } from './damaged-session.js'
import type { Trees } from './trees.js'

export interface LinksBefore {
  canBear(one: number, row: number): boolean
  /** The nearest before `from` that can bear the row, which is the root of its tree; NONE where there is none. */
  nearest(row: number, from: number): number
}

/** Rows in file order; `skips` leads over a stretch of one tree, by the place where it ends. */
interface Links {
  readonly rows: number[]
  readonly skips: Map<number, number>
}

export function linksBefore({ source: { conversation, facts } }: DamagedSession, trees: Trees): LinksBefore {
  const { rows } = conversation
  const sides = new Map<boolean, Links>()
  const agents = new Map<string, Links>()
  for (let row = 0; row < rows.count; row++) {
    if (rows.uuid[row] === 0 || !isConversation({ rows, facts }, row) || facts.unread.has(row)) continue
    listOf(sides, has(rows, row, SIDECHAIN)).rows.push(row)
    listOf(agents, agentKey(row, rows.agentId[row]!)).rows.push(row)
  }
  return { canBear, nearest }

  function agentKey(row: number, agent: number): string {
    return `${has(rows, row, SIDECHAIN)} ${agent}`
  }

  function canBear(one: number, row: number): boolean {
    if (rows.uuid[one] === 0 || !isConversation({ rows, facts }, one) || facts.unread.has(one)) return false
    if (has(rows, one, SIDECHAIN) !== has(rows, row, SIDECHAIN)) return false
    const isOtherAgent = rows.agentId[one] !== 0 && rows.agentId[row] !== 0 && rows.agentId[one] !== rows.agentId[row]
    return !isOtherAgent && rows.uuid[one] !== rows.uuid[row] && trees.rootOf(one) !== row
  }

  function nearest(row: number, from: number): number {
    const agent = rows.agentId[row]!
    const lists =
      agent === 0
        ? [sides.get(has(rows, row, SIDECHAIN))]
        : [agents.get(agentKey(row, agent)), agents.get(agentKey(row, 0))]
    return lists.reduce((best, list) => Math.max(best, list ? nearestIn(list, row, from) : NONE), NONE)
  }

  /** What hangs on the row itself is passed over. */
  function nearestIn({ rows: list, skips }: Links, row: number, from: number): number {
    const way: number[] = []
    let at = placeBefore(list, from)
    while (at >= 0 && (trees.rootOf(list[at]!) === row || rows.uuid[list[at]!] === rows.uuid[row])) {
      way.push(at)
      at = skips.get(at) ?? at - 1
    }
    for (const one of way) skips.set(one, at)
    return at < 0 ? NONE : list[at]!
  }
}

function listOf<Key>(lists: Map<Key, Links>, key: Key): Links {
  let list = lists.get(key)
  if (!list) lists.set(key, (list = { rows: [], skips: new Map() }))
  return list
}
