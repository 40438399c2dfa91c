// Small questions about what is about to be sent.

import type { Name } from '../../conversation/names.js'
import {
  API_ERROR,
  ASSISTANT,
  ATTACHMENT,
  COMPANION,
  HAS_TOOL_RESULT,
  has,
  META,
  type Rows,
  SYNTHETIC,
  SYSTEM,
  TOOL_USE_RESULT,
  USER,
} from '../../conversation/rows.js'
import { type Part, WHOLE } from '../context.js'
import { BLANK, MEDIA, NO_BLOCK, OPENS_NUDGE, PLAIN, TEXT, TOOL_RESULT } from '../facts/block-columns.js'
import { PLAIN_TEXT, type SessionFacts } from '../facts/session-facts.js'
import type { Held } from '../path.js'
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

/** What a part is once it is sent. */
export function kindOf(facts: SessionFacts, part: Part): number {
  if (part.kind === 'written') return part.block.type === 'text' ? TEXT : TOOL_RESULT
  const change = part.change?.kind
  if (change === 'framed' || change === 'reminder' || change === 'rendered') return TEXT
  const at = blockOf(facts, part)
  // An attached image has no block of its own in the columns.
  return at < endBlock(facts, part.row) ? facts.blocks.kind[at]! : MEDIA
}

/** A stored text of nothing but white space. */
export function isBlankText(facts: SessionFacts, part: Part): boolean {
  if (part.kind !== 'stored' || kindOf(facts, part) !== TEXT || part.change) return false
  return (facts.blocks.flags[blockOf(facts, part)]! & BLANK) !== 0
}

/** Words that are written into the text of the result before them (N34). */
export function isJoined(part: Part): boolean {
  return part.kind === 'stored' && part.change !== undefined && 'joins' in part.change
}

/** Every block of a row as a part. */
export function partsOf({ facts, rows }: Pick<Held, 'rows' | 'facts'>, row: number): Part[] {
  const parts: Part[] = []
  const isPlain = facts.form[row] === PLAIN_TEXT || rows.role[row] === SYSTEM
  if (rows.role[row] === ATTACHMENT && isPlainAt(facts, row)) return [{ kind: 'stored', row, block: WHOLE }]
  for (let at = firstBlock(facts, row), block = 0; at < endBlock(facts, row); at++, block++) {
    if (facts.blocks.kind[at] !== NO_BLOCK) parts.push({ kind: 'stored', row, block: isPlain ? WHOLE : block })
  }
  return parts
}

function isPlainAt(facts: SessionFacts, row: number): boolean {
  const at = firstBlock(facts, row)
  return at < endBlock(facts, row) && (facts.blocks.flags[at]! & PLAIN) !== 0
}

export function roleOf(resume: Resume, item: Item): number {
  if (!isWritten(item)) return resume.rows.role[item]!
  return writtenAt(resume, item).role === 'user' ? USER : ASSISTANT
}

/** The client's own word of an error, no answer of a model (N26). */
export function isApiError(rows: Rows, row: number): boolean {
  return has(rows, row, API_ERROR) && has(rows, row, SYNTHETIC)
}

/** One number for a message, or for a row that is one of its own. Rows without an id may share one (R-M4). */
export function messageKey({ rows, facts }: Pick<Held, 'rows' | 'facts'>, row: number): number {
  return rows.messageId[row]! || (facts.nameless.has(row) ? NAMELESS : NAMELESS - 1 - row)
}

/** What rows without a message id but with a request id share: to the client they are one message. */
const NAMELESS = -1

/** A prompt, a result or an answer. */
export function isTalk(rows: Rows, row: number): boolean {
  return rows.role[row] === USER || rows.role[row] === ASSISTANT
}

export function isResult(rows: Rows, row: number): boolean {
  return rows.role[row] === USER && has(rows, row, HAS_TOOL_RESULT)
}

/** What a tool returned. */
export function isReturn({ rows, facts }: Pick<Held, 'rows' | 'facts'>, row: number): boolean {
  const at = firstBlock(facts, row)
  const isFirst = at < endBlock(facts, row) && facts.blocks.kind[at] === TOOL_RESULT
  return isFirst || has(rows, row, TOOL_USE_RESULT)
}

/** What hangs below a message without being part of the talk: attachments, system rows, notes to the model (N8). */
export function isNote({ rows }: Pick<Held, 'rows'>, row: number): boolean {
  switch (rows.role[row]) {
    case ATTACHMENT:
      return true
    case SYSTEM:
      return rows.names.text(rows.subtype[row]!) !== 'compact_boundary'
    default:
      return rows.role[row] === USER && has(rows, row, META) && !has(rows, row, HAS_TOOL_RESULT)
  }
}

/** Does the stretch of a message go on over this row? */
export function isMessageRow(held: Pick<Held, 'rows'>, row: number, message: Name): boolean {
  const { rows } = held
  if (rows.role[row] === ASSISTANT) return rows.messageId[row] === message
  return isResult(rows, row) || isNote(held, row)
}

/** Written by the client beside a turn: the text of a skill, the word of a hook. It opens no turn (N15). */
export function isCompanion({ rows, facts }: Pick<Held, 'rows' | 'facts'>, row: number): boolean {
  if (rows.role[row] !== USER) return false
  if (has(rows, row, COMPANION)) return true
  const at = firstBlock(facts, row)
  if (!has(rows, row, META) || at === endBlock(facts, row)) return false
  return facts.blocks.kind[at] === TEXT && (facts.blocks.flags[at]! & OPENS_NUDGE) !== 0
}

/** The ids of a row's calls, or of the calls that it answers. */
export function idsIn({ facts }: Pick<Held, 'facts'>, row: number, kind: number): readonly Name[] {
  const ids: Name[] = []
  for (let at = firstBlock(facts, row); at < endBlock(facts, row); at++) {
    if (facts.blocks.kind[at] === kind) ids.push(facts.blocks.id[at]!)
  }
  return ids
}
