// Messages while rows are laid into them: each row costs what it holds, however long the message has become.

import type { Part } from '../context.js'
import { THINKING, TOOL_RESULT, TOOL_USE } from '../facts/block-columns.js'
import type { SessionFacts } from '../facts/session-facts.js'
import type { Draft, MergeRules } from '../resume.js'
import { kindOf } from './item-looks.js'

export type Growing = GrowingUser | GrowingAnswer

/** A message of the user. Where rows merge, results come first (N20); a row that stays alone keeps its order. */
export interface GrowingUser {
  readonly role: 'user'
  first: readonly Part[]
  others: readonly Part[]
  isMerged: boolean
  /** Of attachments alone: rows of one answer are laid together across it (N10). */
  isAttached: boolean
  asides: readonly Part[]
  rule: string | undefined
}

/** An answer: everything but calls, then the calls (N11); `fixed` from where on nothing is moved any more. */
export interface GrowingAnswer {
  readonly role: 'assistant'
  readonly messageId: number
  others: readonly Part[]
  calls: readonly Part[]
  fixed: Part[] | undefined
  readonly rule: string | undefined
}

/** Most messages have one row and nothing beside it: what is empty is shared (I5). */
const NO_PARTS: readonly Part[] = []

export function newUser(parts: readonly Part[], isAttached: boolean, rule?: string): GrowingUser {
  return { role: 'user', first: [...parts], others: NO_PARTS, isMerged: false, isAttached, asides: NO_PARTS, rule }
}

export function newAnswer(messageId: number, rule?: string): GrowingAnswer {
  return { role: 'assistant', messageId, others: NO_PARTS, calls: NO_PARTS, fixed: undefined, rule }
}

/** Lays one more row into a message of the user. */
export function mergeUser(user: GrowingUser, parts: readonly Part[], facts: SessionFacts, rules: MergeRules): void {
  user.rule = undefined
  user.isAttached = false
  merge(user, rules.hoistsResults ? facts : undefined)
  for (const part of parts) {
    const isFirst = !rules.hoistsResults || kindOf(facts, part) === TOOL_RESULT
    if (isFirst) user.first = withOne(user.first, part)
    else user.others = withOne(user.others, part)
  }
}

/** The next prompt will be merged into it. */
export function expectMore(user: GrowingUser, facts: SessionFacts, rules: MergeRules): void {
  merge(user, rules.hoistsResults ? facts : undefined)
}

/** From the order of a single row to results and others. */
function merge(user: GrowingUser, facts: SessionFacts | undefined): void {
  if (user.isMerged || !facts) return
  user.isMerged = true
  const single = user.first
  user.first = single.filter(part => kindOf(facts, part) === TOOL_RESULT)
  user.others = single.filter(part => kindOf(facts, part) !== TOOL_RESULT)
}

export function lastPart({ first, others }: GrowingUser): Part | undefined {
  return others.at(-1) ?? first.at(-1)
}

/**
 * Lays one more row into an answer. Everything but calls is moved in front of the calls, unless that would put two
 * thinking blocks next to each other that were not; from then on nothing is moved any more.
 */
export function mergeAnswer(
  answer: GrowingAnswer,
  parts: readonly Part[],
  facts: SessionFacts,
  rules: MergeRules,
): void {
  if (answer.fixed === undefined && (!rules.callsLast || thinkingMeets(answer, parts, facts)))
    answer.fixed = [...answer.others, ...answer.calls]
  for (const part of parts) {
    if (answer.fixed) answer.fixed.push(part)
    else if (kindOf(facts, part) === TOOL_USE) answer.calls = withOne(answer.calls, part)
    else answer.others = withOne(answer.others, part)
  }
}

/** An array that grows by itself makes room for 17 at once; most answers have two or three blocks (I5). */
export function withOne(parts: readonly Part[], part: Part): readonly Part[] {
  if (parts.length < FEW)
    return parts.concat([part])
    // From here on it is an array of the message's own, made above.
  ;(parts as Part[]).push(part)
  return parts
}

const FEW = 8

function thinkingMeets({ others, calls }: GrowingAnswer, parts: readonly Part[], facts: SessionFacts): boolean {
  let before = others.at(-1)
  let isApart = calls.length > 0
  for (const part of parts) {
    if (kindOf(facts, part) === TOOL_USE) {
      isApart = true
      continue
    }
    if (isApart && before && kindOf(facts, before) === THINKING && kindOf(facts, part) === THINKING) return true
    before = part
    isApart = false
  }
  return false
}

/** In the same list: each is given up as soon as it is made into a message. */
export function allGrown(list: (Growing | Draft)[]): Draft[] {
  for (let at = 0; at < list.length; at++) list[at] = grown(list[at]!)
  return list as Draft[]
}

/** One that grows no more; there are few that still grow, and they take twice as much (I5). */
export function grown(message: Growing | Draft): Draft {
  if ('parts' in message) return message
  if (message.role === 'assistant') {
    const { messageId, others, calls, fixed, rule } = message
    const parts = fixed ?? (calls.length > 0 || others.length === 0 ? [...others, ...calls] : others)
    if (rule !== undefined) return { role: 'assistant', messageId, parts, rule }
    return isOneBlock(parts) ? new OneBlock('assistant', messageId, parts[0]) : { role: 'assistant', messageId, parts }
  }
  const { first, others, asides, isMerged, rule } = message
  const parts = others.length > 0 ? [...first, ...others] : first
  const isPlain = !isMerged && rule === undefined && asides.length === 0
  if (isPlain && isOneBlock(parts)) return new OneBlock('user', 0, parts[0])
  const draft: Draft = { role: 'user', messageId: 0, parts, ...(rule === undefined ? {} : { rule }) }
  if (isMerged) draft.isMerged = true
  if (asides.length > 0) draft.asides = [...asides]
  return draft
}

type StoredPart = Extract<Part, { readonly kind: 'stored' }>

function isOneBlock(parts: readonly Part[]): parts is readonly [StoredPart] {
  return parts.length === 1 && parts[0]!.kind === 'stored' && !parts[0]!.change
}

/**
 * Most messages are one block as it is stored. While the rules look at them there are as many as entries: a list and a part
 * of each would take more than everything else that is known of the session (I5).
 */
class OneBlock implements Draft {
  role: Draft['role']
  readonly messageId: number
  readonly #row: number
  readonly #block: number
  #parts: readonly Part[] | undefined

  constructor(role: Draft['role'], messageId: number, { row, block }: StoredPart) {
    this.role = role
    this.messageId = messageId
    this.#row = row
    this.#block = block
  }

  get parts(): readonly Part[] {
    return this.#parts ?? [{ kind: 'stored', row: this.#row, block: this.#block }]
  }

  set parts(parts: readonly Part[]) {
    this.#parts = parts
  }
}
