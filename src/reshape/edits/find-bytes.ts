// Every place of a short text in a stretch of bytes.

interface Searching {
  indexOf(needle: Uint8Array, from: number): number
}

/** Positions at which `needle` begins, within `bytes`, in order. A text of nothing stands nowhere. */
export function findBytes(bytes: Uint8Array, needle: Uint8Array): number[] {
  const found: number[] = []
  if (needle.length === 0) return found
  const next = searcher(bytes, needle)
  for (let at = next(0); at >= 0; at = next(at + needle.length)) found.push(at)
  return found
}

/** A Node Buffer looks for several bytes by itself; a plain array only for one. */
function searcher(bytes: Uint8Array, needle: Uint8Array): (from: number) => number {
  if (bytes.constructor !== Uint8Array) return from => (bytes as unknown as Searching).indexOf(needle, from)
  return from => {
    for (let at = bytes.indexOf(needle[0]!, from); at >= 0; at = bytes.indexOf(needle[0]!, at + 1)) {
      let same = 1
      while (same < needle.length && bytes[at + same] === needle[same]) same++
      if (same === needle.length) return at
    }
    return -1
  }
}
