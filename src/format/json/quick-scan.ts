// The good case of a scan, many bytes at a time, in WebAssembly (assembly/quick-scan.ts).
//
// scan.ts is the authority: what is found here is what it finds, and where this finds nothing, for whatever reason, it
// is asked. So nothing depends on WebAssembly being there, or on a line being short enough for the module's memory.

import { QUICK_SCAN } from './quick-scan-code.js'
import type { Scan } from './scan.js'

/** Starting the module takes as long as scanning some two megabytes the plain way. */
const WORTH_IT = 2 << 20
/** So much is copied at a time, or a line where that is longer; small enough to stay in the processor's cache. */
const WINDOW = 512 << 10

export interface QuickScan {
  /** The bytes that were handed in are no longer what they were. */
  forget(): void
  /**
   * Scans the object at `at`, whose line ends at `end`; behind it there are more bytes up to `fill`. True: it is
   * complete, and `scan`, which was reset, tells of it what `scanOn` would tell. False: `scan` is as it was.
   */
  take(scan: Scan, bytes: Uint8Array, at: number, end: number, fill: number): boolean
  /**
   * A line begins at `at`: where the next one begins that may tell of an answer, or that does not look like a record, or
   * is not whole before `fill`. `lines` is then the number of those in between.
   */
  passOver(bytes: Uint8Array, at: number, fill: number): number
  readonly lines: number
}

/** For one reader; the module and its memory are shared by all. Before the first `after` bytes of all it takes nothing. */
export function quickScan(after = WORTH_IT): QuickScan {
  const window: Window = { from: 0, to: 0 }
  let lines = 0

  function load(running: Running, bytes: Uint8Array, at: number, to: number): void {
    window.from = at
    window.to = to
    running.text.set(bytes.subarray(at, to))
    running.holds = window
  }

  return {
    forget() {
      window.to = 0
    },
    get lines() {
      return lines
    },
    passOver(bytes, at, fill) {
      lines = 0
      if (passed < after) return at
      const running = (module ??= start())
      if (running === 'missing') return at
      let line = at
      for (;;) {
        const isThere = running.holds === window && line >= window.from && line < window.to
        if (!isThere || window.to - window.from > WINDOW) load(running, bytes, line, Math.min(fill, line + WINDOW))
        const next = running.passOver(line - window.from, window.to - window.from) + window.from
        lines += running.results[0]!
        // A line that is longer than what was looked at is for others.
        if (next === line || window.to === fill) return next
        line = next
      }
    },
    take(scan, bytes, at, end, fill) {
      if (passed < after) {
        passed += end - at
        return false
      }
      const running = (module ??= start())
      if (running === 'missing') return false
      if (running.holds !== window || at < window.from || end > window.to) {
        if (end - at > running.text.length) return false
        load(running, bytes, at, Math.min(fill, Math.max(end, at + WINDOW)))
      }
      const origin = window.from
      const position = running.scan(at - origin, end - origin)
      if (position === 0) return false
      const count = running.results[0]!
      if (count > scan.spans.length) scan.spans = new Int32Array(running.spans.length)
      for (let i = 0; i < count; i++) scan.spans[i] = running.spans[i]!
      scan.origin = at
      scan.spanCount = count
      scan.maxDepth = running.results[1]!
      scan.position = position + origin
      return true
    },
  }
}

/** What of a reader's bytes is in the module's memory. */
interface Window {
  from: number
  to: number
}

interface Running {
  readonly scan: (from: number, to: number) => number
  readonly passOver: (from: number, to: number) => number
  readonly results: Int32Array
  readonly spans: Int32Array
  readonly text: Uint8Array
  holds: Window | undefined
}

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly scan: (from: number, to: number) => number
  readonly passOver: (from: number, to: number) => number
  readonly RESULTS: { readonly value: number }
  readonly SPANS: { readonly value: number }
  readonly SPANS_END: { readonly value: number }
  readonly TEXT: { readonly value: number }
  readonly TEXT_SIZE: { readonly value: number }
}

/** As much of it as is used here: neither Node's types nor those of the language have it. */
interface Maker {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: object }
}

let module: Running | 'missing' | undefined
let passed = 0

function start(): Running | 'missing' {
  const maker = (globalThis as { readonly WebAssembly?: Maker }).WebAssembly
  if (!maker) return 'missing' // node --jitless
  try {
    const code = Uint8Array.from(atob(QUICK_SCAN), letter => letter.charCodeAt(0))
    const exports = new maker.Instance(new maker.Module(code)).exports as Exports
    const { buffer } = exports.memory
    const spans = exports.SPANS.value
    return {
      scan: exports.scan,
      passOver: exports.passOver,
      results: new Int32Array(buffer, exports.RESULTS.value, 2),
      spans: new Int32Array(buffer, spans, (exports.SPANS_END.value - spans) >> 2),
      text: new Uint8Array(buffer, exports.TEXT.value, exports.TEXT_SIZE.value),
      holds: undefined,
    }
  } catch {
    // A processor without these instructions, or no address space for the memory: the plain scanner needs neither.
    return 'missing'
  }
}
