// Where the values of a scanned record end, remembered from the scan, so that nobody looks for it a second time.

import { valueEnd } from './walk.js'

/** What the scanner has written down of the record that it scanned last. */
export interface Spans {
  readonly origin: number
  readonly spans: Int32Array
  readonly spanCount: number
}

/** No spans: every end is looked for. */
export const NO_SPANS: Spans = { origin: 0, spans: new Int32Array(0), spanCount: 0 }

/** Looks ends up in the order in which a walk meets the values. */
export interface SpanCursor {
  start(spans: Spans): void
  /** Behind the value that starts at `at`, which is not before the one asked for last. */
  endOf(bytes: Uint8Array, at: number): number
}

export function spanCursor(): SpanCursor {
  let list = NO_SPANS.spans
  let count = 0
  let origin = 0
  let next = 0
  return {
    start(spans) {
      list = spans.spans
      count = spans.spanCount
      origin = spans.origin
      next = 0
    },
    endOf(bytes, at) {
      const wanted = at - origin
      while (next < count && list[next]! < wanted) next += 2
      return next < count && list[next] === wanted ? list[next + 1]! + origin : valueEnd(bytes, at)
    },
  }
}
