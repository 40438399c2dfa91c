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
import { type CardOf, ingestFile } from './ingest-file.js'

export interface RefreshRequest {
  readonly configDirs: readonly string[]
  readonly cardOf: CardOf
  readonly now: number
}

export interface RefreshDoing {
  readonly signal?: AbortSignal
  /** Bytes read, of all that are to be read. */
  readonly progress?: (bytes: number, of: number) => void
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

/** File times go in steps of some milliseconds: two changes within one step have the same time. */
const STEP_MS = 20

function isFresh({ mtimeMs }: Transcript, listedAt: number): boolean {
  // A time far in the future is somebody's choice, not a change of now.
  return mtimeMs > listedAt - STEP_MS && mtimeMs < listedAt + 100 * STEP_MS
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
    const refused = await readAll(store, request, doing, planned, of, listedAt)
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

/** How much is written in one go: large enough that it costs little, small enough that others need not wait. */
const MOST_TEXT = 24_000_000
const MOST_UPDATES = 256

/** The folders of files that somebody else wrote about at the same time. */
async function readAll(
  store: Store,
  { cardOf }: RefreshRequest,
  { signal, progress }: RefreshDoing,
  planned: readonly Planned[],
  of: number,
  listedAt: number,
): Promise<ReadonlySet<string>> {
  const refused = new Set<string>()
  let waiting: SourceUpdate[] = []
  let text = 0
  let bytes = 0
  const write = async (): Promise<boolean> => {
    const updates = waiting
    waiting = []
    text = 0
    if (updates.length === 0) return true
    const lost = await store.write(updates)
    for (const update of updates) if (lost.includes(update.source.path)) refused.add(update.source.folder)
    return !lost.includes(updates.at(-1)!.source.path)
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
        hand: update => {
          waiting.push(update)
          for (const { words } of update.texts) text += words.length
          // A part of a file that is still read is written before the next one is: it must be known to be ours.
          const isPart = update.source.file.mtimeMs === 0
          return isPart || text > MOST_TEXT || waiting.length >= MOST_UPDATES ? write() : Promise.resolve(true)
        },
        onBytes: read => {
          bytes += read
          progress?.(bytes, of)
        },
        ...(signal ? { signal } : {}),
      },
    )
    if (edition === undefined) refused.add(folder.path)
  }
  await write()
  return refused
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
