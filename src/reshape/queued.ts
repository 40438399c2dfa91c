// Words that the user sent while the model was working hang behind a tool result. Without any answer or result between
// them and the prompt, the client would send them before it (N33): so there the last call stays, as a note.

import { THINKING, TOOL_RESULT, TOOL_USE } from '../context/facts/block-columns.js'
import type { Name } from '../conversation/names.js'
import { ASSISTANT, ATTACHMENT, HAS_TOOL_RESULT, has, USER } from '../conversation/rows.js'
import { addStep, type Draft } from './draft.js'
import type { ToolDecisions } from './tool-decisions.js'
import { rowsAbove, wayUp } from './way-up.js'

export function spareBeforeQueued(draft: Draft, decisions: ToolDecisions): void {
  const { conversation } = draft.source
  const { rows } = conversation
  const up = wayUp(draft.source)
  const spared: number[] = []
  for (let row = 0; row < rows.count; row++) {
    // Attachments that hold blocks are words or images of the user's.
    if (rows.role[row] !== ATTACHMENT || draft.removed[row] || !isSent(draft, row)) continue
    const found = callBefore(row)
    if (found === undefined) continue
    decisions.set(found.id, { call: 'stub', result: 'stub' })
    spared.push(found.row)
  }
  addStep(draft, 'keep calls', spared, 'a queued prompt behind them would else be sent before the prompt (N33)')

  /** The nearest result above that goes, where nothing stays between it and the prompt. */
  function callBefore(from: number): { readonly id: Name; readonly row: number } | undefined {
    let nearest: { readonly id: Name; readonly row: number } | undefined
    for (const row of rowsAbove(up, up(from))) {
      const isResult = has(rows, row, HAS_TOOL_RESULT)
      if (rows.role[row] === ASSISTANT || isResult) {
        const left = goneResult(row)
        if (left === 'stays') return undefined
        if (isResult) nearest ??= left
      } else if (rows.role[row] === USER) return nearest
    }
    return nearest
  }

  function goneResult(row: number): { readonly id: Name; readonly row: number } | 'stays' | undefined {
    const { facts } = draft.source
    let gone: { readonly id: Name; readonly row: number } | undefined
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      const kind = facts.blocks.kind[block]
      const id = facts.blocks.id[block]!
      const goes = (kind === TOOL_USE || kind === TOOL_RESULT) && decisions.get(id)?.call === 'remove'
      if (!goes && kind !== THINKING) return 'stays'
      if (goes) gone = { id, row }
    }
    return gone
  }
}

function isSent({ source: { facts, conversation } }: Draft, row: number): boolean {
  return (
    facts.first[row + 1]! > facts.first[row]! ||
    conversation.rows.names.text(conversation.rows.subtype[row]!) === 'file'
  )
}
