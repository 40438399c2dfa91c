// A file as it is after some changes, without holding it: stretches of the file, and new bytes between them. Changes are
// made one after the other; what they come to is again one list of edits of the file.

import type { Edit, Edits } from '../../format/changes.js'
import { concatenate, pieceAt } from '../../format/pieces.js'

/** `offset` is a place of the file; with `content`, new bytes that stand there. */
interface Piece {
  readonly offset: number
  readonly length: number
  readonly content?: Uint8Array
}

interface File {
  readonly size: number
  /** Exactly these bytes, in `into` where that is large enough. */
  read(offset: number, length: number, into?: Uint8Array): Uint8Array
}

export interface MendedBytes extends File {
  readonly file: File
  readonly pieces: readonly Piece[]
  /** The place in the file that a place in the result comes from. */
  sourceOffset(offset: number): number
}

export function unmended(file: File): MendedBytes {
  return layOut(file, [{ offset: 0, length: file.size }])
}

/** The edits are of `bytes` as they are now, in order. */
export function mended(bytes: MendedBytes, edits: readonly Edit[]): MendedBytes {
  const pieces: Piece[] = []
  const walk = walker(bytes)
  for (const { offset, length, content } of edits) {
    for (const piece of walk.to(offset)) pieces.push(piece)
    const place = walk.place()
    walk.skip(length)
    if (content.length > 0) pieces.push({ offset: place, length: content.length, content })
  }
  for (const piece of walk.to(bytes.size)) pieces.push(piece)
  return layOut(bytes.file, pieces)
}

/** All changes as edits of the file, with these made on top of them. */
export function editsOfFile(bytes: MendedBytes, edits: Edits = []): Edits {
  return {
    *[Symbol.iterator](): Generator<Edit> {
      const walk = walker(bytes)
      const written = writer()
      for (const { offset, length, content } of edits) {
        for (const piece of walk.to(offset)) yield* written.piece(piece)
        walk.skip(length)
        if (content.length > 0) written.put(content)
      }
      for (const piece of walk.to(bytes.size)) yield* written.piece(piece)
      yield* written.upTo(bytes.file.size)
    },
  }
}

/** Goes over the pieces once, from the first byte to the last. */
function walker({ pieces, file }: MendedBytes) {
  let index = 0
  let within = 0
  let at = 0

  function* to(end: number): Generator<Piece> {
    while (at < end) {
      const piece = pieces[index]!
      const length = Math.min(piece.length - within, end - at)
      if (piece.content)
        yield { offset: piece.offset, length, content: piece.content.subarray(within, within + length) }
      else yield { offset: piece.offset + within, length }
      at += length
      within += length
      if (within === piece.length) {
        index++
        within = 0
      }
    }
  }

  return {
    to,
    skip(length: number): void {
      for (const _ of to(at + length));
    },
    place(): number {
      const piece = pieces[index]
      if (!piece) return file.size
      return piece.content ? piece.offset : piece.offset + within
    },
  }
}

/** Pieces in the order of the result, as edits in the order of the file. */
function writer() {
  let at = 0
  let waiting: Uint8Array[] = []

  function* upTo(offset: number): Generator<Edit> {
    if (offset > at || waiting.length > 0) yield { offset: at, length: offset - at, content: concatenate(waiting) }
    at = offset
    waiting = []
  }

  return {
    upTo,
    put: (content: Uint8Array) => void waiting.push(content),
    *piece({ offset, length, content }: Piece): Generator<Edit> {
      if (content) waiting.push(content)
      else {
        if (offset > at || waiting.length > 0) yield* upTo(offset)
        at = offset + length
      }
    },
  }
}

function layOut(file: File, list: readonly Piece[]): MendedBytes {
  const pieces = list.filter(piece => piece.length > 0)
  const starts = new Float64Array(pieces.length)
  let size = 0
  pieces.forEach((piece, index) => {
    starts[index] = size
    size += piece.length
  })
  return {
    file,
    pieces,
    size,
    sourceOffset(offset) {
      const index = pieceAt(starts, offset)
      const piece = pieces[index]
      if (!piece) return file.size
      return piece.content ? piece.offset : piece.offset + (offset - starts[index]!)
    },
    read(offset, length, into) {
      let index = pieceAt(starts, offset)
      const first = pieces[index]
      if (first && !first.content && offset - starts[index]! + length <= first.length)
        return file.read(first.offset + offset - starts[index]!, length, into)
      const bytes = into && into.length >= length ? into.subarray(0, length) : new Uint8Array(length)
      for (let filled = 0; filled < length; index++) {
        const piece = pieces[index]!
        const skip = offset + filled - starts[index]!
        const taken = Math.min(length - filled, piece.length - skip)
        const part = bytes.subarray(filled, filled + taken)
        if (piece.content) part.set(piece.content.subarray(skip, skip + taken))
        else {
          const read = file.read(piece.offset + skip, taken, part)
          if (read.buffer !== part.buffer) part.set(read) // a source that holds its bytes gives its own
        }
        filled += taken
      }
      return bytes
    },
  }
}
