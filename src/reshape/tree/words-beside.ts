// Words that stand beside a tool result in one entry, such as reminders, interruptions and the user's own. The results of
// parallel calls hang on twigs, each on its call, and the client finds them by it (N8). Where all calls of the round
// go, what is left of their results would be on no path: so it is hung into the chain, in the order in which it is sent.

import { TOOL_RESULT, TOOL_USE } from '../../context/facts/block-columns.js'
import type { Name } from '../../conversation/names.js'
import { ATTACHMENT, HAS_TOOL_RESULT, has, isMain, NONE, USER } from '../../conversation/rows.js'
import { addStep, type Draft } from '../plan/draft.js'
import type { ToolDecisions } from '../strip/tool-decisions.js'
import { roundsOf } from './rounds.js'
import { rowsLeadingTo } from './way-up.js'

export function hangWordsBeside(draft: Draft): void {
  const { conversation, facts } = draft.source
  const { rows } = conversation
  const aside = rowsAside(draft)
  if (!aside) return
  const { rounds, path, isOnPath } = aside
  const members = new Map<number, number[]>()
  for (let row = 0; row < rows.count; row++) {
    const isSent = rows.role[row] === USER || rows.role[row] === ATTACHMENT
    if (rounds[row] === 0 || isOnPath[row] || draft.removed[row] || !isSent || !isMain(rows, row)) continue
    if (facts.unread.has(row) || rows.uuid[row] === 0) continue
    const list = members.get(rounds[row]!)
    if (list) list.push(row)
    else members.set(rounds[row]!, [row])
  }
  if (members.size === 0) return
  for (const round of roundsWithCalls(draft, rounds)) members.delete(round)
  const hung: number[] = []
  let last: Hung | undefined
  for (let at = 0; at < path.length; ) {
    const round = rounds[path[at]!]!
    let end = at + 1
    while (end < path.length && rounds[path[end]!] === round) end++
    const own = round === 0 ? undefined : members.get(round)
    if (own) {
      const done = hang(draft, path, at, end, own, last)
      last = done ?? last
      if (done) for (const row of own) hung.push(row)
      members.delete(round)
    }
    at = end
  }
  addStep(draft, 'reattach text', hung, 'it was next to a result that was removed with its call (N8)')
}

/** What was hung in last, and the row of the path that follows it. */
interface Hung {
  readonly row: number
  readonly below: number | undefined
}

/**
 * The rows of a round that stay, one after the other in file order, and what follows behind the last. Undefined where
 * that is not the order of the path.
 */
function hang(
  draft: Draft,
  path: readonly number[],
  from: number,
  to: number,
  own: readonly number[],
  last: Hung | undefined,
): Hung | undefined {
  const { rows } = draft.source.conversation
  const stays = (row: number | undefined): row is number => row !== undefined && !draft.removed[row]
  const chain = path.slice(from, to).filter(stays)
  const below = nearest(path, to, 1, stays)
  const isRightBehind = last !== undefined && last.below === (chain[0] ?? below)
  const above = isRightBehind ? last.row : nearest(path, from - 1, -1, stays)
  const all = [...chain, ...own].sort((a, b) => a - b)
  const isInOrder = chain.every((row, at) => at === 0 || chain[at - 1]! < row)
  if (!isInOrder || (below !== undefined && below < all.at(-1)!)) return undefined
  if (above !== undefined && above > all[0]!) return undefined
  const line = [above, ...all, below]
  for (let at = 1; at < line.length; at++) {
    const [parent, row] = [line[at - 1], line[at]]
    if (row !== undefined) draft.parents.set(row, parent === undefined ? 0 : rows.uuid[parent]!)
  }
  if (below === undefined) draft.hungLast = all.at(-1)!
  return { row: all.at(-1)!, below }
}

function nearest(
  path: readonly number[],
  from: number,
  step: 1 | -1,
  stays: (row: number | undefined) => row is number,
): number | undefined {
  for (let at = from; at >= 0 && at < path.length; at += step) if (stays(path[at])) return path[at]
  return undefined
}

/** Where a call of the round stays, the words stay with their result: it becomes a note. */
export function spareWordsBeside(draft: Draft, decisions: ToolDecisions): void {
  const { conversation, facts } = draft.source
  const { rows } = conversation
  const aside = rowsAside(draft)
  if (!aside) return
  const { rounds } = aside
  const staying = new Set<number>()
  for (const { row, id } of callsOf(draft)) if (decisions.get(id)?.call !== 'remove') staying.add(rounds[row]!)
  const spared: number[] = []
  for (let row = 0; staying.size > 0 && row < rows.count; row++) {
    if (!staying.has(rounds[row]!) || !hasWordsBeside(draft, row)) continue
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++) {
      const id = facts.blocks.id[block]!
      if (facts.blocks.kind[block] !== TOOL_RESULT || decisions.get(id)?.call !== 'remove') continue
      decisions.set(id, { call: 'stub', result: 'stub' })
      spared.push(row)
    }
  }
  addStep(
    draft,
    'keep calls',
    spared,
    'there is text next to their results, and other calls of the same answer are kept (N8)',
  )
}

/** An entry with a result and something else. */
export function hasWordsBeside({ source: { conversation, facts } }: Draft, row: number): boolean {
  if (!has(conversation.rows, row, HAS_TOOL_RESULT)) return false
  for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++)
    if (facts.blocks.kind[block] !== TOOL_RESULT) return true
  return false
}

interface Aside {
  readonly rounds: Int32Array
  /** From the first row to the last that the session ends at. */
  readonly path: readonly number[]
  readonly isOnPath: Uint8Array
}

/** Undefined where no entry has words beside a result. */
function rowsAside(draft: Draft): Aside | undefined {
  const { conversation } = draft.source
  const { rows, leaf } = conversation
  const end = draft.endsAt ?? (leaf.kind === 'none' ? NONE : leaf.row)
  if (end === NONE) return undefined
  let found = false
  for (let row = 0; row < rows.count && !found; row++) found = hasWordsBeside(draft, row)
  if (!found) return undefined
  const path = rowsLeadingTo(draft.source, end).toReversed()
  const isOnPath = new Uint8Array(rows.count)
  for (const row of path) isOnPath[row] = 1
  return { rounds: roundsOf(conversation), path, isOnPath }
}

function* callsOf({ source: { conversation, facts } }: Draft): Generator<{ row: number; index: number; id: Name }> {
  for (let row = 0; row < conversation.rows.count; row++)
    for (let block = facts.first[row]!; block < facts.first[row + 1]!; block++)
      if (facts.blocks.kind[block] === TOOL_USE)
        yield { row, index: block - facts.first[row]!, id: facts.blocks.id[block]! }
}

/** Rounds of which a call stays. */
function roundsWithCalls(draft: Draft, rounds: Int32Array): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { row, index } of callsOf(draft))
    if (!draft.removed[row] && draft.changes.get(row)?.blocks.get(index) !== 'remove') found.add(rounds[row]!)
  return found
}
