// Where did an entry hang whose parent is not there? By what the entries themselves say, in this order: the call that a
// result answers, the message that an entry belongs to, another entry that misses the same parent, a rewind, and the
// turn that was going on in the file. Times decide nothing (I9).

import { TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import { rowsByUuid } from '../../conversation/graph.js'
import type { Name } from '../../conversation/names.js'
import { placeBefore } from '../../conversation/place-before.js'
import {
  ASSISTANT,
  ATTACHMENT,
  COMPACT_SUMMARY,
  HAS_TOOL_RESULT,
  has,
  kindOf,
  NONE,
  OTHER,
  PROGRESS,
  SIDECHAIN,
  SYSTEM,
  USER,
} from '../../conversation/rows.js'
import { textAt } from '../edits/block-fields.js'
import type { Confidence } from '../plan/plan.js'
import { roundsOf } from '../tree/rounds.js'
import type { DamagedSession } from './damaged-session.js'
import { entryBytes } from './entry-edits.js'
import { linksBefore } from './links-before.js'
import { treesOf } from './trees.js'

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
  /** It is not hung elsewhere after all. */
  leave(row: number): void
}

/** `isBroken` tells the rows that are to be hung elsewhere. */
export function hanging(damaged: DamagedSession, isBroken: (row: number) => boolean): Hanging {
  const { source } = damaged
  const { conversation, facts } = source
  const { rows, graph } = conversation
  const rounds = roundsOf(conversation)
  const trees = treesOf(damaged, isBroken)
  const { canBear, nearest } = linksBefore(damaged, trees)
  const calls = callRows()
  const rewinds = rewindsOf(damaged)
  const hungOn = new Map<number, number>()
  const byMissing = new Map<Name, number>()
  const answerByMissing = new Map<Name, number>()
  const lastBehind = new Map<number, number>()
  let answeredIds: ReadonlySet<Name> | undefined
  let rowsOfAnswers: Map<Name, readonly number[]> | undefined

  return { placeOf, hang, leave }

  function hang(row: number, parent: number): void {
    hungOn.set(row, parent)
    trees.join(row, parent)
    const name = rows.parentName[row]!
    if (name === 0) return
    if (!byMissing.has(name)) byMissing.set(name, parent)
    const answer = answerFrom(row)
    if (answer !== NONE) answerByMissing.set(name, answer)
  }

  function placeOf(row: number): Place | undefined {
    const before = nearest(row, row)
    const place = byCall(row, before) ?? byMessage(row, before) ?? byLostCall(row) ?? bySibling(row)
    return place ?? byRewind(row, before) ?? byTurn(row, before)
  }

  function leave(row: number): void {
    if (graph.parent[row] !== NONE) trees.join(row, graph.parent[row]!)
  }

  function byCall(row: number, before: number): Place | undefined {
    if (!has(rows, row, HAS_TOOL_RESULT)) return undefined
    const call = callOf(row)
    if (call === NONE || !canBear(call, row)) return undefined
    // Older clients write results one behind the other (R-T6); one that nothing hangs on must hang on its answer (N8).
    const sibling =
      leadsOn(row) && before > call && has(rows, before, HAS_TOOL_RESULT) && roundOf(before) === rounds[call]
    return sure(sibling ? before : call, 'it is the result of that call')
  }

  /** Does anything but progress hang on it? */
  function leadsOn(row: number): boolean {
    const below = [row]
    for (let steps = 0; below.length > 0 && steps < NEAR; steps++) {
      for (let child = graph.firstChild[below.pop()!]!; child !== NONE; child = graph.nextSibling[child]!) {
        if (rows.role[child] !== PROGRESS) return true
        below.push(child)
      }
    }
    return false
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
    const list = answerRows(message)
    const last = placeBefore(list, before + 1)
    let at = last
    while (at >= 0 && at > last - NEAR && !canBear(list[at]!, row)) at--
    const one = list[at]
    if (one === undefined || !canBear(one, row)) return undefined
    const isResult = before > one && roundOf(before) === rounds[one]
    return sure(isResult ? before : one, 'it is part of the same answer')
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

  /** What is missing was a call, and the answer went on with another one: a result hangs on its answer. */
  function byLostCall(row: number): Place | undefined {
    if (!has(rows, row, HAS_TOOL_RESULT) || callOf(row) !== NONE) return undefined
    const answer = answerByMissing.get(rows.parentName[row]!)
    if (answer === undefined || !canBear(answer, row)) return undefined
    return { ...sure(answer, 'its call is lost, and the answer with that call continues there'), isGap: true }
  }

  /** The answer that begins here, or behind the progress of a call. */
  function answerFrom(row: number): number {
    let at = row
    for (let steps = 0; at !== NONE && rows.role[at] === PROGRESS && steps < NEAR; steps++) at = graph.firstChild[at]!
    return at !== NONE && rows.role[at] === ASSISTANT ? at : NONE
  }

  function bySibling(row: number): Place | undefined {
    const name = rows.parentName[row]!
    const parent = name === 0 ? undefined : byMissing.get(name)
    if (parent === undefined || !canBear(parent, row)) return undefined
    return {
      ...sure(parent, 'another entry with the same missing parent was attached there'),
      isGap: isGap(parent, row),
    }
  }

  function byRewind(row: number, before: number): Place | undefined {
    if (rows.role[row] !== USER || has(rows, row, SIDECHAIN)) return undefined
    const target = rewinds.between(before, row)
    if (target === NONE || !canBear(target, row)) return undefined
    return sure(target, 'the conversation was rewound to that entry before')
  }

  function byTurn(row: number, before: number): Place | undefined {
    if (before === NONE) return undefined
    const other = goesOnBehind(before, row) ? openEndBefore(row, before) : NONE
    if (other !== NONE) {
      const why = 'the previous entry in the file has another child, and this is the nearest entry without one'
      return { parent: other, confidence: 'guess', why, isGap: false }
    }
    if (isCompactedBetween(before, row)) {
      const why = 'the answers after it were made with a much smaller history, so a compaction seems to be missing'
      return { parent: before, confidence: 'guess', why, isGap: true }
    }
    const gap = isGap(before, row)
    const why = gap
      ? 'it is the previous entry in the file, and something between them is lost'
      : 'it is the previous entry in the file, and the order of the turns fits'
    return { parent: before, confidence: 'likely', why, isGap: gap }
  }

  /** By the figures of the answers around it: what the model had became much less. */
  function isCompactedBetween(before: number, row: number): boolean {
    if (has(rows, row, SIDECHAIN)) return false
    const [then, next] = [countedBefore(before), countedFrom(row)]
    if (then === NONE || next === NONE || facts.model[then] !== facts.model[next]) return false
    return facts.tokens[then]! >= LARGE && facts.tokens[next]! < facts.tokens[then]! * MUCH_LESS
  }

  function countedBefore(from: number): number {
    for (let one = from; one >= 0 && one > from - NEAR; one--) {
      if (has(rows, one, COMPACT_SUMMARY) || isBoundary(one)) return NONE
      if (isCounted(one)) return one
    }
    return NONE
  }

  function countedFrom(from: number): number {
    for (let one = from; one < rows.count && one < from + NEAR; one++) {
      if (has(rows, one, COMPACT_SUMMARY) || isBoundary(one)) return NONE
      if (isCounted(one)) return one
    }
    return NONE
  }

  function isBoundary(one: number): boolean {
    return facts.details.get(one)?.kind === 'boundary'
  }

  function isCounted(one: number): boolean {
    return rows.role[one] === ASSISTANT && !has(rows, one, SIDECHAIN) && facts.tokens[one]! > 0
  }

  /** Two branches may have been written at the same time: the end of the other one. */
  function openEndBefore(row: number, before: number): number {
    for (let one = nearest(row, before); one !== NONE && one > row - NEAR; one = nearest(row, one))
      if (!goesOnBehind(one, NONE) && !isGap(one, row)) return one
    return NONE
  }

  /** Does the conversation go on from `one` with something that was written behind `row`? */
  function goesOnBehind(one: number, row: number): boolean {
    let last = lastBehind.get(one)
    if (last === undefined) lastBehind.set(one, (last = lastToGoOn(one)))
    return last > row
  }

  function lastToGoOn(one: number): number {
    let last = NONE
    for (let child = graph.firstChild[one]!; child !== NONE; child = graph.nextSibling[child]!) {
      const talks = rows.role[child] === USER || rows.role[child] === ASSISTANT
      const isOfRound = rounds[one] !== 0 && rounds[child] === rounds[one]
      if (talks && !isOfRound) last = Math.max(last, child)
    }
    return last
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
      if (rows.role[row] === OTHER) continue
      for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++)
        if (facts.blocks.kind[block] === kind && facts.blocks.id[block] !== 0) found.set(facts.blocks.id[block]!, row)
    }
    return found
  }
}

/** A history only grows: where it is much less than before, it was compacted, or somebody went back. */
const LARGE = 20_000
const MUCH_LESS = 0.6

/** How far back an entry of the same answer, or an open branch, is looked for. */
const NEAR = 2000

function sure(parent: number, why: string): Place {
  return { parent, confidence: 'sure', why, isGap: false }
}

/** Checkpoints that were set on purpose: the entry that the next prompt hangs on (N6). */
function rewindsOf({ source }: DamagedSession) {
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
