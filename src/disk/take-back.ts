// A change taken back before it was done: everything as it was.
//
// The very file that was replaced or removed comes back, not a copy of it: who holds it open goes on writing to it, and
// it takes no room on a disk that is full. For that it keeps a second name beside its own until the change is done.

import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SESSION_ENDING } from '../format/session-folder.js'
import {
  type Content,
  codeOf,
  isLeftover,
  NO_LINKS,
  removeIfThere,
  syncFolder,
  takeEmptyPlace,
  takePlace,
  type WriteOptions,
  writeFully,
  writeTemporary,
} from './atomic-replace.js'
import { removeBackups } from './backups.js'
import { namesIfThere } from './list-sessions.js'
import { writersOf } from './open-writers.js'
import { readFully } from './read-session.js'
import { removeReceipt } from './receipts.js'
import { isPresent } from './regular-file.js'
import { forgetUnfinished, markTakingBack, type Unfinished, type UnfinishedFile } from './unfinished.js'

/** A client that has opened a file for a line has written it by then. */
export const LAST_MOMENT = 20
/** Who holds a file open that has lost its name is waited for, but not for ever. */
const LONGEST_WAIT = 1000

/**
 * A file that is not (any longer) the one we put there is somebody else's, and stays; then the backups stay as well.
 * `held` are the replaced files, open, where they still are: on a file system without links they are all that is left.
 */
export async function takeBack(
  dataDir: string,
  note: Unfinished,
  held: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const touched = new Set<string>()
  let isAllBack = true
  if (note.receipt !== undefined) {
    markTakingBack(dataDir, note.id)
    for (const file of note.files.toReversed()) {
      const fd = held.get(file.path)
      const before: Content = fd === undefined ? { kind: 'file', path: file.backup ?? '' } : { kind: 'descriptor', fd }
      const outcome = await takeBackFile(file, before)
      if (outcome === 'put-back') touched.add(dirname(file.path))
      if (outcome === 'taken') isAllBack = false
    }
  }
  for (const file of note.files) {
    for (const path of [file.temporary, spareName(file), keptName(file)]) removeIfThere(path)
  }
  for (const folder of touched) syncFolder(folder)
  removeEmptyFolders(note.madeFolders)
  removeReceipt(dataDir, note.id, note.receipt)
  if (isAllBack) removeBackups(dataDir, note.id)
  forgetUnfinished(dataDir, note.id)
}

/** A second name for what is to be replaced. Where there are no links there is none, and a copy comes back. */
export function keepBeside(file: UnfinishedFile): void {
  try {
    linkSync(file.path, keptName(file))
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
  }
}

/** Out of the way, and still there under its second name. */
export function putAside(file: UnfinishedFile): void {
  if (isKept(file)) unlinkSync(file.path)
  else renameSync(file.path, keptName(file))
}

/**
 * A second name that another one has given to the file: it is at it too, from a data dir that is not ours, as a container
 * may have it. Whoever of the two gave it first, both see it before either has touched the file.
 */
export function foreignName(file: UnfinishedFile): string | undefined {
  const folder = dirname(file.path)
  const own = new Set([file.temporary, keptName(file)].map(path => basename(path)))
  const other = namesIfThere(folder).find(
    ({ name }) => isLeftover(name) && !own.has(name) && inoOf(join(folder, name)) === file.oldIno,
  )
  return other && join(folder, other.name)
}

/** Beside the name that the new file has until it takes its place. */
export function keptName({ temporary }: UnfinishedFile): string {
  return temporary.replace(/-(\d+)\.tmp$/, '1-$1.tmp')
}

/** Taken: something else stands there, which is neither the old file nor ours. */
type Outcome = 'put-back' | 'unchanged' | 'taken'

async function takeBackFile(file: UnfinishedFile, before: Content): Promise<Outcome> {
  const now = inoOf(file.path)
  if (file.change === 'created') {
    if (now === undefined || now !== file.newIno) return 'unchanged'
    removeIfThere(file.path)
    return 'put-back'
  }
  if (now === file.oldIno) return 'unchanged'
  if (file.change === 'replaced') {
    if (now !== file.newIno || now === undefined) return 'taken'
    await putBack(file, before)
    return 'put-back'
  }
  if (now !== undefined) return 'taken'
  if (isKept(file)) takeEmptyPlace(keptName(file), file.path)
  else {
    await writeSpare(file, before, file.mode === undefined ? {} : { like: { mode: file.mode } })
    takeEmptyPlace(spareName(file), file.path)
  }
  return 'put-back'
}

/** Who has appended to the new file meanwhile did so in good faith: that goes behind what is put back. */
async function putBack(file: UnfinishedFile, before: Content): Promise<void> {
  const ours = openSync(file.path, constants.O_RDONLY)
  try {
    if (isKept(file)) takePlace(keptName(file), file.path)
    else {
      const { mode, uid, gid } = statSync(file.path)
      await writeSpare(file, before, { like: { mode, uid, gid } })
      takePlace(spareName(file), file.path)
    }
    await bringOver(ours, file)
  } finally {
    closeSync(ours)
  }
}

/** Until nobody that we know of holds the new file open; only transcripts are appended to. */
async function bringOver(ours: number, file: UnfinishedFile): Promise<void> {
  const { ino, dev } = fstatSync(ours, { bigint: true })
  const isHeld = () => writersOf([{ path: file.path, state: { ino: `${ino}`, dev: `${dev}` } }]).length > 0
  const start = Date.now()
  let done = file.newSize ?? 0
  for (let isLast = false; ; ) {
    const more = fstatSync(ours).size - done
    if (more > 0) appendTo(file.path, tailOf(ours, done, more))
    done += Math.max(0, more)
    if (isLast || !file.path.endsWith(SESSION_ENDING)) return
    await setTimeout(LAST_MOMENT)
    isLast = Date.now() - start > LONGEST_WAIT || !isHeld()
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

function isKept(file: UnfinishedFile): boolean {
  return inoOf(keptName(file)) === file.oldIno && isPresent(keptName(file))
}

/** For a copy of what is put back. */
function spareName({ temporary }: UnfinishedFile): string {
  return temporary.replace(/-(\d+)\.tmp$/, '0-$1.tmp')
}

async function writeSpare(file: UnfinishedFile, content: Content, options: WriteOptions): Promise<void> {
  removeIfThere(spareName(file)) // from an attempt that crashed as well
  await writeTemporary(spareName(file), content, options)
}

/** Deepest last; a folder that holds something stays, and one that is gone is gone. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder)
    } catch (error) {
      // A file system that is read-only says so of a folder that is not there, too.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '') && isPresent(folder)) throw error
    }
  }
}

export function inoOf(path: string): string | undefined {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? undefined : `${stats.ino}`
}
