// Secrets that are known by now, looked for by themselves: one that was told by what stood before it is found wherever
// else it stands. Any number of them takes one pass.

import type { Level } from './level.js'

export interface KnownSecret {
  readonly kind: string
  readonly secret: string
}

export interface KnownSecrets {
  /** The longest of them, in bytes. */
  readonly longest: number
  find(
    level: Level,
    from: number,
    to: number,
    found: (kind: string, start: number, end: number, secret: string) => void,
  ): void
}

/** Shorter ones are everywhere by chance. */
export const MIN_KNOWN = 4
/** Shorter ones must be whole words, and so must those that are words of letters. */
const MIN_PART = 8

export function knownSecrets(hits: Iterable<KnownSecret>): KnownSecrets | undefined {
  const kinds = new Map<string, string>()
  for (const { kind, secret } of hits) if (secret.length >= MIN_KNOWN && !kinds.has(secret)) kinds.set(secret, kind)
  if (kinds.size === 0) return undefined
  // In order: those that begin alike stand together, so the longest one that a text begins with is found by halving
  // among them, and then by its beginnings.
  const secrets = [...kinds.keys()].sort((a, b) => (a < b ? -1 : 1))
  const beginnings = beginningsIn(secrets)
  const groups = groupsOf(secrets)
  // Wide enough for most places of a text to be passed over, however many there are.
  const bits = Math.min(Math.max(16, Math.ceil(Math.log2(secrets.length)) + 4), 26)
  const starts = new Uint8Array(1 << bits)
  for (const start of groups.keys()) starts[startHash(start, bits)] = 1
  const longest = secrets.reduce((most, secret) => Math.max(most, secret.length), 0)

  /** The longest that stands here. */
  function matchAt(text: string, at: number, { from, to }: Group): string | undefined {
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isAtMost(secrets[middle]!, text, at)) low = middle + 1
      else high = middle
    }
    for (let index = low - 1; index >= from; index = beginnings[index]!) {
      const secret = secrets[index]!
      if (text.startsWith(secret, at) && isWhole(secret, text, at)) return secret
    }
    return undefined
  }

  return {
    longest,
    find(level, from, to, found) {
      const { bytes } = level
      for (let at = from; at < to && at + MIN_KNOWN <= bytes.length; at++) {
        const start = startOf(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!)
        if (starts[startHash(start, bits)] === 0) continue
        const group = groups.get(start)
        const secret = group && matchAt(level.text(), at, group)
        if (secret === undefined) continue
        found(kinds.get(secret)!, at, at + secret.length, secret)
        at += secret.length - 1
      }
    },
  }
}

/** Where those stand that have the same first four letters. */
interface Group {
  readonly from: number
  to: number
}

function groupsOf(sorted: readonly string[]): ReadonlyMap<number, Group> {
  const groups = new Map<number, Group>()
  sorted.forEach((secret, index) => {
    const start = startOf(secret.charCodeAt(0), secret.charCodeAt(1), secret.charCodeAt(2), secret.charCodeAt(3))
    const group = groups.get(start)
    if (group) group.to = index + 1
    else groups.set(start, { from: index, to: index + 1 })
  })
  return groups
}

function startOf(a: number, b: number, c: number, d: number): number {
  return a | (b << 8) | (c << 16) | (d << 24)
}

function startHash(start: number, bits: number): number {
  return Math.imul(start, 0x9e3779b1) >>> (32 - bits)
}

/** For each, the longest other one that it begins with; -1 where there is none. */
function beginningsIn(sorted: readonly string[]): Int32Array {
  const found = new Int32Array(sorted.length).fill(-1)
  const open: number[] = []
  sorted.forEach((secret, index) => {
    while (open.length > 0 && !secret.startsWith(sorted[open.at(-1)!]!)) open.pop()
    found[index] = open.at(-1) ?? -1
    open.push(index)
  })
  return found
}

/** Does the secret come before the text from here on, or begin it? */
function isAtMost(secret: string, text: string, at: number): boolean {
  for (let index = 0; index < secret.length; index++) {
    const difference = secret.charCodeAt(index) - (text.charCodeAt(at + index) || 0)
    if (difference !== 0) return difference < 0
  }
  return true
}

const WORD = /[\w\x80-\xff]/
/** Dates, versions and amounts. */
const NUMBER = /[\w.,:/+-]/

function isWhole(secret: string, text: string, at: number): boolean {
  if (secret.length >= MIN_PART && !/^[A-Za-z]+$/.test(secret)) return true
  const near = /^\d+$/.test(secret) ? NUMBER : WORD
  const [before, behind] = [text[at - 1] ?? '', text[at + secret.length] ?? '']
  return !(WORD.test(secret[0]!) && near.test(before)) && !(WORD.test(secret.at(-1)!) && near.test(behind))
}
