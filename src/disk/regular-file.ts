// May this file be read as a session file? Only a regular file may, and only inside the root that it was listed in.
//
// A folder of sessions can hold anything: a FIFO that blocks whoever opens it, a device that acts on being opened, a
// link to a private file elsewhere. So the kind is asked before opening, the file is opened without following a link
// and without blocking, and the kind is asked again of what was really opened. Trouble is a finding, never a crash.

import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, type Stats } from 'node:fs'
import { relative, sep } from 'node:path'
import { StorageError } from '../format/error.js'
import type { Finding } from '../format/finding.js'

export type FileCode =
  | 'file-not-regular'
  | 'file-outside-root'
  | 'file-unreadable'
  | 'file-vanished'
  | 'file-link-loop'
  | 'file-name-not-utf8'
  | 'file-changed'
  | 'file-too-large'

/** A finding about a whole file or folder. */
export interface FileFinding extends Finding {
  readonly code: FileCode
  readonly path: string
}

export interface OpenedFile {
  readonly kind: 'opened'
  readonly fd: number
  readonly size: number
  readonly mtimeMs: number
}

export interface FileProblem {
  readonly kind: 'problem'
  readonly finding: FileFinding
}

/** Zero where the platform has no such flag: Windows has neither FIFOs in folders nor links without privilege. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Opens a regular file for reading. With a `root`, the file's real path must lie inside the root's real path; without
 * one the path was named by the user, who may name a link to anywhere.
 */
export function openRegular(path: string, root?: string): OpenedFile | FileProblem {
  const resolved = resolveRegular(path, root)
  if (resolved.kind === 'problem') return resolved
  let fd: number
  try {
    fd = openSync(resolved.realPath, OPEN_FLAGS)
  } catch (error) {
    return problemOf(path, error)
  }
  const stats = fstatSync(fd)
  if (stats.isFile()) return { kind: 'opened', fd, size: stats.size, mtimeMs: stats.mtimeMs }
  closeSync(fd) // swapped since we looked
  return notRegular(path, stats)
}

/** Where a regular file really is, with its stats; the same rules as `openRegular`, without opening it. */
export function resolveRegular(
  path: string,
  root?: string,
): { readonly kind: 'resolved'; readonly realPath: string; readonly stats: Stats } | FileProblem {
  try {
    let stats = lstatSync(path)
    let realPath = path
    if (root !== undefined || stats.isSymbolicLink()) {
      realPath = realpathSync.native(path)
      if (root !== undefined && !isInside(realPath, realpathSync.native(root))) return outsideRoot(path)
      if (stats.isSymbolicLink()) stats = lstatSync(realPath)
    }
    return stats.isFile() ? { kind: 'resolved', realPath, stats } : notRegular(path, stats)
  } catch (error) {
    return problemOf(path, error)
  }
}

/** Is there anything of that name? */
export function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** In bytes; 0 where there is no such file. */
export function sizeOfFile(path: string): number {
  try {
    return lstatSync(path).size
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return 0
    throw error
  }
}

/** Both paths real and absolute. */
export function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !/^[a-z]:|^[\\/]/i.test(way)
}

/** The finding for what the file system refused. Anything that is no system error is a mistake of ours: thrown on. */
export function problemOf(path: string, error: unknown): FileProblem {
  const code = (error as NodeJS.ErrnoException)?.code
  switch (code) {
    case undefined:
      throw error
    case 'ENOENT':
    case 'ENOTDIR':
      // Names that are not UTF-8 reach us with replacement characters, under which nothing exists.
      return path.includes('\ufffd')
        ? problem('file-name-not-utf8', path, 'file name is not valid UTF-8, so it cannot be opened')
        : problem('file-vanished', path, 'no such file')
    case 'ENAMETOOLONG':
      return problem('file-vanished', path, 'file name too long')
    case 'ELOOP':
      return problem('file-link-loop', path, 'symbolic link loop')
    case 'ENXIO':
      return problem('file-not-regular', path, 'a socket or a device, not a regular file')
    case 'EACCES':
    case 'EPERM':
      return problem('file-unreadable', path, 'permission denied')
    default:
      return problem('file-unreadable', path, `system error ${code}`)
  }
}

export function problem(code: FileCode, path: string, message: string): FileProblem {
  return { kind: 'problem', finding: { code, severity: 'loses', path, message: `${path}: ${message}` } }
}

/** For a caller that cannot go on without the file. */
export function storageError(finding: FileFinding): StorageError {
  return new StorageError(finding.code, finding.message)
}

export function outsideRoot(path: string): FileProblem {
  return problem('file-outside-root', path, 'link points outside the sessions folder')
}

export function notRegular(path: string, stats: Stats): FileProblem {
  return problem('file-not-regular', path, `${kindOf(stats)}, not a regular file`)
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a FIFO'
  if (stats.isSocket()) return 'a socket'
  if (stats.isSymbolicLink()) return 'a symbolic link'
  return 'a device'
}
