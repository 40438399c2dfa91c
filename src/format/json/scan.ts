// Is this stretch of bytes one JSON value, and where does it end?
//
// A byte scanner with JSON.parse's verdict and none of its costs: nothing is decoded, nothing is built,
// and nesting lives on an explicit stack, so a value a million levels deep is only a longer stack.
// A scan can stop at the end of a line and go on with the next one, because JSON allows line breaks
// between tokens only: that is how a record written over several lines is read as one.

/** What the scanner waits for at a token boundary. */
const VALUE = 0
const VALUE_OR_END = 1 // just after '['
const KEY_OR_END = 2 // just after '{'
const KEY = 3 // after ',' in an object
const COLON = 4
const COMMA_OR_END = 5

const OBJECT = 1
const ARRAY = 2

/** How deep the ends of values are remembered: an entry, its message, the content, a block, and the block's fields. */
const SPAN_DEPTH = 4
/** The end of a shorter string is found as quickly as it is looked up. */
const SHORT = 40
const MAX_SPANS = 1 << 20
const NOT_RECORDED = -1

export type ScanOutcome = 'complete' | 'more' | 'bad'

/** The state of one scan. `reset` makes it ready for the next value; the stack's memory is kept. */
export interface Scan {
  /** After 'complete': the end of the value. After 'bad': the first byte that cannot be. After 'more': where to go on. */
  position: number
  /** Deepest nesting met so far. */
  maxDepth: number
  /** First byte that is not UTF-8, or -1. JSON.parse would silently replace it. */
  invalidUtf8At: number
  /** First escaped half of a surrogate pair without its other half, or -1. */
  loneSurrogateAt: number
  depth: number
  expect: number
  /** Where the value begins. */
  origin: number
  /** Starts and ends of the values down to SPAN_DEPTH, in the order of their starts, relative to `origin` (spans.ts). */
  spans: Int32Array
  spanCount: number
  /** By depth: where in `spans` the end of the container opened there belongs. */
  openSpans: Int32Array
  kinds: Uint8Array
  starts: Float64Array
  /** The bytes scanned last, and the same memory as 32-bit words: four plain characters are passed over at once. */
  bytes: Uint8Array
  words: Int32Array
  /** What to add to a position in `bytes` to get its byte position in `words`. */
  shift: number
}

export function newScan(): Scan {
  return {
    position: 0,
    maxDepth: 0,
    invalidUtf8At: -1,
    loneSurrogateAt: -1,
    depth: 0,
    expect: VALUE,
    origin: 0,
    spans: new Int32Array(512),
    spanCount: 0,
    openSpans: new Int32Array(SPAN_DEPTH + 1),
    kinds: new Uint8Array(64),
    starts: new Float64Array(64),
    bytes: new Uint8Array(0),
    words: new Int32Array(0),
    shift: 0,
  }
}

function lookAt(scan: Scan, bytes: Uint8Array): void {
  const first = bytes.byteOffset & ~3
  scan.bytes = bytes
  scan.words = new Int32Array(bytes.buffer, first, (bytes.byteOffset + bytes.length - first) >> 2)
  scan.shift = bytes.byteOffset - first
}

/** The bytes are looked at no more: they need not be held. */
export function forgetBytes(scan: Scan): void {
  lookAt(scan, NO_BYTES)
}

const NO_BYTES = new Uint8Array(0)

export function resetScan(scan: Scan, position: number): void {
  scan.position = position
  scan.maxDepth = 0
  scan.invalidUtf8At = -1
  scan.loneSurrogateAt = -1
  scan.depth = 0
  scan.expect = VALUE
  scan.origin = position
  scan.spanCount = 0
}

/** Goes on from `scan.position` up to `end`. 'more' means that everything so far is the beginning of a value. */
export function scanOn(scan: Scan, bytes: Uint8Array, end: number): ScanOutcome {
  if (scan.bytes !== bytes) lookAt(scan, bytes)
  let at = scan.position
  let expect = scan.expect
  while (at < end) {
    const byte = bytes[at]!
    // White space between tokens. Compact JSON, the normal case, never enters the loop.
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at++
      continue
    }
    switch (expect) {
      case COMMA_OR_END: {
        if (byte === 0x2c) {
          expect = scan.kinds[scan.depth - 1] === OBJECT ? KEY : VALUE
          at++
          continue
        }
        const kind = scan.kinds[scan.depth - 1]
        if ((byte === 0x7d && kind === OBJECT) || (byte === 0x5d && kind === ARRAY)) {
          at++
          if (close(scan, at) === 0) return done(scan, at)
          continue
        }
        return fail(scan, at, expect)
      }
      case KEY_OR_END:
        if (byte === 0x7d) {
          at++
          if (close(scan, at) === 0) return done(scan, at)
          expect = COMMA_OR_END
          continue
        }
        if (byte !== 0x22) return fail(scan, at, expect)
        if ((at = scanString(scan, bytes, at + 1, end)) < 0) return fail(scan, -1 - at, expect)
        expect = COLON
        continue
      case KEY:
        if (byte !== 0x22) return fail(scan, at, expect)
        if ((at = scanString(scan, bytes, at + 1, end)) < 0) return fail(scan, -1 - at, expect)
        expect = COLON
        continue
      case COLON:
        if (byte !== 0x3a) return fail(scan, at, expect)
        at++
        expect = VALUE
        continue
      case VALUE_OR_END:
        if (byte === 0x5d) {
          at++
          if (close(scan, at) === 0) return done(scan, at)
          expect = COMMA_OR_END
          continue
        }
    }
    // A value starts here.
    if (byte === 0x22) {
      const start = at
      if ((at = scanString(scan, bytes, at + 1, end)) < 0) return fail(scan, -1 - at, expect)
      if (at - start > SHORT && scan.depth <= SPAN_DEPTH) addSpan(scan, start, at)
    } else if (byte === 0x7b || byte === 0x5b) {
      push(scan, byte === 0x7b ? OBJECT : ARRAY, at)
      expect = byte === 0x7b ? KEY_OR_END : VALUE_OR_END
      at++
      continue
    } else if ((at = scanLiteral(bytes, at, end)) < 0) return fail(scan, -1 - at, expect)
    if (scan.depth === 0) return done(scan, at)
    expect = COMMA_OR_END
  }
  scan.position = at
  scan.expect = expect
  return 'more'
}

/** After 'bad' or 'more': was a container opened at this byte and never closed? */
export function isOpenAt(scan: Scan, position: number): boolean {
  let low = 0
  let high = scan.depth - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const start = scan.starts[middle]!
    if (start === position) return true
    if (start < position) low = middle + 1
    else high = middle - 1
  }
  return false
}

function done(scan: Scan, at: number): ScanOutcome {
  scan.position = at
  scan.expect = COMMA_OR_END
  return 'complete'
}

function fail(scan: Scan, at: number, expect: number): ScanOutcome {
  scan.position = at
  scan.expect = expect
  return 'bad'
}

function close(scan: Scan, at: number): number {
  const depth = --scan.depth
  if (depth <= SPAN_DEPTH && scan.openSpans[depth] !== NOT_RECORDED) {
    scan.spans[scan.openSpans[depth]!] = at - scan.origin
  }
  return depth
}

/** Beyond MAX_SPANS nothing is recorded: whoever looks a value up then finds its end by itself. */
function addSpan(scan: Scan, start: number, end: number): void {
  const count = scan.spanCount
  if (count + 2 > scan.spans.length) {
    if (count >= MAX_SPANS) return
    const larger = new Int32Array(scan.spans.length * 2)
    larger.set(scan.spans)
    scan.spans = larger
  }
  scan.spans[count] = start - scan.origin
  scan.spans[count + 1] = end - scan.origin
  scan.spanCount = count + 2
}

function push(scan: Scan, kind: number, at: number): void {
  if (scan.depth <= SPAN_DEPTH) {
    const before = scan.spanCount
    addSpan(scan, at, at)
    scan.openSpans[scan.depth] = scan.spanCount > before ? before + 1 : NOT_RECORDED
  }
  if (scan.depth === scan.kinds.length) grow(scan)
  scan.kinds[scan.depth] = kind
  scan.starts[scan.depth] = at
  scan.depth++
  if (scan.depth > scan.maxDepth) scan.maxDepth = scan.depth
}

function grow(scan: Scan): void {
  const kinds = new Uint8Array(scan.kinds.length * 2)
  kinds.set(scan.kinds)
  scan.kinds = kinds
  const starts = new Float64Array(scan.starts.length * 2)
  starts.set(scan.starts)
  scan.starts = starts
}

// 0: plain text; 1: needs a look ('"', '\', control characters, and everything that is not ASCII).
const SPECIAL = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++) {
  SPECIAL[byte] = byte < 0x20 || byte === 0x22 || byte === 0x5c || byte >= 0x80 ? 1 : 0
}

// The second character of an escape: 1 stands for itself, 2 is 'u'.
const ESCAPE = new Uint8Array(256)
for (const letter of '"\\/bfnrt') ESCAPE[letter.charCodeAt(0)] = 1

/** From behind the opening quote to behind the closing one; -1 - position where it cannot be a string. */
function scanString(scan: Scan, bytes: Uint8Array, from: number, end: number): number {
  const words = scan.words
  const shift = scan.shift
  const lastWord = (end + shift) >> 2
  let at = from
  while (at < end) {
    const byte = bytes[at]!
    if (SPECIAL[byte] === 0) {
      at++
      if (((at + shift) & 3) !== 0) continue
      let index = (at + shift) >> 2
      // Four bytes at a time: the high bit of a byte of `found` is set where it is '"', '\\', a control character or not
      // ASCII. (A borrow may set it in the byte above such a one as well; then the loop ends all the same.)
      while (index < lastWord) {
        const word = words[index]!
        const found =
          ((word ^ 0x22222222) - 0x01010101) | ((word ^ 0x5c5c5c5c) - 0x01010101) | (word - 0x20202020) | word
        if ((found & 0x80808080) !== 0) break
        index++
      }
      at = index * 4 - shift
    } else if (byte === 0x22) return at + 1
    else if (byte === 0x5c) {
      if (at + 1 < end && ESCAPE[bytes[at + 1]!] === 1) at += 2
      else if ((at = scanUnicodeEscape(scan, bytes, at, end)) < 0) return at
    } else if (byte >= 0x80) {
      const length = utf8Length(bytes, at, end)
      if (length === 0 && scan.invalidUtf8At < 0) scan.invalidUtf8At = at
      at += length || 1
    } else return -1 - at // a raw control character
  }
  return -1 - end
}

function scanUnicodeEscape(scan: Scan, bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || bytes[at + 1] !== 0x75) return -1 - Math.min(at + 1, end)
  const unit = hex4(bytes, at + 2, end)
  if (unit < 0) return -1 - Math.min(at + 2, end)
  if (unit < 0xd800 || unit > 0xdfff) return at + 6
  const low = unit < 0xdc00 && bytes[at + 6] === 0x5c && bytes[at + 7] === 0x75 ? hex4(bytes, at + 8, end) : -1
  if (low >= 0xdc00 && low <= 0xdfff) return at + 12
  if (scan.loneSurrogateAt < 0) scan.loneSurrogateAt = at
  return at + 6
}

function hex4(bytes: Uint8Array, at: number, end: number): number {
  if (at + 4 > end) return -1
  let unit = 0
  for (let i = at; i < at + 4; i++) {
    const byte = bytes[i]!
    const digit =
      byte >= 0x30 && byte <= 0x39
        ? byte - 0x30
        : byte >= 0x41 && byte <= 0x46
          ? byte - 0x37
          : byte >= 0x61 && byte <= 0x66
            ? byte - 0x57
            : -1
    if (digit < 0) return -1
    unit = unit * 16 + digit
  }
  return unit
}

/** Length of the well-formed UTF-8 sequence at `at`, or 0. */
export function utf8Length(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at]!
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  if (at + length > end) return 0
  const second = bytes[at + 1]!
  if ((second & 0xc0) !== 0x80) return 0
  if (first === 0xe0 && second < 0xa0) return 0 // overlong
  if (first === 0xed && second > 0x9f) return 0 // surrogate
  if (first === 0xf0 && second < 0x90) return 0 // overlong
  if (first === 0xf4 && second > 0x8f) return 0 // beyond U+10FFFF
  if (length > 2 && (bytes[at + 2]! & 0xc0) !== 0x80) return 0
  if (length > 3 && (bytes[at + 3]! & 0xc0) !== 0x80) return 0
  return length
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/** true, false, null or a number: its end, or -1 - position. */
function scanLiteral(bytes: Uint8Array, from: number, end: number): number {
  switch (bytes[from]) {
    case 0x74:
      return scanWord(bytes, from, end, TRUE)
    case 0x66:
      return scanWord(bytes, from, end, FALSE)
    case 0x6e:
      return scanWord(bytes, from, end, NULL)
    default:
      return scanNumber(bytes, from, end)
  }
}

const TRUE = [0x74, 0x72, 0x75, 0x65]
const FALSE = [0x66, 0x61, 0x6c, 0x73, 0x65]
const NULL = [0x6e, 0x75, 0x6c, 0x6c]

function scanWord(bytes: Uint8Array, from: number, end: number, word: readonly number[]): number {
  for (let i = 0; i < word.length; i++) {
    if (from + i >= end || bytes[from + i] !== word[i]) return -1 - Math.min(from + i, end)
  }
  return from + word.length
}

function scanNumber(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  if (bytes[at] === 0x2d) at++
  if (at >= end || !isDigit(bytes[at])) return -1 - Math.min(at, end)
  if (bytes[at] === 0x30) at++
  else while (at < end && isDigit(bytes[at])) at++
  if (at < end && bytes[at] === 0x2e) {
    at++
    if (at >= end || !isDigit(bytes[at])) return -1 - Math.min(at, end)
    while (at < end && isDigit(bytes[at])) at++
  }
  if (at < end && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
    at++
    if (at < end && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at++
    if (at >= end || !isDigit(bytes[at])) return -1 - Math.min(at, end)
    while (at < end && isDigit(bytes[at])) at++
  }
  return at
}
