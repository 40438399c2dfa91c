// A file with edits made, without holding the file: as a stream of bytes, as records, or part by part.
//
// The result can be checked before anything is written, and a file of any size takes two buffers.

import { closeSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Edit, Edits } from '../format/changes.js'
import { StorageError } from '../format/error.js'
import type { RecordSink } from '../format/found.js'
import { pieceAt } from '../format/pieces.js'
import { recordReader } from '../format/records.js'
import { compareState, type FileState, SessionChanged } from './file-state.js'
import { type ReadOptions, readFully, type Source } from './read-session.js'
import { openRegular, storageError } from './regular-file.js'

const BUFFER_SIZE = 512 * 1024
const MORE = 1024 * 1024

/**
 * The bytes of the result, piece by piece. A piece is only good until the next one is asked for. Growth of the file
 * beyond `size` does not matter; a file that has become shorter is an error. `seen` is told all bytes of the file, also
 * those that are left out, which are not read otherwise.
 */
export function* editedPieces(
  fd: number,
  size: number,
  edits: Edits,
  seen?: (bytes: Uint8Array) => void,
): Generator<Uint8Array> {
  const input = Buffer.allocUnsafe(BUFFER_SIZE)
  const output = Buffer.allocUnsafe(BUFFER_SIZE)
  let inputStart = 0 // where in the file the input begins
  let inputEnd = 0
  let filled = 0
  let at = 0
  const readOn = (): void => {
    inputStart = inputEnd
    inputEnd += readChunk(fd, input, inputStart, size)
    seen?.(input.subarray(0, inputEnd - inputStart))
  }
  const end: Edit = { offset: size, length: 0, content: new Uint8Array(0) }
  for (const { offset, length, content } of followedBy(inFileOrder(edits), end)) {
    if (offset < at) throw new RangeError(`edits overlap at byte ${offset}`)
    if (length < 0 || offset + length > size) throw new RangeError('edit outside the file')
    while (at < offset) {
      if (at === inputEnd) readOn()
      const taken = Math.min(offset, inputEnd, at + BUFFER_SIZE - filled) - at
      input.copy(output, filled, at - inputStart, at - inputStart + taken)
      at += taken
      filled += taken
      if (filled === BUFFER_SIZE) {
        yield output
        filled = 0
      }
    }
    for (let done = 0; done < content.length; ) {
      const part = content.subarray(done, done + BUFFER_SIZE - filled)
      output.set(part, filled)
      done += part.length
      filled += part.length
      if (filled === BUFFER_SIZE) {
        yield output
        filled = 0
      }
    }
    at = offset + length
    if (seen) while (inputEnd < at) readOn()
    else if (inputEnd < at) inputStart = inputEnd = at // what is left out need not be read
  }
  if (filled > 0) yield output.subarray(0, filled)
}

function* followedBy<T>(items: Iterable<T>, last: T): Generator<T> {
  yield* items
  yield last
}

function readChunk(fd: number, buffer: Uint8Array, position: number, size: number): number {
  let length: number
  try {
    length = readSync(fd, buffer, 0, Math.min(buffer.length, size - position), position)
  } catch (error) {
    throw new StorageError('file-unreadable', `read failed at byte ${position}`, error)
  }
  if (length === 0) throw new StorageError('file-changed', `file shrank while it was read, at byte ${position}`)
  return length
}

/** A list may come in any order; what is yielded must come in the order of the file. */
function inFileOrder(edits: Edits): Edits {
  return Array.isArray(edits) ? (edits as Edit[]).toSorted((a, b) => a.offset - b.offset || a.length - b.length) : edits
}

/** Tells the sink every record of the result. */
export async function readEditedRecords(
  path: string,
  state: FileState,
  edits: Edits,
  sink: RecordSink,
  options: Pick<ReadOptions, 'signal' | 'onProgress'> = {},
): Promise<void> {
  const fd = openState(path, state)
  try {
    // New ids may be longer than the old ones.
    const reader = recordReader(sink, { size: state.size + MORE })
    let bytes = 0
    for (const piece of editedPieces(fd, state.size, edits)) {
      reader.push(piece)
      bytes += piece.length
      options.onProgress?.(bytes, state.size)
      await setImmediate()
      options.signal?.throwIfAborted()
    }
    reader.end()
  } finally {
    closeSync(fd)
  }
}

/** Any part of the result at the price of that part. */
export function openEdited(path: string, state: FileState, edits: readonly Edit[]): Source {
  const fd = openState(path, state)
  const { pieces, starts, size } = layOut(edits, state.size)
  return {
    size,
    read(offset, length) {
      if (offset < 0 || offset + length > size) throw new RangeError('range outside the file')
      const bytes = new Uint8Array(length)
      let index = pieceAt(starts, offset)
      for (let filled = 0; filled < length; index++) {
        const piece = pieces[index]!
        const skip = offset + filled - starts[index]!
        const part = bytes.subarray(filled, filled + piece.length - skip)
        if (piece.content) part.set(piece.content.subarray(skip, skip + part.length))
        else if (readFully(fd, part, piece.offset + skip) < part.length) throw new SessionChanged(path, 'changed')
        filled += part.length
      }
      return bytes
    },
    close: () => closeSync(fd),
  }
}

/** A stretch of the result: bytes of the file from `offset` on, or new ones. */
interface Piece {
  readonly offset: number
  readonly length: number
  readonly content?: Uint8Array
}

function layOut(edits: readonly Edit[], fileSize: number) {
  const pieces: Piece[] = []
  const starts: number[] = []
  let size = 0
  let at = 0
  const add = (piece: Piece): void => {
    if (piece.length === 0) return
    pieces.push(piece)
    starts.push(size)
    size += piece.length
  }
  for (const { offset, length, content } of inFileOrder(edits)) {
    if (offset < at) throw new RangeError(`edits overlap at byte ${offset}`)
    if (length < 0 || offset + length > fileSize) throw new RangeError('edit outside the file')
    add({ offset: at, length: offset - at })
    add({ offset, length: content.length, content })
    at = offset + length
  }
  add({ offset: at, length: fileSize - at })
  return { pieces, starts, size }
}

/** The file is the one that was read, and at most grew. */
export function expectUnchanged(path: string, state: FileState): void {
  closeSync(openState(path, state))
}

/** The file that was read, which may have grown since. */
export function openState(path: string, state: FileState): number {
  const opened = openRegular(path)
  if (opened.kind === 'problem') {
    if (opened.finding.code === 'file-vanished') throw new SessionChanged(path, 'gone')
    throw storageError(opened.finding)
  }
  if (compareState(opened.fd, state) !== 'changed') return opened.fd
  closeSync(opened.fd)
  throw new SessionChanged(path, 'changed')
}
