// Secrets in a stretch of bytes: a line of JSON, or any text. A pass over the bytes finds the words that lead to
// secrets; only around these anything is decoded, and each rule is tried at its word.

import { entropyHits } from './entropy.js'
import type { SecretRule } from './rule.js'
import { charAt, type Level, plainLevel, unescaped } from './window.js'
import { wordFinder } from './word-finder.js'

export interface SecretHit {
  readonly kind: string
  /** Byte offsets. */
  readonly start: number
  readonly end: number
  /** As it is once everything is unescaped. */
  readonly secret: string
}

/** In JSON nothing is cut in the midst of an escape, and nothing reaches over the end of a string. */
export type TextForm = 'json' | 'text'

export interface SecretScanner {
  /** In order; none overlaps another. */
  scan(bytes: Uint8Array, form: TextForm): readonly SecretHit[]
}

export interface ScanOptions {
  /** Also whatever looks random: most of it is none. */
  readonly entropy?: boolean
}

/** JSON in strings of JSON, so deep; the line itself comes on top. */
const DEPTH = 3
/** What a lookbehind may want to see, with its escapes. */
const BACK = 160
const REACH = 240
const MAX_REACH = 1 << 16

export function secretScanner(rules: readonly SecretRule[], options: ScanOptions = {}): SecretScanner {
  const byWord = new Map<string, number[]>()
  rules.forEach((rule, index) => {
    for (const word of rule.words) byWord.set(word, [...(byWord.get(word) ?? []), index])
  })
  const words = [...byWord.keys()]
  const lengths = words.map(word => word.length)
  const finder = wordFinder(words)
  const rulesOf = [...byWord.values()]
  return {
    scan(bytes, form) {
      const found: Ranked[] = []
      finder.find(bytes, (start, word) => {
        const last = found.at(-1)
        for (const rank of rulesOf[word]!) {
          // Inside of what its own kind has found already there is nothing new.
          if (last !== undefined && last.rank === rank && start < last.end) continue
          const rule = rules[rank]!
          if (rule.mayBe?.(bytes, start, start + lengths[word]!) === false) continue
          const hit = tryRule(rule, bytes, start, form)
          if (hit) found.push({ ...hit, rank })
        }
      })
      if (options.entropy === true) for (const hit of entropyHits(bytes)) found.push({ ...hit, rank: rules.length })
      return found.length < 2 ? found.map(plain) : apart(found)
    },
  }
}

interface Ranked extends SecretHit {
  readonly rank: number
}

function plain({ kind, start, end, secret }: Ranked): SecretHit {
  return { kind, start, end, secret }
}

/** Of those that overlap, one that covers them all, with the most telling name. */
function apart(found: Ranked[]): readonly SecretHit[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end || a.rank - b.rank)
  const result: Ranked[] = []
  for (const hit of found) {
    const last = result.at(-1)
    if (last === undefined || hit.start >= last.end) {
      result.push(hit)
      continue
    }
    const [telling, longer] = [
      hit.rank < last.rank ? hit : last,
      hit.end - hit.start > last.end - last.start ? hit : last,
    ]
    result[result.length - 1] = {
      kind: telling.kind,
      rank: telling.rank,
      secret: longer.secret,
      start: last.start,
      end: Math.max(last.end, hit.end),
    }
  }
  return result.map(plain)
}

function tryRule(rule: SecretRule, bytes: Uint8Array, word: number, form: TextForm): SecretHit | undefined {
  for (let reach = rule.reach ?? REACH; ; reach *= 8) {
    const end = Math.min(bytes.length, word + reach)
    const { hit, isCut } = inLevels(rule, bytes, word, end, form)
    if (!isCut || end === bytes.length || reach >= MAX_REACH) return hit
  }
}

interface Tried {
  readonly hit: SecretHit | undefined
  /** It goes to the end of the window, and perhaps on. */
  readonly isCut: boolean
}

/** The longest of what the levels show: a level too early ends at a backslash, one too late changes nothing. */
function inLevels(rule: SecretRule, bytes: Uint8Array, word: number, end: number, form: TextForm): Tried {
  let level: Level | undefined = plainLevel(bytes, Math.max(0, word - BACK), end)
  let best: SecretHit | undefined
  let isCut = false
  for (let depth = 0; level !== undefined && depth <= DEPTH + 1; depth++) {
    const deeper: Level | undefined = unescaped(level)
    // Of JSON the escapes come off first; where there are none, this is the text already.
    if (depth > 0 || form === 'text' || deeper === undefined) {
      const tried = inLevel(rule, level, word)
      isCut ||= tried.isCut
      const hit = tried.hit && (form === 'json' ? withinString(tried.hit, bytes) : tried.hit)
      if (hit && (best === undefined || hit.end - hit.start > best.end - best.start)) best = hit
    }
    level = deeper
  }
  return { hit: best, isCut }
}

function inLevel({ kind, pattern, isReal }: SecretRule, level: Level, word: number): Tried {
  const at = charAt(level, word)
  if (at < 0) return NOTHING
  pattern.lastIndex = at
  const match = pattern.exec(level.text)
  if (match === null) return NOTHING
  const { groups } = match.indices!
  const [start, end] = groups?.['secret'] ?? [groups?.['head']?.[0] ?? match.index, match.index + match[0].length]
  const secret = level.text.slice(start, end)
  const isCut = end === level.text.length
  if (secret.includes('[REDACTED:') || isReal?.(secret) === false) return { hit: undefined, isCut }
  return { hit: { kind, start: level.from[start]!, end: level.from[end]!, secret }, isCut }
}

const NOTHING: Tried = { hit: undefined, isCut: false }

/** A quotation mark that no backslash stands before ends the string: what is behind it is another. */
function withinString(hit: SecretHit, bytes: Uint8Array): SecretHit | undefined {
  for (let at = hit.start; at < hit.end; at++) {
    if (bytes[at] === 0x5c) at++
    else if (bytes[at] === 0x22) return at === hit.start ? undefined : { ...hit, end: at }
  }
  return hit
}
