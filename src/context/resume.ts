// What is being sent, as far as the rules have come: what the client makes of the path that it took up. The second part
// of a profile's rules work on it one after another.

import type { Name } from '../conversation/names.js'
import type { Counted, Outcome, Part, WrittenBlock } from './context.js'
import type { Path } from './path.js'

export interface RequestOptions {
  /** Another model than the session's own. */
  readonly model?: string | undefined
  /** The id that the session is resumed by, the name of its file; else the id that its first entry names. */
  readonly sessionId?: string | undefined
  /** What would be sent also where the client refuses the session. */
  readonly evenIfRefused?: boolean | undefined
}

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
  /** To be replaced, never changed in place: those of most messages are made when they are asked for. */
  parts: readonly Part[]
  /** What is sent behind it with the role system. */
  asides?: Part[]
  /** Made of several rows. */
  isMerged?: boolean
  /** Where the client wrote it all. */
  readonly rule?: string
}

/** How the steps that every client takes are done; rules set them. */
export interface MergeRules {
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

export interface Resume extends Omit<Path, 'outcome' | 'why'> {
  readonly asked: RequestOptions
  /** What is made into messages: rows of the chain, and what the client writes between. */
  items: Item[]
  readonly written: WrittenItem[]
  /** Calls without a result that are kept all the same (N15, N16). */
  openCalls: ReadonlySet<Name>
  readonly mergeRules: MergeRules
  /** What is done to the blocks of a row before it is merged with others. */
  readonly blockSteps: ((row: number, parts: Part[]) => Part[])[]
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

export function newResume(path: Path, asked: RequestOptions): Resume {
  return {
    ...path,
    asked,
    items: path.chain.slice(),
    written: [],
    openCalls: new Set(),
    mergeRules: {
      goesOn: false,
      quietTail: false,
      mergesAcross: false,
      callsLast: false,
      hoistsResults: false,
      mendsText: true,
    },
    blockSteps: [],
    messages: [],
    asides: [],
    marks: [],
    model: path.profile.defaultModel,
    hasLargeWindow: false,
    outcome: path.outcome,
    counted: undefined,
    why: new Map(path.why),
  }
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
