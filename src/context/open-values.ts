// A value that goes on over line breaks: the client reads on until it ends, and with it all records that stand inside.
// Where such a value is broken, the client goes on with the line behind its first; where the file ends before it does,
// everything in it is lost. (R-F1, R-F5)

import type { FoundEntry, FoundGap } from '../format/found.js'

export interface OpenValues {
  /** What begins a line and is no record; it may be the beginning of a value. */
  gap(gap: FoundGap, beginsLine: boolean, bytes: Uint8Array | undefined, start: number): void
  entry(row: number, found: FoundEntry, bytes: Uint8Array, start: number): void
  /** The file has ended. */
  end(): void
}

/** Adds the rows that stand inside of values to `unread`. */
export function openValues(unread: Set<number>): OpenValues {
  let value: ValueReader | undefined
  let inside: number[] = []

  const feed = (bytes: Uint8Array, start: number, end: number): void => {
    const state = value!.read(bytes, start, end)
    if (state === 'more') return
    if (state === 'whole') for (const row of inside) unread.add(row)
    value = undefined
    inside = []
  }

  return {
    gap({ length, reason }, beginsLine, bytes, start) {
      if (!bytes) {
        value = undefined
        return
      }
      const opens = beginsLine && reason !== 'blank' && (bytes[start] === 0x5b || bytes[start] === 0x7b)
      if (!value && !opens) return
      value ??= valueReader()
      feed(bytes, start, start + length)
    },
    entry(row, { length, ending }, bytes, start) {
      if (!value) return
      inside.push(row)
      feed(bytes, start, start + length)
      if (value && ending !== '') feed(LINE_BREAK, 0, 1)
    },
    end() {
      if (value) for (const row of inside) unread.add(row)
    },
  }
}

const LINE_BREAK = Uint8Array.of(0x0a)

/** `more`: the value goes on; `whole`: it ended; `bad`: it is none. */
type State = 'more' | 'whole' | 'bad'

interface ValueReader {
  read(bytes: Uint8Array, start: number, end: number): State
}

/** What may come next. */
const VALUE = 0
const KEY = 1
const COLON = 2
const BEHIND = 3
/** Right behind an opening bracket: also the closing one. */
const FIRST_KEY = 4
const FIRST_VALUE = 5

/** Follows the structure of one value through any number of pieces. Numbers and words are only passed over. */
function valueReader(): ValueReader {
  const open: number[] = [] // the brackets that will close what is open
  let expects = VALUE
  let inString = false
  let isKey = false
  let escaped = false

  function inText(byte: number): State {
    if (byte < 0x20) return 'bad'
    if (escaped) escaped = false
    else if (byte === 0x5c) escaped = true
    else if (byte === 0x22) {
      inString = false
      expects = isKey ? COLON : BEHIND
    }
    return 'more'
  }

  function close(byte: number): State {
    const closes = expects === BEHIND || expects === (byte === 0x7d ? FIRST_KEY : FIRST_VALUE)
    if (!closes || open.pop() !== byte) return 'bad'
    expects = BEHIND
    return open.length === 0 ? 'whole' : 'more'
  }

  function behind(byte: number): State {
    if (byte === 0x2c) expects = open.at(-1) === 0x7d ? KEY : VALUE
    else if (!isWord(byte)) return 'bad'
    return 'more'
  }

  function begin(byte: number): State {
    const wantsKey = expects === KEY || expects === FIRST_KEY
    if (byte === 0x22) {
      inString = true
      isKey = wantsKey
      return 'more'
    }
    if (wantsKey) return 'bad'
    if (byte === 0x7b || byte === 0x5b) {
      open.push(byte === 0x7b ? 0x7d : 0x5d)
      expects = byte === 0x7b ? FIRST_KEY : FIRST_VALUE
      return 'more'
    }
    expects = BEHIND
    return isWord(byte) ? 'more' : 'bad'
  }

  function step(byte: number): State {
    if (inString) return inText(byte)
    if (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) return 'more'
    if (expects === COLON) {
      expects = VALUE
      return byte === 0x3a ? 'more' : 'bad'
    }
    if (byte === 0x7d || byte === 0x5d) return close(byte)
    return expects === BEHIND ? behind(byte) : begin(byte)
  }

  return {
    read(bytes, start, end) {
      for (let at = start; at < end; at++) {
        const state = step(bytes[at]!)
        if (state !== 'more') return state
      }
      return 'more'
    },
  }
}

/** Part of a number, or of true, false and null. */
function isWord(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39
  return isDigit || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2d || byte === 0x2e || byte === 0x2b || byte === 0x45
}
