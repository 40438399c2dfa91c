// What the catalog keeps, in the words of sessions. An engine implements this port; how it keeps things is its own
// matter, so no word here is about tables. Everything in it can be made again from the files: it is a cache.

import { StorageError } from '../format/error.js'
import type { Question } from './query/question.js'

/** What a text is: who wrote it and what for. The role of its entry follows from it (`ROLE_FIELDS`). */
export const TEXT_FIELDS = ['prompt', 'answer', 'thinking', 'input', 'output', 'title', 'path'] as const
export type TextField = (typeof TEXT_FIELDS)[number]

/** A transcript as the disk tells it: changed where one of these is another one. */
export interface FileIdentity {
  readonly dev: number
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
}

/** A transcript: the file of a session, or of an agent that belongs to it. */
export interface Source {
  readonly path: string
  /** The project's folder, in which it lies or whose session it belongs to. */
  readonly folder: string
  /** The path of the session's own file. */
  readonly session: string
  /** Null for the session itself. */
  readonly agentId: string | null
  readonly file: FileIdentity
  /** When the title file beside the session was written; 0 where there is none. */
  readonly titleMtimeMs: number
  /** How far it was read: the reading goes on from here when the file has grown. */
  readonly read: ReadSoFar
  readonly figures: Figures
  /** Grows with everything that is written about it: whoever writes says which edition was read before. */
  readonly edition: number
  /** The file is no longer there. What it said is kept until it comes again. */
  readonly gone: boolean
  /** Why it could not be read. */
  readonly problem: string | null
}

export interface ReadSoFar {
  /** Behind the last record whose line has ended; 0 where the file must be read anew. */
  readonly offset: number
  /** The line that begins there. */
  readonly line: number
  /** Hash of the first bytes, and of those before `offset`. */
  readonly head: string
  readonly tail: string
  /** Figures of what stands before `offset`; those of the source also count what stands behind it. */
  readonly figures: Figures
  /** Calls whose results have not come yet, in the reader's own words. */
  readonly open: string
}

/** What can be counted record by record. */
export interface Figures {
  readonly entries: number
  /** Lines that are no good record. */
  readonly damaged: number
  /** Those of them that may have held an answer. */
  readonly damagedAnswers: number
  readonly prompts: number
  /** Entries of answers, thinking and calls. */
  readonly answers: number
  readonly toolCalls: number
  readonly failedCalls: number
  readonly images: number
  readonly compactions: number
  /** Of all timestamps the least and the greatest; null where there is none. */
  readonly firstAt: number | null
  readonly lastAt: number | null
  /** How many entries name them. */
  readonly models: Readonly<Record<string, number>>
  readonly branches: Readonly<Record<string, number>>
  /** The first directory that is named. */
  readonly cwd: string | null
}

/** A piece of text that can be found. What it says is not kept: it is read again at its place. */
export interface Text {
  readonly field: TextField
  /** Its words as they are searched, and parts of its identifiers (`searchable`). */
  readonly words: string
  readonly parts: string
  readonly line: number
  /** Where the JSON of the block, or of the text, stands in the file. */
  readonly offset: number
  readonly length: number
  /** The tool whose input or output it is. */
  readonly tool: string | null
  readonly isError: boolean
  /** Milliseconds; null where the entry has no timestamp. */
  readonly time: number | null
}

/** One entry that says what an answer took. Several may be about one message: they are all kept. */
export interface TokenEvent {
  readonly line: number
  readonly offset: number
  readonly messageId: string | null
  readonly requestId: string | null
  readonly model: string | null
  readonly time: number | null
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  /** The total of cache writes as written: older clients do not say for how long they are kept. */
  readonly cacheCreationTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
  readonly webSearches: number
  readonly webFetches: number
  readonly serviceTier: string | null
  readonly inferenceGeo: string | null
  readonly speed: string | null
  readonly costUSD: number | null
  readonly stopReason: string | null
  readonly isSidechain: boolean
  /** Told by the progress of an agent, whose own transcript may be there or not. */
  readonly isProgress: boolean
  /** The agent that the entry names; an agent's own file is known by its source. */
  readonly agentId: string | null
  /** The session that the entry names, and the one that it says it was copied from. */
  readonly sessionId: string | null
  readonly forkedFrom: string | null
  readonly cwd: string | null
  /** What was asked on the way to the answer, and is not in its figures. */
  readonly others: readonly OtherRequest[]
}

/** Of an advisor, or to summarise the history; by the model of the answer where it names none. */
export interface OtherRequest {
  readonly model: string | null
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheCreationTokens: number
  readonly cacheWrite5mTokens: number
  readonly cacheWrite1hTokens: number
}

/** A call that read or changed a file, and did not fail. */
export interface FileTouch {
  readonly path: string
  readonly did: 'read' | 'changed'
  readonly tool: string
  /** Line and place of the call's block. */
  readonly line: number
  readonly offset: number
  readonly length: number
  /** Where the entry with its result begins. */
  readonly resultOffset: number
  readonly time: number | null
}

/** What lists show of a session; by the one rule that every command has for it. */
export interface StoredCard {
  readonly path: string
  /** The file that it was read from. */
  readonly file: FileIdentity
  readonly titleMtimeMs: number
  readonly titles: readonly string[]
  readonly project: string | null
  /** The card itself, in the words of whoever made it. */
  readonly card: unknown
}

/** Where the turns and branches of a session are, as far as lists of hits need it. */
export interface Outline {
  readonly turns: number
  /** From line `[0]` on it is turn `[1]` (0: none) of branch `[2]` (1: the active one), until the next of them. */
  readonly runs: readonly (readonly [line: number, turn: number, branch: number])[]
  /** The turn of the call that started an agent. */
  readonly agents: Readonly<Record<string, number>>
}

/** What is to be written of one source, wholly or not at all. */
export interface SourceUpdate {
  readonly source: Source
  /** The edition that was there when its reading began; null where there was none. */
  readonly after: number | null
  /** What was known stays as far as it stands before this offset. */
  readonly keepBefore: number
  readonly texts: readonly Text[]
  readonly tokens: readonly TokenEvent[]
  readonly touches: readonly FileTouch[]
  /** Absent where it stays as it was. */
  readonly card?: StoredCard | undefined
  /** Null: no longer known. */
  readonly outline: Outline | null
}

export type HitOrder = 'best' | 'newest'

/** What was found in one source. */
export interface FoundSource {
  readonly source: Source
  readonly hits: number
  /** Of its best text; the better, the greater. */
  readonly score: number
}

export interface FoundText {
  readonly source: string
  readonly field: TextField
  readonly line: number
  readonly offset: number
  readonly length: number
  readonly tool: string | null
  readonly isError: boolean
  readonly time: number | null
  readonly score: number
}

export interface StoredTouch extends FileTouch {
  readonly source: string
}

/** What the answers in one transcript took: as it was read, and as far as the file is still what it was. */
export interface StoredTokens {
  readonly source: string
  readonly session: string
  readonly agentId: string | null
  readonly file: FileIdentity
  readonly damagedAnswers: number
  /** It could not be read, or not to its end. */
  readonly problem: boolean
  /** Token events in the order of the file, as `packTokens` packs them. */
  readonly packs: readonly Uint8Array[]
}

export type IsWanted = (source: string) => boolean

export interface StoreStatus {
  /** What it is made with, for people who report a fault. */
  readonly engine: string
  readonly location: string
  readonly bytes: number
  readonly sessions: number
  readonly agents: number
  readonly gone: number
  /** Of the transcripts, as far as they are read. */
  readonly indexedBytes: number
  readonly refreshedAt: number | null
  readonly problems: readonly { readonly path: string; readonly problem: string }[]
}

export interface Store {
  /** A print of what each project's folder held when it was last looked at in full. */
  folders(): Promise<ReadonlyMap<string, string>>
  /** All transcripts of a folder; of all folders where none is named. */
  sources(folder?: string): Promise<readonly Source[]>
  source(path: string): Promise<Source | undefined>
  /**
   * The sources that were not written, because somebody else has written about them in the meantime. `moreFollows`: they may
   * be kept together with what is written next, or lost with it; others must wait that long.
   */
  write(updates: readonly SourceUpdate[], moreFollows?: boolean): Promise<readonly string[]>
  /** The files of this folder that are not named are gone, or have come again; the folder is as its print says. */
  closeFolder(folder: string, print: string, present: readonly string[], at: number): Promise<void>
  /** These folders are gone with all that was in them. */
  dropFolders(folders: readonly string[]): Promise<void>

  card(path: string): Promise<StoredCard | undefined>
  cards(): Promise<readonly StoredCard[]>
  outline(path: string): Promise<Outline | undefined>
  /** By path, how many turns there are where the outline is known: for a list of all sessions. */
  turnCounts(): Promise<ReadonlyMap<string, number>>
  /** Kept only where the source is still of this edition. */
  keepOutline(path: string, edition: number, outline: Outline): Promise<void>

  /** The sources with a text that answers the question. What depends on a whole session is asked elsewhere. */
  search(question: Question): Promise<readonly FoundSource[]>
  /** The best texts of one source. */
  hits(question: Question, source: string, limit: number, order: HitOrder): Promise<readonly FoundText[]>
  /** Words that are there and begin like this one. */
  wordsLike(beginning: string, limit: number): Promise<readonly string[]>

  /** Calls on files whose path is this one, or ends with it behind a slash. */
  touches(path: string): Promise<readonly StoredTouch[]>
  /** Every file that was read or changed. */
  touchedFiles(): Promise<readonly string[]>
  /** Of all transcripts that are there, one after the other; of those that are not wanted without their packs. */
  tokens(isWanted?: IsWanted): AsyncIterable<StoredTokens>

  status(): Promise<StoreStatus>
  /** How many texts can be found; counted one by one. */
  countTexts(): Promise<number>
  /** Is it sound in itself? The first thing that is not. */
  fault(): Promise<string | undefined>
  close(): Promise<void>
}

/** The store cannot be used now, or not at all; the files are still there to be read. */
export class StoreTrouble extends Error {
  readonly kind: 'busy' | 'full' | 'damaged' | 'unwritable' | 'missing'

  constructor(kind: StoreTrouble['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StoreTrouble'
    this.kind = kind
  }
}

/** The code of errors of a store elsewhere that no longer answers, or not in time. */
export const STORE_CUT_OFF = 'store-cut-off'

/** What it has said before is still true. */
export function isCutOff(error: unknown): error is StorageError {
  return error instanceof StorageError && error.code === STORE_CUT_OFF
}
