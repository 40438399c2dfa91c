// What stands around a secret, so that one can judge it, without showing it or any other.

import { SECRET_RULES, type SecretHit } from '../../secrets/index.js'

const BEFORE = 32
const AFTER = 16

/** `hits` in order; `read` gives bytes of what they are in. */
export function maskedContext(
  read: (offset: number, length: number) => Uint8Array,
  size: number,
  hits: readonly SecretHit[],
  at: number,
): string {
  const hit = hits[at]!
  let from = Math.max(0, hit.start - BEFORE)
  let to = Math.min(size, hit.end + AFTER)
  let [first, last] = [at, at]
  while (first > 0 && hits[first - 1]!.end > from) first--
  while (last < hits.length - 1 && hits[last + 1]!.start < to) last++
  from = Math.min(Math.max(from, hits[first]!.start < from ? hits[first]!.end : from), hit.start)
  to = Math.max(Math.min(to, hits[last]!.end > to ? hits[last]!.start : to), hit.end)
  let text = ''
  let place = from
  for (const one of hits.slice(first, last + 1)) {
    if (one.start < place || one.end > to) continue
    text += words(read(place, one.start - place)) + masked(one)
    place = one.end
  }
  return text + words(read(place, to - place))
}

/** The words that secrets of a kind begin with. */
const BEGINNINGS = new Map<string, string[]>()
for (const { kind, words: own, isToken } of SECRET_RULES)
  if (isToken === true) BEGINNINGS.set(kind, [...(BEGINNINGS.get(kind) ?? []), ...own])

/** Those that begin with what tells their kind show it; of others nothing is shown. */
function masked({ kind, secret }: SecretHit): string {
  const start = secret.slice(0, 32).toLowerCase()
  const shown = (BEGINNINGS.get(kind) ?? []).find(word => start.startsWith(word) && secret.length >= word.length + 12)
  return `${secret.slice(0, shown?.length ?? 0)}…`
}

function words(bytes: Uint8Array): string {
  return new TextDecoder()
    .decode(bytes.includes(0) ? bytes.filter(byte => byte !== 0) : bytes)
    .replace(/^\uFFFD+|\uFFFD+$/g, '')
    .replace(/\\+[nrt]|\s+/g, ' ')
    .replace(/\\+"/g, '"')
}

/** So much of a secret is no longer a word by chance. */
const PART = 6

/**
 * Hides what is part of a secret also where nothing told that it is one: a copy that was cut, or stands in a place that
 * was looked at before the secret was known.
 */
export function partHider(secrets: Iterable<string>): (context: string) => string {
  const parts = new Set<string>()
  for (const secret of new Set(secrets)) {
    const text = fromUtf8(secret)
    for (let at = 0; at + PART <= text.length; at++) parts.add(text.slice(at, at + PART))
    if (text.length < PART && text.length >= 4) parts.add(text)
  }
  return context => {
    let hidden = ''
    let at = 0
    while (at < context.length) {
      let end = at
      while (parts.has(context.slice(end, end + PART))) end++
      const length = end > at ? end + PART - 1 - at : shortAt(context, at)
      if (length === 0) hidden += context[at++]
      else {
        hidden += '…'
        at += length
      }
    }
    return hidden
  }

  function shortAt(context: string, at: number): number {
    for (let length = 4; length < PART; length++) if (parts.has(context.slice(at, at + length))) return length
    return 0
  }
}

function fromUtf8(secret: string): string {
  return new TextDecoder().decode(Uint8Array.from(secret, char => char.charCodeAt(0)))
}
