// Changes to a session as data: byte ranges of the file with what shall stand there instead, and what happens to its
// side files. A change touches the range it names and nothing else; no line is ever re-encoded.

import { type Path, rangeOf } from './json/walk.js'
import { concatenate } from './pieces.js'
import { type Entry, partEnd, type Session } from './session.js'
import type { SideFilePlace } from './session-folder.js'

/** Replace `length` bytes at `offset` by `content`. An insertion has length 0, a removal empty content. */
export interface Edit {
  readonly offset: number
  readonly length: number
  readonly content: Uint8Array
}

/** `from` and `path` are absolute, as in a `SessionFolder`; `to` is a place beside the session that is written. */
export type SideFileChange =
  | { readonly kind: 'copy'; readonly from: string; readonly to: SideFilePlace; readonly edits?: Edits }
  | { readonly kind: 'write'; readonly to: SideFilePlace; readonly content: Uint8Array }
  | { readonly kind: 'remove'; readonly path: string }
  /** A file that is not this session's alone. */
  | { readonly kind: 'shared'; readonly path: string; readonly edits: Edits }

/**
 * A list in any order, or something that yields them in file order each time it is asked: a clone changes so many
 * places that they are rather found again than held.
 */
export type Edits = Iterable<Edit>

export interface Changes {
  readonly edits: Edits
  readonly sideFiles: readonly SideFileChange[]
}

const utf8 = new TextEncoder()

/** The value at a key path becomes this JSON text; undefined where the entry has no such path. */
export function replaceValue(session: Session, entry: Entry, path: Path, json: string): Edit | undefined {
  const range = rangeOf(session.bytes, entry.offset, path)
  return range && { offset: range.start, length: range.end - range.start, content: utf8.encode(json) }
}

/**
 * The entry goes, with its line ending where it begins its line; what stands before it on its line is never joined to
 * what follows. Behind damage an empty comment takes its place, so that the damage still ends there.
 */
export function removeEntry(entry: Entry): Edit {
  const { before, afterDamage, ending } = entry
  const left = afterDamage ? ownLines(entry, []) : before === 'more' ? ending || '\n' : ''
  return { offset: entry.offset, length: partEnd(entry) - entry.offset, content: utf8.encode(left) }
}

/** A new line before this entry, which then begins one as well. */
export function insertBefore(entry: Entry, json: string): Edit {
  return { offset: entry.offset, length: 0, content: utf8.encode(ownLines(entry, [json])) }
}

const END_OF_DAMAGE = '//'

function ownLines({ before, afterDamage }: Entry, lines: readonly string[]): string {
  // A comment ends damage only where it begins its line.
  const isJoined = before === 'more' || (afterDamage && before === 'blank')
  const all = [...(afterDamage ? [END_OF_DAMAGE] : []), ...lines]
  return `${isJoined ? '\n' : ''}${all.map(line => `${line}\n`).join('')}`
}

/** The bytes with all edits made. Edits may come in any order; overlapping ones are a mistake of the caller. */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const ordered = edits.toSorted((a, b) => a.offset - b.offset || a.length - b.length)
  const pieces: Uint8Array[] = []
  let at = 0
  for (const edit of ordered) {
    if (edit.offset < at) throw new RangeError(`edits overlap at byte ${edit.offset}`)
    if (edit.length < 0 || edit.offset + edit.length > bytes.length) throw new RangeError('edit outside the file')
    pieces.push(bytes.subarray(at, edit.offset), edit.content)
    at = edit.offset + edit.length
  }
  pieces.push(bytes.subarray(at))
  return concatenate(pieces)
}
