// What later turns build on that is cut: files that only the cut turns read, shells and agents that they started. None
// of it hinders the cut, but whoever cuts should know.

import { NONE } from '../../conversation/rows.js'
import type { ToolCall } from '../../conversation/tool-calls.js'
import { textAt } from '../edits/block-fields.js'
import { callInputs } from '../edits/call-input.js'
import { addStep, type Draft } from '../plan/draft.js'
import { fileCall, hasWorked } from '../tree/file-calls.js'

/** More of them are only counted. */
const MOST_TOLD = 20

interface Reference {
  /** The call that refers to what is gone. */
  readonly row: number
  readonly why: string
}

export function tellReferences(draft: Draft, cut: ReadonlySet<number>): void {
  const found = [...fileReferences(draft, cut), ...idReferences(draft, cut)].toSorted((a, b) => a.row - b.row)
  for (const { row, why } of found.slice(0, MOST_TOLD)) addStep(draft, 'warning', [row], why)
  const more = found.slice(MOST_TOLD).map(({ row }) => row)
  addStep(draft, 'warning', more, 'they use files, shells or agents that only the cut turns read or started')
}

/** A file that is edited later without being read again: the model edits what it does not see any more. */
function* fileReferences({ source }: Draft, cut: ReadonlySet<number>): Generator<Reference> {
  const { toolCalls } = source.conversation
  const inputOf = callInputs(source)
  const seenIn = new Map<string, { readonly call: ToolCall; readonly does: string } | 'kept'>()
  for (const call of toolCalls.list) {
    const file = hasWorked(call) ? fileCall(source, call, inputOf) : undefined
    if (!file) continue
    const isCut = cut.has(call.use.row)
    const seen = seenIn.get(file.path)
    if (!isCut && file.does === 'edits' && typeof seen === 'object') {
      const how = seen.does === 'reads' ? 'read' : 'wrote'
      yield {
        row: call.use.row,
        why: `${turnOf(call)} edits ${file.path}, which only ${turnOf(seen.call)}, now cut, ${how}`,
      }
      seenIn.set(file.path, 'kept')
    } else if (!isCut && file.does !== 'edits') seenIn.set(file.path, 'kept')
    else if (isCut && seen === undefined) seenIn.set(file.path, { call, does: file.does })
  }

  function turnOf({ turn }: ToolCall): string {
    return turn === NONE ? 'a call before the first turn' : `turn ${source.conversation.turns.list[turn]!.index}`
  }
}

/** Inputs that name something which another call started. */
const NAMES_OF = ['bash_id', 'shell_id', 'task_id', 'agent_id', 'agentId', 'resume', 'to'] as const
/** Shorter ones are found in any text. */
const LEAST = 5
const WORD = /[\w-]{5,}/g

function* idReferences({ source }: Draft, cut: ReadonlySet<number>): Generator<Reference> {
  const { rows, toolCalls, turns } = source.conversation
  const wanted = new Map<string, ToolCall>()
  const inputOf = callInputs(source)
  for (const call of toolCalls.list) {
    const found = cut.has(call.use.row) || call.use.index === NONE ? undefined : inputOf(call)
    if (!found || found.range.end - found.range.start > 10_000) continue
    for (const key of NAMES_OF) {
      const id = textAt(found.bytes, found.range.start, key)
      if (id !== undefined && id.length >= LEAST && !wanted.has(id)) wanted.set(id, call)
    }
  }
  if (wanted.size === 0) return
  const text = new TextDecoder()
  const looked = new Set<number>()
  for (const { use, result, turn } of toolCalls.list) {
    if (!cut.has(use.row) || !result || looked.has(result.row)) continue
    looked.add(result.row)
    for (const [word] of text.decode(source.read(rows.offset[result.row]!, rows.length[result.row]!)).matchAll(WORD)) {
      const call = wanted.get(word)
      if (!call || call.use.row < result.row) continue
      wanted.delete(word)
      const started = turn === NONE ? 'what is cut' : `turn ${turns.list[turn]!.index}, now cut,`
      yield {
        row: call.use.row,
        why: `${rows.names.text(call.use.name)} uses ${word}, which ${started} started`,
      }
    }
  }
}
