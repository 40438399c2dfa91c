// The one way in which rethread writes a file: a temporary file in the target's folder, written, synced, given the
// target's name in one step, and the folder synced. Whoever looks sees the old file or the new one, never a part; a
// crash leaves at most a temporary file, whose name nobody takes for a session (R-F8) and which is swept later.

import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Edits } from '../format/changes.js'
import { InputError, RethreadError, StorageError } from '../format/error.js'
import { crypto } from './crypto.js'
import { editedPieces, openState } from './edited-file.js'
import type { FileState } from './file-state.js'
import { secondsOf } from './file-times.js'
import { isPresent, openRegular, storageError } from './regular-file.js'

/** What a file shall hold: these bytes, or those of another file, with edits where some are given. */
export type Content =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly state?: FileState; readonly edits?: Edits }
  | { readonly kind: 'descriptor'; readonly fd: number }

/** A temporary file, whole and on the disk, that waits for its name. */
export interface ReadyFile {
  readonly temporary: string
  readonly size: number
  readonly sha256: string
  readonly ino: string
  /** Of the file that the content was taken from, before any edit. */
  readonly source?: { readonly size: number; readonly sha256: string }
}

export interface WriteOptions {
  /** Permissions and owner; else those of the file that the content comes from, or readable by its owner alone. */
  readonly like?: Ownership
  /** The file is as old as the one that the content comes from: clients order sessions by it (R-L17). */
  readonly keepTime?: boolean
  readonly signal?: AbortSignal
}

export interface Ownership {
  readonly mode: number
  readonly uid?: number
  readonly gid?: number
}

const PRIVATE = 0o600
const REST_EVERY = 8 * 1024 * 1024

/** Hidden, and neither `.jsonl` nor anything else that a client or a list of ours would open. */
export function temporaryName(change: string, number: number): string {
  return `.rethread-${change}-${number}.tmp`
}

export function isLeftover(fileName: string): boolean {
  return /^\.rethread-[0-9a-f]+-\d+\.tmp$/.test(fileName)
}

/** Replaces a file, or makes it where it is missing; for small files of our own. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(dirname(path), temporaryName(crypto().randomBytes(6).toString('hex'), 0))
  await writeTemporary(temporary, { kind: 'bytes', bytes })
  try {
    takePlace(temporary, path)
    syncFolder(dirname(path))
  } catch (error) {
    removeIfThere(temporary)
    throw writeError(error, path)
  }
}

/** Writes and syncs a temporary file. On failure it is gone again. */
export async function writeTemporary(
  temporary: string,
  content: Content,
  options: WriteOptions = {},
): Promise<ReadyFile> {
  const from = openContent(content)
  let fd: number | undefined
  try {
    fd = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, PRIVATE)
    const written = await writeContent(fd, content, from, options.signal)
    giveTo(fd, options.like ?? (from === undefined ? { mode: PRIVATE } : { mode: fstatSync(from).mode }))
    if (options.keepTime === true && from !== undefined) {
      const { atimeNs, mtimeNs } = fstatSync(from, { bigint: true })
      futimesSync(fd, Number(atimeNs / 1000n) / 1e6, Number(mtimeNs / 1000n) / 1e6)
      // Where Node cuts off what is a little less than was meant.
      if (fstatSync(fd, { bigint: true }).mtimeNs / 1000n !== mtimeNs / 1000n)
        futimesSync(fd, secondsOf(atimeNs), secondsOf(mtimeNs))
    }
    fsyncSync(fd)
    const { ino } = fstatSync(fd, { bigint: true })
    closeSync(fd)
    return { temporary, ...written, ino: `${ino}` }
  } catch (error) {
    if (fd !== undefined) {
      closeQuietly(fd)
      removeIfThere(temporary)
    }
    throw writeError(error, temporary)
  } finally {
    if (from !== undefined && content.kind === 'file') closeSync(from)
  }
}

/** The temporary file becomes the target, in one step, whatever stood there. */
export function takePlace(temporary: string, target: string): void {
  renameSync(temporary, target)
}

/** The temporary file becomes the target where there is none: a file that came in between is not overwritten. */
export function takeEmptyPlace(temporary: string, target: string): void {
  try {
    linkSync(temporary, target)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new InputError('file-exists', `${target} already exists`)
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
    // A file system without links: the look and the renaming are two steps, but the names are ours alone.
    if (isPresent(target)) throw new InputError('file-exists', `${target} already exists`)
    renameSync(temporary, target)
    return
  }
  unlinkSync(temporary)
}

/** What a file system says that cannot link here. */
export const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'EXDEV', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** The names in a folder are on the disk. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // folders cannot be opened there
  const fd = openSync(folder, constants.O_RDONLY)
  try {
    fsyncSync(fd)
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes(codeOf(error) ?? '')) throw error // some network file systems have no such thing
  } finally {
    closeSync(fd)
  }
}

/** With those above it that are missing; for the owner alone, and on the disk. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first !== undefined) for (const made of foldersFrom(first, folder)) syncFolder(dirname(made))
}

function foldersFrom(first: string, last: string): readonly string[] {
  return first === last ? [first] : [...foldersFrom(first, dirname(last)), last]
}

export function removeIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    // A file system that is read-only says so of a file that is not there, too.
    if (codeOf(error) !== 'ENOENT' && isPresent(path)) throw error
  }
}

/** What the system refused, as an error that names the file; errors of ours are passed on. */
export function writeError(error: unknown, path: string): Error {
  const refused = error as NodeJS.ErrnoException & { readonly dest?: string }
  if (error instanceof RethreadError || typeof refused?.syscall !== 'string') return refused
  const where = refused.dest ?? refused.path ?? path
  return new StorageError('write-failed', `cannot write ${where}: ${said(String(refused.code))}`, error)
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code
}

function said(code: string): string {
  switch (code) {
    case 'ENOSPC':
      return 'no space left on device (ENOSPC)'
    case 'EDQUOT':
    case 'Unknown system error -122': // as node calls it on Linux
      return 'disk quota exceeded (EDQUOT)'
    case 'EACCES':
    case 'EPERM':
      return `permission denied (${code})`
    case 'EROFS':
      return 'read-only file system (EROFS)'
    default:
      return `system error ${code}`
  }
}

function openContent(content: Content): number | undefined {
  switch (content.kind) {
    case 'bytes':
      return undefined
    case 'descriptor':
      return content.fd
    case 'file': {
      if (content.state) return openState(content.path, content.state)
      const opened = openRegular(content.path)
      if (opened.kind === 'problem') throw storageError(opened.finding)
      return opened.fd
    }
  }
}

type Written = Pick<ReadyFile, 'size' | 'sha256' | 'source'>

async function writeContent(
  fd: number,
  content: Content,
  from: number | undefined,
  signal?: AbortSignal,
): Promise<Written> {
  const hash = crypto().createHash('sha256')
  if (content.kind === 'bytes') {
    writeFully(fd, content.bytes)
    return { size: content.bytes.length, sha256: hash.update(content.bytes).digest('hex') }
  }
  const wanted = content.kind === 'file' && content.state ? content.state.size : fstatSync(from!).size
  const edits = content.kind === 'file' ? (content.edits ?? []) : []
  const sourceHash = crypto().createHash('sha256')
  let size = 0
  let rested = 0
  for (const piece of editedPieces(from!, wanted, edits, bytes => sourceHash.update(bytes))) {
    writeFully(fd, piece)
    hash.update(piece)
    size += piece.length
    if (size - rested < REST_EVERY) continue
    rested = size
    await setImmediate() // an interruption, or whoever else waits
    signal?.throwIfAborted()
  }
  signal?.throwIfAborted()
  return { size, sha256: hash.digest('hex'), source: { size: wanted, sha256: sourceHash.digest('hex') } }
}

export function writeFully(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done)
}

function giveTo(fd: number, { mode, uid, gid }: Ownership): void {
  const own = fstatSync(fd)
  // First the owner: giving a file away clears special bits of its mode.
  if ((uid ?? own.uid) !== own.uid || (gid ?? own.gid) !== own.gid) fchownSync(fd, uid ?? own.uid, gid ?? own.gid)
  if ((own.mode & 0o777) !== (mode & 0o777)) fchmodSync(fd, mode & 0o777)
}

/** Where nothing depends on it: the file was only read, or a failure is told already. */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
  }
}
