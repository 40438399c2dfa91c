// Where in this JSON text is the value of that key path?
//
// Works on text that the scanner has accepted (scan.ts), so it looks at nothing twice and checks nothing again:
// strings are passed over by their closing quote, containers by their depth. No recursion, no decoding.

const QUOTE = 0x22
const BACKSLASH = 0x5c

export interface Range {
  readonly start: number
  readonly end: number
}

export type Path = readonly (string | number)[]

/**
 * The range of the value at `path` inside the value that starts at `at`. As in JSON.parse, the last of equal keys
 * counts: so everything is passed over once, whatever the length of the path, and a later match undoes a former one.
 */
export function rangeOf(bytes: Uint8Array, at: number, path: Path): Range | undefined {
  let found: Range | undefined
  let depth = 0 // how many containers on the path are open
  const passed: number[] = [] // for each of them, the items passed over
  let value = skipBlank(bytes, at) // reached by the first `depth` steps
  for (;;) {
    let item: number
    if (depth < path.length && bytes[value] === (typeof path[depth] === 'number' ? 0x5b : 0x7b)) {
      item = firstItem(bytes, value)
      passed[depth++] = 0
    } else {
      const end = valueEnd(bytes, value)
      if (depth === path.length) found = { start: value, end }
      if (depth === 0) return found
      item = nextItem(bytes, end)
    }
    for (;;) {
      if (bytes[item] === 0x5d || bytes[item] === 0x7d) {
        if (--depth === 0) return found
        item = nextItem(bytes, item + 1)
        continue
      }
      const step = path[depth - 1]!
      const keyEnd = typeof step === 'number' ? -1 : stringEnd(bytes, item) - 1
      value = keyEnd < 0 ? item : valueAfterKey(bytes, keyEnd)
      if (typeof step === 'number' ? passed[depth - 1]!++ === step : isKey(bytes, item + 1, keyEnd, step)) break
      item = nextItem(bytes, valueEnd(bytes, value))
    }
    found = undefined
  }
}

/**
 * Calls `visit` for each member of the object at `at`, with the range of its key (inside the quotes) and the start of
 * its value. A visit that has walked the value anyway returns its end; 0 lets it be passed over here.
 */
export function eachMember(
  bytes: Uint8Array,
  at: number,
  visit: (keyStart: number, keyEnd: number, valueStart: number) => number,
): number {
  let key = firstItem(bytes, at)
  while (bytes[key] === QUOTE) {
    const keyEnd = stringEnd(bytes, key) - 1
    const valueStart = valueAfterKey(bytes, keyEnd)
    key = nextItem(bytes, visit(key + 1, keyEnd, valueStart) || valueEnd(bytes, valueStart))
  }
  return key + 1
}

/** The same for the elements of the array at `at`. */
export function eachElement(
  bytes: Uint8Array,
  at: number,
  visit: (valueStart: number, index: number) => number,
): number {
  let item = firstItem(bytes, at)
  for (let index = 0; bytes[item] !== 0x5d; index++) {
    item = nextItem(bytes, visit(item, index) || valueEnd(bytes, item))
  }
  return item + 1
}

/** The first key or element of the container at `at`, or its closing bracket. */
export function firstItem(bytes: Uint8Array, at: number): number {
  return skipBlank(bytes, at + 1)
}

/** The key or element behind the value that ends at `end`, or the closing bracket. */
export function nextItem(bytes: Uint8Array, end: number): number {
  const position = skipBlank(bytes, end)
  return bytes[position] === 0x2c ? skipBlank(bytes, position + 1) : position
}

/** The value of the key whose closing quote is at `keyEnd`. */
export function valueAfterKey(bytes: Uint8Array, keyEnd: number): number {
  return skipBlank(bytes, skipBlank(bytes, keyEnd + 1) + 1)
}

/** Behind the closing quote of the string that opens at `at`. */
export function stringEnd(bytes: Uint8Array, at: number): number {
  let position = at + 1
  // Most strings are short: look at a few bytes before asking for the native search.
  for (const limit = position + 48; position < limit; position++) {
    const byte = bytes[position]
    if (byte === QUOTE) return position + 1
    if (byte === BACKSLASH) position++
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, position)
    let slashes = 0
    while (quote - slashes > position && bytes[quote - slashes - 1] === BACKSLASH) slashes++
    if ((slashes & 1) === 0) return quote + 1
    position = quote + 1
  }
}

/** Behind the value that starts at `at`. */
export function valueEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at]
  if (first === QUOTE) return stringEnd(bytes, at)
  if (first !== 0x7b && first !== 0x5b) return literalEnd(bytes, at)
  let depth = 1
  let position = at + 1
  while (depth > 0) {
    const byte = bytes[position]
    if (byte === QUOTE) {
      position = stringEnd(bytes, position)
      continue
    }
    if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    position++
  }
  return position
}

function literalEnd(bytes: Uint8Array, at: number): number {
  let position = at
  for (; position < bytes.length; position++) {
    const byte = bytes[position]!
    if (byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 0x20) break
  }
  return position
}

function skipBlank(bytes: Uint8Array, at: number): number {
  let position = at
  while (bytes[position]! <= 0x20) position++
  return position
}

/** Is the key between these quotes that word? Escaped keys, which no client writes, are decoded for the comparison. */
export function isKey(bytes: Uint8Array, keyStart: number, keyEnd: number, word: string): boolean {
  if (keyEnd - keyStart === word.length) {
    let index = 0
    while (index < word.length && bytes[keyStart + index] === word.charCodeAt(index)) index++
    if (index === word.length) return true
  }
  for (let position = keyStart; position < keyEnd; position++) {
    const byte = bytes[position]!
    if (byte === BACKSLASH || byte >= 0x80) return decodeString(bytes, keyStart, keyEnd) === word
  }
  return false
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of the string whose inside is this range. */
export function decodeString(bytes: Uint8Array, start: number, end: number): string {
  const raw = utf8.decode(bytes.subarray(start, end))
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
}

/** The text of any range, as UTF-8; bytes that are none become U+FFFD, as JSON.parse's callers see them. */
export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return utf8.decode(bytes.subarray(start, end))
}
