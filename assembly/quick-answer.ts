// What an entry says of the answer in it, read off a record that was just scanned. Part of the module of quick-scan.ts;
// src/catalog/usage/token-reader.ts is the authority, and asked whenever this says that it does not know.
//
// Known are entries as clients write them: each field once, keys without escapes, figures as plain whole numbers. Words
// stay the same over many entries, so the last one of each field is kept here, and told as "the same" when it comes again.

/** Results: not known, an answer, no answer. */
const UNKNOWN = 0
export const ANSWER = 1
export const NOTHING = 2

/** Where it stands in memory: behind the spans, before the text. */
export const SLOTS: i32 = 139_264 // four numbers a field: state, begin, end, length of the word that is kept (of words)
export const FIGURES: i32 = 140_288
const WORDS: usize = 141_312
const LONGEST: i32 = 256

/** States of a word. A new one that is not plain ASCII, or too long, is not kept. */
const NONE = 0
const SAME = 1
const NEW = 2
const NOT_PLAIN = 3

// Words.
const REQUEST_ID = 0
const SESSION_ID = 1
const CWD = 2
const AGENT_ID = 3
const MESSAGE_ID = 4
const MODEL = 5
const STOP_REASON = 6
const TIER = 7
const GEO = 8
const SPEED = 9
// Figures.
const FIRST_FIGURE = 10
const INPUT = 10
const OUTPUT = 11
const CACHE_READ = 12
const CACHE_CREATION = 13
const WRITE_5M = 14
const WRITE_1H = 15
const SEARCHES = 16
const FETCHES = 17
// Only told where they stand.
const FIRST_PLACE = 18
const TIMESTAMP = 18
const SIDECHAIN = 19
const COST = 20
const FORKED_FROM = 21
const RETHREAD = 22
const ITERATIONS = 23
const FIELDS = 24
// Looked into here.
const TYPE = 24
const MESSAGE = 25
const USAGE = 26
const WRITES = 27
const SERVER_TOOLS = 28
const DATA = 29
const OTHER = 31

/** Kinds of objects. */
const IN_ENTRY = 0
const IN_MESSAGE = 1
const IN_USAGE = 2
const IN_WRITES = 3
const IN_SERVER_TOOLS = 4

let origin: usize = 0
let span: usize = 0
let spansEnd: usize = 0
/** By field: was it met in this entry? */
let met: u32 = 0
let typeAt: usize = 0
let messageAt: usize = 0
let usageAt: usize = 0

/** Nothing is kept before the first entry. */
export function forgetWords(): void {
  for (let field = 0; field < FIRST_FIGURE; field++) store<i32>(slotOf(field), -1, 12)
}

/** The record that begins at `at` was scanned last; its spans are those from `spans` on, so many numbers. */
export function readAnswer(at: usize, spans: usize, count: i32): i32 {
  origin = at
  span = spans
  spansEnd = spans + ((<usize>count) << 2)
  met = 0
  typeAt = messageAt = usageAt = 0
  for (let field = 0; field < FIELDS; field++) store<i32>(slotOf(field), NONE)
  for (let figure: usize = 0; figure < 8; figure++) store<f64>(<usize>FIGURES + (figure << 3), 0)
  const result = walk(at, IN_ENTRY) ? resultOf() : UNKNOWN
  if (result !== ANSWER) forgetNew()
  return result
}

/** Of an entry that was walked. */
function resultOf(): i32 {
  if (typeAt === 0) return NOTHING
  const typeEnd = plainEnd(typeAt + 1)
  if (typeEnd === 0) return UNKNOWN
  const length = <i32>(typeEnd - typeAt - 1)
  // The answer of an agent stands deeper.
  if (isKey(typeAt + 1, length, 'progress')) return UNKNOWN
  if (!isKey(typeAt + 1, length, 'assistant')) return NOTHING
  return messageAt !== 0 && usageAt !== 0 ? ANSWER : NOTHING
}

/** Nobody is told of these words: that one is the same can only be said of one that was told. */
function forgetNew(): void {
  for (let field = 0; field < FIRST_FIGURE; field++)
    if (load<i32>(slotOf(field)) === NEW) store<i32>(slotOf(field), -1, 12)
}

function slotOf(field: i32): usize {
  return <usize>SLOTS + ((<usize>field) << 4)
}

/** False: something here is not as it usually is. */
function walk(object: usize, kind: i32): bool {
  let at = skipBlank(object + 1)
  while (load<u8>(at) === 0x22) {
    const key = at + 1
    const keyEnd = plainEnd(key)
    if (keyEnd === 0) return false
    let value = keyEnd + 1
    if (load<u8>(value) === 0x3a && load<u8>(value, 1) > 0x20) value++
    else value = skipBlank(skipBlank(value) + 1)
    const field = fieldOf(kind, key, <i32>(keyEnd - key))
    const end = valueEnd(value)
    if (field !== OTHER) {
      const bit = (<u32>1) << field
      if ((met & bit) !== 0) return false
      met |= bit
      if (!take(field, value, end)) return false
    }
    at = load<u8>(end) === 0x2c && load<u8>(end, 1) === 0x22 ? end + 1 : nextItem(end)
  }
  return true
}

function take(field: i32, value: usize, end: usize): bool {
  const first = load<u8>(value)
  if (field < FIRST_FIGURE) {
    if (first === 0x22) takeWord(field, value + 1, end - 1)
    return true
  }
  if (field < FIRST_PLACE) return takeFigure(field, value, end)
  if (field < FIELDS) {
    tell(field, NEW, value, end)
    return true
  }
  if (field === TYPE) {
    typeAt = first === 0x22 ? value : 0
    return true
  }
  if (field === DATA) return false
  if (first !== 0x7b) return true
  if (field === MESSAGE) {
    messageAt = value
    return walk(value, IN_MESSAGE)
  }
  if (field === USAGE) {
    usageAt = value
    return walk(value, IN_USAGE)
  }
  return walk(value, field === WRITES ? IN_WRITES : IN_SERVER_TOOLS)
}

function tell(field: i32, state: i32, begin: usize, end: usize): void {
  const slot = slotOf(field)
  store<i32>(slot, state)
  store<i32>(slot, <i32>(begin - origin), 4)
  store<i32>(slot, <i32>(end - origin), 8)
}

function takeWord(field: i32, begin: usize, end: usize): void {
  const slot = slotOf(field)
  const kept = WORDS + ((<usize>field) << 8)
  const length = <i32>(end - begin)
  if (load<i32>(slot, 12) === length && isSame(begin, kept, length)) {
    store<i32>(slot, SAME)
    return
  }
  if (length <= LONGEST && isPlain(begin, length)) {
    memory.copy(kept, begin, length)
    store<i32>(slot, length, 12)
    tell(field, NEW, begin, end)
  } else tell(field, NOT_PLAIN, begin, end)
}

function isSame(a: usize, b: usize, length: i32): bool {
  for (let at = 0; at < length; at += 16) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(a + at), v128.load(b + at)))
    const wanted = wantedOf(length - at)
    if ((same & wanted) !== wanted) return false
  }
  return true
}

/** ASCII without escapes. */
function isPlain(from: usize, length: i32): bool {
  for (let at = 0; at < length; at += 16) {
    const bytes = v128.load(from + at)
    const odd = v128.or(bytes, i8x16.eq(bytes, i8x16.splat(0x5c)))
    if ((i8x16.bitmask(odd) & wantedOf(length - at)) !== 0) return false
  }
  return true
}

function wantedOf(rest: i32): i32 {
  return rest >= 16 ? 0xffff : (1 << rest) - 1
}

function takeFigure(field: i32, value: usize, end: usize): bool {
  const length = end - value
  if (length > 15) return false
  let figure: i64 = 0
  for (let at = value; at < end; at++) {
    const digit = <i32>load<u8>(at) - 0x30
    if (digit < 0 || digit > 9) return false
    figure = figure * 10 + digit
  }
  store<f64>(<usize>FIGURES + ((<usize>(field - FIRST_FIGURE)) << 3), <f64>figure)
  return true
}

/** Where the string ends that begins at `from`, behind its opening quote; 0 where it has escapes. */
function plainEnd(from: usize): usize {
  for (let at = from; ; at += 16) {
    const bytes = v128.load(at)
    const marks = i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))))
    if (marks === 0) continue
    const mark = at + <usize>ctz(marks)
    return load<u8>(mark) === 0x22 ? mark : 0
  }
}

/** Behind the value. The scan has told where containers and long strings end. */
function valueEnd(from: usize): usize {
  const first = load<u8>(from)
  if (first === 0x22 || first === 0x7b || first === 0x5b) {
    const wanted = <i32>(from - origin)
    while (span < spansEnd && load<i32>(span) < wanted) span += 8
    if (span < spansEnd && load<i32>(span) === wanted) return origin + <usize>load<i32>(span, 4)
    return shortStringEnd(from + 1)
  }
  let at = from
  while (load<u8>(at) !== 0x2c && load<u8>(at) !== 0x7d && load<u8>(at) > 0x20) at++
  return at
}

function shortStringEnd(from: usize): usize {
  let at = from
  while (load<u8>(at) !== 0x22) at += load<u8>(at) === 0x5c ? 2 : 1
  return at + 1
}

function skipBlank(from: usize): usize {
  let at = from
  while (load<u8>(at) <= 0x20) at++
  return at
}

function nextItem(end: usize): usize {
  const at = skipBlank(end)
  return load<u8>(at) === 0x2c ? skipBlank(at + 1) : at
}

/** Is this the word that stands at `key`, so many bytes long? Its letters are ASCII, and take two bytes each in memory. */
function isKey(key: usize, length: i32, word: string): bool {
  if (word.length !== length) return false
  const letters = changetype<usize>(word)
  for (let at: usize = 0; at < <usize>length; at += 8) {
    const same = i16x8.bitmask(i16x8.eq(v128.load8x8_u(key + at), v128.load(letters + (at << 1))))
    const rest = length - <i32>at
    const wanted = rest >= 8 ? 0xff : (1 << rest) - 1
    if ((same & wanted) !== wanted) return false
  }
  return true
}

function fieldOf(kind: i32, key: usize, length: i32): i32 {
  switch (kind) {
    case IN_ENTRY:
      return entryField(key, length)
    case IN_MESSAGE:
      return messageField(key, length)
    case IN_USAGE:
      return usageField(key, length)
    case IN_WRITES:
      return writesField(key, length)
    default:
      return toolsField(key, length)
  }
}

function entryField(key: usize, length: i32): i32 {
  if (isKey(key, length, 'type')) return TYPE
  if (isKey(key, length, 'message')) return MESSAGE
  if (isKey(key, length, 'requestId')) return REQUEST_ID
  if (isKey(key, length, 'timestamp')) return TIMESTAMP
  if (isKey(key, length, 'sessionId')) return SESSION_ID
  if (isKey(key, length, 'cwd')) return CWD
  if (isKey(key, length, 'isSidechain')) return SIDECHAIN
  if (isKey(key, length, 'agentId')) return AGENT_ID
  if (isKey(key, length, 'costUSD')) return COST
  if (isKey(key, length, 'forkedFrom')) return FORKED_FROM
  if (isKey(key, length, 'data')) return DATA
  if (isKey(key, length, 'rethread')) return RETHREAD
  return OTHER
}

function messageField(key: usize, length: i32): i32 {
  if (isKey(key, length, 'id')) return MESSAGE_ID
  if (isKey(key, length, 'model')) return MODEL
  if (isKey(key, length, 'usage')) return USAGE
  if (isKey(key, length, 'stop_reason')) return STOP_REASON
  return OTHER
}

function usageField(key: usize, length: i32): i32 {
  if (isKey(key, length, 'input_tokens')) return INPUT
  if (isKey(key, length, 'output_tokens')) return OUTPUT
  if (isKey(key, length, 'cache_read_input_tokens')) return CACHE_READ
  if (isKey(key, length, 'cache_creation_input_tokens')) return CACHE_CREATION
  if (isKey(key, length, 'cache_creation')) return WRITES
  if (isKey(key, length, 'server_tool_use')) return SERVER_TOOLS
  if (isKey(key, length, 'service_tier')) return TIER
  if (isKey(key, length, 'inference_geo')) return GEO
  if (isKey(key, length, 'speed')) return SPEED
  if (isKey(key, length, 'iterations')) return ITERATIONS
  return OTHER
}

function writesField(key: usize, length: i32): i32 {
  if (isKey(key, length, 'ephemeral_5m_input_tokens')) return WRITE_5M
  if (isKey(key, length, 'ephemeral_1h_input_tokens')) return WRITE_1H
  return OTHER
}

function toolsField(key: usize, length: i32): i32 {
  if (isKey(key, length, 'web_search_requests')) return SEARCHES
  if (isKey(key, length, 'web_fetch_requests')) return FETCHES
  return OTHER
}
