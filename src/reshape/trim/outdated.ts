// Results that say nothing any more which the model does not get elsewhere, or which is no longer so.

import { hashOf, type Name } from '../../conversation/names.js'
import { NONE } from '../../conversation/rows.js'
import type { ToolCall } from '../../conversation/tool-calls.js'
import { type CallInputs, callInputs } from '../edits/call-input.js'
import type { ReshapeSource } from '../plan/plan.js'
import { backReferences, type FileCall, fileCall, hasWorked } from '../tree/file-calls.js'
import type { SentCall } from './sent.js'

export interface Outdated {
  /** Reads of a file that is read again later, as far or further, or written as a whole. */
  readonly superseded: ReadonlySet<Name>
  /** Reads of a file that is edited later; results of calls that are made again with the same input. */
  readonly stale: ReadonlySet<Name>
}

/** Each of their results tells only what is new since the last one. */
const INCREMENTAL = new Set(['BashOutput', 'TaskOutput', 'AgentOutputTool', 'Monitor'])

/** From the last call to the first, so that what comes later is known. */
export function outdatedCalls(source: ReshapeSource, sent: readonly SentCall[]): Outdated {
  const { rows, toolCalls } = source.conversation
  const calls = new Map(toolCalls.list.map(call => [call.use.id, call] as const))
  const superseded = new Set<Name>()
  const stale = new Set<Name>()
  const later = new Map<string, LaterUses>()
  const repeated = new Set<string>()
  const inputOf = callInputs(source)
  const refersBack = backReferences(source)
  for (const { id, name } of sent.toReversed()) {
    const call = calls.get(id)
    // Source document 004's flat calls are entries of their own (D14).
    if (!call || call.use.index === NONE) continue
    const file = fileCall(source, call, inputOf)
    if (file) {
      const uses = later.get(file.path) ?? { reads: [], isWritten: false, isEdited: false }
      if (file.does === 'reads' && isCovered(file, uses)) superseded.add(id)
      else if (file.does === 'reads' && uses.isEdited) stale.add(id)
      later.set(file.path, withUse(refersBack, uses, file))
    }
    const key = inputKey(inputOf, call, rows.names.text(name))
    if (key === undefined) continue
    if (repeated.has(key) && !superseded.has(id)) stale.add(id)
    if (hasWorked(call) && !(file && refersBack(call))) repeated.add(key)
  }
  return { superseded, stale }
}

/** What happens to a file later on. */
interface LaterUses {
  /** Those that no other of them covers. */
  readonly reads: readonly FileCall[]
  readonly isWritten: boolean
  readonly isEdited: boolean
}

/** Of one file: a bound for files that are read in thousands of pieces. */
const MOST_READS = 64

function isCovered(read: FileCall, { reads, isWritten }: LaterUses): boolean {
  return isWritten || reads.some(one => covers(one, read))
}

function covers(one: FileCall, other: FileCall): boolean {
  return one.from <= other.from && one.to >= other.to
}

function withUse(refersBack: (call: ToolCall) => boolean, uses: LaterUses, file: FileCall): LaterUses {
  if (!hasWorked(file.call)) return uses
  if (file.does === 'writes') return { ...uses, isWritten: true }
  if (file.does === 'edits') return { ...uses, isEdited: true }
  if (isCovered(file, uses) || refersBack(file.call)) return uses
  return { ...uses, reads: [...uses.reads.filter(one => !covers(file, one)), file].slice(-MOST_READS) }
}

/** Calls with the same key have the same tool and the same input. */
function inputKey(inputOf: CallInputs, call: ToolCall, name: string): string | undefined {
  const found = INCREMENTAL.has(name) ? undefined : inputOf(call)
  if (!found) return undefined
  const { bytes, range } = found
  const middle = (range.start + range.end) >> 1
  return `${name} ${range.end - range.start} ${hashOf(bytes, range.start, range.end)} ${hashOf(bytes, middle, range.end)}`
}
