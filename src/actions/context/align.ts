// Which elements of two sequences are the same? Equal ends first, then equal elements in equal order: of each print the
// first in one with the first in the other, and of these pairs as many as go in one direction. Not always the longest
// common sequence, but never slower than n log n.

export interface Pair {
  readonly a: number
  readonly b: number
}

/** Pairs in order of both sequences. */
export function align(a: readonly string[], b: readonly string[]): readonly Pair[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const pairs: Pair[] = []
  for (let at = 0; at < start; at++) pairs.push({ a: at, b: at })
  for (const pair of rising(candidates(a, b, start, end))) pairs.push(pair)
  for (let left = end; left > 0; left--) pairs.push({ a: a.length - left, b: b.length - left })
  return pairs
}

function candidates(a: readonly string[], b: readonly string[], start: number, end: number): readonly Pair[] {
  const places = new Map<string, number[]>()
  for (let at = b.length - end - 1; at >= start; at--) {
    const list = places.get(b[at]!)
    if (list) list.push(at)
    else places.set(b[at]!, [at])
  }
  const pairs: Pair[] = []
  for (let at = start; at < a.length - end; at++) {
    const place = places.get(a[at]!)?.pop()
    if (place !== undefined) pairs.push({ a: at, b: place })
  }
  return pairs
}

/** The longest run of pairs that rises in b, too. */
function rising(pairs: readonly Pair[]): readonly Pair[] {
  const tails: number[] = [] // by length of a run: the pair that ends it with the smallest b
  const before = new Int32Array(pairs.length).fill(-1)
  for (const [at, { b }] of pairs.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[tails[middle]!]!.b < b) low = middle + 1
      else high = middle
    }
    if (low > 0) before[at] = tails[low - 1]!
    tails[low] = at
  }
  const found: Pair[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) found.push(pairs[at]!)
  return found.reverse()
}
