// Walks the members of objects whose fields are known. A client writes them in the same order again and again, so the key
// that stood at a place before is compared first: most keys are neither looked for nor decoded.

import { decodeString, firstItem, nextItem, stringEnd, valueAfterKey } from '../../format/json/walk.js'

/** By key: told where its value begins. Returns where it ends, or 0: it is passed over. */
export type Members = Readonly<Record<string, (at: number) => number>>

export interface MemberWalker {
  /** Returns where the object at `at` ends. */
  walk(bytes: Uint8Array, at: number, endOf: (bytes: Uint8Array, at: number) => number): number
}

interface Seen {
  /** With the closing quote. */
  readonly bytes: Uint8Array
  /** Undefined: nobody wants it. */
  readonly visit: Members[string] | undefined
}

const QUOTE = 0x22
const COLON = 0x3a
/** An object with more members than this is not what is expected. */
const MOST_PLACES = 64

export function memberWalker(members: Members): MemberWalker {
  const wanted = new Map(Object.entries(members))
  const places: (Seen | undefined)[] = []
  /** What stood there before that: entries of two kinds take turns. */
  const before: (Seen | undefined)[] = []

  function look(bytes: Uint8Array, at: number, end: number): Seen {
    const visit = wanted.get(decodeString(bytes, at + 1, end - 1))
    return { bytes: Uint8Array.from(bytes.subarray(at + 1, end)), visit }
  }

  return {
    walk(bytes, at, endOf) {
      let position = firstItem(bytes, at)
      for (let place = 0; bytes[position] === QUOTE; place++) {
        let seen = places[place]
        let behind = seen === undefined ? 0 : endIfSame(seen.bytes, bytes, position + 1)
        const other = before[place]
        if (behind === 0 && other !== undefined) {
          behind = endIfSame(other.bytes, bytes, position + 1)
          if (behind > 0) {
            before[place] = seen
            seen = places[place] = other
          }
        }
        if (behind === 0) {
          behind = stringEnd(bytes, position)
          seen = look(bytes, position, behind)
          if (place < MOST_PLACES && seen.bytes.length < 64) {
            before[place] = places[place]
            places[place] = seen
          }
        }
        const value =
          bytes[behind] === COLON && bytes[behind + 1]! > 0x20 ? behind + 1 : valueAfterKey(bytes, behind - 1)
        const end = seen!.visit?.(value) || endOf(bytes, value)
        position = bytes[end] === 0x2c && bytes[end + 1] === QUOTE ? end + 1 : nextItem(bytes, end)
      }
      return position + 1
    },
  }
}

/** Behind it, where these bytes stand there; else 0. */
function endIfSame(known: Uint8Array, bytes: Uint8Array, at: number): number {
  const { length } = known
  // The end differs more often than the beginning.
  for (let i = length - 1; i >= 0; i--) if (known[i] !== bytes[at + i]) return 0
  return at + length
}
