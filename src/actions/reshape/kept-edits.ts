// The edits of a plan, found once: what was examined is what is read and written. A plan finds its edits anew whenever it
// is asked for them, which takes the reading of its source; kept, they outlive it. Most of them put an id into the place
// of an id, a few times each: they are kept as differences, ids as their 16 bytes, and what was just there as a number.

import { grown } from '../../conversation/columns.js'
import type { Edit, Edits } from '../../format/changes.js'

/** More are rather found again: memory is promised by the entry (I5). */
const MOST_BYTES = 12_000_000

export function keptEdits(edits: Edits): Edits {
  if (Array.isArray(edits)) return edits
  let kept: Iterable<Edit> | undefined
  return {
    *[Symbol.iterator](): Generator<Edit> {
      if (kept) {
        yield* kept
        return
      }
      const keeper = editKeeper()
      for (const edit of edits) {
        keeper.add(edit)
        yield edit
      }
      kept = keeper.all()
    },
  }
}

export interface EditKeeper {
  add(edit: Edit): void
  /** Undefined where they have to be found again. */
  all(): Iterable<Edit> | undefined
  /** In bytes. */
  size(): number
}

/** What a content is told by: one of the last ones, an id, or its length and bytes. */
const RECENT = 6
const LONGEST_RECENT = 64
const ID = RECENT
const BYTES = RECENT + 1
const ID_LENGTH = 36
/** A number takes at most so many bytes. */
const LONGEST_NUMBER = 8

export function editKeeper(): EditKeeper {
  let bytes = new Uint8Array(1 << 12)
  let used = 0
  let end = 0 // of the last edit, in the file
  let isGivenUp = false
  const recent = newRecent()

  function number(value: number): void {
    let left = value
    while (left >= 0x80) {
      bytes[used++] = (left % 0x80) | 0x80
      left = Math.floor(left / 0x80)
    }
    bytes[used++] = left
  }

  function put({ offset, length, content }: Edit): void {
    const most = used + 3 * LONGEST_NUMBER + 1 + content.length
    if (most > bytes.length) bytes = grown(bytes, most)
    number(offset - end)
    number(length)
    end = offset + length
    const known = recent.place(content)
    if (known >= 0) {
      bytes[used++] = known
      return
    }
    recent.add(content)
    if (writeId(content, bytes, used + 1)) {
      bytes[used] = ID
      used += 17
      return
    }
    bytes[used++] = BYTES
    number(content.length)
    bytes.set(content, used)
    used += content.length
  }

  return {
    add(edit) {
      // Out of order they are a fault of the plan, which is told elsewhere.
      isGivenUp ||= used + edit.content.length > MOST_BYTES || edit.offset < end
      if (!isGivenUp) put(edit)
      else if (bytes.length > 0) bytes = new Uint8Array(0)
    },
    all() {
      const all = bytes.subarray(0, used)
      return isGivenUp ? undefined : { [Symbol.iterator]: () => editsIn(all) }
    },
    size: () => used,
  }
}

function* editsIn(bytes: Uint8Array): Generator<Edit> {
  const recent = newRecent()
  let at = 0
  let end = 0
  const number = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = bytes[at++]!
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const offset = end + number()
    const length = number()
    end = offset + length
    const form = bytes[at++]!
    let content: Uint8Array
    if (form < RECENT) content = recent.at(form)
    else {
      if (form === ID) {
        content = readId(bytes, at)
        at += 16
      } else {
        const size = number()
        content = bytes.subarray(at, at + size)
        at += size
      }
      recent.add(content)
    }
    yield { offset, length, content }
  }
}

/** The last contents, each in its place until another one comes there. */
function newRecent() {
  const contents: Uint8Array[] = Array.from({ length: RECENT }, () => NONE_YET)
  let next = 0
  return {
    /** -1 where it is none of them. */
    place(content: Uint8Array): number {
      for (let place = 0; place < RECENT; place++) if (isSame(contents[place]!, content)) return place
      return -1
    },
    at: (place: number): Uint8Array => contents[place]!,
    /** A copy: whoever made it may use its bytes for the next one. */
    add(content: Uint8Array): void {
      if (content.length > LONGEST_RECENT) return
      contents[next] = content.slice()
      next = (next + 1) % RECENT
    },
  }
}

const NONE_YET = new Uint8Array(0)

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

const DASH = 0x2d
const DIGITS = new TextEncoder().encode('0123456789abcdef')
/** By character: the value of a digit; 16 for what is none. Capitals would come back as small letters. */
const VALUES = new Uint8Array(256).fill(16)
for (const [value, digit] of DIGITS.entries()) VALUES[digit] = value

const isDash = (at: number): boolean => at === 8 || at === 13 || at === 18 || at === 23

/** The 16 bytes of an id; false where it is none. */
function writeId(content: Uint8Array, into: Uint8Array, start: number): boolean {
  if (content.length !== ID_LENGTH) return false
  let to = start
  for (let at = 0; at < ID_LENGTH; at++) {
    if (isDash(at)) {
      if (content[at] !== DASH) return false
      continue
    }
    const high = VALUES[content[at]!]!
    const low = VALUES[content[++at]!]!
    if ((high | low) >= 16) return false
    into[to++] = (high << 4) | low
  }
  return true
}

function readId(bytes: Uint8Array, start: number): Uint8Array {
  const content = new Uint8Array(ID_LENGTH)
  let from = start
  for (let at = 0; at < ID_LENGTH; at++) {
    if (isDash(at)) {
      content[at] = DASH
      continue
    }
    const byte = bytes[from++]!
    content[at] = DIGITS[byte >> 4]!
    content[++at] = DIGITS[byte & 15]!
  }
  return content
}
