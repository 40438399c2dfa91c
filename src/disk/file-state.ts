// Is a file still what it was when it was read? There is no lock: a client appends whenever it likes, and may replace
// the whole file (B1). So the state is taken before reading and compared right before anything is put in its place.

import { closeSync, fstatSync } from 'node:fs'
import { RethreadError } from '../format/error.js'
import { crypto } from './crypto.js'
import { readFully } from './read-session.js'
import { openRegular, storageError } from './regular-file.js'

/** Plain text and numbers only: it is kept in receipts. */
export interface FileState {
  readonly size: number
  readonly mtimeNs: string
  readonly ino: string
  readonly dev: string
  /** A hash of the last bytes: clocks are coarse, and a rewrite may keep the size. */
  readonly tail: string
}

/** Grown: the bytes up to the known size still stand, as far as their end tells, and more came. */
export type StateNow = 'same' | 'grown' | 'changed' | 'gone'

/** The file is no longer what the change was planned for. Nothing was written. */
export class SessionChanged extends RethreadError {
  constructor(path: string, how: Exclude<StateNow, 'same'> | 'made') {
    super('session-changed', 1, `${path} ${HOW[how]}; nothing was changed. Try again when nothing is writing to it`)
  }
}

const HOW = {
  grown: 'has grown since it was read',
  changed: 'was rewritten since it was read',
  gone: 'is gone since it was read',
  made: 'was created since the session was read',
} as const

const TAIL_SIZE = 64 * 1024

/** Read no further than `size` afterwards: whatever comes behind it is not part of this state. */
export function fileState(path: string): FileState {
  const opened = openRegular(path)
  if (opened.kind === 'problem') throw storageError(opened.finding)
  try {
    return stateOf(opened.fd)
  } finally {
    closeSync(opened.fd)
  }
}

export function stateOf(fd: number): FileState {
  const { size, mtimeNs, ino, dev } = fstatSync(fd, { bigint: true })
  return { size: Number(size), mtimeNs: `${mtimeNs}`, ino: `${ino}`, dev: `${dev}`, tail: tailBefore(fd, Number(size)) }
}

export function compareFileState(path: string, state: FileState): StateNow {
  const opened = openRegular(path)
  if (opened.kind === 'problem') {
    if (opened.finding.code === 'file-vanished') return 'gone'
    throw storageError(opened.finding)
  }
  try {
    return compareState(opened.fd, state)
  } finally {
    closeSync(opened.fd)
  }
}

export function compareState(fd: number, state: FileState): Exclude<StateNow, 'gone'> {
  const now = fstatSync(fd, { bigint: true })
  const size = Number(now.size)
  if (`${now.ino}` !== state.ino || `${now.dev}` !== state.dev || size < state.size) return 'changed'
  if (tailBefore(fd, state.size) !== state.tail) return 'changed'
  if (size > state.size) return 'grown'
  return `${now.mtimeNs}` === state.mtimeNs ? 'same' : 'changed'
}

function tailBefore(fd: number, end: number): string {
  const bytes = new Uint8Array(Math.min(end, TAIL_SIZE))
  const there = readFully(fd, bytes, end - bytes.length)
  return crypto().hash('sha256', bytes.subarray(0, there), 'hex')
}

/** The whole content, for receipts: a file that was copied or touched since is still the same. */
export interface ContentState {
  readonly size: number
  readonly sha256: string
}

/** Of the whole file, or of its first bytes. Undefined where there is no such file. */
export function contentState(path: string, bytes = Number.POSITIVE_INFINITY): ContentState | undefined {
  const opened = openRegular(path)
  if (opened.kind === 'problem') {
    if (opened.finding.code === 'file-vanished') return undefined
    throw storageError(opened.finding)
  }
  try {
    const digest = crypto().createHash('sha256')
    const buffer = new Uint8Array(CHUNK_SIZE)
    let size = 0
    for (;;) {
      const length = readFully(opened.fd, buffer.subarray(0, Math.min(buffer.length, bytes - size)), size)
      digest.update(buffer.subarray(0, length))
      size += length
      if (length < buffer.length || size >= bytes) return { size, sha256: digest.digest('hex') }
    }
  } finally {
    closeSync(opened.fd)
  }
}

const CHUNK_SIZE = 512 * 1024
