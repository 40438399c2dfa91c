// The same long record is asked for by several who go through a file side by side: they get the same bytes.

import type { Source } from './read-session.js'

const LARGE = 4 * 1024 * 1024

/** A source that remembers the last large part that it has read, as long as somebody holds it. */
export function withLargeReads(source: Source): Source {
  let from = 0
  let last: WeakRef<Uint8Array> | undefined
  return {
    ...source,
    read(offset, length, into) {
      if (length < LARGE || (into && into.length >= length)) return source.read(offset, length, into)
      const known = last?.deref()
      if (known && offset >= from && offset + length <= from + known.length)
        return known.subarray(offset - from, offset - from + length)
      const bytes = source.read(offset, length)
      from = offset
      last = new WeakRef(bytes)
      return bytes
    },
  }
}
