// What do the beginning and the end of a session file say? For lists: the price does not depend on the file's size.

import { closeSync } from 'node:fs'
import { StorageError } from '../format/error.js'
import { type FoundEntry, MAX_DEPTH, type RecordSink } from '../format/found.js'
import { decodeText } from '../format/json/walk.js'
import { recordReader } from '../format/records.js'
import { readFully } from './read-session.js'
import { type FileFinding, openRegular, problem } from './regular-file.js'

export interface PeekedEntry {
  readonly offset: number
  readonly length: number
  /** The bytes of the record. */
  readonly bytes: Uint8Array
  /** The JSON text. */
  text(): string
  /** Decoded anew at each call; undefined where it is nested too deep to be handled safely. */
  value(): unknown
}

export interface Peek {
  readonly size: number
  readonly mtimeMs: number
  /** Records that lie wholly in the first bytes. */
  readonly head: readonly PeekedEntry[]
  /** Records that lie wholly in the last bytes, none of which is in `head`. */
  readonly tail: readonly PeekedEntry[]
  /** Are head and tail together all the file has? */
  readonly whole: boolean
  /** Why there is nothing to see. */
  readonly problem?: FileFinding
}

export interface PeekOptions {
  readonly headBytes?: number
  readonly tailBytes?: number
  readonly root?: string
}

const NEWLINE = 0x0a

export function peek(path: string, options: PeekOptions = {}): Peek {
  const { headBytes = 32 * 1024, tailBytes = 32 * 1024, root } = options
  const opened = openRegular(path, root)
  if (opened.kind === 'problem') return unseen(opened.finding)
  const { fd, size, mtimeMs } = opened
  try {
    return parts(size, mtimeMs, headBytes, tailBytes, (offset, length) => readPart(fd, offset, length))
  } catch (error) {
    if (error instanceof StorageError) return unseen(problem('file-unreadable', path, error.message).finding)
    throw error
  } finally {
    closeSync(fd)
  }
}

/** The same of a file that is in memory. */
export function peekIn(bytes: Uint8Array, options: Pick<PeekOptions, 'headBytes' | 'tailBytes'> = {}): Peek {
  const { headBytes = 32 * 1024, tailBytes = 32 * 1024 } = options
  return parts(bytes.length, 0, headBytes, tailBytes, (offset, length) => bytes.subarray(offset, offset + length))
}

function parts(
  size: number,
  mtimeMs: number,
  headBytes: number,
  tailBytes: number,
  read: (offset: number, length: number) => Uint8Array,
): Peek {
  if (size <= headBytes + tailBytes)
    return { size, mtimeMs, head: entriesIn(read(0, size), 0, true), tail: [], whole: true }
  const head = entriesIn(read(0, headBytes), 0, false)
  // One byte earlier, so that a record which begins exactly there is seen to begin a line.
  const tail = read(size - tailBytes - 1, tailBytes + 1)
  const from = tail.indexOf(NEWLINE) + 1
  const inTail = from === 0 ? [] : entriesIn(tail.subarray(from), size - tailBytes - 1 + from, true)
  return { size, mtimeMs, head, tail: inTail, whole: false }
}

/** The text of a small file; undefined where it is missing, no regular file, or larger. */
export function peekText(path: string, maxBytes: number, root?: string): string | undefined {
  const opened = openRegular(path, root)
  if (opened.kind === 'problem') return undefined
  try {
    if (opened.size > maxBytes) return undefined
    const bytes = readPart(opened.fd, 0, opened.size)
    return decodeText(bytes, 0, bytes.length)
  } finally {
    closeSync(opened.fd)
  }
}

/** The first records of a file, one after the other until `take` has seen enough (returns true). */
export function firstEntries(path: string, take: (entry: PeekedEntry) => boolean, root?: string): void {
  const opened = openRegular(path, root)
  if (opened.kind === 'problem') return
  let enough = false
  const reader = recordReader(
    entrySink((found, bytes, start) => {
      enough ||= take(peeked(found, new Uint8Array(bytes.subarray(start, start + found.length))))
    }),
  )
  try {
    // The first record holds a prompt, so it may be long; but nobody waits for a gigabyte to learn whose it is.
    for (let position = 0; position < FIRST_ENTRIES_LIMIT && !enough; position += FIRST_ENTRIES_STEP) {
      const part = readPart(opened.fd, position, FIRST_ENTRIES_STEP)
      reader.push(part)
      if (part.length < FIRST_ENTRIES_STEP) {
        reader.end()
        break
      }
    }
  } finally {
    closeSync(opened.fd)
  }
}

const FIRST_ENTRIES_STEP = 16 * 1024
const FIRST_ENTRIES_LIMIT = 16 * 1024 * 1024

function readPart(fd: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  return bytes.subarray(0, readFully(fd, bytes, offset))
}

/** `ends`: the bytes reach to the end of the file, so the last line needs no line break. */
function entriesIn(bytes: Uint8Array, offset: number, ends: boolean): readonly PeekedEntry[] {
  const entries: PeekedEntry[] = []
  const reader = recordReader(
    entrySink(found => {
      const start = found.offset - offset
      entries.push(peeked(found, bytes.subarray(start, start + found.length)))
    }),
    { offset },
  )
  reader.push(bytes)
  if (ends) reader.end()
  return entries
}

function entrySink(entry: RecordSink['entry']): RecordSink {
  return { entry, gap() {}, finding() {} }
}

function peeked({ offset, length, depth }: FoundEntry, bytes: Uint8Array): PeekedEntry {
  const text = () => decodeText(bytes, 0, bytes.length)
  return { offset, length, bytes, text, value: () => (depth > MAX_DEPTH ? undefined : JSON.parse(text())) }
}

function unseen(finding: FileFinding): Peek {
  return { size: 0, mtimeMs: 0, head: [], tail: [], whole: false, problem: finding }
}
