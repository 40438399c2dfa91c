// What all transcripts logged: from the book of the last count where a file is what it was, from the index where that
// knows it as it is, else from the file. All of them say the same, so it does not matter which of them is asked.

import { basename } from 'node:path'
import {
  listTranscripts,
  sessionsOfAgentsBeside,
  type Transcript,
  type TranscriptFolder,
} from '../../disk/list-transcripts.js'
import type { FileFinding } from '../../disk/regular-file.js'
import { rest } from '../../disk/rest.js'
import { SESSION_ENDING } from '../../format/session-folder.js'
import { isFresh } from '../ingest/settled.js'
import { isCutOff, type Store } from '../store.js'
import { type Book, type BookSource, bookOf, bookPieces, bookWith } from './book.js'
import { type CountedUsage, createLedger, type Ledger, type UsageSource } from './ledger.js'
import type { CopyOf } from './original-session.js'
import type { Scanned } from './scan-file.js'
import type { ReaderFor } from './second-reader.js'
import { readShared } from './shared-reading.js'
import { eachToken } from './token-pack.js'

export interface LoadRequest {
  readonly configDirs: readonly string[]
  /** The index, opened where it is needed. Only what it knows of files that are still the same is taken from it. */
  readonly store?: () => Promise<Store | undefined>
  /** The book of the last count, and where this one is to be put down. */
  readonly book?: BookPlace
  /** For whoever asks what was counted, and what was not. */
  readonly keepEntries?: boolean
  readonly copyOf?: CopyOf | undefined
  /** Who reads part of the files, where there is much of them. */
  readonly readerFor?: ReaderFor
  /** The store has no files beside it: all that it knows is taken as it is. */
  readonly isOnlyStore?: boolean
}

export interface BookPlace {
  read(): Uint8Array | undefined
  write(pieces: readonly Uint8Array[]): void
}

export interface LoadDoing {
  readonly signal?: AbortSignal
  readonly progress?: (bytes: number, of: number) => void
}

export interface LoadedUsage {
  readonly counted: CountedUsage
  readonly files: number
  readonly bytes: number
  /** So much of it was read from the files. */
  readonly bytesRead: number
  /** Answers that were damaged. */
  readonly damaged: number
  readonly skipped: readonly FileFinding[]
  /** Why the store did not tell of all of them. */
  readonly cutOff?: unknown
}

interface Listed {
  readonly transcript: Transcript
  readonly folder: TranscriptFolder
}

/** So much is read from the files sooner than the index is opened. */
const LITTLE = 32 * 1024 * 1024

export async function loadUsage(request: LoadRequest, doing: LoadDoing = {}): Promise<LoadedUsage> {
  if (request.isOnlyStore) return loadStored(request, doing)
  const listedAt = Date.now()
  const { folders, findings } = listTranscripts(request.configDirs)
  const waiting = new Map<string, Listed>()
  for (const folder of folders)
    for (const transcript of folder.transcripts) waiting.set(transcript.path, { transcript, folder })
  const [files, bytes] = [waiting.size, bytesOf(waiting.values())]
  // A book has no entries one by one.
  const place = request.keepEntries ? undefined : request.book
  const before = place && openBook(place)
  const known = before && bookWith(before, source => isSame(source, waiting.get(source.path)?.transcript))
  const sources: BookSource[] = [...(known?.sources ?? [])]
  for (const { path } of sources) waiting.delete(path)
  let damaged = sources.reduce((sum, source) => sum + source.damaged, 0)
  const ledger = createLedger({ keepEntries: request.keepEntries ?? false, from: known?.state })

  const store = bytesOf(waiting.values()) > LITTLE || !known ? await request.store?.() : undefined
  if (store) await addKnown(store, ledger, waiting, note)
  const skipped: FileFinding[] = [...findings]
  const beside = sessionsBeside()
  const listed = [...waiting.values()]
  const unread = listed.map(({ transcript: { path, session, agentId, size }, folder }) => ({
    ...aboutSource(path, session ?? beside(folder).get(path) ?? path, agentId),
    configDir: folder.configDir,
    size,
  }))
  // Entries one by one stay with whoever has read them.
  const readerFor = request.keepEntries ? undefined : request.readerFor
  for (const { at, damaged, problem } of await readShared(unread, ledger, { ...doing, readerFor })) {
    if (problem) skipped.push(problem)
    const { path, session, agentId } = unread[at]!
    note({ path, session, agentId }, listed[at]!.transcript, { damaged, problem })
  }
  if (place && (!before || before.sources.length !== sources.length || sources.length !== known!.sources.length))
    place.write(bookPieces({ sources, state: ledger.state() }))
  return { counted: ledger.finish(request.copyOf), files, bytes, bytesRead: bytesOf(listed), damaged, skipped }

  function note(about: UsageSource, transcript: Transcript, read: Pick<Scanned, 'damaged' | 'problem'>): void {
    damaged += read.damaged
    const { dev, ino, size, mtimeMs } = transcript
    // A size that no file has: it is looked at again.
    const isSettled = !read.problem && !isFresh(transcript, listedAt)
    sources.push({ ...about, dev, ino, size: isSettled ? size : UNSETTLED, mtimeMs, damaged: read.damaged })
  }
}

/** From the book what is as it was, the rest from the store: the second count costs what was shipped in between. */
async function loadStored(request: LoadRequest, { signal }: LoadDoing): Promise<LoadedUsage> {
  const store = await request.store?.()
  // A book has no entries one by one.
  const place = request.keepEntries ? undefined : request.book
  const before = place && openBook(place)
  const there = new Map<string, FileLook>()
  if (store && before)
    for await (const { source, file } of store.tokens(() => false)) {
      // On its way, a transcript has no size.
      if (file.size >= 0) there.set(source, file)
    }
  const known = before && bookWith(before, source => isSame(source, there.get(source.path)))
  const sources: BookSource[] = [...(known?.sources ?? [])]
  const inBook = new Set(sources.map(({ path }) => path))
  const ledger = createLedger({ keepEntries: request.keepEntries ?? false, from: known?.state })
  let [files, bytes, damaged] = [0, 0, 0]
  let cutOff: unknown
  try {
    if (store) await addAll(store)
  } catch (error) {
    if (!isCutOff(error) || files === 0) throw error
    cutOff = error
  }
  if (place && cutOff === undefined && (sources.length > inBook.size || before?.sources.length !== inBook.size))
    place.write(bookPieces({ sources, state: ledger.state() }))
  return {
    counted: ledger.finish(request.copyOf),
    files,
    bytes,
    bytesRead: 0,
    damaged,
    skipped: [],
    ...(cutOff === undefined ? {} : { cutOff }),
  }

  async function addAll(store: Store): Promise<void> {
    for await (const one of store.tokens(source => !inBook.has(source))) {
      await rest()
      signal?.throwIfAborted()
      files++
      bytes += Math.max(0, one.file.size)
      damaged += one.damagedAnswers
      if (inBook.has(one.source)) continue
      const about = aboutSource(one.source, one.session, one.agentId)
      const added = ledger.addSource(about)
      for (const pack of one.packs) eachToken(pack, event => ledger.add(added, event))
      sources.push({ ...about, ...one.file, damaged: one.damagedAnswers })
    }
  }
}

const UNSETTLED = -1

/** Undefined where there is none that can be used. */
function openBook(place: BookPlace): Book | undefined {
  const bytes = place.read()
  return bytes && bookOf(bytes)
}

/** Takes those out of the waiting that the index knows. */
async function addKnown(
  store: Store,
  ledger: Ledger,
  waiting: Map<string, Listed>,
  note: (about: UsageSource, transcript: Transcript, read: Pick<Scanned, 'damaged' | 'problem'>) => void,
): Promise<void> {
  for await (const known of store.tokens()) {
    await rest()
    const transcript = waiting.get(known.source)?.transcript
    if (transcript === undefined || known.problem || !isSame(known.file, transcript)) continue
    waiting.delete(known.source)
    const about = aboutSource(known.source, known.session, known.agentId)
    const source = ledger.addSource(about)
    for (const pack of known.packs) eachToken(pack, event => ledger.add(source, event))
    note(about, transcript, { damaged: known.damagedAnswers, problem: undefined })
  }
}

function isSame(known: FileLook, now: FileLook | undefined): boolean {
  return (
    now !== undefined &&
    known.size === now.size &&
    known.mtimeMs === now.mtimeMs &&
    known.ino === now.ino &&
    known.dev === now.dev
  )
}

type FileLook = Pick<BookSource, 'dev' | 'ino' | 'size' | 'mtimeMs'>

function aboutSource(path: string, session: string, agentId: string | null): UsageSource {
  return { path, session: basename(session, SESSION_ENDING), agentId }
}

function bytesOf(listed: Iterable<Listed>): number {
  let sum = 0
  for (const { transcript } of listed) sum += transcript.size
  return sum
}

function sessionsBeside(): (folder: TranscriptFolder) => ReadonlyMap<string, string> {
  const known = new Map<string, ReadonlyMap<string, string>>()
  return ({ path }) => {
    const there = known.get(path) ?? sessionsOfAgentsBeside(path)
    known.set(path, there)
    return there
  }
}
