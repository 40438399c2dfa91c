// The entries of one answer may hang on several twigs, and the client finds all of them by one that it comes by (N8).
// Where that one goes, another takes its place, or the rest of the answer would no longer be found.

import { ASSISTANT, isMain, NONE } from '../../conversation/rows.js'
import type { Draft } from '../plan/draft.js'
import { roundsOf } from './rounds.js'
import type { WayUp } from './way-up.js'

export interface Heirs {
  /**
   * Between `gone` and `above`, the first entry over it that stays: does an answer end there of which something stays
   * elsewhere? Then what `from` shall name instead of `above`; else NONE.
   */
  instead(gone: number, above: number, from: number, next: WayUp): number
}

export function heirsOf(draft: Draft): Heirs {
  const { conversation } = draft.source
  const { rows } = conversation
  const split = splitAnswers(draft)
  if (split.size === 0) return { instead: () => NONE }
  const rounds = roundsOf(conversation)
  const tour = tourOf(conversation.graph)
  // On long ways without an answer that is split: where to look next.
  const further = new Map<number, number>()

  return {
    instead(gone, above, from, next) {
      const way: number[] = []
      const seen = new Set<number>()
      for (let row = gone; row !== NONE && row !== above && draft.removed[row] && !seen.has(row); row = next(row)) {
        seen.add(row)
        row = further.get(row) ?? row
        if (row === above || !draft.removed[row]) break
        way.push(row)
        const list = isAnswer(row) ? split.get(rows.messageId[row]!) : undefined
        if (!list) continue
        for (const one of way) further.set(one, row)
        way.length = 0
        if (isSame(row, from) || (above !== NONE && rounds[above] === rounds[row])) continue
        const heir = list.findLast(one => one !== from && !tour.isBelow(one, from))
        if (heir !== undefined) return heir
      }
      if (above !== NONE) for (const one of way) further.set(one, above)
      return NONE
    },
  }

  function isAnswer(row: number): boolean {
    return rows.role[row] === ASSISTANT && isMain(rows, row)
  }

  function isSame(row: number, other: number): boolean {
    return rows.role[other] === ASSISTANT && rows.messageId[row] === rows.messageId[other]
  }
}

/** By message id: the entries that stay, of answers that lose some. */
function splitAnswers({ source: { conversation, facts }, removed }: Draft): ReadonlyMap<number, readonly number[]> {
  const { rows, graph } = conversation
  const isAnswer = (row: number): boolean =>
    rows.role[row] === ASSISTANT && rows.messageId[row] !== 0 && isMain(rows, row)
  const found = new Map<number, number[]>()
  for (const row of graph.order) if (removed[row] && isAnswer(row)) found.set(rows.messageId[row]!, [])
  if (found.size === 0) return found
  for (const row of graph.order)
    if (!removed[row] && isAnswer(row) && !facts.unread.has(row)) found.get(rows.messageId[row]!)?.push(row)
  for (const [message, list] of found) if (list.length === 0) found.delete(message)
  return found
}

interface Tour {
  isBelow(row: number, top: number): boolean
}

/** Once around the tree: what is below a row lies between its coming and its going. */
function tourOf({ parent, firstChild, nextSibling }: Draft['source']['conversation']['graph']): Tour {
  const came = new Int32Array(parent.length).fill(NONE)
  const left = new Int32Array(parent.length).fill(NONE)
  let time = 0
  for (let top = 0; top < parent.length; top++) {
    if (parent[top] !== NONE || came[top] !== NONE) continue
    let row = top
    came[row] = time++
    while (row !== NONE) {
      const child = firstChild[row]!
      if (child !== NONE && came[child] === NONE) {
        row = child
        came[row] = time++
        continue
      }
      left[row] = time++
      const next = row === top ? NONE : nextSibling[row]!
      if (next === NONE) row = row === top ? NONE : parent[row]!
      else {
        row = next
        came[row] = time++
      }
    }
  }
  return { isBelow: (row, top) => top < parent.length && came[row]! >= came[top]! && left[row]! <= left[top]! }
}
