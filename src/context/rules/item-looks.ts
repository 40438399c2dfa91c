// Small questions about what is about to be sent.

import { ASSISTANT, has, NONE, type Rows, SIDECHAIN, SYSTEM, USER } from '../../conversation/rows.js'
import { type Part, WHOLE } from '../context.js'
import { TOOL_RESULT } from '../facts/block-columns.js'
import { PLAIN_TEXT, type SessionFacts } from '../facts/session-facts.js'
import { type Item, isWritten, type Resume, writtenAt } from '../resume.js'

export function firstBlock(facts: SessionFacts, row: number): number {
  return facts.first[row]!
}

export function endBlock(facts: SessionFacts, row: number): number {
  return facts.first[row + 1]!
}

/** The place of a stored part among the block columns. */
export function blockOf(facts: SessionFacts, part: Extract<Part, { readonly kind: 'stored' }>): number {
  return facts.first[part.row]! + (part.block === WHOLE ? 0 : part.block)
}

/** Every block of a row as a part. */
export function partsOf({ facts, rows }: Resume, row: number): Part[] {
  const parts: Part[] = []
  const isPlain = facts.form[row] === PLAIN_TEXT || rows.role[row] === SYSTEM
  for (let at = firstBlock(facts, row), block = 0; at < endBlock(facts, row); at++, block++) {
    parts.push({ kind: 'stored', row, block: isPlain ? WHOLE : block })
  }
  return parts
}

export function isAnswer({ rows }: Resume, item: Item): boolean {
  return !isWritten(item) && rows.role[item] === ASSISTANT
}

export function isUser({ rows }: Resume, item: Item): boolean {
  return !isWritten(item) && rows.role[item] === USER
}

export function roleOf(resume: Resume, item: Item): number {
  if (!isWritten(item)) return resume.rows.role[item]!
  return writtenAt(resume, item).role === 'user' ? USER : ASSISTANT
}

/** Nothing but results? */
export function isPureResult({ facts }: Resume, row: number): boolean {
  const { kind } = facts.blocks
  let at = firstBlock(facts, row)
  const end = endBlock(facts, row)
  if (at === end) return false
  for (; at < end; at++) if (kind[at] !== TOOL_RESULT) return false
  return true
}

/** One number for a message, or for a row that is one of its own. */
export function messageKey(rows: Rows, row: number): number {
  return rows.messageId[row]! || -1 - row
}

export function isSide(rows: Rows, row: number): boolean {
  return row !== NONE && has(rows, row, SIDECHAIN)
}
