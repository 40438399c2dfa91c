// Secrets in a stretch of bytes: a line of JSON, or any text. It is looked at as it stands and with its escapes taken
// off, again and again while there are any; a pass over each of these finds the words that lead to secrets, and each
// rule is tried at its word. A source of any size is looked through in pieces.

import { type BoundedPattern, bounded, LONG } from './bounded.js'
import { contentKind, HEAD_SIZE, type Utf16 } from './content-kind.js'
import { type ByteSource, DATA_START, DATA_WORDS, type EncodedData, encodedAt } from './encoded.js'
import { entropyPlaces } from './entropy.js'
import { type KnownSecret, knownSecrets } from './known-secrets.js'
import { inUtf8, type Level, latin1, plainLevel, unescaped, utf16Level } from './level.js'
import type { SecretRule } from './rule.js'
import { type WordFinder, wordFinder } from './word-finder.js'

export interface SecretHit extends KnownSecret {
  readonly kind: string
  /** Byte offsets. */
  readonly start: number
  readonly end: number
  /** As it is once everything is unescaped: its bytes in UTF-8, one character each. */
  readonly secret: string
  /** How the text stands there that takes its place; in UTF-8 where absent. */
  readonly as?: Utf16 | 'base64'
  /** Nothing but its being known tells that it is one. */
  readonly isKnown?: true
  /** In base64: what was found inside. */
  readonly inside?: readonly SecretHit[]
}

/** In JSON nothing is cut in the midst of an escape, and nothing reaches over the end of a string. */
export type TextForm = 'json' | 'text'

/** Data in base64 that holds no text. */
export type Unscanned = 'image' | 'pdf' | 'archive' | 'data'

export interface SecretScanner {
  /** In order; none overlaps another. `unscanned` is told what could not be looked into. */
  scan(bytes: Uint8Array, form: TextForm, unscanned?: (what: Unscanned) => void): readonly SecretHit[]
  /** The same in a source of any size, in pieces. */
  scanSource(source: ByteSource, form: TextForm, unscanned?: (what: Unscanned) => void): readonly SecretHit[]
}

export interface ScanOptions {
  /** Also whatever looks random: most of it is none. */
  readonly entropy?: boolean
  /** Also these, wherever they stand. */
  readonly known?: Iterable<KnownSecret>
}

const PIECE = 1 << 19
/** What is seen before and behind a piece: nothing that is found there is longer. */
const BEFORE = 1 << 12
const BEHIND = 1 << 16
/** Each level has half of the backslashes of the one above. */
const MAX_LEVELS = 32
/** Files in base64 within files in base64. */
const MAX_NESTED = 2
/** How far around an escape a rule may find something else now that it is decoded. */
const AHEAD = 4096
const BACK = 512

interface Ranked extends SecretHit {
  readonly rank: number
  /** Which way of reading the bytes has shown it: they are not laid together. */
  readonly view: number
}

interface Piece {
  readonly source: ByteSource
  readonly form: TextForm
  readonly base: number
  readonly bytes: Uint8Array
  /** Hits that begin in here are its own. */
  readonly from: number
  readonly to: number
}

interface Search {
  readonly found: Ranked[]
  /** Data that is no text. */
  readonly blind: EncodedData[]
  readonly data: Set<number>
  readonly depth: number
  readonly unscanned: (what: Unscanned) => void
}

export function secretScanner(rules: readonly SecretRule[], options: ScanOptions = {}): SecretScanner {
  const all = tryer(rules, true)
  const quoted = tryer(rules, false)
  const known = knownSecrets(options.known ?? [])
  const ahead = Math.max(AHEAD, known?.longest ?? 0)

  function scanSource(source: ByteSource, form: TextForm, unscanned: (what: Unscanned) => void, depth: number) {
    const search: Search = { found: [], blind: [], data: new Set(), depth, unscanned }
    // One buffer for all pieces: what is found is copied out of it.
    const into = source.size > PIECE ? new Uint8Array(BEFORE + PIECE + BEHIND) : undefined
    for (let from = 0; from < source.size; from += PIECE) {
      const piece = pieceAt(source, form, from, into)
      inLevels(plainLevel(piece.bytes, piece.base), piece, search, 0)
      if (piece.bytes.includes(0)) for (let view = 1; view <= VIEWS.length; view++) inView(view, piece, search)
    }
    const { found, blind } = search
    const seen = blind.length === 0 ? found : outside(blind, found)
    return seen.length < 2 ? seen.map(plain) : apart(seen)
  }

  function inView(view: number, piece: Piece, search: Search): void {
    const [as, parity] = VIEWS[view - 1]!
    const level = utf16Level(piece.bytes, piece.base, as === 'utf-16le', parity)
    inLevels(level, { ...piece, form: 'text' }, search, view)
  }

  function inLevels(first: Level, piece: Piece, search: Search, view: number): void {
    let level: Level | undefined = first
    for (let depth = 0; level !== undefined && depth < MAX_LEVELS; depth++) {
      const deeper: Level | undefined = unescaped(level)
      // Of JSON the escapes come off first; but only with them on one sees where a string ends.
      const isJson = piece.form === 'json' && depth === 0 && deeper !== undefined
      // What is as it was above has been looked at there.
      const isWhole = depth === 0 || (depth === 1 && piece.form === 'json')
      const parts = isWhole ? [[0, level.bytes.length] as const] : around(level, ahead)
      for (const [from, to] of parts) inPart(level, from, to, isJson, piece, search, view)
      level = deeper
    }
  }

  function inPart(
    level: Level,
    from: number,
    to: number,
    isJson: boolean,
    piece: Piece,
    search: Search,
    view: number,
  ): void {
    const keep = (rank: number, kind: string, start: number, end: number, secret: string, more: Partial<Ranked>) => {
      const hit = placed(
        { kind, rank, view, secret, start: level.startOf(start), end: level.endOf(end), ...more },
        piece,
      )
      if (hit !== undefined) search.found.push(view === 0 ? hit : { ...hit, as: VIEWS[view - 1]![0] })
    }
    const tries = isJson ? quoted : all
    tries.inPart(
      level,
      from,
      to,
      (rank, start, end) => {
        const { kind, isQuoted } = rules[rank]!
        const secret = secretIn(level, start, end, isQuoted === true)
        keep(rank, kind, start, end, secret, {})
      },
      view === 0 && search.depth < MAX_NESTED ? at => inData(level, at, piece, search) : undefined,
    )
    if (isJson) return
    known?.find(level, from, to, (kind, start, end, secret) => {
      keep(rules.length, kind, start, end, secret, { isKnown: true })
    })
    if (options.entropy !== true) return
    const text = level.text().slice(from, to)
    for (const { start, end } of entropyPlaces(text))
      keep(
        rules.length + 1,
        'high-entropy',
        from + start,
        from + end,
        latin1(level.bytes.subarray(from + start, from + end)),
        {},
      )
  }

  /** A file in base64: what is found in it goes whole, since nobody could read the rest. */
  function inData(level: Level, at: number, { source, from, to }: Piece, search: Search): void {
    DATA_START.lastIndex = at
    const match = DATA_START.exec(level.text())
    if (match === null) return
    const start = level.endOf(at + match[0].length)
    if (start < from || start >= to || search.data.has(start)) return
    search.data.add(start)
    const data = encodedAt(source, start)
    if (data === undefined) return
    if (data.decoded === undefined) {
      search.unscanned('data')
      return
    }
    const head = data.decoded.read(0, Math.min(HEAD_SIZE, data.decoded.size))
    const what = contentKind(head)
    if (what !== 'text') {
      search.unscanned(what)
      search.blind.push(data)
      return
    }
    const inside = scanSource(data.decoded, 'text', search.unscanned, search.depth + 1)
    const [first] = inside
    if (first === undefined) return
    const rank = Math.max(
      0,
      rules.findIndex(rule => rule.kind === first.kind),
    )
    const { kind, secret } = first
    search.found.push({ kind, secret, rank, view: 0, start, end: data.end, as: 'base64', inside })
  }

  return {
    scan(bytes, form, unscanned = ignore) {
      const read = (offset: number, length: number) => bytes.subarray(offset, offset + length)
      return scanSource({ size: bytes.length, read }, form, unscanned, 0)
    },
    scanSource: (source, form, unscanned = ignore) => scanSource(source, form, unscanned, 0),
  }
}

function ignore(): void {}

/** UTF-16, at even and at odd places. */
const VIEWS: readonly (readonly [Utf16, 0 | 1])[] = [
  ['utf-16le', 0],
  ['utf-16be', 0],
  ['utf-16le', 1],
  ['utf-16be', 1],
]

/** With something before and behind it. It begins where no escape is cut. */
function pieceAt(source: ByteSource, form: TextForm, from: number, into: Uint8Array | undefined): Piece {
  const to = Math.min(source.size, from + PIECE)
  const end = Math.min(source.size, to + BEHIND)
  for (let before = BEFORE; ; before *= 8) {
    const start = Math.max(0, from - before)
    const bytes = source.read(start, end - start, into)
    const cut = start === 0 ? 0 : firstWithoutEscape(bytes, from - start)
    // Where nothing but backslashes and digits goes on for so long, no text is cut.
    if (cut >= 0 || before > BEFORE)
      return { source, form, base: start + Math.max(0, cut), bytes: bytes.subarray(Math.max(0, cut)), from, to }
  }
}

/** So many bytes without a backslash are no part of an escape. */
const LONGEST_ESCAPE = 12
/** Backslashes, `u`, `x` and hex digits: whatever else stands in an escape ends it, at every level. */
const GOES_ON = new Uint8Array(256)
for (const char of '\\ux0123456789abcdefABCDEF') GOES_ON[char.charCodeAt(0)] = 1

function firstWithoutEscape(bytes: Uint8Array, limit: number): number {
  let free = 0
  for (let at = 0; at < limit; at++) {
    free = bytes[at] === 0x5c ? 0 : free + 1
    if (free === LONGEST_ESCAPE || GOES_ON[bytes[at]!] === 0) return at + 1
  }
  return -1
}

/** The stretches of a level around what was decoded to make it. */
function* around({ decoded, bytes }: Level, ahead: number): Generator<readonly [number, number]> {
  let from = 0
  let to = 0
  for (const place of decoded) {
    if (place - ahead > to) {
      if (to > from) yield [from, to]
      from = place - ahead
    }
    to = Math.min(bytes.length, place + BACK)
  }
  if (to > from) yield [from, to]
}

type Found = (rank: number, start: number, end: number) => void

interface Tryer {
  /** `data` is told where a file in base64 may begin. */
  inPart(level: Level, from: number, to: number, found: Found, data: ((at: number) => void) | undefined): void
}

/** Tries rules at their words: all of them, or those whose values are strings with escapes. */
function tryer(rules: readonly SecretRule[], isAll: boolean): Tryer {
  const byWord = new Map<string, number[]>()
  rules.forEach((rule, rank) => {
    if (!isAll && rule.isQuoted !== true) return
    for (const word of rule.words) {
      const key = inUtf8(word)
      byWord.set(key, [...(byWord.get(key) ?? []), rank])
    }
  })
  const patterns = rules.map(rule => bounded(rule.pattern))
  const words = [...byWord.keys()]
  const ranks = [...byWord.values()]
  const lengths = words.map(word => word.length)
  const finder: WordFinder = wordFinder([...words, ...(isAll ? DATA_WORDS : [])])
  return {
    inPart(level, from, to, found, data) {
      // Inside of what a rule has found already there is nothing new for it.
      const ends = new Map<number, number>()
      finder.find(level.bytes, from, to, (start, word) => {
        if (word >= words.length) {
          data?.(start)
          return
        }
        for (const rank of ranks[word]!) {
          if (start < (ends.get(rank) ?? 0)) continue
          const rule = rules[rank]!
          if (rule.mayBe?.(level.bytes, start, start + lengths[word]!) === false) continue
          const place = tryRule(rule, patterns[rank]!, level, start)
          if (place === undefined) continue
          ends.set(rank, place[1])
          found(rank, place[0], place[1])
        }
      })
    },
  }
}

function tryRule(
  { isReal, isQuoted }: SecretRule,
  { pattern, more }: BoundedPattern,
  level: Level,
  at: number,
): readonly [number, number] | undefined {
  const text = level.text()
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return undefined
  const { groups } = match.indices!
  const [start, end] = groups?.['secret'] ?? [groups?.['head']?.[0] ?? match.index, match.index + match[0].length]
  const written = text.slice(start, end)
  const secret = isQuoted ? written.replace(/\\(.)/gs, '$1') : written
  if (secret.includes('[REDACTED:') || isInMark(text, start) || isReal?.(secret, text, start) === false)
    return undefined
  if (more === undefined || end - start < LONG) return [start, end]
  more.lastIndex = end
  return [start, end + (more.exec(text)?.[0].length ?? 0)]
}

/** What was redacted before has a name in it, and something behind. */
function isInMark(text: string, at: number): boolean {
  return /\[REDACTED:[^\]]*$/.test(text.slice(Math.max(0, at - 80), at))
}

/** A copy: a part of a text would hold all of it. */
function secretIn({ bytes }: Level, start: number, end: number, isQuoted: boolean): string {
  const own = bytes.subarray(start, end)
  if (!isQuoted) return latin1(own)
  return latin1(unescaped(plainLevel(own, 0))?.bytes ?? own)
}

/** Where it belongs to this piece; in JSON within its string. */
function placed(hit: Ranked, { form, base, bytes, from, to }: Piece): Ranked | undefined {
  if (hit.start < from || hit.start >= to || hit.end <= hit.start) return undefined
  return form === 'json' ? withinString(hit, bytes, base) : hit
}

/** A quotation mark that no backslash stands before ends the string: what is behind it is another. */
function withinString(hit: Ranked, bytes: Uint8Array, base: number): Ranked | undefined {
  for (let at = hit.start; at < hit.end; at++) {
    if (bytes[at - base] === 0x5c) at++
    else if (bytes[at - base] === 0x22) return at === hit.start ? undefined : { ...hit, end: at }
  }
  return hit
}

function plain({ rank: _, view: __, ...hit }: Ranked): SecretHit {
  return hit
}

/** Without what only looks like a secret in data that is none. */
function outside(blind: readonly EncodedData[], found: readonly Ranked[]): Ranked[] {
  const ranges = blind.toSorted((a, b) => a.start - b.start)
  let next = 0
  return found
    .toSorted((a, b) => a.start - b.start)
    .filter(hit => {
      while (next < ranges.length && ranges[next]!.end <= hit.start) next++
      const range = ranges[next]
      return range === undefined || hit.start < range.start
    })
}

/** Of those that overlap, one that covers them all, with the most telling name. */
function apart(found: Ranked[]): readonly SecretHit[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank)
  const result: Ranked[] = []
  for (const hit of found) {
    const last = result.at(-1)
    if (last === undefined || hit.start >= last.end) result.push(hit)
    else result[result.length - 1] = hit.view === last.view ? joined(last, hit) : better(last, hit)
  }
  return result.map(plain)
}

function joined(last: Ranked, hit: Ranked): Ranked {
  const [telling, longer] = [
    hit.rank < last.rank ? hit : last,
    hit.end - hit.start > last.end - last.start ? hit : last,
  ]
  const { isKnown: _, inside: __, ...rest } = longer
  const inside = [...(last.inside ?? []), ...(hit.inside ?? [])]
  return {
    ...rest,
    kind: telling.kind,
    rank: telling.rank,
    start: last.start,
    end: Math.max(last.end, hit.end),
    ...(last.isKnown && hit.isKnown ? { isKnown: true } : {}),
    ...((last.as ?? hit.as) ? { as: (last.as ?? hit.as)! } : {}),
    ...(inside.length > 0 ? { inside } : {}),
  }
}

function better(a: Ranked, b: Ranked): Ranked {
  return b.secret.length > a.secret.length || (b.secret.length === a.secret.length && b.view < a.view) ? b : a
}
