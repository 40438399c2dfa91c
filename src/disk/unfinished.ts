// Changes that are under way, noted in the data dir before the first file is written. Whoever crashes leaves its note
// behind, and the next change reads it: what had not happened yet is taken back, what had happened is finished.

import { closeSync, constants, fstatSync, lstatSync, openSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Content,
  codeOf,
  isLeftover,
  makeFolder,
  ownerOfTemporary,
  removeIfThere,
  replaceFile,
  syncFolder,
  takeEmptyPlace,
  takePlace,
  type WriteOptions,
  writeFully,
  writeTemporary,
} from './atomic-replace.js'
import { removeBackups } from './backups.js'
import { namesIn } from './list-sessions.js'
import { certaintyOf, type ProcessIdentity } from './live-client.js'
import { peekText } from './peek.js'
import { readFully } from './read-session.js'
import { RECEIPTS, type Receipt, removeReceipt, writeReceipt } from './receipts.js'
import { isPresent } from './regular-file.js'

export interface Unfinished {
  readonly version: 1
  readonly id: string
  readonly owner: ProcessIdentity
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

export async function noteUnfinished(dataDir: string, note: Unfinished): Promise<void> {
  makeFolder(join(dataDir, UNFINISHED))
  await replaceFile(notePath(dataDir, note.id), Buffer.from(`${JSON.stringify(note)}\n`))
}

export function forgetUnfinished(dataDir: string, id: string): void {
  removeIfThere(notePath(dataDir, id))
  removeIfThere(markPath(dataDir, id)) // after the note: a note without its mark would tell another story
  syncFolder(join(dataDir, UNFINISHED))
}

export function unfinishedIds(dataDir: string): ReadonlySet<string> {
  const names = namesIn(join(dataDir, UNFINISHED), [], true).map(({ name }) => name)
  return new Set(names.flatMap(name => /^([0-9a-f]{8})\.json$/.exec(name)?.[1] ?? []))
}

export interface Swept {
  readonly receipt: string
  readonly outcome: 'taken-back' | 'finished'
}

/** Ends what crashed processes have left behind; what others are still at is left alone. */
export async function endUnfinished(dataDir: string): Promise<readonly Swept[]> {
  const swept: Swept[] = []
  for (const id of unfinishedIds(dataDir)) {
    const note = parsed(peekText(notePath(dataDir, id), MAX_NOTE, dataDir))
    if (note === undefined || certaintyOf(note.owner) !== 'gone') continue
    if (note.receipt !== undefined && !isPresent(markPath(dataDir, id)) && hasHappened(note)) {
      await finish(dataDir, note, note.receipt)
      swept.push({ receipt: id, outcome: 'finished' })
    } else {
      await takeBack(dataDir, note)
      swept.push({ receipt: id, outcome: 'taken-back' })
    }
  }
  sweepOwnFolders(dataDir)
  return swept
}

/** The change has happened when the session files are in their places; everything before that can be taken back. */
function hasHappened({ files }: Unfinished): boolean {
  const sessions = files.filter(one => one.role === 'session')
  if (sessions.length === 0) return files.every(one => one.change === 'removed' || inoOf(one.path) === one.newIno)
  const coming = sessions.filter(one => one.change !== 'removed')
  return coming.length > 0 ? coming.every(isInPlace) : inoOf(sessions[0]!.path) === undefined
}

function isInPlace(file: UnfinishedFile): boolean {
  const now = inoOf(file.path)
  if (now === undefined) return false
  // Or it was in its place, and a client has put another one there since (B1).
  return now === file.newIno || (!isPresent(file.temporary) && now !== file.oldIno)
}

async function finish(dataDir: string, note: Unfinished, receipt: Receipt): Promise<void> {
  for (const { change, path, temporary, oldIno } of note.files) {
    removeIfThere(temporary)
    if (change === 'removed' && inoOf(path) === oldIno) removeIfThere(path)
  }
  removeEmptyFolders(note.emptied)
  await writeReceipt(dataDir, receipt)
  forgetUnfinished(dataDir, note.id)
}

/**
 * Everything as it was. A file that is not (any longer) the one we put there is somebody else's, and stays.
 * `kept` holds the replaced files open, where they still are: what a client wrote to them in the last moment is
 * brought back with them.
 */
export async function takeBack(
  dataDir: string,
  note: Unfinished,
  kept: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const touched = new Set<string>()
  if (note.receipt !== undefined) markTakingBack(dataDir, note.id)
  for (const file of note.files.toReversed()) {
    const fd = kept.get(file.path)
    const before: Content = fd === undefined ? { kind: 'file', path: file.backup ?? '' } : { kind: 'descriptor', fd }
    if (note.receipt !== undefined && (await takeBackFile(file, before))) touched.add(dirname(file.path))
  }
  for (const file of note.files) for (const path of [file.temporary, spare(file)]) removeIfThere(path)
  for (const folder of touched) syncFolder(folder)
  removeEmptyFolders(note.madeFolders)
  if (note.receipt !== undefined) removeReceipt(dataDir, note.receipt)
  removeBackups(dataDir, note.id)
  forgetUnfinished(dataDir, note.id)
}

/**
 * From the first file that is put back the others must follow, whatever fails or crashes meanwhile: without this mark
 * the session file would look as if the change had happened.
 */
function markTakingBack(dataDir: string, id: string): void {
  const fd = openSync(markPath(dataDir, id), constants.O_WRONLY | constants.O_CREAT, 0o600)
  closeSync(fd)
  syncFolder(join(dataDir, UNFINISHED))
}

async function takeBackFile(file: UnfinishedFile, before: Content): Promise<boolean> {
  const now = inoOf(file.path)
  switch (file.change) {
    case 'created':
      if (now === undefined || now !== file.newIno) return false
      removeIfThere(file.path)
      return true
    case 'replaced':
      if (now === undefined || now !== file.newIno) return false
      await putBack(file, before)
      return true
    case 'removed':
      if (now !== undefined) return false
      await writeSpare(file, before, file.mode === undefined ? {} : { like: { mode: file.mode } })
      takeEmptyPlace(spare(file), file.path)
      return true
  }
}

/** Who has appended to the new file meanwhile did so in good faith: that goes behind what is put back. */
async function putBack(file: UnfinishedFile, before: Content): Promise<void> {
  const { mode, uid, gid } = statSync(file.path)
  const ours = openSync(file.path, constants.O_RDONLY)
  try {
    await writeSpare(file, before, { like: { mode, uid, gid } })
    takePlace(spare(file), file.path)
    const more = fstatSync(ours).size - (file.newSize ?? 0)
    if (more > 0) appendTo(file.path, tailOf(ours, file.newSize ?? 0, more))
  } finally {
    closeSync(ours)
  }
}

function appendTo(path: string, bytes: Uint8Array): void {
  const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND)
  try {
    writeFully(fd, bytes)
  } finally {
    closeSync(fd)
  }
}

function tailOf(fd: number, from: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  return bytes.subarray(0, readFully(fd, bytes, from))
}

/** A name for what is put back, beside the name that the new file had. */
function spare({ temporary }: UnfinishedFile): string {
  return temporary.replace(/-(\d+)\.tmp$/, '0-$1.tmp')
}

async function writeSpare(file: UnfinishedFile, content: Content, options: WriteOptions): Promise<void> {
  removeIfThere(spare(file)) // from an attempt that crashed as well
  await writeTemporary(spare(file), content, options)
}

/** Deepest last; a folder that holds something stays, and one that is gone is gone. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder)
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) throw error
    }
  }
}

/** Temporary files of single notes and receipts, whose names tell who was writing; marks whose note is gone. */
function sweepOwnFolders(dataDir: string): void {
  for (const folder of [UNFINISHED, RECEIPTS].map(name => join(dataDir, name))) {
    for (const { name } of namesIn(folder, [], true)) {
      if (isLeftover(name) && certaintyOf({ pid: ownerOfTemporary(name) }) === 'gone') removeIfThere(join(folder, name))
    }
  }
  for (const { name } of namesIn(join(dataDir, UNFINISHED), [], true)) {
    const [, id] = /^([0-9a-f]{8})\.back$/.exec(name) ?? []
    if (id !== undefined && !isPresent(notePath(dataDir, id))) removeIfThere(markPath(dataDir, id))
  }
}

function markPath(dataDir: string, id: string): string {
  return join(dataDir, UNFINISHED, `${id}.back`)
}

function notePath(dataDir: string, id: string): string {
  return join(dataDir, UNFINISHED, `${id}.json`)
}

function inoOf(path: string): string | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? undefined : `${stats.ino}`
}

/** Our own file in our own folder, written atomically: it is whole or not there. */
function parsed(text: string | undefined): Unfinished | undefined {
  const note = text === undefined ? undefined : (JSON.parse(text) as Unfinished)
  return note?.version === 1 ? note : undefined
}
