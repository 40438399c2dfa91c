// Rows beside the chain that belong to its messages: parallel calls and their results hang side by side, and the chain
// passes through one of them only. (N8, N9)

import type { Name } from '../../conversation/names.js'
import { ASSISTANT, ATTACHMENT, HAS_TOOL_RESULT, has, META, NONE, SYSTEM, USER } from '../../conversation/rows.js'
import type { Rule } from '../profile.js'
import { parentOf, type Resume } from '../resume.js'
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
  for (const row of order) {
    if (rows.role[row] !== USER || !has(rows, row, HAS_TOOL_RESULT)) continue
    const parent = parentOf(resume, row)
    if (parent >= 0 && rows.role[parent] === ASSISTANT) belongs[row] = belongs[parent]!
  }
  takeNotes(resume, belongs)
  for (const row of order) {
    if (belongs[row] === 0 || onChain[row]) continue
    const list = taken.get(belongs[row]!)
    if (list) list.push(row)
    else taken.set(belongs[row]!, [row])
  }
  return taken
}

/** Notes and attachments below the rows of a message, where no other conversation goes on from them. */
function takeNotes(resume: Resume, belongs: Int32Array): void {
  const { rows, order } = resume
  const isNote = (row: number): boolean =>
    !has(rows, row, HAS_TOOL_RESULT) &&
    (rows.role[row] === ATTACHMENT || rows.role[row] === SYSTEM || (rows.role[row] === USER && has(rows, row, META)))
  const { first, next } = childLists(resume, order)
  for (const top of order) {
    if (belongs[top] === 0 || isNote(top)) continue
    for (let child = first[top]!; child !== NONE; child = next[child]!) {
      if (!isNote(child) || belongs[child] !== 0) continue
      const below = notesBelow(child)
      for (const row of below) belongs[row] = belongs[top]!
    }
  }

  /** All of it, or nothing where a prompt or an answer hangs on it. */
  function notesBelow(note: number): readonly number[] {
    const found: number[] = []
    const seen = new Set<number>([note])
    const open = [note]
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      if (!isNote(row)) return []
      found.push(row)
      for (let child = first[row]!; child !== NONE; child = next[child]!) {
        if (seen.has(child)) continue
        seen.add(child)
        open.push(child)
      }
    }
    return found
  }
}

/** N9: in file order among the rows of the message that the chain ends its message with. */
function withTaken(
  { rows, place }: Resume,
  chain: readonly number[],
  taken: ReadonlyMap<Name, readonly number[]>,
): number[] {
  if (taken.size === 0) return chain.slice()
  const anchor = new Map<Name, number>()
  chain.forEach((row, at) => {
    if (rows.role[row] === ASSISTANT && taken.has(rows.messageId[row]!)) anchor.set(rows.messageId[row]!, at)
  })
  const startsAt = new Map<number, Name>() // position in the chain → the message whose stretch begins there
  for (const [message, at] of anchor) startsAt.set(stretchStart(message, at), message)
  const result: number[] = []
  for (let at = 0; at < chain.length; at++) {
    const message = startsAt.get(at)
    if (message === undefined) {
      result.push(chain[at]!)
      continue
    }
    result.push(chain[at]!)
    const more = taken.get(message)!
    let next = 0
    let to = at + 1
    for (; to < chain.length && goesOn(chain[to]!, message) && !startsAt.has(to); to++) {
      while (next < more.length && place[more[next]!]! < place[chain[to]!]!) result.push(more[next++]!)
      result.push(chain[to]!)
    }
    while (next < more.length) result.push(more[next++]!)
    at = to - 1
  }
  return result

  function stretchStart(message: Name, anchorAt: number): number {
    let at = anchorAt
    let start = anchorAt
    while (at > 0 && goesOn(chain[at - 1]!, message)) {
      at--
      if (rows.role[chain[at]!] === ASSISTANT) start = at
    }
    return start
  }

  /** Does the stretch of a message go on over this row? */
  function goesOn(row: number, message: Name): boolean {
    if (rows.role[row] === ASSISTANT) return rows.messageId[row] === message
    if (rows.role[row] === USER) return has(rows, row, HAS_TOOL_RESULT) || has(rows, row, META)
    return true
  }
}
