// What is being resumed, as far as the rules have come: the rows that the client holds of the file, the chain of them
// that it takes up, and the messages that it makes of the chain. The rules of a profile work on it one after another.

import type { Conversation } from '../conversation/conversation.js'
import type { Name } from '../conversation/names.js'
import { NONE, OTHER, PROGRESS, type Rows, SYSTEM } from '../conversation/rows.js'
import type { Counted, Outcome, Part, WrittenBlock } from './context.js'
import { NO_CONTENT, type SessionFacts } from './facts/session-facts.js'
import type { Profile } from './profile.js'

/** What has been read of a file: everything that a context is found from. */
export interface Reading {
  readonly conversation: Conversation
  readonly facts: SessionFacts
  /** The session was made of another one: what its requests had is not what stands before them. */
  readonly inherited?: InheritedFigures
}

export interface InheritedFigures {
  /** Answers that begin before this byte have the figures of the other session. */
  readonly until: number
  /** What tokens cost in that one. */
  readonly base: number
  readonly rate: number
}

export interface Wishes {
  /** Another model than the session's own. */
  readonly model?: string | undefined
  /** The row to end at, in place of the client's choice. */
  readonly leaf?: number | undefined
  /** The id that the session is resumed by, the name of its file; else the id that its first entry names. */
  readonly sessionId?: string | undefined
}

/** By row: what the client takes it for. */
export const NOT_HELD = 0
/** A row of the conversation. */
export const HELD = 1

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
  /** Of an answer: its message id, or another number that rows of it share. */
  readonly messageId: Name
  parts: Part[]
  /** What is sent behind it with the role system. */
  asides?: Part[]
  /** Of attachments alone: rows of one answer are laid together across it (N10). */
  isAttached?: boolean
  /** Made of several rows. */
  isMerged?: boolean
  /** Where the client wrote it all. */
  readonly rule?: string
}

/** The last `last-prompt` that counts. */
export interface Checkpoint {
  /** The row that it names; NONE where it names none that is held. */
  readonly row: number
  /** It was gone back to on purpose, and nothing was written since. */
  readonly isExplicit: boolean
  /** … whatever was written since. */
  readonly wasExplicit: boolean
  readonly isRewound: boolean
  /** The conversation was gone back to before its beginning (R-L5). */
  readonly isEmpty: boolean
  /** There is any checkpoint in the file. */
  readonly exists: boolean
}

const NO_CHECKPOINT: Checkpoint = {
  row: NONE,
  isExplicit: false,
  wasExplicit: false,
  isRewound: false,
  isEmpty: false,
  exists: false,
}

/** Where a missing parent is made good: the row to go on with, or NONE. */
export type Bridge = (child: number, isSeen: (row: number) => boolean) => number

/** How the steps that every client takes are done; rules set them. */
export interface Ways {
  /** What hangs below the last row of the file is read (B1). */
  readsBelow: boolean
  /** The session was left in the middle of a turn: its open calls are kept (N16). */
  goesOn: boolean
  /** A tail of local commands asks for no answer (N25). */
  quietTail: boolean
  /** Rows of one message are one answer also across results and other answers (N10). */
  mergesAcross: boolean
  /** In a merged answer everything but calls is moved in front of the calls (N11). */
  callsLast: boolean
  /** Where user rows merge, results come first (N20). */
  hoistsResults: boolean
  /** Half of a surrogate pair is replaced (N31). */
  mendsText: boolean
}

export interface Resume {
  readonly profile: Profile
  readonly rows: Rows
  readonly conversation: Conversation
  readonly facts: SessionFacts
  readonly wishes: Wishes

  /** NOT_HELD or HELD, by row. */
  readonly held: Uint8Array
  /** By row: its uuid; rows of the conversation without one share one. */
  readonly uuid: Int32Array
  /** The row that stands for a uuid, by name; NONE where none does. */
  readonly rowOf: Int32Array
  /** Rows of the conversation in the client's order. */
  order: Int32Array
  /** By row: its place in that order. */
  place: Int32Array
  /** By row: the uuid of the parent, which rules may change (N32). */
  readonly parentName: Int32Array
  /** Rows that a compaction keeps, in its order (N32). */
  kept: readonly number[]
  /** What the checkpoints of the file say (N5, N6). */
  checkpoint: Checkpoint
  /** What makes good missing parents (N1), anew for each walk. */
  newBridge: () => Bridge

  /** The last row of the file that counts. */
  last: number
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
  /** What is done to the blocks of a row before it is merged with others. */
  readonly dressings: ((row: number, parts: Part[]) => Part[])[]
  messages: Draft[]
  /** Attachments that change what is sent: the rows, and how many messages stand before them. */
  readonly marks: { readonly row: number; readonly before: number }[]
  /** What waits for the next message of the user, to be sent behind it with the role system. */
  asides: Part[]
  model: string
  /** The session's model is named with a window of a million tokens. */
  hasLargeWindow: boolean
  outcome: Outcome
  counted: Counted | undefined
  /** Why a row is not sent, where a rule has said it. */
  readonly why: Map<number, string>
}

/** The uuid of no row: what is no text is no row's uuid. */
export const NO_ROW = '\u0000none'
/** The uuid that the client takes all rows without one to have. */
export const NO_UUID = '\u0000absent'

export function newResume(reading: Reading, profile: Profile, wishes: Wishes): Resume {
  const { conversation, facts } = reading
  const { rows } = conversation
  const noRow = rows.names.of(NO_ROW)
  const noUuid = rows.names.of(NO_UUID)
  const resume: Resume = {
    profile,
    rows,
    conversation,
    facts,
    wishes,
    held: new Uint8Array(rows.count),
    uuid: rows.uuid.slice(0, rows.count),
    rowOf: new Int32Array(rows.names.count).fill(NONE),
    order: new Int32Array(0),
    place: new Int32Array(rows.count).fill(NONE),
    parentName: rows.parentName.slice(0, rows.count),
    kept: [],
    checkpoint: NO_CHECKPOINT,
    newBridge: () => () => NONE,
    last: NONE,
    leaf: NONE,
    chain: [],
    items: [],
    written: [],
    openCalls: new Set(),
    ways: {
      readsBelow: true,
      goesOn: false,
      quietTail: false,
      mergesAcross: false,
      callsLast: false,
      hoistsResults: false,
      mendsText: true,
    },
    dressings: [],
    messages: [],
    asides: [],
    marks: [],
    model: profile.defaultModel,
    hasLargeWindow: false,
    outcome: { kind: 'resumes' },
    counted: undefined,
    why: new Map(),
  }
  for (let row = 0; row < rows.count; row++) {
    if (!isConversation(resume, row)) continue
    resume.held[row] = HELD
    if (rows.uuid[row] === 0) resume.uuid[row] = noUuid
  }
  for (const row of facts.oddParents) resume.parentName[row] = noRow
  return resume
}

/** A row of the conversation: of one of the four chained types, and with content where its type asks for some. */
export function isConversation({ rows, facts }: Pick<Resume, 'rows' | 'facts'>, row: number): boolean {
  const role = rows.role[row]!
  if (role === OTHER || role === PROGRESS) return false
  return role >= SYSTEM || facts.form[row] !== NO_CONTENT
}

/** A row, NONE for a root, MISSING where it is not held. */
export function parentOf({ parentName, rowOf }: Resume, row: number): number {
  const name = parentName[row]!
  if (name === 0) return NONE
  return rowOf[name] === NONE ? MISSING : rowOf[name]!
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
