// Where turns and branches are in a session, line by line.

import type { Conversation } from '../../conversation/conversation.js'
import { NONE } from '../../conversation/rows.js'
import type { Outline } from '../store.js'

export function outlineOf({ rows, turns, branches, toolCalls, agentProgress }: Conversation): Outline {
  const runs: [number, number, number][] = []
  const indexAt = turns.list.map(turn => turn.index)
  for (let row = 0; row < rows.count; row++) {
    const at = turns.of[row]!
    const turn = at === NONE ? 0 : indexAt[at]!
    const branch = branches.of[row]! || (runs.at(-1)?.[2] ?? 1)
    const last = runs.at(-1)
    if (last?.[1] === turn && last[2] === branch) continue
    if (last?.[0] === rows.line[row]!) runs.pop() // of several records on one line the last counts
    runs.push([rows.line[row]!, turn, branch])
  }
  const agents: [string, number][] = []
  const turnOfCall = new Map<string, number>()
  for (const { use, result, turn } of toolCalls.list) {
    if (turn === NONE) continue
    turnOfCall.set(rows.names.text(use.id), indexAt[turn]!)
    if (result && result.agentId !== 0) agents.push([rows.names.text(result.agentId), indexAt[turn]!])
  }
  for (const [agent, use] of agentProgress) {
    const turn = turnOfCall.get(use)
    if (turn !== undefined) agents.push([agent, turn])
  }
  return { turns: turns.count, runs, agents: Object.fromEntries(agents) }
}

/** What a line belongs to. */
export function placeInOutline(outline: Outline, line: number): { readonly turn: number; readonly branch: number } {
  let low = 0
  let high = outline.runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (outline.runs[middle]![0] <= line) low = middle + 1
    else high = middle
  }
  const run = outline.runs[low - 1]
  return { turn: run?.[1] ?? 0, branch: run?.[2] ?? 1 }
}
