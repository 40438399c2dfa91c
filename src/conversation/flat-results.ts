// Source document 004 has no ids for its calls: the next `system` entry on the path of a flat tool_use, on the same
// side, is its result (D14). A call that was aborted has none; a new prompt ends the waiting.

import type { Graph } from './graph.js'
import { ABORTED, has, kindOf, NONE, type Rows, SIDECHAIN, SYSTEM, USER } from './rows.js'
import type { ToolResult, ToolUse } from './tool-calls.js'

/** The calls that wait at a row, the nearest first; shared by the rows below, so never changed. */
interface Waiting {
  readonly use: ToolUse
  readonly next: Waiting | undefined
}

export function pairFlatResults(rows: Rows, graph: Graph, uses: readonly ToolUse[]): readonly ToolResult[] {
  const useAt = new Map(uses.flatMap(use => (use.index === NONE ? [[use.row, use] as const] : [])))
  const found: ToolResult[] = []
  if (useAt.size === 0) return found
  const main: (Waiting | undefined)[] = []
  const side: (Waiting | undefined)[] = []
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    main[row] = main[parent]
    side[row] = side[parent]
    const own = has(rows, row, SIDECHAIN) ? side : main
    const waiting = own[row]
    const use = useAt.get(row)
    if (use && !has(rows, row, ABORTED)) own[row] = { use, next: waiting }
    else if (waiting && rows.role[row] === SYSTEM && rows.subtype[row] === 0) {
      found.push(resultAt(rows, row, waiting.use))
      own[row] = waiting.next
    } else if (rows.role[row] === USER && kindOf(rows, row) !== 'meta') own[row] = undefined
  }
  return found
}

function resultAt(rows: Rows, row: number, { id }: ToolUse): ToolResult {
  return { row, index: 0, id, isError: false, contentBytes: rows.length[row]!, agentId: 0, file: 0, durationMs: 0 }
}
