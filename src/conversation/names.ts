// Ids, types, models and paths as small numbers.
//
// A session repeats the same words and ids on every line. Interned once, each costs its bytes and a few more, equality
// is a comparison of integers, and a conversation of a million entries fits into the memory promised (I5).

import { decodeString } from '../format/json/walk.js'
import { grown } from './columns.js'
import { cutText, MAX_HELD } from './held-text.js'
import { KNOWN_WORDS } from './known-words.js'

/** 0 stands for "none". */
export type Name = number

export interface Names {
  /** The name of the text between two positions (inside the quotes of a JSON string). */
  intern(bytes: Uint8Array, start: number, end: number): Name
  /** Is this the text of that name? Cheaper than interning where one can guess. */
  is(name: Name, bytes: Uint8Array, start: number, end: number): boolean
  of(text: string): Name
  /** 0 when this text was never interned. */
  find(text: string): Name
  text(name: Name): string
  /** `hashOf` its bytes. */
  hash(name: Name): number
  readonly count: number
}

interface Tables {
  readonly arena: Uint8Array
  /** So much of it. */
  readonly used: number
  /** starts[n] .. starts[n + 1] is the text of name n. */
  readonly starts: Int32Array
  readonly hashes: Int32Array
  readonly table: Int32Array
  /** With 0, which is "none". */
  readonly count: number
}

/** Those of the known words, to be copied. */
let known: Tables | undefined

export function createNames(): Names {
  known ??= knownTables()
  const { arena, used, starts, hashes, table, count } = known
  return namesIn({
    arena: arena.slice(),
    used,
    starts: starts.slice(),
    hashes: hashes.slice(),
    table: table.slice(),
    count,
  })
}

function knownTables(): Tables {
  // Small: there may be thousands of agents, each with names of its own.
  const few = { starts: new Int32Array(1 << 6), hashes: new Int32Array(1 << 6), table: new Int32Array(1 << 7) }
  const names = namesIn({ arena: new Uint8Array(1 << 10), used: 0, ...few, count: 1 })
  for (const word of KNOWN_WORDS) names.of(word)
  return names.tables()
}

function namesIn(begun: Tables): Names & { tables(): Tables } {
  let { arena, used, starts, hashes, table, count } = begun
  const slashed = new Set<Name>() // those with a backslash in their text; there are next to none

  function intern(bytes: Uint8Array, start: number, end: number): Name {
    if (end - start > MAX_HELD) return of(cutText(bytes, start, end, hashOf(bytes, start, end)))
    if (hasEscape(bytes, start, end)) return of(decodeString(bytes, start, end))
    return put(bytes, start, end, true)
  }

  function of(text: string): Name {
    const bytes = utf8.encode(text)
    return put(bytes, 0, bytes.length, true)
  }

  function find(text: string): Name {
    const bytes = utf8.encode(text)
    return put(bytes, 0, bytes.length, false)
  }

  function put(bytes: Uint8Array, start: number, end: number, add: boolean): Name {
    if (start === end) return 0
    const hash = hashOf(bytes, start, end)
    const mask = table.length - 1
    let slot = hash & mask
    for (let name = table[slot]!; name !== 0; name = table[slot]!) {
      if (hashes[name] === hash && isText(name, bytes, start, end)) return name
      slot = (slot + 1) & mask
    }
    if (!add) return 0
    table[slot] = count
    return append(bytes, start, end, hash)
  }

  function isText(name: Name, bytes: Uint8Array, start: number, end: number): boolean {
    const from = starts[name]!
    const length = end - start
    if (starts[name + 1]! - from !== length) return false
    for (let i = 0; i < length; i++) if (arena[from + i] !== bytes[start + i]) return false
    return true
  }

  function append(bytes: Uint8Array, start: number, end: number, hash: number): Name {
    const length = end - start
    if (used + length > arena.length) arena = grown(arena, used + length)
    arena.set(bytes.subarray(start, end), used)
    used += length
    const name = count++
    if (hasEscape(bytes, start, end)) slashed.add(name)
    hashes[name] = hash
    starts[count] = used
    if (count + 2 > starts.length) {
      starts = grown(starts, count + 2)
      hashes = grown(hashes, count + 2)
    }
    if (count * 1.5 > table.length) rehash()
    return name
  }

  function rehash(): void {
    table = new Int32Array(table.length * 2)
    const mask = table.length - 1
    for (let name = 1; name < count; name++) {
      let slot = hashes[name]! & mask
      while (table[slot] !== 0) slot = (slot + 1) & mask
      table[slot] = name
    }
  }

  return {
    intern,
    is: (name, bytes, start, end) =>
      end - start <= MAX_HELD && isText(name, bytes, start, end) && (slashed.size === 0 || !slashed.has(name)),
    of,
    find,
    text: name => (name === 0 ? '' : text.decode(arena.subarray(starts[name]!, starts[name + 1]!))),
    hash: name => hashes[name]!,
    get count() {
      return count
    },
    tables: () => ({ arena, used, starts, hashes, table, count }),
  }
}

/** Is there a backslash? Inside quotes it then says another text than its bytes. */
function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0x5c) return true
  return false
}

const utf8 = new TextEncoder()
const text = new TextDecoder('utf-8', { ignoreBOM: true })

/** One number for two names: exact, however many names there are. */
export function pairKey(a: Name, b: Name): number {
  return a * 0x80000000 + b
}

/** FNV-1a; only ever used to find or compare, never stored outside the process. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash
}
