// Would the API take this history? Its own rules, on the messages as they are sent (A1 to A3).
//
// What the client heals on the way is not here any more: what is left ends the session, since the client sends it again
// with every request. Only what it wrote in place of something is told besides.

import type { Name, Names } from '../conversation/names.js'
import { type Rows, uuidOf } from '../conversation/rows.js'
import type { Finding, Severity } from '../format/finding.js'
import type { ContextMessage, Part } from './context.js'
import { WHOLE } from './context.js'
import {
  BLANK,
  EMPTY,
  SERVER_RESULT,
  SERVER_USE,
  TEXT,
  THINKING,
  TOOL_RESULT,
  TOOL_USE,
} from './facts/block-columns.js'
import type { Reading } from './path.js'

interface Block {
  readonly kind: number
  readonly flags: number
  readonly id: Name
  readonly part: Part
}

/** What the API takes for one turn: neighbours of the same role are combined (A1.2). */
interface Turn {
  readonly role: ContextMessage['role']
  readonly blocks: readonly Block[]
  readonly messages: readonly (readonly Block[])[]
}

type Complain = (code: string, severity: Severity, message: string, part: Part | undefined) => void

export function requestFindings(messages: readonly ContextMessage[], reading: Reading): readonly Finding[] {
  const { rows } = reading.conversation
  const content = complaints(rows)
  const pairs = complaints(rows)
  const answers = complaints(rows)
  const written = complaints(rows)
  const judgePair = pairJudge(rows.names, pairs.complain)
  let before: Turn | undefined
  let turn: Turn | undefined
  const judge = (after: Turn | undefined): void => {
    if (turn) {
      if (!before && turn.role === 'assistant')
        content.complain('sent-answer-first', 'cosmetic', 'history starts with an answer', turn.blocks[0]?.part)
      for (const blocks of turn.messages) judgeContent(turn.role, blocks, content.complain)
      judgePair(before, turn, after)
      if (turn.role === 'assistant') judgeAnswer(turn, answers.complain)
    }
    before = turn
    turn = after
  }
  // One at a time, between its neighbours: all of them together take more than the messages.
  for (const next of turnsOf(messages, reading)) judge(next)
  judge(undefined)
  for (const { parts } of messages)
    for (const part of parts)
      if (part.kind === 'written' && part.block.type === 'tool_result')
        written.complain(
          'sent-result-written',
          'cosmetic',
          `the client adds the missing result itself (${part.rule})`,
          part,
        )
  return [content, pairs, answers, written].flatMap(({ findings }) => findings)
}

function complaints(rows: Rows): { readonly findings: readonly Finding[]; readonly complain: Complain } {
  const findings: Finding[] = []
  return {
    findings,
    complain(code, severity, message, part) {
      const uuid = part?.row === undefined ? undefined : uuidOf(rows, part.row)
      findings.push({
        code,
        severity,
        ...(part?.row === undefined ? {} : { line: rows.line[part.row]! }),
        ...(uuid === undefined ? {} : { uuid }),
        message,
      })
    },
  }
}

function* turnsOf(messages: readonly ContextMessage[], { facts, conversation }: Reading): Generator<Turn> {
  const { names } = conversation.rows
  let open: { role: Turn['role']; blocks: Block[]; messages: (readonly Block[])[] } | undefined
  for (const { role, parts } of messages) {
    if (role === 'system') continue
    const blocks = parts.map(part => lookOf(part))
    if (open?.role === role) {
      for (const one of blocks) open.blocks.push(one)
      open.messages.push(blocks)
    } else {
      if (open) yield open
      open = { role, blocks: [...blocks], messages: [blocks] }
    }
  }
  if (open) yield open

  function lookOf(part: Part): Block {
    if (part.kind === 'written') {
      const { block } = part
      if (block.type === 'text') return { kind: TEXT, flags: 0, id: 0, part }
      return { kind: TOOL_RESULT, flags: 0, id: names.find(block.tool_use_id), part }
    }
    if (part.change?.kind === 'framed' || part.change?.kind === 'reminder') return { kind: TEXT, flags: 0, id: 0, part }
    const at = facts.first[part.row]! + (part.block === WHOLE ? 0 : part.block)
    const { kind, flags, id } = facts.blocks
    return { kind: kind[at]!, flags: flags[at]!, id: id[at]!, part }
  }
}

/** A1b, and A2.3: results come first. */
function judgeContent(role: Turn['role'], blocks: readonly Block[], complain: Complain): void {
  for (const { kind, flags, part } of blocks) {
    if (kind === TEXT && (flags & EMPTY) !== 0) complain('text-empty', 'refuses', 'empty text block', part)
  }
  const isBlank = ({ kind, flags }: Block): boolean => kind === TEXT && (flags & (BLANK | EMPTY)) !== 0
  if (blocks.length > 0 && blocks.every(isBlank) && blocks.some(({ flags }) => (flags & EMPTY) === 0))
    complain('message-blank', 'refuses', 'message of only white space', blocks[0]!.part)
  if (role !== 'user') return
  const lastResult = blocks.findLastIndex(({ kind }) => kind === TOOL_RESULT)
  const other = blocks.findIndex(({ kind }) => kind !== TOOL_RESULT)
  if (other >= 0 && other < lastResult)
    complain('text-before-result', 'refuses', 'content before a tool result', blocks[other]!.part)
}

/** A2.1, A2.2, A2.5 to A2.7. */
function pairJudge(names: Names, complain: Complain) {
  const seen = new Set<Name>()
  return (before: Turn | undefined, turn: Turn, after: Turn | undefined): void => {
    if (turn.role === 'assistant') {
      const answered = idsOf(after, TOOL_RESULT)
      for (const { kind, id, part } of turn.blocks) {
        if (kind !== TOOL_USE) continue
        const name = names.text(id)
        if (seen.has(id)) complain('sent-id-twice', 'refuses', `second call with the id ${name}`, part)
        seen.add(id)
        if (!answered.has(id)) complain('sent-call-unanswered', 'refuses', `call ${name} has no result after it`, part)
        if (!/^[a-zA-Z0-9_-]+$/.test(name))
          complain('tool-id-invalid', 'refuses', `invalid tool id ${JSON.stringify(name)}`, part)
      }
    } else {
      const asked = idsOf(before, TOOL_USE)
      const results = new Set<Name>()
      for (const { kind, id, part } of turn.blocks) {
        if (kind !== TOOL_RESULT) continue
        const name = names.text(id)
        if (!asked.has(id)) complain('sent-result-orphan', 'refuses', `result for ${name} has no call before it`, part)
        if (results.has(id)) complain('sent-result-twice', 'refuses', `second result for ${name}`, part)
        results.add(id)
      }
    }
  }
}

function idsOf(turn: Turn | undefined, wanted: number): ReadonlySet<Name> {
  return new Set(turn?.blocks.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])))
}

/** A2.4, A2.13, A3.5. */
function judgeAnswer({ blocks, messages }: Turn, complain: Complain): void {
  let called = false
  const served = new Set<Name>()
  for (const { kind, id, part } of blocks) {
    if (kind === TOOL_USE) called = true
    else if (kind === TEXT && called) {
      complain('sent-text-after-call', 'refuses', 'text after a tool call', part)
      called = false // once a turn
    }
    if (kind === SERVER_USE) served.add(id)
    if (kind === SERVER_RESULT && !served.has(id))
      complain('server-tool-orphan', 'refuses', 'server tool result has no call before it', part)
  }
  const last = messages.at(-1)?.at(-1)
  if (last?.kind === THINKING) complain('thinking-last', 'refuses', 'answer ends with thinking', last.part)
}
