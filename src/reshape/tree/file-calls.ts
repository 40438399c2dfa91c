// Calls that read or change one file, by the tools that the client has for that.

import { NONE } from '../../conversation/rows.js'
import type { ToolCall } from '../../conversation/tool-calls.js'
import { decodeText, rangeOf } from '../../format/json/walk.js'
import { textAt } from '../edits/block-fields.js'
import type { CallInputs } from '../edits/call-input.js'
import type { ReshapeSource } from '../plan/plan.js'

export interface FileCall {
  readonly call: ToolCall
  readonly path: string
  /** `writes`: the call holds all of the file. `edits`: a part of it. */
  readonly does: 'reads' | 'writes' | 'edits'
  /** Of a read: the first line, and the one behind the last. */
  readonly from: number
  readonly to: number
}

type Source = Pick<ReshapeSource, 'conversation' | 'read'>

const DOES: Readonly<Record<string, FileCall['does']>> = {
  Read: 'reads',
  NotebookRead: 'reads',
  Write: 'writes',
  Edit: 'edits',
  MultiEdit: 'edits',
  NotebookEdit: 'edits',
}

/** So many lines the client reads where no limit is given. */
const LINES = 2000

/** Undefined for a call of another tool, or of no file. Calls that failed are told by `hasWorked`. */
export function fileCall(
  { conversation: { rows } }: Source,
  call: ToolCall,
  inputOf: CallInputs,
): FileCall | undefined {
  const does = DOES[rows.names.text(call.use.name)]
  const found = does === undefined || call.use.index === NONE ? undefined : inputOf(call)
  if (does === undefined || !found || found.bytes[found.range.start] !== 0x7b) return undefined
  const { bytes, range } = found
  const path = textAt(bytes, range.start, 'file_path') ?? textAt(bytes, range.start, 'notebook_path')
  if (path === undefined) return undefined
  const from = numberAt('offset') ?? 1
  return { call, path, does, from, to: from + (numberAt('limit') ?? LINES) }

  function numberAt(key: string): number | undefined {
    const at = rangeOf(bytes, range.start, [key])
    const value = at && at.end - at.start < 16 ? Number(decodeText(bytes, at.start, at.end)) : Number.NaN
    return Number.isFinite(value) ? value : undefined
  }
}

/** Did it do what it was asked for? */
export function hasWorked({ result }: ToolCall): boolean {
  return result !== undefined && !result.isError
}

/** The client does not repeat a file that has not changed since it was read: the result only refers to the other one. */
export function backReferences({ conversation: { rows }, read }: Source): (call: ToolCall) => boolean {
  let last = { row: NONE as number, refersBack: false }
  return ({ result }) => {
    if (!result) return false
    if (result.row !== last.row) last = { row: result.row, refersBack: isUnchanged(result.row) }
    return last.refersBack
  }

  function isUnchanged(row: number): boolean {
    const bytes = read(rows.offset[row]!, rows.length[row]!)
    const type = rangeOf(bytes, 0, ['toolUseResult', 'type'])
    return type !== undefined && decodeText(bytes, type.start, type.end) === '"file_unchanged"'
  }
}
