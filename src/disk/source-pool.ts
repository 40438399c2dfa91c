// Many files of which parts are read now and then, such as the transcripts of a session's agents: there may be more of
// them than a process may have open, so only a few are, and the others are opened again when they are asked for.

import { closeSync, fstatSync } from 'node:fs'
import { readFully, type Source, shrank } from './read-session.js'
import { openRegular, storageError } from './regular-file.js'

export interface SourcePool {
  /** As `openSource`; a file that is another one when it is opened again is an error. */
  open(path: string): Source
  close(): void
}

const MOST_OPEN = 16

interface Known {
  readonly path: string
  readonly size: number
  readonly dev: number
  readonly ino: number
  fd: number | undefined
}

export function sourcePool(): SourcePool {
  /** The one that was not asked for the longest stands first. */
  const open = new Set<Known>()

  function descriptor(file: Known): number {
    if (file.fd === undefined) {
      const opened = openRegular(file.path)
      if (opened.kind === 'problem') throw storageError(opened.finding)
      const { dev, ino } = fstatSync(opened.fd)
      if (dev !== file.dev || ino !== file.ino) {
        closeSync(opened.fd)
        throw storageError(shrank(file.path))
      }
      hold(file, opened.fd)
    } else {
      open.delete(file)
      open.add(file)
    }
    return file.fd!
  }

  function hold(file: Known, fd: number): void {
    for (const oldest of open) {
      if (open.size < MOST_OPEN) break
      letGo(oldest)
    }
    file.fd = fd
    open.add(file)
  }

  function letGo(file: Known): void {
    if (file.fd !== undefined) closeSync(file.fd)
    file.fd = undefined
    open.delete(file)
  }

  return {
    open(path) {
      const opened = openRegular(path)
      if (opened.kind === 'problem') throw storageError(opened.finding)
      const { dev, ino } = fstatSync(opened.fd)
      const file: Known = { path, size: opened.size, dev, ino, fd: undefined }
      hold(file, opened.fd)
      return {
        size: file.size,
        read(offset, length, into) {
          const bytes = into && into.length >= length ? into.subarray(0, length) : new Uint8Array(length)
          if (readFully(descriptor(file), bytes, offset) < length) throw storageError(shrank(path))
          return bytes
        },
        close: () => letGo(file),
      }
    },
    close() {
      for (const file of [...open]) letGo(file)
    },
  }
}
