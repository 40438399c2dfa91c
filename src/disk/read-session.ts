// Reading session files: as a stream of records, as a whole, or at any place.
//
// A stream is read through one buffer that is used again and again, so memory does not grow with the file: the record
// reader keeps a copy of the unfinished line and nothing else.

import { closeSync, fstatSync, read, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { StorageError } from '../format/error.js'
import type { AnswerSink } from '../format/found.js'
import { recordReader } from '../format/records.js'
import { type FileFinding, openRegular, problem, problemOf, storageError } from './regular-file.js'
import { rest } from './rest.js'

const readAsync = promisify(read)

/** Large enough that the system calls do not count, small enough to stay in the processor's cache. */
const CHUNK_SIZE = 512 * 1024
const SMALL_CHUNK = 16 * 1024

export interface ReadOptions {
  readonly chunkSize?: number
  /** Called after each chunk with the bytes read so far and the size that the file had at the beginning. */
  readonly onProgress?: (bytes: number, size: number) => void
  /** The folder that the file's real path must not leave. */
  readonly root?: string
  readonly signal?: AbortSignal
  /** Read no further: what a client appends meanwhile is not wanted. */
  readonly limit?: number
  /** Where to begin: behind a record, at the line that begins there. */
  readonly from?: { readonly offset: number; readonly line: number }
  /** As of the record reader: other lines may be passed over. */
  readonly answersOnly?: boolean
  /** Used again for each of many files that are read one after the other. */
  readonly memory?: ReadMemory
  /** Waited for after each chunk. */
  readonly afterChunk?: () => Promise<void> | undefined
  /** All lines that have ended were told: what comes now may still change when the file grows. */
  readonly beforeEnd?: () => void
}

export interface ReadMemory {
  readonly chunk: Uint8Array
  readonly room: Uint8Array
}

export function readMemory(): ReadMemory {
  return { chunk: new Uint8Array(CHUNK_SIZE), room: new Uint8Array(3 * CHUNK_SIZE) }
}

export interface ReadOutcome {
  readonly bytes: number
  /** Why the file could not be read (to its end). What was read before has been told to the sink. */
  readonly problem?: FileFinding
}

/**
 * Tells the sink every record and gap of the file. An open descriptor is read from its start and left open. Reading
 * through the thread pool costs a quarter of the time again; so it is done at once, with a rest now and then.
 */
export async function readRecords(
  file: string | number,
  sink: AnswerSink,
  options: ReadOptions = {},
): Promise<ReadOutcome> {
  if (typeof file === 'number') return streamRecords(file, `descriptor ${file}`, sink, options)
  const opened = openRegular(file, options.root)
  if (opened.kind === 'problem') return { bytes: 0, problem: opened.finding }
  try {
    await rest() // many small files are as long a work as a large one
    return await streamRecords(opened.fd, file, sink, options)
  } finally {
    closeSync(opened.fd)
  }
}

async function streamRecords(fd: number, path: string, sink: AnswerSink, options: ReadOptions): Promise<ReadOutcome> {
  const { size } = fstatSync(fd)
  // Of thousands of small files each would else leave half a megabyte to be collected.
  const buffer =
    options.memory?.chunk ??
    new Uint8Array(
      options.chunkSize ?? Math.min(CHUNK_SIZE, Math.max(size + 1 - (options.from?.offset ?? 0), SMALL_CHUNK)),
    )
  const reader = recordReader(sink, {
    ...options.from,
    size: Math.min(size, options.limit ?? size) - (options.from?.offset ?? 0),
    answersOnly: options.answersOnly,
    room: options.memory?.room,
  })
  let position = options.from?.offset ?? 0
  const limit = options.limit ?? Infinity
  while (position < limit) {
    let length: number
    try {
      length = readSync(fd, buffer, 0, Math.min(buffer.length, limit - position), position)
    } catch (error) {
      return { bytes: position, problem: problemOf(path, error).finding }
    }
    if (length === 0) break
    reader.push(length === buffer.length ? buffer : buffer.subarray(0, length))
    position += length
    options.onProgress?.(position, size)
    await options.afterChunk?.()
    await rest()
    options.signal?.throwIfAborted()
  }
  options.beforeEnd?.()
  reader.end()
  // A file that grows is read as far as it goes; one that shrinks was perhaps read half in its old, half in its new form.
  return fstatSync(fd).size < position ? { bytes: position, problem: shrank(path) } : { bytes: position }
}

export interface WholeFile {
  readonly bytes: Uint8Array
  readonly problem?: FileFinding
}

/** The bytes that the file had when it was opened. */
export async function readWhole(path: string, options: Pick<ReadOptions, 'root'> = {}): Promise<WholeFile> {
  const opened = openRegular(path, options.root)
  if (opened.kind === 'problem') return { bytes: new Uint8Array(0), problem: opened.finding }
  try {
    const bytes = new Uint8Array(opened.size)
    let position = 0
    while (position < bytes.length) {
      // The system reads no more than 2 GiB at a time.
      const wanted = Math.min(bytes.length - position, 1 << 30)
      const { bytesRead } = await readAsync(opened.fd, bytes, position, wanted, position)
      if (bytesRead === 0) return { bytes: bytes.subarray(0, position), problem: shrank(path) }
      position += bytesRead
    }
    return { bytes }
  } catch (error) {
    const tooLarge = error instanceof RangeError
    const { finding } = tooLarge
      ? problem('file-too-large', path, 'too large to load into memory')
      : problemOf(path, error)
    return { bytes: new Uint8Array(0), problem: finding }
  } finally {
    closeSync(opened.fd)
  }
}

/** Everything that comes from standard input (`-`), in memory: it cannot be read twice. */
export async function readStandardInput(input: AsyncIterable<Uint8Array> = process.stdin): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The same for what is small and must be there soon: setting up the stream takes longer than reading it. */
export async function readSmallInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  try {
    for (;;) {
      const chunk = new Uint8Array(SMALL_CHUNK)
      const length = readSync(0, chunk)
      if (length === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, length))
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EOF') return Buffer.concat(chunks) // a closed pipe on Windows
    if (code !== 'EAGAIN') throw error
    // Nothing is there yet, and waiting is left to us.
    return Buffer.concat([...chunks, await readStandardInput()])
  }
}

/** Any part of a file, at the price of that part. */
export interface Source {
  readonly size: number
  /**
   * Exactly these bytes, in `into` where that is large enough. A file that no longer has them is an error: what was
   * known about it no longer holds.
   */
  read(offset: number, length: number, into?: Uint8Array): Uint8Array
  close(): void
}

export function openSource(path: string, options: Pick<ReadOptions, 'root'> = {}): Source {
  const opened = openRegular(path, options.root)
  if (opened.kind === 'problem') throw storageError(opened.finding)
  return {
    size: opened.size,
    read(offset, length, into) {
      const bytes = into && into.length >= length ? into.subarray(0, length) : new Uint8Array(length)
      if (readFully(opened.fd, bytes, offset) < length) throw storageError(shrank(path))
      return bytes
    },
    close: () => closeSync(opened.fd),
  }
}

/** Fills `bytes` from the file; returns how many bytes were there. */
export function readFully(fd: number, bytes: Uint8Array, offset: number): number {
  let filled = 0
  try {
    while (filled < bytes.length) {
      const length = readSync(fd, bytes, filled, Math.min(bytes.length - filled, 1 << 30), offset + filled)
      if (length === 0) break
      filled += length
    }
  } catch (error) {
    throw new StorageError('file-unreadable', `read failed at byte ${offset + filled}`, error)
  }
  return filled
}

export function shrank(path: string): FileFinding {
  return problem('file-changed', path, 'file shrank while it was read').finding
}
