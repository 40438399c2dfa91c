// A stretch of bytes at each level of escaping: JSON in a string of JSON in a string. Every byte of a level knows where
// it comes from, so what is found at any level has its place in the file.
//
// Levels are UTF-8, whatever the source is, and their text has one character a byte: patterns look for ASCII, and places
// stay exact.

export interface Level {
  readonly bytes: Uint8Array
  /** One character a byte. */
  text(): string
  /** Where something was decoded to make this level, in order; none in one that is as it was read. */
  readonly decoded: Int32Array
  /** In the source: where the character begins that this byte belongs to. */
  startOf(at: number): number
  /** In the source: where the character ends that stands before this place. */
  endOf(at: number): number
}

const NONE = new Int32Array(0)

/** As it was read; `base` is where it begins in the source. */
export function plainLevel(bytes: Uint8Array, base: number): Level {
  return { bytes, text: textOf(bytes), decoded: NONE, startOf: at => base + at, endOf: at => base + at }
}

/** UTF-16 that begins at an even (0) or odd (1) place of the source. */
export function utf16Level(bytes: Uint8Array, base: number, isLittle: boolean, parity: 0 | 1): Level {
  const first = (base + parity) & 1
  const count = Math.max(0, (bytes.length - first) >> 1)
  const out = new Uint8Array(count * 3)
  const from = new Int32Array(count * 3)
  let length = 0
  for (let unit = 0; unit < count; unit++) {
    const at = first + unit * 2
    const code = isLittle ? bytes[at]! | (bytes[at + 1]! << 8) : (bytes[at]! << 8) | bytes[at + 1]!
    const end = putUtf8(out, length, code)
    from.fill(at, length, end)
    length = end
  }
  return {
    bytes: out.subarray(0, length),
    text: textOf(out.subarray(0, length)),
    decoded: NONE,
    startOf: at => base + (at < length ? from[at]! : first + count * 2),
    endOf: at => base + (at === 0 ? first : from[at - 1]! + 2),
  }
}

/** One level deeper; undefined where nothing is escaped. What is no escape stays as it is. */
export function unescaped(above: Level): Level | undefined {
  const { bytes } = above
  let slash = bytes.indexOf(BACKSLASH)
  if (slash < 0) return undefined
  const escapes = listOfEscapes(countFrom(bytes, slash))
  const out = new Uint8Array(bytes.length)
  let length = 0
  let at = 0
  while (slash >= 0) {
    length = copy(bytes, at, slash, out, length)
    const taken = escapeLength(bytes, slash)
    if (taken === 0) {
      out[length++] = BACKSLASH
      at = slash + 1
    } else {
      const end = putEscape(bytes, slash, taken, out, length)
      escapes.add(length, end - length, slash, taken)
      length = end
      at = slash + taken
    }
    slash = bytes.indexOf(BACKSLASH, at)
  }
  if (escapes.count() === 0) return undefined
  length = copy(bytes, at, bytes.length, out, length)
  const own = out.subarray(0, length)
  return {
    bytes: own,
    text: textOf(own),
    decoded: escapes.places(),
    startOf: place => above.startOf(escapes.startAbove(place)),
    endOf: place => above.endOf(escapes.endAbove(place)),
  }
}

const BACKSLASH = 0x5c
const U = 0x75

/** What stands behind a backslash, and what it means. */
const SIMPLE = new Uint8Array(128)
for (const [char, meaning] of ['n\n', 'r\r', 't\t', 'b\b', 'f\f', '""', '\\\\', '//'])
  SIMPLE[char!.charCodeAt(0)] = meaning!.charCodeAt(0)

/** How many bytes the escape at this backslash has; 0 where it is none. */
function escapeLength(bytes: Uint8Array, slash: number): number {
  const next = bytes[slash + 1] ?? 0
  if (next < 128 && SIMPLE[next] !== 0) return 2
  if (next !== U || hexAt(bytes, slash + 2, 4) < 0) return next === 0x78 && isAscii(hexAt(bytes, slash + 2, 2)) ? 4 : 0
  return isPair(bytes, slash) ? 12 : 6
}

/** Other languages write a character of ASCII so. */
function isAscii(code: number): boolean {
  return code > 0 && code < 0x80
}

function isPair(bytes: Uint8Array, slash: number): boolean {
  const [high, low] = [hexAt(bytes, slash + 2, 4), hexAt(bytes, slash + 8, 4)]
  return (
    (high & 0xfc00) === 0xd800 && bytes[slash + 6] === BACKSLASH && bytes[slash + 7] === U && (low & 0xfc00) === 0xdc00
  )
}

function putEscape(bytes: Uint8Array, slash: number, taken: number, out: Uint8Array, length: number): number {
  if (taken === 2) {
    out[length] = SIMPLE[bytes[slash + 1]!]!
    return length + 1
  }
  const code = hexAt(bytes, slash + 2, taken === 4 ? 2 : 4)
  if (taken < 12) return putUtf8(out, length, code)
  return putUtf8(out, length, 0x10000 + ((code & 0x3ff) << 10) + (hexAt(bytes, slash + 8, 4) & 0x3ff))
}

/** -1 where these are no hex digits. */
function hexAt(bytes: Uint8Array, at: number, digits: number): number {
  let code = 0
  for (let index = at; index < at + digits; index++) {
    const byte = bytes[index] ?? 0
    const letter = byte | 0x20
    if (byte >= 0x30 && byte <= 0x39) code = code * 16 + byte - 0x30
    else if (letter >= 0x61 && letter <= 0x66) code = code * 16 + letter - 0x57
    else return -1
  }
  return code
}

/** Halves of pairs are put as if they were characters. */
function putUtf8(out: Uint8Array, length: number, code: number): number {
  if (code < 0x80) {
    out[length] = code
    return length + 1
  }
  if (code < 0x800) {
    out[length] = 0xc0 | (code >> 6)
    out[length + 1] = 0x80 | (code & 0x3f)
    return length + 2
  }
  if (code < 0x10000) {
    out[length] = 0xe0 | (code >> 12)
    out[length + 1] = 0x80 | ((code >> 6) & 0x3f)
    out[length + 2] = 0x80 | (code & 0x3f)
    return length + 3
  }
  out[length] = 0xf0 | (code >> 18)
  out[length + 1] = 0x80 | ((code >> 12) & 0x3f)
  out[length + 2] = 0x80 | ((code >> 6) & 0x3f)
  out[length + 3] = 0x80 | (code & 0x3f)
  return length + 4
}

/** Most stretches are short: a native copy would cost more. */
function copy(from: Uint8Array, start: number, end: number, into: Uint8Array, at: number): number {
  if (end - start > 64) into.set(from.subarray(start, end), at)
  else for (let index = start; index < end; index++) into[at + index - start] = from[index]!
  return at + end - start
}

function countFrom(bytes: Uint8Array, start: number): number {
  let count = 0
  for (let at = start; at < bytes.length; at++) if (bytes[at] === BACKSLASH) count++
  return count
}

/** Where each escape came to stand, and where it stood. */
function listOfEscapes(most: number) {
  const place = new Int32Array(most)
  const width = new Uint8Array(most)
  const above = new Int32Array(most)
  const taken = new Uint8Array(most)
  let count = 0
  /** The last one that begins before this place or at it; -1 where there is none. */
  const lastUpTo = (at: number): number => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (place[middle]! <= at) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  return {
    count: () => count,
    places: () => place.subarray(0, count),
    add(at: number, bytes: number, from: number, length: number): void {
      place[count] = at
      width[count] = bytes
      above[count] = from
      taken[count] = length
      count++
    },
    startAbove(at: number): number {
      const last = lastUpTo(at)
      if (last < 0) return at
      const behind = at - place[last]! - width[last]!
      return behind < 0 ? above[last]! : above[last]! + taken[last]! + behind
    },
    endAbove(at: number): number {
      if (at === 0) return 0
      const last = lastUpTo(at - 1)
      if (last < 0) return at
      return above[last]! + taken[last]! + Math.max(0, at - place[last]! - width[last]!)
    },
  }
}

function textOf(bytes: Uint8Array): () => string {
  let text: string | undefined
  return () => (text ??= latin1(bytes))
}

interface BufferMaker {
  from(memory: ArrayBufferLike, offset: number, length: number): { toString(as: 'latin1'): string }
}

/** Where there is one (not in a browser), its texts take a byte a character, and patterns are twice as fast on them. */
const maker = (globalThis as { readonly Buffer?: BufferMaker }).Buffer

// A decoder that is asked for latin1 takes Windows-1252, where some bytes become other characters.
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
const decoder = new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be')

/** One character a byte. */
export function latin1(bytes: Uint8Array): string {
  if (maker) return maker.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return decoder.decode(new Uint16Array(bytes))
}

const utf8 = new TextEncoder()

/** A text as levels have it. */
export function inUtf8(text: string): string {
  return latin1(utf8.encode(text))
}
