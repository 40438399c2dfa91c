// Where did an entry hang whose parent is not there? By what the entries themselves say, in this order: the call that a
// result answers, the message that an entry belongs to, another entry that misses the same parent, a rewind, and the
// turn that was going on in the file. Times decide nothing (I9).

import { isLink } from '../../check/bridge.js'
import { TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import { rowsByUuid } from '../../conversation/graph.js'
import type { Name } from '../../conversation/names.js'
import {
  ASSISTANT,
  ATTACHMENT,
  HAS_TOOL_RESULT,
  has,
  kindOf,
  NONE,
  PROGRESS,
  SIDECHAIN,
  SYSTEM,
  USER,
} from '../../conversation/rows.js'
import { textAt } from '../block-fields.js'
import type { Confidence } from '../plan.js'
import { roundsOf } from '../rounds.js'
import { entryBytes } from './entry-edits.js'
import type { Patient } from './patient.js'

export interface Place {
  readonly parent: number
  readonly confidence: Confidence
  readonly why: string
  /** Something that was sent seems to have stood between the two. */
  readonly isGap: boolean
}

export interface Hanging {
  /** Undefined where nothing stands before it. */
  placeOf(row: number): Place | undefined
  /** From now on it hangs there. */
  hang(row: number, parent: number): void
}

export function hanging(patient: Patient): Hanging {
  const { source } = patient
  const { conversation, facts } = source
  const { rows, graph } = conversation
  const rounds = roundsOf(conversation)
  const roots = rootsOf(patient)
  const calls = callRows()
  const rewinds = rewindsOf(patient)
  const hungOn = new Map<number, number>()
  const byMissing = new Map<Name, number>()
  let answeredIds: ReadonlySet<Name> | undefined
  let rowsOfAnswers: Map<Name, readonly number[]> | undefined

  return { placeOf, hang }

  function hang(row: number, parent: number): void {
    hungOn.set(row, parent)
    if (graph.parent[row] === NONE) roots.join(row, parent)
    const name = rows.parentName[row]!
    if (name !== 0 && !byMissing.has(name)) byMissing.set(name, parent)
  }

  function placeOf(row: number): Place | undefined {
    const before = linkBefore(row)
    const place = byCall(row, before) ?? byMessage(row, before) ?? bySibling(row) ?? byRewind(row, before)
    return place ?? byTurn(row, before)
  }

  /** The nearest entry of the same side before it in the file that does not hang on it itself. */
  function linkBefore(row: number, from = row): number {
    for (let one = from - 1; one >= 0; one--) if (canBear(one, row)) return one
    return NONE
  }

  function canBear(one: number, row: number): boolean {
    if (rows.uuid[one] === 0 || !isLink(rows, one) || facts.unread.has(one)) return false
    if (has(rows, one, SIDECHAIN) !== has(rows, row, SIDECHAIN)) return false
    const isOtherAgent = rows.agentId[one] !== 0 && rows.agentId[row] !== 0 && rows.agentId[one] !== rows.agentId[row]
    return !isOtherAgent && rows.uuid[one] !== rows.uuid[row] && !roots.isBelow(one, row)
  }

  function byCall(row: number, before: number): Place | undefined {
    if (!has(rows, row, HAS_TOOL_RESULT)) return undefined
    const call = callOf(row)
    if (call === NONE || !canBear(call, row)) return undefined
    // Older clients write results one behind the other (R-T6); one that nothing hangs on must hang on its answer (N8).
    const bears = graph.firstChild[row] !== NONE
    const sibling = bears && before > call && has(rows, before, HAS_TOOL_RESULT) && roundOf(before) === rounds[call]
    return sure(sibling ? before : call, 'it is the result of a call that is there')
  }

  /** Where it hangs by now, it belongs to the round of what it hangs on. */
  function roundOf(row: number): number {
    const parent = hungOn.get(row)
    return parent === undefined ? rounds[row]! : rounds[parent]!
  }

  function callOf(row: number): number {
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      if (facts.blocks.kind[block] !== TOOL_RESULT) continue
      const call = calls.get(facts.blocks.id[block]!)
      if (call !== undefined) return call
    }
    return NONE
  }

  function byMessage(row: number, before: number): Place | undefined {
    const message = rows.messageId[row]!
    if (rows.role[row] !== ASSISTANT || message === 0) return undefined
    const one = answerRows(message).findLast(other => other <= before && canBear(other, row))
    if (one === undefined) return undefined
    const isResult = before > one && roundOf(before) === rounds[one]
    return sure(isResult ? before : one, 'it is a part of the same answer')
  }

  /** In file order. */
  function answerRows(message: Name): readonly number[] {
    if (!rowsOfAnswers) {
      rowsOfAnswers = new Map()
      for (const { id, rows: list } of conversation.messages)
        rowsOfAnswers.set(
          id,
          list.toSorted((a, b) => a - b),
        )
    }
    return rowsOfAnswers.get(message) ?? []
  }

  function bySibling(row: number): Place | undefined {
    const name = rows.parentName[row]!
    const parent = name === 0 ? undefined : byMissing.get(name)
    if (parent === undefined || !canBear(parent, row)) return undefined
    return { ...sure(parent, 'another entry misses the same parent, and was hung there'), isGap: isGap(parent, row) }
  }

  function byRewind(row: number, before: number): Place | undefined {
    if (rows.role[row] !== USER || has(rows, row, SIDECHAIN)) return undefined
    const target = rewinds.between(before, row)
    if (target === NONE || !canBear(target, row)) return undefined
    return sure(target, 'the conversation was taken back to there before')
  }

  function byTurn(row: number, before: number): Place | undefined {
    if (before === NONE) return undefined
    const other = goesOnBehind(before, row) ? openEndBefore(row, before) : NONE
    if (other !== NONE) {
      const why = 'the entry before it in the file goes on elsewhere, and this is the nearest that does not go on'
      return { parent: other, confidence: 'guess', why, isGap: false }
    }
    const gap = isGap(before, row)
    const why = gap
      ? 'it is the entry before it in the file, and something between them is lost'
      : 'it is the entry before it in the file, and follows it as turns do'
    return { parent: before, confidence: 'likely', why, isGap: gap }
  }

  /** Two branches may have been written at the same time: the end of the other one. */
  function openEndBefore(row: number, before: number): number {
    for (let one = linkBefore(row, before); one !== NONE && one > row - NEAR; one = linkBefore(row, one))
      if (!goesOnBehind(one, NONE) && !isGap(one, row)) return one
    return NONE
  }

  /** Does the conversation go on from `one` with something that was written behind `row`? */
  function goesOnBehind(one: number, row: number): boolean {
    for (let child = graph.firstChild[one]!; child !== NONE; child = graph.nextSibling[child]!) {
      const talks = rows.role[child] === USER || rows.role[child] === ASSISTANT
      const isOfRound = rounds[one] !== 0 && rounds[child] === rounds[one]
      if (child > row && talks && !isOfRound) return true
    }
    return false
  }

  /** Turns go on in a few ways; where this is none of them, something between was lost. */
  function isGap(parent: number, row: number): boolean {
    const role = rows.role[row]!
    if (role === SYSTEM || role === ATTACHMENT || role === PROGRESS) return false
    let above = parent
    for (let steps = 0; above !== NONE && steps < NEAR; steps++) {
      if (rows.role[above] === USER || rows.role[above] === ASSISTANT) break
      above = hungOn.get(above) ?? graph.parent[above]!
    }
    if (above === NONE) return false
    const isAnswer = rows.role[above] === ASSISTANT
    if (role === ASSISTANT) return isAnswer && rows.messageId[above] !== rows.messageId[row]
    if (has(rows, row, HAS_TOOL_RESULT)) return callOf(row) === NONE
    const kind = kindOf(rows, row)
    if (isAnswer) return kind === 'prompt' && hasOpenCall(above)
    const waits = kindOf(rows, above) === 'prompt' || has(rows, above, HAS_TOOL_RESULT)
    return kind === 'prompt' && waits
  }

  function hasOpenCall(row: number): boolean {
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++)
      if (facts.blocks.kind[block] === TOOL_USE && !answered().has(facts.blocks.id[block]!)) return true
    return false
  }

  function answered(): ReadonlySet<Name> {
    answeredIds ??= new Set(idsOf(TOOL_RESULT).keys())
    return answeredIds
  }

  function callRows(): ReadonlyMap<Name, number> {
    return idsOf(TOOL_USE)
  }

  function idsOf(kind: number): Map<Name, number> {
    const found = new Map<Name, number>()
    for (let row = 0; row < rows.count; row++) {
      for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++)
        if (facts.blocks.kind[block] === kind && facts.blocks.id[block] !== 0) found.set(facts.blocks.id[block]!, row)
    }
    return found
  }
}

/** How far back an entry of the same answer, or an open branch, is looked for. */
const NEAR = 2000

function sure(parent: number, why: string): Place {
  return { parent, confidence: 'sure', why, isGap: false }
}

/** Which tree does a row stand in? A row whose parent is missing is the root of one. */
function rootsOf({ source: { conversation } }: Patient) {
  const { rows, graph } = conversation
  const root = new Int32Array(rows.count).fill(NONE)
  for (const row of graph.order) {
    const parent = graph.parent[row]!
    root[row] = parent === NONE ? row : root[parent]!
  }
  const joined = new Map<number, number>()
  function find(row: number): number {
    let at = root[row] === NONE ? row : root[row]!
    const way: number[] = []
    for (let next = joined.get(at); next !== undefined; next = joined.get(at)) {
      way.push(at)
      at = root[next] === NONE ? next : root[next]!
    }
    for (const one of way) joined.set(one, at)
    return at
  }
  return {
    join: (row: number, parent: number) => void joined.set(row, parent),
    /** Only rows that are roots, or hang in another tree, are asked for. */
    isBelow(one: number, row: number): boolean {
      if (root[row] === row || root[row] === NONE) return find(one) === row
      for (let at = one; at !== NONE; at = graph.parent[at]!) if (at === row) return true
      return false
    },
  }
}

/** Checkpoints that were set on purpose: the entry that the next prompt hangs on (N6). */
function rewindsOf({ source }: Patient) {
  const { rows } = source.conversation
  const type = rows.names.find('last-prompt')
  const found: { readonly row: number; readonly target: Name }[] = []
  let rowOf: Int32Array | undefined
  if (type !== 0)
    for (let row = 0; row < rows.count; row++) {
      if (rows.type[row] !== type) continue
      const bytes = entryBytes(source, row)
      if (!/"explicit":\s*true/.test(new TextDecoder().decode(bytes))) continue
      found.push({ row, target: rows.names.find(textAt(bytes, 0, 'leafUuid') ?? '') })
    }
  return {
    between(from: number, to: number): number {
      let low = 0
      let high = found.length
      while (low < high) {
        const middle = (low + high) >> 1
        if (found[middle]!.row < to) low = middle + 1
        else high = middle
      }
      const last = found[low - 1]
      if (!last || last.row < from || last.target === 0) return NONE
      return (rowOf ??= rowsByUuid(rows))[last.target] ?? NONE
    },
  }
}
