// Words that the user sent while the model was working hang behind a tool result. Without any answer or result between
// them and the prompt, the client would send them before it, and without any between them and the next words, behind
// those (N33): so there a call stays, as a note.

import { THINKING, TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import type { Name } from '../../conversation/names.js'
import { ASSISTANT, ATTACHMENT, HAS_TOOL_RESULT, has, USER } from '../../conversation/rows.js'
import { addStep, type Draft } from '../plan/draft.js'
import type { ToolDecisions } from '../strip/tool-decisions.js'
import { wayUp } from './way-up.js'
import { hasWordsBeside } from './words-beside.js'

interface Call {
  readonly id: Name
  readonly row: number
}

/** A queued prompt stands above, and nothing that stays between. */
interface Waiting {
  /** The nearest call between that goes. */
  readonly call: Call | undefined
  /** One stands behind that call as well. */
  readonly isQueuedBehind: boolean
}

export function spareBesideQueued(draft: Draft, decisions: ToolDecisions): void {
  const { rows, graph } = draft.source.conversation
  const isQueued = Uint8Array.from({ length: rows.count }, (_, row) =>
    rows.role[row] === ATTACHMENT && !draft.removed[row] && isSent(draft, row) ? 1 : 0,
  )
  if (!isQueued.includes(1)) return
  const up = wayUp(draft.source)
  addStep(
    draft,
    'keep calls',
    sparedBefore(),
    'otherwise a queued prompt after them would be sent before the prompt (N33)',
  )
  addStep(
    draft,
    'keep calls',
    sparedBehind(),
    'otherwise a queued prompt before them would be sent after the next text (N33)',
  )

  /** The nearest result above a queued prompt that goes, where nothing stays between it and the prompt. */
  function sparedBefore(): readonly number[] {
    const spared: number[] = []
    const nearest = new Map<number, Call | 'stays'>()
    for (const row of graph.order) {
      let near = nearest.get(up(row))
      const isResult = has(rows, row, HAS_TOOL_RESULT)
      const left = rows.role[row] === ASSISTANT || isResult ? goneCall(row) : undefined
      // Words beside a result that goes are a prompt from then on.
      if (isWords(row)) near = left
      else if (left === 'stays') near = 'stays'
      else if (isResult && near !== 'stays') near = left ?? near
      if (isQueued[row] && near !== undefined && near !== 'stays') {
        spared.push(spare(near))
        near = 'stays'
      }
      if (near !== undefined) nearest.set(row, near)
    }
    return spared
  }

  /** The nearest call above words that goes, where nothing stays between it and a queued prompt. */
  function sparedBehind(): readonly number[] {
    const spared: number[] = []
    const behind = new Map<number, Waiting>()
    for (const row of graph.order) {
      let near = behind.get(up(row))
      if (isQueued[row]) near = { call: near?.call, isQueuedBehind: true }
      const left = rows.role[row] === ASSISTANT || has(rows, row, HAS_TOOL_RESULT) ? goneCall(row) : undefined
      if (left === 'stays') near = undefined
      else if (left && near) near = { call: left, isQueuedBehind: false }
      if (isWords(row) && near?.call) {
        spared.push(spare(near.call))
        near = near.isQueuedBehind ? { call: undefined, isQueuedBehind: true } : undefined
      }
      if (near) behind.set(row, near)
    }
    return spared
  }

  function spare({ id, row }: Call): number {
    decisions.set(id, { call: 'stub', result: 'stub' })
    return row
  }

  /** A prompt, or words beside a result. */
  function isWords(row: number): boolean {
    if (rows.role[row] !== USER || draft.removed[row]) return false
    return !has(rows, row, HAS_TOOL_RESULT) || hasWordsBeside(draft, row)
  }

  function goneCall(row: number): Call | 'stays' | undefined {
    const { facts } = draft.source
    let gone: Call | undefined
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      const kind = facts.blocks.kind[block]
      const id = facts.blocks.id[block]!
      const goes = (kind === TOOL_USE || kind === TOOL_RESULT) && decisions.get(id)?.call === 'remove'
      const isHeld = rows.role[row] === ASSISTANT ? kind !== THINKING : kind === TOOL_RESULT
      if (!goes && isHeld) return 'stays'
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
