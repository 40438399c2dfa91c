// A session opened for reading: its folder, its conversation, and any of its entries on demand.

import { type ContextReader, contextReader, readForContext } from '../../context/index.js'
import { type Conversation, conversationBuilder } from '../../conversation/conversation.js'
import { withCutResults } from '../../conversation/cut-results.js'
import {
  findSessionFolder,
  openSource,
  type ResolvedSession,
  readRecords,
  readStandardInput,
  storageError,
} from '../../disk/index.js'
import type { SessionEntry } from '../../format/entries/index.js'
import type { Finding } from '../../format/finding.js'
import { LONG } from '../../format/json/cut-text.js'
import { decodeText } from '../../format/json/walk.js'
import type { SessionFolder } from '../../format/session-folder.js'
import { releaseMemory } from '../release-memory.js'
import { type AgentFiles, readAgain } from './agent-files.js'
import type { OpenAgent } from './agents.js'

export interface OpenConversation {
  readonly conversation: Conversation
  /** The entry's JSON text, read from the file when it is asked for. */
  json(row: number): string
  /** The decoded entry; undefined where it is nested too deep to be handled safely. */
  entry(row: number): SessionEntry | undefined
  /** The same, with tool results of megabytes cut (conversation/cut-results.ts): for whoever shows a part of them. */
  entryCut(row: number): SessionEntry | undefined
  close(): void
}

export interface OpenSession extends OpenConversation {
  readonly id: string
  /** Absent for standard input. */
  readonly folder: SessionFolder | undefined
  /** All of standard input. */
  readonly bytes?: Uint8Array
  /** Trouble with the session's files, besides the damage in `conversation.findings`. */
  readonly findings: readonly Finding[]
  /** Its subagents, where they are kept open with it. */
  readonly agents?: () => Promise<readonly OpenAgent[]>
}

export interface OpenOptions {
  readonly onProgress?: (bytes: number, size: number) => void
  readonly signal?: AbortSignal
  /** Where the receipts are: what a change left behind in the session's figures is known from them. */
  readonly dataDir?: string
}

export async function openSession(resolved: ResolvedSession, options: OpenOptions = {}): Promise<OpenSession> {
  if (resolved.kind === 'standard-input') return inMemory(await readStandardInput())
  const { folder, findings } = findSessionFolder(resolved.path, resolved.configDir)
  return { ...(await openFile(resolved.path, contextReader(), options)), id: folder.id, folder, findings }
}

/** A subagent's transcript: no client resumes it, so it ends with its file. */
export async function openAgentFile(path: string, { pool, shelf }: AgentFiles): Promise<OpenConversation> {
  const builder = conversationBuilder()
  const { problem, bytes } = await readRecords(path, builder)
  if (problem) throw storageError(problem)
  const source = pool.open(path)
  const read = (offset: number, length: number) => source.read(offset, length)
  return readingOf(
    shelf.put(builder.finish(), () => readAgain(conversationBuilder(), read, bytes).finish()),
    read,
    source.close,
  )
}

async function openFile(path: string, reader: ContextReader, options: OpenOptions): Promise<OpenConversation> {
  const { problem } = await readRecords(path, reader, options)
  if (problem) throw storageError(problem)
  const { conversation } = reader.finish()
  releaseMemory(conversation.inventory.bytes)
  const source = openSource(path)
  return readingFrom(conversation, (offset, length) => source.read(offset, length), source.close)
}

export function inMemory(bytes: Uint8Array): OpenSession {
  const { conversation } = readForContext(bytes)
  const read = (offset: number, length: number) => bytes.subarray(offset, offset + length)
  const id = conversation.about.sessionId ?? ''
  return { ...readingFrom(conversation, read, () => {}), id, folder: undefined, bytes, findings: [] }
}

export function readingFrom(
  conversation: Conversation,
  read: (offset: number, length: number) => Uint8Array,
  close: () => void,
): OpenConversation {
  return readingOf(() => conversation, read, close)
}

/** `conversation` is asked each time: it need not be held. */
function readingOf(
  conversation: () => Conversation,
  read: (offset: number, length: number) => Uint8Array,
  close: () => void,
): OpenConversation {
  const tooDeep = new Set(
    conversation()
      .findings.filter(one => one.code === 'line-too-deep')
      .map(one => one.offset),
  )
  const bytesOf = (row: number): Uint8Array => {
    const { rows } = conversation()
    return read(rows.offset[row]!, rows.length[row]!)
  }
  const json = (row: number): string => {
    const bytes = bytesOf(row)
    return decodeText(bytes, 0, bytes.length)
  }
  const isTooDeep = (row: number): boolean => tooDeep.size > 0 && tooDeep.has(conversation().rows.offset[row]!)
  const entry = (row: number): SessionEntry | undefined => {
    if (isTooDeep(row)) return undefined
    const text = json(row)
    releaseMemory(text.length) // its bytes
    return JSON.parse(text) as SessionEntry
  }
  return {
    get conversation() {
      return conversation()
    },
    json,
    entry,
    entryCut(row) {
      const length = conversation().rows.length[row]!
      if (length <= LONG || isTooDeep(row)) return entry(row)
      const value = withCutResults(bytesOf(row))
      releaseMemory(length)
      return value as SessionEntry
    },
    close,
  }
}
