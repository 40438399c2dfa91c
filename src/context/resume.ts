// What is being resumed, as far as the rules have come: the rows that the client holds of the file, the chain of them
// that it takes up, and the messages that it makes of the chain. The rules of a profile work on it one after another.

import type { Conversation } from '../conversation/conversation.js'
import type { Name } from '../conversation/names.js'
import { HAS_MESSAGE, has, NONE, OTHER, PROGRESS, type Rows, SYSTEM } from '../conversation/rows.js'
import type { Outcome, Part, WrittenBlock } from './context.js'
import type { SessionFacts } from './facts/session-facts.js'
import type { Profile } from './profile.js'

/** What has been read of a file: everything that a context is found from. */
export interface Reading {
  readonly conversation: Conversation
  readonly facts: SessionFacts
}

export interface Wishes {
  /** Another model than the session's own. */
  readonly model?: string | undefined
  /** The row to end at, in place of the client's choice. */
  readonly leaf?: number | undefined
}

/** By row: what the client takes it for. */
export const NOT_HELD = 0
/** A row of the conversation. */
export const HELD = 1
/** Not a row of the conversation, but followed to its parent (N2). */
export const FOLLOWED = 2

/** A parent that is named but not held. */
export const MISSING = -2

/** A row, or where it is negative a message that the client wrote: `written[-1 - item]`. */
export type Item = number

export interface WrittenItem {
  readonly role: 'user' | 'assistant'
  readonly blocks: readonly WrittenBlock[]
  readonly rule: string
  /** The row that each block was written for, where there is one. */
  readonly rows?: readonly number[]
}

/** A message in the making. */
export interface Draft {
  role: 'user' | 'assistant' | 'system'
  /** Of an answer: its message id, 0 where it has none. */
  readonly messageId: Name
  parts: Part[]
  /** Where the client wrote it all. */
  readonly rule?: string
}

/** Where a missing parent is made good: the row to go on with, or NONE. */
export type Bridge = (child: number, isSeen: (row: number) => boolean) => number

/** How the steps that every client takes are done; rules set them. */
export interface Ways {
  /** A tail of local commands asks for no answer (N25). */
  quietTail: boolean
  /** Rows of one message are one answer also across results and other answers (N10). */
  mergesAcross: boolean
  /** In a merged answer everything but calls is moved in front of the calls (N11). */
  callsLast: boolean
  /** Where user rows merge, results come first (N20). */
  hoistsResults: boolean
}

export interface Resume {
  readonly profile: Profile
  readonly rows: Rows
  readonly conversation: Conversation
  readonly facts: SessionFacts
  readonly wishes: Wishes

  /** NOT_HELD, HELD or FOLLOWED, by row. */
  readonly held: Uint8Array
  /** The row that stands for a uuid, by name; NONE where none does. */
  readonly rowOf: Int32Array
  /** Rows of the conversation in the client's order. */
  order: Int32Array
  /** By row: its place in that order. */
  place: Int32Array
  /** By row: the uuid of the parent, which rules may change (N32). */
  readonly parentName: Int32Array
  /** Entries of the file before it are as good as not there (B1, N32). */
  bridge: Bridge

  /** The row at which the history ends. */
  leaf: number
  /** From the first row to the leaf. */
  chain: number[]
  /** What is made into messages: rows of the chain, and what the client writes between. */
  items: Item[]
  readonly written: WrittenItem[]
  /** Calls without a result that are kept all the same (N15, N16). */
  openCalls: ReadonlySet<Name>
  readonly ways: Ways
  messages: Draft[]
  model: string
  outcome: Outcome
  /** Why a row is not sent, where a rule has said it. */
  readonly why: Map<number, string>
}

export function newResume(reading: Reading, profile: Profile, wishes: Wishes): Resume {
  const { conversation, facts } = reading
  const { rows } = conversation
  const resume: Resume = {
    profile,
    rows,
    conversation,
    facts,
    wishes,
    held: new Uint8Array(rows.count),
    rowOf: new Int32Array(rows.names.count).fill(NONE),
    order: new Int32Array(0),
    place: new Int32Array(rows.count).fill(NONE),
    parentName: rows.parentName.slice(0, rows.count),
    bridge: () => NONE,
    leaf: NONE,
    chain: [],
    items: [],
    written: [],
    openCalls: new Set(),
    ways: { quietTail: false, mergesAcross: false, callsLast: false, hoistsResults: false },
    messages: [],
    model: profile.defaultModel,
    outcome: { kind: 'resumes' },
    why: new Map(),
  }
  for (let row = 0; row < rows.count; row++) if (isConversation(rows, row)) resume.held[row] = HELD
  return resume
}

/** A row of the conversation: of one of the four chained types, with a uuid, and with a message where its type asks. */
export function isConversation(rows: Rows, row: number): boolean {
  const role = rows.role[row]!
  if (rows.uuid[row] === 0 || role === OTHER || role === PROGRESS) return false
  return role >= SYSTEM || has(rows, row, HAS_MESSAGE)
}

/** The parent, through rows that are only followed: a row, NONE for a root, MISSING where it is not held. */
export function parentOf(resume: Resume, row: number): number {
  const { parentName, rowOf, held } = resume
  let at = row
  for (let steps = resume.rows.count; steps >= 0; steps--) {
    const name = parentName[at]!
    if (name === 0) return NONE
    const parent = rowOf[name]!
    if (parent === NONE) return MISSING
    if (held[parent] !== FOLLOWED) return parent
    at = parent
  }
  return MISSING
}

export function refuse(resume: Resume, reason: string): void {
  if (resume.outcome.kind !== 'refuses') resume.outcome = { kind: 'refuses', reason }
}

export function isWritten(item: Item): boolean {
  return item < 0
}

export function writtenAt(resume: Resume, item: Item): WrittenItem {
  return resume.written[-1 - item]!
}

export function addWritten(resume: Resume, item: WrittenItem): Item {
  return -resume.written.push(item)
}
