// What is not sent, and why: with what the messages name, every entry of the conversation is accounted for.

import { ASSISTANT, ATTACHMENT, has, NONE, OTHER, PROGRESS, SIDECHAIN, SYSTEM, USER } from '../conversation/rows.js'
import type { Omitted } from './context.js'
import { isConversation, MISSING, parentOf, type Resume } from './resume.js'

/** An entry of the conversation: it is sent, or it is left out for a reason. */
export function isTalk(resume: Resume, row: number): boolean {
  return resume.rows.role[row] !== OTHER
}

/** Stretches of neighbouring entries with the same reason; entries that are no talk do not interrupt one. */
export function omittedFrom(resume: Resume): readonly Omitted[] {
  const sent = sentRows(resume)
  const cut = cutReason(resume)
  const stretches: { rows: number[]; why: string }[] = []
  let open: { rows: number[]; why: string } | undefined
  for (let row = 0; row < resume.rows.count; row++) {
    if (!isTalk(resume, row)) continue
    if (sent[row]) {
      open = undefined
      continue
    }
    const why = whyNot(resume, row, cut)
    if (open?.why === why) open.rows.push(row)
    else stretches.push((open = { rows: [row], why }))
  }
  return stretches
}

function sentRows({ rows, messages }: Resume): Uint8Array {
  const sent = new Uint8Array(rows.count)
  for (const { parts } of messages) for (const part of parts) if (part.kind === 'stored') sent[part.row] = 1
  return sent
}

function whyNot(resume: Resume, row: number, cut: Cut): string {
  const said = resume.why.get(row)
  if (said !== undefined) return said
  const { rows } = resume
  const role = rows.role[row]!
  if (resume.outcome.kind === 'refuses') return 'the client does not resume this session'
  if (has(rows, row, SIDECHAIN)) return 'subagent'
  if (role === PROGRESS) return 'progress'
  if (!isConversation(resume, row)) return 'no message in it'
  if (cut.isOn(row)) return whyOnChain(role)
  if (cut.isCutOff(row)) return cut.why
  return role === SYSTEM ? 'bookkeeping' : 'abandoned branch'
}

/** On the chain, and yet nothing of it is sent. */
function whyOnChain(role: number): string {
  if (role === SYSTEM) return 'bookkeeping'
  if (role === ATTACHMENT) return "attachment: the client's own reminder"
  if (role === USER) return 'nothing in it that is sent'
  return role === ASSISTANT ? 'nothing in it that is sent' : 'bookkeeping'
}

interface Cut {
  readonly why: string
  isOn(row: number): boolean
  /** Part of the history that ends where the chain begins. */
  isCutOff(row: number): boolean
}

/** Where the chain begins at a row whose parent is missing, what came before it in the file was cut off there. */
function cutReason(resume: Resume): Cut {
  const { rows, chain } = resume
  const on = new Uint8Array(rows.count)
  for (const row of chain) on[row] = 1
  const top = chain[0] ?? NONE
  const isBroken = top !== NONE && parentOf(resume, top) === MISSING
  const lost = isBroken ? historyBefore(resume, top) : undefined
  return {
    why: top === NONE ? '' : `cut off by a missing parent at line ${rows.line[top]!}`,
    isOn: row => on[row] === 1,
    isCutOff: row => lost?.[row] === 1,
  }
}

/** The chain that ends at the row before this one in the file. */
function historyBefore(resume: Resume, top: number): Uint8Array {
  const { rows } = resume
  const lost = new Uint8Array(rows.count)
  let row = top - 1
  while (row >= 0 && (!isConversation(resume, row) || has(rows, row, SIDECHAIN) || resume.place[row] === NONE)) row--
  while (row >= 0 && !lost[row]) {
    lost[row] = 1
    row = parentOf(resume, row)
  }
  return lost
}
