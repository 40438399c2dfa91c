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
import { parentOf, type Resume } from '../resume.js'
import { endBlock, firstBlock } from './item-looks.js'
import { childLists } from './leaf.js'

export const recovered: Rule = {
  id: 'N8',
  does: 'takes along all rows of a message on the chain, their results, and the notes below these',
  apply(resume) {
    resume.chain = withTaken(resume, resume.chain, takenRows(resume, resume.chain))
    resume.items = resume.chain.slice()
  },
}

/** The rows that are taken along with a chain. */
export function takenAlong(resume: Resume, chain: readonly number[]): readonly number[] {
  return takenRows(resume, chain).rows
}

interface Taken {
  /** In the order of the file. */
  readonly rows: readonly number[]
  /** By row: the message that it belongs to; 0 for all others. */
  readonly belongs: Int32Array
  /** Results that were found by the id of their call, not below it. */
  readonly byId: ReadonlySet<number>
}

function takenRows(resume: Resume, chain: readonly number[]): Taken {
  const { rows, order } = resume
  const onChain = new Uint8Array(rows.count)
  const messages = new Set<Name>() // in the order of the chain
  for (const row of chain) {
    onChain[row] = 1
    if (rows.role[row] === ASSISTANT && rows.messageId[row] !== 0) messages.add(rows.messageId[row]!)
  }
  const belongs = new Int32Array(rows.count)
  if (messages.size === 0) return { rows: [], belongs, byId: new Set() }
  for (const row of order) {
    if (rows.role[row] === ASSISTANT && messages.has(rows.messageId[row]!)) belongs[row] = rows.messageId[row]!
  }
  const byId = takeResults(resume, messages, belongs, onChain)
  takeNotes(resume, belongs)
  return { rows: [...order].filter(row => belongs[row] !== 0 && !onChain[row]), belongs, byId }
}

/**
 * The results of each message: those that hang on one of its rows, and for calls that have none then, those that answer
 * them elsewhere in the file. A row is taken once.
 */
function takeResults(
  resume: Resume,
  messages: ReadonlySet<Name>,
  belongs: Int32Array,
  onChain: Uint8Array,
): ReadonlySet<number> {
  const { rows, order } = resume
  const below = new Map<Name, number[]>()
  const elsewhere = new Map<Name, number[]>() // by the id of the call
  const calls = new Map<Name, Name[]>()
  const answered = new Set<Name>()
  const found = new Set<number>()
  for (const row of order) {
    if (rows.role[row] === ASSISTANT && belongs[row] !== 0)
      for (const id of idsIn(resume, row, TOOL_USE)) add(calls, belongs[row]!, id)
    if (rows.role[row] !== USER || !has(rows, row, HAS_TOOL_RESULT)) continue
    if (onChain[row]) for (const id of idsIn(resume, row, TOOL_RESULT)) answered.add(id)
    else if (!has(rows, row, SIDECHAIN)) for (const id of idsIn(resume, row, TOOL_RESULT)) add(elsewhere, id, row)
    const parent = parentOf(resume, row)
    if (parent >= 0 && rows.role[parent] === ASSISTANT && belongs[parent] !== 0) add(below, belongs[parent]!, row)
  }
  const take = (row: number, message: Name): void => {
    belongs[row] = message
    for (const id of idsIn(resume, row, TOOL_RESULT)) answered.add(id)
  }
  for (const message of messages) {
    for (const row of below.get(message) ?? []) if (belongs[row] === 0) take(row, message)
    for (const id of calls.get(message) ?? []) {
      const row = answered.has(id) ? undefined : elsewhere.get(id)?.find(one => belongs[one] === 0)
      if (row === undefined) continue
      take(row, message)
      found.add(row)
    }
  }
  return found
}

function idsIn({ facts }: Resume, row: number, kind: number): readonly Name[] {
  const ids: Name[] = []
  for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
    if (facts.blocks.kind[at] === kind) ids.push(facts.blocks.id[at]!)
  }
  return ids
}

function add(lists: Map<Name, number[]>, key: Name, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/**
 * Notes and attachments below the rows of a message that has calls, and below its results, where no conversation goes
 * on from them.
 */
function takeNotes(resume: Resume, belongs: Int32Array): void {
  const { rows, order } = resume
  const isResult = (row: number): boolean => rows.role[row] === USER && has(rows, row, HAS_TOOL_RESULT)
  const isNote = (row: number): boolean =>
    rows.role[row] === ATTACHMENT ||
    rows.role[row] === SYSTEM ||
    (rows.role[row] === USER && has(rows, row, META) && !has(rows, row, SIDECHAIN))
  const { first, next } = childLists(resume, order)
  const endsIn = deadEnds(order, first, next, row => isResult(row) || isNote(row) || belongs[row] !== 0)
  const open: number[] = []
  const calling = new Set<Name>()
  for (const row of order) if (belongs[row] !== 0 && has(rows, row, HAS_TOOL_USE)) calling.add(belongs[row]!)
  for (const row of order) if (calling.has(belongs[row]!)) open.push(row)
  for (const top of open) {
    for (let child = first[top]!; child !== NONE; child = next[child]!) {
      if (belongs[child] !== 0 || isResult(child) || !isNote(child) || !endsIn(child)) continue
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
function withTaken({ rows, place }: Resume, chain: readonly number[], taken: Taken): number[] {
  if (taken.rows.length === 0) return chain.slice()
  const byMessage = new Map<Name, number[]>()
  for (const row of taken.rows) add(byMessage, taken.belongs[row]!, row)
  const stretches = stretchesOf(rows, chain, byMessage)
  for (const [message, list] of groupByMessage(stretches)) share(list, byMessage.get(message)!, taken, chain, place)
  const result: number[] = []
  let at = 0
  for (const { start, end, last, more, late } of stretches) {
    while (at <= start) result.push(chain[at++]!)
    const pending = twoLists(more, late, place)
    while (at < end) {
      pending.upTo(place[chain[at]!]!, at > last, result)
      result.push(chain[at++]!)
    }
    pending.upTo(Number.POSITIVE_INFINITY, true, result)
  }
  while (at < chain.length) result.push(chain[at++]!)
  return result
}

/** Two lists in the order of the file, taken as one; the second only when its time has come. */
function twoLists(more: readonly number[], late: readonly number[], place: Int32Array) {
  let next = 0
  let nextLate = 0
  return {
    upTo(limit: number, takesLate: boolean, result: number[]): void {
      for (;;) {
        const one = next < more.length ? place[more[next]!]! : Number.POSITIVE_INFINITY
        const other = takesLate && nextLate < late.length ? place[late[nextLate]!]! : Number.POSITIVE_INFINITY
        const least = Math.min(one, other)
        if (least === Number.POSITIVE_INFINITY || least >= limit) return
        result.push(one < other ? more[next++]! : late[nextLate++]!)
      }
    },
  }
}

/** Rows of one message that follow each other on the chain, with the results and notes between and behind them. */
interface Stretch {
  readonly message: Name
  readonly start: number
  readonly end: number
  /** Where the last row of the answer stands. */
  readonly last: number
  /** What is taken along there. */
  readonly more: number[]
  /** What is taken along behind the last row of the answer: results that were found by their id. */
  readonly late: number[]
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
    let last = at
    for (; end < chain.length && goesOn(rows, chain[end]!, message); end++)
      if (rows.role[chain[end]!] === ASSISTANT) last = end
    stretches.push({ message, start: at, end, last, more: [], late: [] })
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
function share(
  list: readonly Stretch[],
  more: readonly number[],
  { byId }: Taken,
  chain: readonly number[],
  place: Int32Array,
): void {
  const placeOf = (at: number): number => place[chain[list[at]!.start]!]!
  const byPlace = list.map((_, at) => at).sort((a, b) => placeOf(a) - placeOf(b))
  let next = 0
  let last = 0
  for (const row of more) {
    while (next < byPlace.length && placeOf(byPlace[next]!) < place[row]!) last = Math.max(last, byPlace[next++]!)
    if (byId.has(row)) list.at(-1)!.late.push(row)
    else list[last]!.more.push(row)
  }
}
