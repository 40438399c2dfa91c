// Changes that are under way, noted in the data dir before the first file is written. A note says which files somebody
// is at, so that nobody else touches them meanwhile; and whoever crashes leaves it behind, so that the next one can
// take back what had not happened yet and finish what had (`end-unfinished.ts`).
//
// Notes are only written by who holds the lock of the data dir; it is held for moments. One's own is forgotten without.

import { closeSync, constants, openSync, realpathSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StorageError } from '../format/error.js'
import { isLeftover, makeFolder, removeIfThere, replaceFile, syncFolder } from './atomic-replace.js'
import { namesIfThere, namesIn } from './list-sessions.js'
import { holding, sweepLocks } from './lock.js'
import { peekText } from './peek.js'
import { certaintyOf, isOwn, type OwnIdentity, ownIdentity } from './process-identity.js'
import { RECEIPTS, type Receipt } from './receipts.js'
import { isPresent } from './regular-file.js'

export interface Unfinished {
  readonly version: 1
  readonly id: string
  readonly owner: OwnIdentity
  /** The command, for who has to wait. */
  readonly verb?: string
  /** As it will be written; absent until everything is ready to take its place. */
  readonly receipt?: Receipt
  readonly files: readonly UnfinishedFile[]
  /** Deepest last. */
  readonly madeFolders: readonly string[]
  /** Folders that go where the change leaves them empty, deepest last. */
  readonly emptied: readonly string[]
}

export interface UnfinishedFile {
  readonly change: 'created' | 'replaced' | 'removed'
  readonly role: 'session' | 'side'
  readonly path: string
  readonly temporary: string
  readonly backup?: string
  readonly mode?: number
  /** Of the file that stood there, and of the one that takes its place. */
  readonly oldIno?: string
  readonly newIno?: string
  readonly newSize?: number
}

const UNFINISHED = 'unfinished'
const MAX_NOTE = 256 * 1024 * 1024

/** Changes that this very process is at, begun or taken over. */
const atWork = new Set<string>()

/** Notes a change, unless another one is at one of its files: then that one is returned, and nothing was noted. */
export async function beginChange(dataDir: string, note: Unfinished): Promise<Unfinished | undefined> {
  const wanted = new Set(placesOf(note))
  return holdingNotes(dataDir, async () => {
    const other = notesIn(dataDir).find(one => placesOf(one).some(place => wanted.has(place)))
    if (other === undefined) await writeNote(dataDir, note)
    return other
  })
}

export async function noteUnfinished(dataDir: string, note: Unfinished): Promise<void> {
  await holdingNotes(dataDir, () => writeNote(dataDir, note))
}

/** Of a change that somebody has left behind: it is ours from then on, and nobody else's. */
export async function takeOver(dataDir: string, id: string): Promise<Unfinished | undefined> {
  return holdingNotes(dataDir, async () => {
    const left = readNote(dataDir, id)
    if (left === undefined || !isLeft(left)) return undefined
    const note = { ...left, owner: ownIdentity() }
    await writeNote(dataDir, note)
    return note
  })
}

/** Nobody is at it any more. One's own that failed is one that is left, too. */
export function isLeft({ id, owner }: Unfinished): boolean {
  return isOwn(owner) ? !atWork.has(id) : certaintyOf(owner) === 'gone'
}

export function forgetUnfinished(dataDir: string, id: string): void {
  removeIfThere(notePath(dataDir, id))
  // After the note: a note without its mark would tell another story.
  for (const ending of MARKS) removeIfThere(markPath(dataDir, id, ending))
  syncFolder(join(dataDir, UNFINISHED))
}

/** Whether it has succeeded, failed or been put aside: from here on it counts as left, where its note is still there. */
export function ceaseWork(id: string): void {
  atWork.delete(id)
}

export function unfinishedIds(dataDir: string): ReadonlySet<string> {
  const names = namesIfThere(join(dataDir, UNFINISHED)).map(({ name }) => name)
  return new Set(names.flatMap(name => /^([0-9a-f]{8})\.json$/.exec(name)?.[1] ?? []))
}

/** Those that can be read: one that is damaged says nothing about any file, and stays for whoever looks into it. */
export function notesIn(dataDir: string): readonly Unfinished[] {
  return [...unfinishedIds(dataDir)].flatMap(id => readNote(dataDir, id) ?? [])
}

export function notePath(dataDir: string, id: string): string {
  return join(dataDir, UNFINISHED, `${id}.json`)
}

/** Made before the first file takes its place: whoever takes back needs no room on the disk for it. */
export function prepareMark(dataDir: string, id: string): void {
  closeSync(openSync(markPath(dataDir, id, 'mark'), constants.O_WRONLY | constants.O_CREAT, 0o600))
}

/**
 * From the first file that is put back the others must follow, whatever fails or crashes meanwhile: without this mark
 * the session file would look as if the change had happened.
 */
export function markTakingBack(dataDir: string, id: string): void {
  if (isMarked(dataDir, id)) return
  if (!isPresent(markPath(dataDir, id, 'mark'))) prepareMark(dataDir, id)
  renameSync(markPath(dataDir, id, 'mark'), markPath(dataDir, id, 'back'))
  syncFolder(join(dataDir, UNFINISHED))
}

export function isMarked(dataDir: string, id: string): boolean {
  return isPresent(markPath(dataDir, id, 'back'))
}

/** What crashed processes have left in our own folders and belongs to no note. */
export async function sweepOwnFolders(dataDir: string): Promise<void> {
  const untidy = [UNFINISHED, RECEIPTS].flatMap(name => namesIn(join(dataDir, name), [], true))
  const isUntidy = untidy.some(({ name }) => isLeftover(name) || markOf(name) !== undefined)
  if (!isUntidy && !namesIn(dataDir, [], true).some(({ name }) => name.startsWith(`${LOCK}.`))) return
  await holdingNotes(dataDir, () => {
    sweepLocks(join(dataDir, LOCK))
    const ids = unfinishedIds(dataDir)
    for (const { name } of namesIn(join(dataDir, UNFINISHED), [], true)) {
      const id = markOf(name)
      // Notes are written under the lock, which we hold: half a note is nobody's.
      if (isLeftover(name) || (id !== undefined && !ids.has(id))) removeIfThere(join(dataDir, UNFINISHED, name))
    }
    for (const { name } of namesIn(join(dataDir, RECEIPTS), [], true)) {
      const [, id] = /^\.rethread-([0-9a-f]+)-/.exec(name) ?? []
      if (isLeftover(name) && !ids.has(id!)) removeIfThere(join(dataDir, RECEIPTS, name))
    }
  })
}

const LOCK = 'lock'

async function holdingNotes<T>(dataDir: string, use: () => T | Promise<T>): Promise<T> {
  makeFolder(join(dataDir, UNFINISHED))
  return holding(join(dataDir, LOCK), use)
}

async function writeNote(dataDir: string, note: Unfinished): Promise<void> {
  await replaceFile(notePath(dataDir, note.id), Buffer.from(`${JSON.stringify(note)}\n`))
  if (isOwn(note.owner)) atWork.add(note.id)
}

function readNote(dataDir: string, id: string): Unfinished | undefined {
  const text = peekText(notePath(dataDir, id), MAX_NOTE, dataDir)
  try {
    const note = text === undefined ? undefined : (JSON.parse(text) as Unfinished)
    return note?.version === 1 && note.id === id ? note : undefined
  } catch {
    return undefined // written atomically, so the disk has lost it
  }
}

/** By their folders' real paths: a config dir may be reached through a link. */
function placesOf({ files }: Unfinished): readonly string[] {
  const folders = new Map<string, string>()
  return files.map(({ path }) => {
    const folder = dirname(path)
    const real = folders.get(folder) ?? realPathOf(folder)
    folders.set(folder, real)
    return join(real, basename(path))
  })
}

/** What is missing below a folder that is there keeps its name. */
function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch (error) {
    if (dirname(folder) === folder) throw new StorageError('file-unreadable', `cannot read ${folder}`, error)
    return join(realPathOf(dirname(folder)), basename(folder))
  }
}

const MARKS = ['back', 'mark'] as const

function markPath(dataDir: string, id: string, ending: (typeof MARKS)[number]): string {
  return join(dataDir, UNFINISHED, `${id}.${ending}`)
}

function markOf(name: string): string | undefined {
  return /^([0-9a-f]{8})\.(?:back|mark)$/.exec(name)?.[1]
}
