// A session opened for a change: everything that a plan is made from, and the state of its file before it was read.

import type { Surroundings } from '../../check/family.js'
import { type ContextReader, contextReader } from '../../context/index.js'
import { type ConversationBuilder, conversationBuilder } from '../../conversation/conversation.js'
import { cleanupDays } from '../../disk/client-settings.js'
import { millisecondsOf } from '../../disk/file-times.js'
import {
  type FileFinding,
  type FileState,
  fileState,
  findSessionFolder,
  openSource,
  type ResolvedSession,
  readRecords,
  readWhole,
  storageError,
} from '../../disk/index.js'
import { withLargeReads } from '../../disk/large-reads.js'
import { isSessionId, type SessionFolder } from '../../format/session-folder.js'
import { mentionWatch } from '../../reshape/ids/index.js'
import type { AgentTranscript, ReshapeSource } from '../../reshape/plan/index.js'
import { type Examined, examination } from '../../reshape/verdict/index.js'
import { releasingAmongFiles } from '../release-memory.js'
import { type AgentFiles, agentFiles, readAgain } from '../session/agent-files.js'
import { agentOrigins } from '../session/agent-origins.js'
import { inheritedFigures } from '../session/inherited-figures.js'
import type { OpenOptions } from '../session/open-session.js'

export interface OpenForChange {
  /** Not to be asked for once the reading was given back, nor is `before`. */
  readonly source: ReshapeSource & { readonly folder: SessionFolder }
  readonly before: Examined
  readonly folder: SessionFolder
  readonly state: FileState
  readonly surroundings: Surroundings
  /** What lies with the session and is no regular file, or could not be read. */
  readonly findings: readonly FileFinding[]
  /** What was read of the session goes, before its result is read: both would be too much (I5). */
  giveBack(): void
  close(): void
}

/** Small files that may name the session; larger ones are no notes. */
const MAX_NOTE = 1024 * 1024

export async function openForChange(
  resolved: ResolvedSession & { readonly kind: 'file' },
  now: number,
  options: OpenOptions & { readonly agentFacts?: boolean } = {},
): Promise<OpenForChange> {
  const { folder, findings } = findSessionFolder(resolved.path, resolved.configDir)
  const state = fileState(folder.path)
  // An id that is none is not what the session's texts know it by (ownIdOf).
  const mentions = mentionWatch(isSessionId(folder.id) ? folder.id : undefined)
  const examined = examination(mentions.entry)
  const { problem } = await readRecords(folder.path, examined.sink, { ...options, limit: state.size })
  if (problem) throw storageError(problem)
  const surroundings: Surroundings = {
    folder,
    now,
    cleanupDays: cleanupDays(resolved.configDir),
    agentOrigins: agentOrigins(folder.agents),
    mtimeMs: millisecondsOf(BigInt(state.mtimeNs)),
  }
  const found = examined.finish(surroundings)
  const before = { ...found, reading: { ...found.reading, ...inheritedFigures(folder.id, options) } }
  const session = withLargeReads(openSource(folder.path))
  const files = agentFiles()
  const agents: AgentTranscript[] = []
  const release = releasingAmongFiles()
  for (const { path } of folder.agents) {
    agents.push(await openTranscript(path, options.agentFacts ?? false, files))
    release()
  }
  const { conversation, facts } = before.reading
  mentions.end(conversation)
  const source = {
    conversation,
    facts,
    size: state.size,
    read: (offset: number, length: number, into?: Uint8Array) => session.read(offset, length, into),
    folder,
    agents,
    texts: await notesOf(folder),
  }
  const close = (): void => {
    session.close()
    files.pool.close()
  }
  return openedWith({ source, before }, { folder, state, surroundings, findings, close })
}

type Read = Pick<OpenForChange, 'source' | 'before'>

function openedWith(read: Read, rest: Omit<OpenForChange, keyof Read | 'giveBack'>): OpenForChange {
  const held: { read: Read | undefined } = { read }
  const still = (): Read => {
    if (!held.read) throw new Error('the reading of the session was given back')
    return held.read
  }
  return {
    ...rest,
    get source() {
      return still().source
    },
    get before() {
      return still().before
    },
    giveBack() {
      held.read = undefined
    },
  }
}

/** Few of thousands are held; the others are read again when they are asked for (I5). */
async function openTranscript(path: string, withFacts: boolean, { pool, shelf }: AgentFiles): Promise<AgentTranscript> {
  const builder = (): ConversationBuilder | ContextReader => (withFacts ? contextReader() : conversationBuilder())
  const first = builder()
  const { size, read: readIn } = pool.open(path)
  const read = (offset: number, length: number, into?: Uint8Array) => readIn(offset, length, into)
  const { problem } = await readRecords(path, first, { limit: size })
  if (problem) throw storageError(problem)
  const reading = shelf.put(readingOf(first), () => readingOf(readAgain(builder(), read, size)))
  const transcript = {
    size,
    read,
    get conversation() {
      return reading().conversation
    },
  }
  return withFacts
    ? Object.defineProperty(transcript, 'facts', { get: () => reading().facts, enumerable: true })
    : transcript
}

function readingOf(builder: ConversationBuilder | ContextReader): Pick<AgentTranscript, 'conversation' | 'facts'> {
  const finished = builder.finish()
  return 'facts' in finished ? finished : { conversation: finished }
}

async function notesOf(folder: SessionFolder): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = [...folder.tasks, ...folder.todos, ...(folder.titleFile ? [folder.titleFile] : [])]
  const paths = [
    ...files.filter(file => file.size <= MAX_NOTE).map(file => file.path),
    ...folder.agents.flatMap(agent => (agent.metaPath === undefined ? [] : [agent.metaPath])),
  ]
  const notes = new Map<string, Uint8Array>()
  // One after the other: there may be more than a process may have open.
  for (const path of paths) {
    const { bytes, problem } = await readWhole(path)
    notes.set(path, problem ? new Uint8Array(0) : bytes)
  }
  return notes
}
