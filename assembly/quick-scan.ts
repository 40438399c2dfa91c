// The good case of src/format/json/scan.ts, 64 bytes at a time. AssemblyScript; `npm run wasm` compiles it into
// src/format/json/quick-scan-code.ts, and a test compares the two.
//
// One record (an object) is scanned in this module's own memory. The answer is where it ends, with the same spans and
// the same depth that scan.ts finds, or 0: this is not the good case, whatever it is, and scan.ts tells. Not good are
// errors of any kind, bytes that are not UTF-8, escaped surrogates, very deep nesting and very many values.
//
// Almost all bytes of a session are inside strings, so passing over strings is what counts; the rest is a plain loop.

import { ANSWER, NOTHING, readAnswer } from './quick-answer'

export { FIGURES, forgetWords, SLOTS } from './quick-answer'

/** Where things are in the memory: two results, the kinds of open containers, their spans, the spans, the text. */
export const RESULTS: i32 = 0 // how many numbers of spans, the greatest depth
const KINDS: usize = 64
const MAX_DEPTH: i32 = 1024
const DEEP: i32 = 100
const OPEN_SPANS: usize = 1152
export const SPANS: i32 = 2048
export const SPANS_END: i32 = 2048 + 4 * 32_768
export const TEXT: i32 = 3 * 65_536 // something stands before it: strings are looked at from three bytes before
export const TEXT_SIZE: i32 = 61 * 65_536 - 64 // 64 bytes are looked at at once, also at the end

const SPAN_DEPTH: i32 = 4
const SHORT: usize = 40

const VALUE = 0
const VALUE_OR_END = 1
const KEY_OR_END = 2
const KEY = 3
const COLON = 4
const COMMA_OR_END = 5

const OBJECT: u8 = 1
const ARRAY: u8 = 2

/**
 * Scans the object at `from`; returns where it ends, which is at most `to`, or 0. Both are counted from TEXT.
 * What reaches behind `to` ends the loop without a result, so nobody below has to look at it.
 */
export function scan(from: i32, to: i32): i32 {
  const origin = <usize>(TEXT + from)
  const end = <usize>(TEXT + to)
  let at = origin
  let depth = 0
  let maxDepth = 0
  let kind: u8 = 0
  let expect = VALUE
  let span = <usize>SPANS
  while (at < end) {
    const byte = load<u8>(at)
    if (byte <= 0x20) {
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return 0
      at++
      continue
    }
    if (expect === COMMA_OR_END) {
      at++
      if (byte === 0x2c) {
        expect = kind === OBJECT ? KEY : VALUE
        continue
      }
      if (byte !== (kind === OBJECT ? 0x7d : 0x5d)) return 0
    } else if (expect === KEY || (expect === KEY_OR_END && byte === 0x22)) {
      if (byte !== 0x22) return 0
      at = stringEnd(at + 1, end)
      if (at === 0) return 0
      if (at < end && load<u8>(at) === 0x3a) {
        at++
        expect = VALUE
      } else expect = COLON
      continue
    } else if (expect === COLON) {
      if (byte !== 0x3a) return 0
      at++
      expect = VALUE
      continue
    } else if (expect === KEY_OR_END) {
      if (byte !== 0x7d) return 0
      at++
    } else if (expect === VALUE_OR_END && byte === 0x5d) at++
    else {
      // A value starts here.
      expect = COMMA_OR_END
      if (byte === 0x22) {
        const start = at
        at = stringEnd(at + 1, end)
        if (at === 0) return 0
        if (at - start > SHORT && depth <= SPAN_DEPTH) {
          if (span >= <usize>SPANS_END) return 0
          store<i32>(span, <i32>(start - origin))
          store<i32>(span, <i32>(at - origin), 4)
          span += 8
        }
      } else if (byte === 0x7b || byte === 0x5b) {
        if (depth === MAX_DEPTH) return 0
        if (depth <= SPAN_DEPTH) {
          if (span >= <usize>SPANS_END) return 0
          store<i32>(span, <i32>(at - origin))
          store<i32>(OPEN_SPANS + ((<usize>depth) << 2), <i32>(span + 4))
          span += 8
        }
        kind = byte === 0x7b ? OBJECT : ARRAY
        store<u8>(KINDS + depth, kind)
        depth++
        if (depth > maxDepth) maxDepth = depth
        expect = byte === 0x7b ? KEY_OR_END : VALUE_OR_END
        at++
      } else {
        at = literalEnd(at)
        if (at === 0) return 0
      }
      if (depth === 0) return 0 // an object is asked for
      continue
    }
    // A container ends here.
    depth--
    if (depth <= SPAN_DEPTH) store<i32>(load<i32>(OPEN_SPANS + ((<usize>depth) << 2)), <i32>(at - origin))
    if (depth === 0) {
      store<i32>(RESULTS, <i32>(span - SPANS) >> 2)
      store<i32>(RESULTS, maxDepth, 4)
      return <i32>(at - TEXT)
    }
    kind = load<u8>(KINDS + depth - 1)
    expect = COMMA_OR_END
  }
  return 0
}

/**
 * Passes over lines that begin and end like a record and do not hold the word "assistant" in quotes. A line begins at
 * `from`. Returns where the first line begins that is anything else, or that does not end before `to`; the number of
 * lines that were passed over is the first result. Ten bytes more than usual are looked at behind the end.
 */
export function passOver(from: i32, to: i32): i32 {
  const end = <usize>(TEXT + to)
  let line = <usize>(TEXT + from)
  let lines = 0
  if (line < end && load<u8>(line) === 0x7b) {
    const quote = i8x16.splat(0x22)
    const newline = i8x16.splat(0x0a)
    for (let at = line; at < end; at += 64) {
      const a = v128.load(at)
      const b = v128.load(at, 16)
      const c = v128.load(at, 32)
      const d = v128.load(at, 48)
      // Two quotes at the distance of that word: few of them are it.
      const wordA = v128.and(i8x16.eq(a, quote), i8x16.eq(v128.load(at, 10), quote))
      const wordB = v128.and(i8x16.eq(b, quote), i8x16.eq(v128.load(at, 26), quote))
      const wordC = v128.and(i8x16.eq(c, quote), i8x16.eq(v128.load(at, 42), quote))
      const wordD = v128.and(i8x16.eq(d, quote), i8x16.eq(v128.load(at, 58), quote))
      const markA = v128.or(wordA, i8x16.eq(a, newline))
      const markB = v128.or(wordB, i8x16.eq(b, newline))
      const markC = v128.or(wordC, i8x16.eq(c, newline))
      const markD = v128.or(wordD, i8x16.eq(d, newline))
      if (!v128.any_true(v128.or(v128.or(markA, markB), v128.or(markC, markD)))) continue
      for (let marks = mask(markA, markB, markC, markD); marks !== 0; marks &= marks - 1) {
        const mark = at + <usize>ctz(marks)
        if (mark >= end) return passedOver(line, lines)
        if (load<u8>(mark) === 0x0a) {
          const last = load<u8>(mark - 1) === 0x0d ? mark - 2 : mark - 1
          if (load<u8>(last) !== 0x7d || last <= line) return passedOver(line, lines)
          lines++
          line = mark + 1
          if (line >= end || load<u8>(line) !== 0x7b) return passedOver(line, lines)
        } else if (load<u32>(mark, 1) === 0x69737361 && load<u32>(mark, 5) === 0x6e617473 && load<u8>(mark, 9) === 0x74)
          return passedOver(line, lines)
      }
    }
  }
  return passedOver(line, lines)
}

/**
 * The same, and what the first line says that tells of an answer as clients write it (quick-answer.ts): then the second
 * result is where the line behind it begins. Else it is 0, and what stands there is for others to read.
 */
export function nextAnswer(from: i32, to: i32): i32 {
  let lines = 0
  let line = from
  let behind = 0
  for (;;) {
    line = passOver(line, to)
    lines += load<i32>(RESULTS)
    behind = lineEnd(line, to)
    if (behind === 0 || load<u8>(TEXT + line) !== 0x7b) break
    const end = scan(line, behind)
    const isWhole = end !== 0 && (end === behind - 1 || (end === behind - 2 && load<u8>(TEXT + end) === 0x0d))
    // What is nested very deep is told of; that is not done here.
    if (!isWhole || load<i32>(RESULTS, 4) > DEEP) break
    const result = readAnswer(<usize>(TEXT + line), <usize>SPANS, load<i32>(RESULTS))
    if (result === ANSWER) {
      store<i32>(RESULTS, lines)
      store<i32>(RESULTS, behind, 4)
      return line
    }
    if (result !== NOTHING) break
    lines++
    line = behind
  }
  store<i32>(RESULTS, lines)
  store<i32>(RESULTS, 0, 4)
  return line
}

/** Behind the line break of the line at `from`; 0 where there is none before `to`. */
function lineEnd(from: i32, to: i32): i32 {
  const newline = i8x16.splat(0x0a)
  for (let at = from; at < to; at += 64) {
    const text = <usize>(TEXT + at)
    const a = i8x16.eq(v128.load(text), newline)
    const b = i8x16.eq(v128.load(text, 16), newline)
    const c = i8x16.eq(v128.load(text, 32), newline)
    const d = i8x16.eq(v128.load(text, 48), newline)
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) continue
    const end = at + <i32>ctz(mask(a, b, c, d)) + 1
    return end <= to ? end : 0
  }
  return 0
}

function passedOver(line: usize, lines: i32): i32 {
  store<i32>(RESULTS, lines)
  return <i32>(line - TEXT)
}

/** From behind the opening quote to behind the closing one, or 0. */
function stringEnd(from: usize, end: usize): usize {
  // Most strings are short and plain.
  const first = v128.load(from)
  const looked = i8x16.bitmask(special(first))
  if (looked !== 0) {
    const at = from + ctz(looked)
    if (load<u8>(at) === 0x22) return at + 1
  }
  let at = from
  let isEscaped: u64 = 0 // does a backslash at the end of the block before escape the first byte?
  let isCut = false // may a character have begun at the end of the block before?
  for (; at < end; at += 64) {
    const a = v128.load(at)
    const b = v128.load(at, 16)
    const c = v128.load(at, 32)
    const d = v128.load(at, 48)
    const any = v128.or(v128.or(special(a), special(b)), v128.or(special(c), special(d)))
    if (!v128.any_true(any) && isEscaped === 0 && !isCut) continue

    const quotes = equal(a, b, c, d, 0x22)
    const slashes = equal(a, b, c, d, 0x5c)
    const notAscii = mask(a, b, c, d)
    let escaped = isEscaped
    isEscaped = 0
    if (slashes !== 0) {
      // Runs of backslashes: every second byte of a run, and what stands behind an odd one, is escaped.
      const ODD: u64 = ((<u64>0xaaaaaaaa) << 32) | 0xaaaaaaaa
      const starting = slashes & ~escaped
      const codes = (((starting << 1) | ODD) - starting) ^ ODD
      escaped = codes ^ (slashes | escaped)
      isEscaped = (codes & slashes) >>> 63
    }
    const closing = quotes & ~escaped
    const inside: u64 = closing === 0 ? ~0 : closing ^ (closing - 1) // up to the closing quote, with it

    const low = below(a, b, c, d) & ~notAscii
    if ((low & inside) !== 0) return 0
    escaped &= inside
    if (escaped !== 0) {
      // What is left when the usual ones are gone is looked at one by one.
      let unusual = escaped & ~(quotes | slashes | equal(a, b, c, d, 0x6e) | equal(a, b, c, d, 0x74))
      for (; unusual !== 0; unusual &= unusual - 1) if (!isEscape(at + <usize>ctz(unusual))) return 0
    }
    if (isCut || (notAscii & inside) !== 0) {
      const wrong = masks(wrongUtf8(at, a), wrongUtf8(at + 16, b), wrongUtf8(at + 32, c), wrongUtf8(at + 48, d))
      if ((wrong & inside) !== 0) return 0
    }
    if (closing !== 0) return at + <usize>ctz(closing) + 1
    isCut = notAscii >>> 63 !== 0
  }
  return 0
}

/** '"', '\\', control characters and all that is not ASCII (which, signed, is below them). */
function special(bytes: v128): v128 {
  return v128.or(
    v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
    i8x16.lt_s(bytes, i8x16.splat(0x20)),
  )
}

function equal(a: v128, b: v128, c: v128, d: v128, byte: i8): u64 {
  const wanted = i8x16.splat(byte)
  return mask(i8x16.eq(a, wanted), i8x16.eq(b, wanted), i8x16.eq(c, wanted), i8x16.eq(d, wanted))
}

function below(a: v128, b: v128, c: v128, d: v128): u64 {
  const limit = i8x16.splat(0x20)
  return mask(i8x16.lt_s(a, limit), i8x16.lt_s(b, limit), i8x16.lt_s(c, limit), i8x16.lt_s(d, limit))
}

/** The high bits of 64 bytes. */
function mask(a: v128, b: v128, c: v128, d: v128): u64 {
  return masks(i8x16.bitmask(a), i8x16.bitmask(b), i8x16.bitmask(c), i8x16.bitmask(d))
}

function masks(a: i32, b: i32, c: i32, d: i32): u64 {
  return <u64>(<u32>(a | (b << 16))) | ((<u64>(<u32>(c | (d << 16)))) << 32)
}

/** May this byte stand behind a backslash? Escaped surrogates, alone or in pairs, are for scan.ts. */
function isEscape(at: usize): bool {
  const byte = load<u8>(at)
  if (byte === 0x2f || byte === 0x62 || byte === 0x66 || byte === 0x72) return true
  if (byte !== 0x75) return false
  let unit = 0
  for (let i: usize = 1; i <= 4; i++) {
    const digit = <i32>load<u8>(at + i)
    const letter = digit | 0x20
    if (digit >= 0x30 && digit <= 0x39) unit = unit * 16 + digit - 0x30
    else if (letter >= 0x61 && letter <= 0x66) unit = unit * 16 + letter - 0x57
    else return false
  }
  return unit < 0xd800 || unit > 0xdfff
}

// What can be wrong with two bytes in a row, as bits (Keiser and Lemire, "Validating UTF-8 in less than one instruction
// per byte"): three tables by the halves of the bytes, and wrong is what all of them say.
const TOO_SHORT: i8 = 1 // a first byte without enough behind it
const TOO_LONG: i8 = 2 // one behind ASCII
const OVERLONG_3: i8 = 4
const TOO_LARGE: i8 = 8
const SURROGATE: i8 = 16
const OVERLONG_2: i8 = 32
const TOO_LARGE_1000: i8 = 64
const OVERLONG_4: i8 = 64
const TWO_CONTINUE: i8 = -128
const CARRY: i8 = TOO_SHORT | TOO_LONG | TWO_CONTINUE
const LARGE: i8 = CARRY | TOO_LARGE | TOO_LARGE_1000

/** Which of these 16 bytes show that the text up to them is not UTF-8. They stand at `at`. */
function wrongUtf8(at: usize, bytes: v128): i32 {
  const before = v128.load(at - 1)
  const nibble = i8x16.splat(0x0f)
  const firstHigh = i8x16.swizzle(
    i8x16(
      TOO_LONG,
      TOO_LONG,
      TOO_LONG,
      TOO_LONG,
      TOO_LONG,
      TOO_LONG,
      TOO_LONG,
      TOO_LONG,
      TWO_CONTINUE,
      TWO_CONTINUE,
      TWO_CONTINUE,
      TWO_CONTINUE,
      TOO_SHORT | OVERLONG_2,
      TOO_SHORT,
      TOO_SHORT | OVERLONG_3 | SURROGATE,
      TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
    ),
    i8x16.shr_u(before, 4),
  )
  const firstLow = i8x16.swizzle(
    i8x16(
      CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
      CARRY | OVERLONG_2,
      CARRY,
      CARRY,
      CARRY | TOO_LARGE,
      LARGE,
      LARGE,
      LARGE,
      LARGE,
      LARGE,
      LARGE,
      LARGE,
      LARGE,
      LARGE | SURROGATE,
      LARGE,
      LARGE,
    ),
    v128.and(before, nibble),
  )
  const secondHigh = i8x16.swizzle(
    i8x16(
      TOO_SHORT,
      TOO_SHORT,
      TOO_SHORT,
      TOO_SHORT,
      TOO_SHORT,
      TOO_SHORT,
      TOO_SHORT,
      TOO_SHORT,
      TOO_LONG | OVERLONG_2 | TWO_CONTINUE | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
      TOO_LONG | OVERLONG_2 | TWO_CONTINUE | OVERLONG_3 | TOO_LARGE,
      TOO_LONG | OVERLONG_2 | TWO_CONTINUE | SURROGATE | TOO_LARGE,
      TOO_LONG | OVERLONG_2 | TWO_CONTINUE | SURROGATE | TOO_LARGE,
      TOO_SHORT,
      TOO_SHORT,
      TOO_SHORT,
      TOO_SHORT,
    ),
    i8x16.shr_u(bytes, 4),
  )
  const pair = v128.and(v128.and(firstHigh, firstLow), secondHigh)
  // The third of three bytes and the third and fourth of four must continue; there two that continue are right.
  const third = i8x16.sub_sat_u(v128.load(at - 2), i8x16.splat(0x60))
  const fourth = i8x16.sub_sat_u(v128.load(at - 3), i8x16.splat(0x70))
  const must = v128.and(v128.or(third, fourth), i8x16.splat(-128))
  return i8x16.bitmask(i8x16.ne(v128.xor(must, pair), i8x16.splat(0)))
}

/** Behind true, false, null or a number, or 0. */
function literalEnd(from: usize): usize {
  const byte = load<u8>(from)
  if (byte === 0x74) return load<u32>(from) === 0x65757274 ? from + 4 : 0
  if (byte === 0x6e) return load<u32>(from) === 0x6c6c756e ? from + 4 : 0
  if (byte === 0x66) return load<u32>(from, 1) === 0x65736c61 ? from + 5 : 0
  let at = byte === 0x2d ? from + 1 : from
  if (!isDigit(at)) return 0
  at = load<u8>(at) === 0x30 ? at + 1 : digitsEnd(at)
  if (load<u8>(at) === 0x2e) {
    at++
    if (!isDigit(at)) return 0
    at = digitsEnd(at)
  }
  if ((load<u8>(at) | 0x20) === 0x65) {
    at++
    if (load<u8>(at) === 0x2b || load<u8>(at) === 0x2d) at++
    if (!isDigit(at)) return 0
    at = digitsEnd(at)
  }
  return at
}

function isDigit(at: usize): bool {
  return load<u8>(at) >= 0x30 && load<u8>(at) <= 0x39
}

/** There is always an end: the 64 bytes behind the text are never written. */
function digitsEnd(from: usize): usize {
  let at = from
  while (isDigit(at)) at++
  return at
}
