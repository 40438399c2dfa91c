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
   * is not whole before `fill`. `lines` is then the number of those in between. With `readsAnswers`, lines that tell of
   * none after all are passed over too, and where the line that is found is an answer as clients write it, `answer` is
   * what it says and `answerEnd` where the line behind it begins.
   */
  passOver(bytes: Uint8Array, at: number, fill: number, readsAnswers: boolean): number
  readonly lines: number
  readonly answer: AnswerSlots | undefined
  readonly answerEnd: number
}

/** What an entry says of the answer in it (assembly/quick-answer.ts); it is there until the next one is looked for. */
export interface AnswerSlots {
  /** Four numbers a field: its state, and its begin and end, counted from the record's own. */
  readonly slots: Int32Array
  readonly figures: Float64Array
  /** The last plain word of each field, for whoever reads them: the module tells when it comes again. */
  readonly words: string[]
}

const ANSWER_FIELDS = 24
const ANSWER_FIGURES = 8

/** For one reader; the module and its memory are shared by all. Before the first `after` bytes of all it takes nothing. */
export function quickScan(after = WORTH_IT): QuickScan {
  const window: Window = { from: 0, to: 0 }
  let lines = 0
  let answer: AnswerSlots | undefined
  let answerEnd = 0

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
    get answer() {
      return answer
    },
    get answerEnd() {
      return answerEnd
    },
    passOver(bytes, at, fill, readsAnswers) {
      lines = 0
      answer = undefined
      if (passed < after) return at
      const running = (module ??= start())
      if (running === 'missing') return at
      let line = at
      for (;;) {
        const isThere = running.holds === window && line >= window.from && line < window.to
        if (!isThere || window.to - window.from > WINDOW) load(running, bytes, line, Math.min(fill, line + WINDOW))
        const find = readsAnswers ? running.nextAnswer : running.passOver
        const next = find(line - window.from, window.to - window.from) + window.from
        lines += running.results[0]!
        if (readsAnswers && running.results[1] !== 0) {
          answer = running
          answerEnd = running.results[1]! + window.from
          return next
        }
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

interface Running extends AnswerSlots {
  readonly scan: (from: number, to: number) => number
  readonly nextAnswer: (from: number, to: number) => number
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
  readonly nextAnswer: (from: number, to: number) => number
  readonly forgetWords: () => void
  readonly SLOTS: { readonly value: number }
  readonly FIGURES: { readonly value: number }
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
    exports.forgetWords()
    return {
      scan: exports.scan,
      nextAnswer: exports.nextAnswer,
      slots: new Int32Array(buffer, exports.SLOTS.value, 4 * ANSWER_FIELDS),
      figures: new Float64Array(buffer, exports.FIGURES.value, ANSWER_FIGURES),
      words: [],
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
