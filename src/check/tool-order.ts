// Which results on the path are not where the API wants them, right behind their call? (R-T7, N10, N19)

import type { Name } from '../conversation/names.js'
import {
  API_ERROR,
  ASSISTANT,
  ATTACHMENT,
  HAS_TOOL_RESULT,
  has,
  type Rows,
  SYSTEM,
  USER,
} from '../conversation/rows.js'
import { type ClientPath, TAKEN } from './client-path.js'
import { messageKey } from './open-round.js'
import type { ToolBlock } from './tool-blocks.js'

export interface Displaced {
  readonly result: ToolBlock
  /** Not sent; else it is moved to its call. */
  readonly isLost: boolean
}

interface CallPlace {
  /** Which answer it is part of, counted from the first. */
  readonly answer: number
  /** How many prompts stood before it. */
  readonly prompts: number
}

/**
 * Rows of one message are one answer, also when results, attachments or other answers lie between; only a prompt or
 * the output of a local command separates (N10). A result is lost when another answer has begun since its call, or
 * when it stands before its call with more than results between (N19).
 */
export function orderOnPath(
  rows: Rows,
  path: ClientPath,
  uses: readonly ToolBlock[],
  results: readonly ToolBlock[],
): readonly Displaced[] {
  const usesIn = byRow(uses)
  const resultsIn = byRow(results)
  const takenUses = new Map<number, ToolBlock[]>() // those of entries beside the path, by message
  for (const use of uses) if (path.sent[use.row] === TAKEN) push(takenUses, messageKey(rows, use.row), use)
  const localCommand = rows.names.find('local_command')
  const found: Displaced[] = []
  const calls = new Map<Name, CallPlace>()
  const settled = new Set<Name>() // the first result counts (R-T8)
  const early = new Map<Name, { readonly result: ToolBlock; readonly steps: number }>()
  let open = new Map<number, number>() // message → its answer
  let answers = 0
  let prompts = 0
  let steps = 0 // everything but results and attachments

  for (let at = path.rows.length - 1; at >= 0; at--) {
    const row = path.rows[at]!
    const role = rows.role[row]
    if (role === ASSISTANT && !has(rows, row, API_ERROR)) takeAnswer(row)
    else if (role === USER && has(rows, row, HAS_TOOL_RESULT)) takeResults(row)
    else if (role === USER || (role === SYSTEM && localCommand !== 0 && rows.subtype[row] === localCommand)) {
      open = new Map()
      prompts++
      steps++
    } else if (role !== ATTACHMENT && role !== SYSTEM) steps++
  }
  return found

  function takeAnswer(row: number): void {
    const key = messageKey(rows, row)
    let answer = open.get(key)
    const isNew = answer === undefined
    if (answer === undefined) open.set(key, (answer = ++answers))
    for (const use of usesIn.get(row) ?? []) takeCall(use, answer)
    if (isNew) for (const use of takenUses.get(key) ?? []) takeCall(use, answer)
    steps++
  }

  function takeCall({ id }: ToolBlock, answer: number): void {
    if (calls.has(id)) return
    calls.set(id, { answer, prompts })
    const before = early.get(id)
    if (before) found.push({ result: before.result, isLost: before.steps !== steps })
  }

  function takeResults(row: number): void {
    for (const result of resultsIn.get(row) ?? []) {
      if (settled.has(result.id)) continue
      settled.add(result.id)
      const call = calls.get(result.id)
      if (!call) early.set(result.id, { result, steps })
      else if (call.answer !== answers) found.push({ result, isLost: true })
      else if (call.prompts !== prompts) found.push({ result, isLost: false })
    }
  }
}

function byRow(blocks: readonly ToolBlock[]): ReadonlyMap<number, readonly ToolBlock[]> {
  const rows = new Map<number, ToolBlock[]>()
  for (const block of blocks) push(rows, block.row, block)
  return rows
}

function push(lists: Map<number, ToolBlock[]>, key: number, block: ToolBlock): void {
  const list = lists.get(key)
  if (list) list.push(block)
  else lists.set(key, [block])
}
