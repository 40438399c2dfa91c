// Brings the catalog up to date with the files: what is new or has grown is read, what is gone is marked.

import { join, sep } from 'node:path'
import { isFolder } from '../../disk/config-dirs.js'
import { filePrint } from '../../disk/file-print.js'
import {
  folderPrint,
  listTranscripts,
  sessionsOfAgentsBeside,
  type Transcript,
  type TranscriptFolder,
  type TranscriptList,
} from '../../disk/list-transcripts.js'
import { rest } from '../../disk/rest.js'
import { PROJECTS } from '../../format/session-folder.js'
import type { Source, SourceUpdate, Store } from '../store.js'
import type { Writer } from '../writer.js'
import type { CardOf } from './ingest-file.js'
import { isFresh } from './settled.js'

export interface RefreshRequest {
  readonly configDirs: readonly string[]
  /** What lists show of a session; asked for when something is to be read, for which much more is loaded. */
  readonly cards: () => Promise<CardOf>
  readonly now: number
}

export interface RefreshDoing {
  readonly signal?: AbortSignal
  /** Bytes read, of all that are to be read. */
  readonly progress?: (bytes: number, of: number) => void
  /** As of an ingest: whoever gives memory back can do so. */
  readonly afterLong?: (bytes: number) => void
  /** Asked before so many bytes are read: who writes what is found; default: the store. */
  readonly writerFor?: (bytes: number) => Promise<Writer | undefined>
}

export interface Refreshed {
  /** Transcripts that were read, wholly or in part. */
  readonly files: number
  readonly bytes: number
}

interface Planned {
  readonly folder: TranscriptFolder
  readonly transcript: Transcript
  readonly session: string
  readonly known: Source | undefined
  readonly goOn: boolean
  /** What is to be read of it. */
  readonly bytes: number
}

/** How often work is done anew that somebody else has done at the same time. */
const MOST_ROUNDS = 5

export async function refresh(store: Store, request: RefreshRequest, doing: RefreshDoing = {}): Promise<Refreshed> {
  let files = 0
  let bytes = 0
  for (let round = 1; ; round++) {
    const listedAt = Date.now()
    const list = await listChanged(store, request.configDirs)
    const { planned, changed } = await plan(store, list)
    const of = planned.reduce((sum, one) => sum + one.bytes, 0)
    const writer = await doing.writerFor?.(of)
    let refused: ReadonlySet<string>
    try {
      refused = await readAll(writer ?? store, request, doing, planned, of, listedAt)
    } finally {
      await writer?.end()
    }
    files += planned.length
    bytes += of
    for (const folder of changed) if (!refused.has(folder.path)) await close(store, folder, request.now, listedAt)
    await dropFolders(store, request.configDirs, list)
    if (refused.size === 0 || round === MOST_ROUNDS) return { files, bytes }
  }
}

/** How many transcripts are new or have changed since. */
export async function countBehind(store: Store, configDirs: readonly string[]): Promise<number> {
  return (await plan(store, await listChanged(store, configDirs))).planned.length
}

/** Folders that are as they were when they were last looked at are not looked into. */
async function listChanged(store: Store, configDirs: readonly string[]): Promise<TranscriptList> {
  const prints = await store.folders()
  return listTranscripts(configDirs, folder => prints.get(folder.path) === folderPrint(folder))
}

async function plan(store: Store, list: TranscriptList) {
  const planned: Planned[] = []
  const changed: TranscriptFolder[] = []
  for (const folder of list.folders) {
    if (folder.isKnown) continue
    changed.push(folder)
    const sources = new Map((await store.sources(folder.path)).map(source => [source.path, source]))
    let beside: ReadonlyMap<string, string> | undefined
    for (const transcript of folder.transcripts) {
      await rest()
      const known = sources.get(transcript.path)
      if (known && isSame(known, transcript)) continue
      const session =
        transcript.session ??
        known?.session ??
        (beside ??= sessionsOfAgentsBeside(folder.path)).get(transcript.path) ??
        transcript.path
      const goOn = known !== undefined && hasGrown(known, transcript, folder.configDir)
      const left = transcript.size - (goOn ? known.read.offset : 0)
      planned.push({ folder, transcript, session, known, goOn, bytes: left })
    }
  }
  // What was worked on last is wanted first.
  return { planned: planned.toSorted((a, b) => b.transcript.mtimeMs - a.transcript.mtimeMs), changed }
}

/** One that could not be read is tried again. */
function isSame({ file, titleMtimeMs, problem }: Source, transcript: Transcript): boolean {
  return (
    problem === null &&
    file.size === transcript.size &&
    file.mtimeMs === transcript.mtimeMs &&
    file.ino === transcript.ino &&
    file.dev === transcript.dev &&
    titleMtimeMs === transcript.titleMtimeMs
  )
}

function hasGrown({ file, read }: Source, transcript: Transcript, root: string): boolean {
  if (read.offset === 0 || file.ino !== transcript.ino || file.dev !== transcript.dev) return false
  if (transcript.size < file.size || (transcript.size === file.size && file.mtimeMs !== transcript.mtimeMs))
    return false
  const print = filePrint(transcript.path, read.offset, root)
  return print?.head === read.head && print.tail === read.tail
}

/** How much is held, and how much of it kept in one go: enough that it costs little, so little that others need not wait. */
const MOST_HELD = 2_000_000
const MOST_TEXT = 24_000_000
const MOST_UPDATES = 256

/** The folders of files that somebody else wrote about at the same time. */
async function readAll(
  writer: Pick<Store, 'write'>,
  { cards }: RefreshRequest,
  { signal, progress, afterLong }: RefreshDoing,
  planned: readonly Planned[],
  of: number,
  listedAt: number,
): Promise<ReadonlySet<string>> {
  const refused = new Set<string>()
  if (planned.length === 0) return refused
  const [{ ingestFile }, cardOf] = await Promise.all([import('./ingest-file.js'), cards()])
  const lost = new Set<string>()
  let waiting: SourceUpdate[] = []
  let held = 0
  let text = 0
  let count = 0
  let bytes = 0
  /** What was handed over last may be written while the next is read, but not longer. */
  let writing: { readonly updates: readonly SourceUpdate[]; readonly done: Promise<readonly string[]> } | undefined
  const written = async (): Promise<void> => {
    const last = writing
    writing = undefined
    for (const path of (await last?.done) ?? []) {
      lost.add(path)
      for (const { source } of last!.updates) if (source.path === path) refused.add(source.folder)
    }
  }
  const write = async (isEnd = false): Promise<void> => {
    await written()
    // Behind a part that was lost nothing may follow: another one has written what it would belong to.
    const updates = waiting.filter(({ source }) => !lost.has(source.path))
    waiting = []
    text += held
    count += updates.length
    held = 0
    const moreFollows = !isEnd && text < MOST_TEXT && count < MOST_UPDATES
    if (!moreFollows) text = count = 0
    writing = { updates, done: writer.write(updates, moreFollows) }
    writing.done.catch(() => {}) // told to whoever waits for it
    if (isEnd) await written()
  }
  for (const { folder, transcript, session, known, goOn } of inOrder(planned, () => refused.size > 0)) {
    await rest()
    signal?.throwIfAborted()
    const edition = await ingestFile(
      {
        transcript,
        folder: folder.path,
        configDir: folder.configDir,
        session,
        known,
        goOn,
        isFresh: isFresh(transcript, listedAt),
        cardOf,
      },
      {
        hand: async update => {
          waiting.push(update)
          for (const { words } of update.texts) held += words.length
          if (held > MOST_HELD || waiting.length >= MOST_UPDATES || isPart(update)) await write()
          return !lost.has(update.source.path)
        },
        onBytes: read => {
          bytes += read
          progress?.(bytes, of)
        },
        afterLong,
        ...(signal ? { signal } : {}),
      },
    )
    if (edition === undefined) refused.add(folder.path)
  }
  await write(true)
  return refused
}

/** Of a file that is still read: the next part of it must not be written before it is known that this one is ours. */
function isPart({ source }: SourceUpdate): boolean {
  return source.file.mtimeMs === 0
}

/** As planned, until somebody else turns out to be at the same work: then the rest from the other end. */
function* inOrder<Item>(items: readonly Item[], isContested: () => boolean): Generator<Item> {
  let [first, last] = [0, items.length - 1]
  let flip = false
  while (first <= last) {
    if (isContested()) flip = !flip
    yield flip ? items[last--]! : items[first++]!
  }
}

/** What could not be listed in full is looked at again the next time, and nothing in it counts as gone. */
async function close(store: Store, folder: TranscriptFolder, now: number, listedAt: number): Promise<void> {
  if (!folder.whole) return
  const sources = await store.sources(folder.path)
  const isSettled =
    sources.every(source => source.problem === null || source.gone) &&
    !folder.transcripts.some(transcript => isFresh(transcript, listedAt))
  const paths = folder.transcripts.map(one => one.path)
  const print = isSettled ? folderPrint(folder) : `?${folderPrint(folder)}`
  await store.closeFolder(folder.path, print, paths, now)
}

/** Where the sessions' own folder is missing, the disk may be: then nothing is known to be gone. */
async function dropFolders(store: Store, configDirs: readonly string[], list: TranscriptList): Promise<void> {
  if (!list.whole) return
  const roots = configDirs.map(dir => join(dir, PROJECTS)).filter(isFolder)
  const there = new Set(list.folders.map(folder => folder.path))
  const known = [...(await store.folders()).keys()]
  const gone = known.filter(path => !there.has(path) && roots.some(root => path.startsWith(root + sep)))
  if (gone.length > 0) await store.dropFolders(gone)
}
