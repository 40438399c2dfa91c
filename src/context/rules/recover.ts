// Rows beside the chain that belong to its messages: parallel calls and their results hang side by side, and the chain
// passes through one of them only. (N8, N9)

import type { Name } from '../../conversation/names.js'
import {
  ASSISTANT,
  ATTACHMENT,
  HAS_TOOL_RESULT,
  HAS_TOOL_USE,
  has,
  META,
  NONE,
  type Rows,
  SIDECHAIN,
  SYSTEM,
  USER,
} from '../../conversation/rows.js'
import { TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { Rule } from '../profile.js'
import type { Resume } from '../resume.js'
import { endBlock, firstBlock } from './item-looks.js'
import { childLists } from './leaf.js'

export const recovered: Rule = {
  id: 'N8',
  does: 'takes along all rows of a message on the chain, their results, and the notes below these',
  apply(resume) {
    resume.chain = withTaken(resume, resume.chain, takenByMessage(resume, resume.chain))
    resume.items = resume.chain.slice()
  },
}

/** The rows that are taken along with a chain. */
export function takenAlong(resume: Resume, chain: readonly number[]): readonly number[] {
  return [...takenByMessage(resume, chain).values()].flat()
}

function takenByMessage(resume: Resume, chain: readonly number[]): ReadonlyMap<Name, readonly number[]> {
  const { rows, order } = resume
  const onChain = new Uint8Array(rows.count)
  const messages = new Set<Name>()
  for (const row of chain) {
    onChain[row] = 1
    if (rows.role[row] === ASSISTANT && rows.messageId[row] !== 0) messages.add(rows.messageId[row]!)
  }
  const taken = new Map<Name, number[]>()
  if (messages.size === 0) return taken
  // By row: the message that it belongs to, as an answer or as what hangs below one; 0 for all others.
  const belongs = new Int32Array(rows.count)
  for (const row of order) {
    if (rows.role[row] === ASSISTANT && messages.has(rows.messageId[row]!)) belongs[row] = rows.messageId[row]!
  }
  takeResults(resume, belongs)
  takeNotes(resume, belongs)
  for (const row of order) {
    if (belongs[row] === 0 || onChain[row]) continue
    const list = taken.get(belongs[row]!)
    if (list) list.push(row)
    else taken.set(belongs[row]!, [row])
  }
  return taken
}

/** Results of the calls of a message, wherever they stand and whatever they hang on. */
function takeResults({ rows, facts, order }: Resume, belongs: Int32Array): void {
  const { kind, id } = facts.blocks
  const callers = new Map<Name, Name>()
  for (const row of order) {
    if (belongs[row] === 0 || !has(rows, row, HAS_TOOL_USE)) continue
    for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
      if (kind[at] === TOOL_USE && !callers.has(id[at]!)) callers.set(id[at]!, belongs[row]!)
    }
  }
  for (const row of order) {
    if (rows.role[row] !== USER || !has(rows, row, HAS_TOOL_RESULT)) continue
    for (let at = firstBlock(facts, row); at < endBlock(facts, row) && belongs[row] === 0; at++) {
      if (kind[at] === TOOL_RESULT) belongs[row] = callers.get(id[at]!) ?? 0
    }
  }
}

/**
 * What hangs below the rows of a message that has calls: results, wherever a conversation goes on from them, and notes and
 * attachments, where none does.
 */
function takeNotes(resume: Resume, belongs: Int32Array): void {
  const { rows, order } = resume
  const isResult = (row: number): boolean => rows.role[row] === USER && has(rows, row, HAS_TOOL_RESULT)
  const isNote = (row: number): boolean =>
    rows.role[row] === ATTACHMENT ||
    rows.role[row] === SYSTEM ||
    (rows.role[row] === USER && has(rows, row, META) && !has(rows, row, SIDECHAIN))
  const { first, next } = childLists(resume, order)
  const endsIn = deadEnds(order, first, next, row => isResult(row) || isNote(row))
  const open: number[] = []
  const calling = new Set<Name>()
  for (const row of order) if (belongs[row] !== 0 && has(rows, row, HAS_TOOL_USE)) calling.add(belongs[row]!)
  for (const row of order) if (calling.has(belongs[row]!)) open.push(row)
  for (const top of open) {
    for (let child = first[top]!; child !== NONE; child = next[child]!) {
      if (belongs[child] !== 0 || !(isResult(child) || (isNote(child) && endsIn(child)))) continue
      belongs[child] = belongs[top]!
      open.push(child)
    }
  }
}

/** Tells of a row whether all that hangs below it, itself included, is of one kind. */
function deadEnds(
  order: Int32Array,
  first: Int32Array,
  next: Int32Array,
  holds: (row: number) => boolean,
): (row: number) => boolean {
  const known = new Map<number, boolean>()
  return top => {
    const passed: number[] = []
    const open = [top]
    const seen = new Set(open)
    let ends = true
    for (let row = open.pop(); row !== undefined && ends; row = open.pop()) {
      const before = known.get(row)
      if (before === true) continue
      if (before === false || !holds(row) || passed.length > order.length) ends = false
      passed.push(row)
      for (let child = first[row]!; child !== NONE; child = next[child]!) {
        if (seen.has(child)) continue
        seen.add(child)
        open.push(child)
      }
    }
    if (ends) for (const row of passed) known.set(row, true)
    else known.set(top, false)
    return ends
  }
}

/**
 * N9: in file order among the rows of their message that stand together on the chain; where those stand in several
 * places, with the last that begins before them in the file.
 */
function withTaken(
  { rows, place }: Resume,
  chain: readonly number[],
  taken: ReadonlyMap<Name, readonly number[]>,
): number[] {
  if (taken.size === 0) return chain.slice()
  const stretches = stretchesOf(rows, chain, taken)
  for (const [message, list] of groupByMessage(stretches)) share(list, taken.get(message)!, chain, place)
  const result: number[] = []
  let at = 0
  for (const { start, end, more } of stretches) {
    while (at <= start) result.push(chain[at++]!)
    let next = 0
    while (at < end) {
      while (next < more.length && place[more[next]!]! < place[chain[at]!]!) result.push(more[next++]!)
      result.push(chain[at++]!)
    }
    while (next < more.length) result.push(more[next++]!)
  }
  while (at < chain.length) result.push(chain[at++]!)
  return result
}

/** Rows of one message that follow each other on the chain, with the results and notes between and behind them. */
interface Stretch {
  readonly message: Name
  readonly start: number
  readonly end: number
  /** What is taken along there. */
  readonly more: number[]
}

function stretchesOf(rows: Rows, chain: readonly number[], taken: ReadonlyMap<Name, unknown>): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (let at = 0; at < chain.length; ) {
    const message = rows.messageId[chain[at]!]!
    if (rows.role[chain[at]!] !== ASSISTANT || !taken.has(message)) {
      at++
      continue
    }
    let end = at + 1
    while (end < chain.length && goesOn(rows, chain[end]!, message)) end++
    stretches.push({ message, start: at, end, more: [] })
    at = end
  }
  return stretches
}

/** Does the stretch of a message go on over this row? */
function goesOn(rows: Rows, row: number, message: Name): boolean {
  if (rows.role[row] === ASSISTANT) return rows.messageId[row] === message
  if (rows.role[row] === USER) return has(rows, row, HAS_TOOL_RESULT) || has(rows, row, META)
  return true
}

function groupByMessage(stretches: readonly Stretch[]): ReadonlyMap<Name, readonly Stretch[]> {
  const groups = new Map<Name, Stretch[]>()
  for (const stretch of stretches) {
    const group = groups.get(stretch.message)
    if (group) group.push(stretch)
    else groups.set(stretch.message, [stretch])
  }
  return groups
}

/** `more`, in the order of the file, goes to the last stretch that begins before it, else to the first. */
function share(list: readonly Stretch[], more: readonly number[], chain: readonly number[], place: Int32Array): void {
  const placeOf = (at: number): number => place[chain[list[at]!.start]!]!
  const byPlace = list.map((_, at) => at).sort((a, b) => placeOf(a) - placeOf(b))
  let next = 0
  let last = 0
  for (const row of more) {
    while (next < byPlace.length && placeOf(byPlace[next]!) < place[row]!) last = Math.max(last, byPlace[next++]!)
    list[last]!.more.push(row)
  }
}
