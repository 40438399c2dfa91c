// Bytes in, records and gaps out: every byte of the file is in exactly one of them.
//
// A session file should be one JSON object a line. Real files also have glued records, cut records with the next one
// on the same line, NUL runs, half a line at the end, comments and pretty-printed records. The reader finds every
// good record, keeps every other byte as a gap, and says where and why. It holds no more than the record it is
// reading, whatever the size of the file, and looks at no byte more than a small, fixed number of times.

import type { Finding } from './finding.js'
import {
  type AnswerSink,
  type FoundEntry,
  type GapReason,
  type LineEnding,
  MAX_DEPTH,
  MAX_MULTILINE,
  MAX_RECORD,
} from './found.js'
import { quickScan } from './json/quick-scan.js'
import { forgetBytes, newScan, resetScan, type Scan, scanOn } from './json/scan.js'
import { CR, indexOf, isBlankTo, isByteOrderMark, lineBreaks, NEWLINE, nulEnd, OPEN, skipBlank } from './line-bytes.js'
import { looksLikeRecord } from './record-shape.js'
import { findRecord } from './salvage.js'
import { searchable } from './searchable.js'

export interface RecordReader {
  push(chunk: Uint8Array): void
  /** No more bytes will come: what is left is the last line. */
  end(): void
  /** Bytes that were pushed but belong to no part yet: a line still being written. */
  readonly pending: number
}

/** Beyond it the buffer is not doubled again and again, nor kept when the line is done with. */
const LONG_LINE = 8 * 1024 * 1024

type Place = Pick<FoundEntry, 'before' | 'afterDamage'>

export interface RecordReaderOptions {
  /** For tests: a smaller limit than MAX_RECORD. */
  readonly maxRecord?: number
  readonly maxMultiline?: number
  /** For tests: from how many bytes on, of all that are read, the quick scanner is asked. */
  readonly quickAfter?: number
  /** So many bytes will be pushed in all, about: a long line then gets its room at once. */
  readonly size?: number | undefined
  /** Where the first byte stands in the file, when reading begins in the middle. */
  readonly offset?: number
  readonly line?: number
  /**
   * For whoever wants answers only: lines that look like a record and do not hold the word "assistant" in quotes may be
   * passed over unscanned, and nobody is told of them. Never where damage reaches into a line.
   */
  readonly answersOnly?: boolean | undefined
  /** Memory for what must be kept between two pushes; of no other reader at the same time. */
  readonly room?: Uint8Array | undefined
}

export function recordReader(sink: AnswerSink, options: RecordReaderOptions = {}): RecordReader {
  const maxRecord = options.maxRecord ?? MAX_RECORD
  const maxMultiline = options.maxMultiline ?? MAX_MULTILINE
  const answersOnly = options.answersOnly ?? false
  const scan = newScan()
  const quick = quickScan(options.quickAfter)
  const attempt = newScan() // for the search inside a damaged line

  let buffer: Uint8Array = new Uint8Array(0)
  let owned = false // is `buffer` ours to write to, or the caller's chunk?
  let start = 0 // first byte that belongs to no part yet
  let fill = 0
  let touched = 0 // so much of `buffer` was ever filled
  let searched = 0 // no line break between start and here
  const begin = options.offset ?? 0
  let base = begin // file offset of buffer[0]
  let line = options.line ?? 1
  let open = false // a record goes on over the line break; `scan` holds its state
  let openLines = 0
  let openGlued = false // it began behind another record on its first line
  let openIndented = false
  let openPlace: Place = { before: 'nothing', afterDamage: false }
  let skipping = 0 // length so far of a line that is too long to hold
  // What the last failed attempt that crossed a line break had open when it failed: these fail again, at once.
  let failed: { readonly starts: Float64Array; readonly until: number } | undefined
  let amidDamage = false // what is indented may be a piece of the record that broke off above
  let endedDamage = false // what was found last has ended it

  return {
    push(chunk) {
      append(chunk)
      run()
      keepRest()
    },
    end() {
      if (skipping > 0) endSkipping(fill - start)
      while (start < fill) {
        const at = indexOf(buffer, NEWLINE, Math.max(searched, start), fill)
        searched = at < 0 ? fill : at + 1
        takeLine(searched, at < 0)
      }
      const broken = fill > 0 && buffer[fill - 1] !== NEWLINE
      sink.end?.({ bytes: base + fill, lines: broken ? line : line - 1 })
    },
    get pending() {
      return skipping + fill - start
    },
  }

  function append(chunk: Uint8Array): void {
    quick.forget()
    if (start === fill) {
      base += fill
      buffer = searchable(chunk)
      owned = false
      touched = 0
      start = 0
      searched = 0
      fill = chunk.length
      return
    }
    const rest = fill - start
    const needed = rest + chunk.length
    if (owned && fill + chunk.length <= buffer.length) {
      // There is room behind what we hold.
    } else if (owned && needed <= buffer.length && start >= rest) {
      // No more is moved than was done with since the last time: small chunks of a long line stay cheap.
      buffer.copyWithin(0, start, fill)
      moveTo(buffer, rest)
    } else {
      moveTo(copyOfRest(needed), rest)
    }
    buffer.set(chunk, fill)
    fill += chunk.length
    touched = Math.max(touched, fill)
  }

  function copyOfRest(needed: number): Uint8Array {
    const larger = roomFor(needed)
    larger.set(buffer.subarray(start, fill))
    return larger
  }

  /** Room to spare: the next chunks then need no new memory, and a long line is copied only a few times. */
  function roomFor(needed: number): Uint8Array {
    const { room } = options
    if (room && needed <= room.length && buffer.buffer !== room.buffer) return room
    const doubled = needed + Math.min(needed, 64 << 20)
    // All that can still come of it: what is not filled takes no memory, and two copies of the line never stand together.
    const all = Math.min(begin + (options.size ?? 0) - base - start, maxRecord + LONG_LINE)
    if (needed < LONG_LINE || all < needed) return new Uint8Array(doubled)
    try {
      return new Uint8Array(all)
    } catch {
      return new Uint8Array(doubled) // there is no such room in one piece
    }
  }

  function moveTo(larger: Uint8Array, rest: number): void {
    base += start
    searched -= start
    if (open) {
      scan.position -= start
      scan.origin -= start
      if (scan.invalidUtf8At >= 0) scan.invalidUtf8At -= start
      if (scan.loneSurrogateAt >= 0) scan.loneSurrogateAt -= start
      for (let i = 0; i < scan.depth; i++) scan.starts[i]! -= start
    }
    quick.forget()
    const before = buffer
    buffer = searchable(larger)
    owned = true
    start = 0
    fill = rest
    if (larger !== before) touched = rest
  }

  /** The caller's chunk is not held, nor the room of a long line that is done with. */
  function keepRest(): void {
    const length = fill - start
    const isTooLarge = touched > LONG_LINE && touched > length * 4
    if (owned ? !isTooLarge : length === 0) return
    // Not slice(): a Node Buffer would share the caller's memory.
    const rest = new Uint8Array(buffer.subarray(start, fill))
    moveTo(rest, length)
    if (!isTooLarge) return
    forgetBytes(scan)
    forgetBytes(attempt)
  }

  function run(): void {
    for (;;) {
      if (answersOnly) passOver()
      const at = indexOf(buffer, NEWLINE, searched, fill)
      if (skipping > 0) {
        if (at < 0) {
          skipTo(fill)
          return
        }
        endSkipping(at + 1 - start)
        continue
      }
      if (at < 0) {
        searched = fill
        if (!open && fill - start > maxRecord) skipTo(fill)
        if (!open || fill - start <= maxMultiline) return
        giveUp()
        continue
      }
      searched = at + 1
      takeLine(at + 1, false)
    }
  }

  function skipTo(end: number): void {
    skipping += end - start
    start = end
    searched = end
  }

  function endSkipping(rest: number): void {
    const length = skipping + rest
    const offset = base + start - skipping
    skipping = 0
    start += rest
    searched = start
    emitTooLong(offset, length)
    line++
  }

  function emitTooLong(offset: number, length: number): void {
    sink.gap({ kind: 'gap', reason: 'too-long', line, offset, length })
    report('line-too-long', 'loses', offset, `${length} bytes on one line: too long to decode; kept as raw bytes`)
  }

  /** The line up to `end` (behind its line break) is there. `last`: nothing follows and there is no line break. */
  function takeLine(end: number, last: boolean): void {
    if (open) goOn(end, last)
    else if (end - start > maxRecord) {
      emitTooLong(base + start, end - start)
      start = end
      line++
    } else takeRecords(start, end, last, 'nothing')
  }

  /** Lines of no interest, as far as that can be told at a glance. */
  function passOver(): void {
    if (open || skipping > 0 || amidDamage || (failed && base + start < failed.until)) return
    // Parts of a very long line are not looked at again and again.
    if (start === fill || fill - start > LONG_LINE) return
    for (;;) {
      start = quick.passOver(buffer, start, fill, sink.answer !== undefined)
      line += quick.lines
      if (quick.answer === undefined) break
      sink.answer?.(quick.answer, { line, offset: base + start }, buffer, start)
      start = quick.answerEnd
      line++
    }
    searched = Math.max(searched, start)
  }

  /** Everything from `from` to the end of the line. `after`: what already stands on this line. */
  function takeRecords(from: number, end: number, last: boolean, after: 'nothing' | 'record' | 'damage'): void {
    let at = from
    let afterRecord = after === 'record'
    let before: Place['before'] = after === 'nothing' ? 'nothing' : 'more'
    let isDamaged = after === 'damage' // the second record behind damage may be what ends it
    while (at < end) {
      const blank = skipBlank(buffer, at, end)
      if (isBlankTo(buffer, blank, end)) {
        gap('blank', at, end)
        at = end
        break
      }
      if (blank > at) {
        gap('blank', at, blank)
        if (before === 'nothing') before = 'blank'
      }
      at = blank
      if (buffer[at] === 0) {
        const run = nulEnd(buffer, at, end)
        report('line-nul', 'loses', base + at, `${run - at} NUL bytes`)
        gap('nul', at, run)
        before = 'more'
        at = run
        continue
      }
      if (isByteOrderMark(buffer, at, end)) {
        report('line-byte-order-mark', 'cosmetic', base + at, 'byte order mark')
        gap('byte-order-mark', at, at + 3)
        before = base + at === 0 ? 'blank' : 'more'
        at += 3
        continue
      }
      if (buffer[at] !== OPEN) {
        at = takeOther(at, end, last)
        before = 'more'
        isDamaged = true
        continue
      }
      const outcome = startRecord(at, end)
      if (outcome === 'complete') {
        if (afterRecord) report('line-glued', 'loses', base + at, 'second record on the same line')
        at = emitEntry(at, scan, end, line, { before, afterDamage: isDamaged || endedDamage })
        afterRecord = true
        before = 'more'
        continue
      }
      // Between tokens at the end of the line: a record written over several lines, or one cut short there.
      if (outcome === 'more' && !last) {
        open = true
        openLines = 0
        openGlued = afterRecord
        openIndented = isIndented(at)
        openPlace = { before, afterDamage: isDamaged }
        start = at
        return
      }
      at = salvage(at, end, last, scan)
      before = 'more'
      isDamaged = true
    }
    start = at
    if (buffer[end - 1] === NEWLINE) line++
  }

  function startRecord(at: number, end: number): 'complete' | 'more' | 'bad' {
    if (failed && base + at < failed.until && contains(failed.starts, base + at)) return known(at)
    resetScan(scan, at)
    const outcome = quick.take(scan, buffer, at, end, fill) ? 'complete' : scanOn(scan, buffer, end)
    return outcome === 'complete' && isPiece(at, isIndented(at)) ? known(at) : outcome
  }

  /**
   * Is this complete object a piece of the damaged record around or above it? The lines of a damaged record that was
   * written over several lines are looked at again one by one; what is found there, or indented behind the damage,
   * counts only with a record's shape.
   */
  function isPiece(at: number, indented: boolean): boolean {
    endedDamage = amidDamage || (failed !== undefined && base + at < failed.until)
    if (failed && base + at < failed.until) return !looksLikeRecord(buffer, at, indented)
    if (!indented) amidDamage = false
    return amidDamage && !looksLikeRecord(buffer, at, true)
  }

  function isIndented(at: number): boolean {
    return at > start && (buffer[at - 1] === 0x20 || buffer[at - 1] === 0x09)
  }

  function known(at: number): 'bad' {
    resetScan(scan, at)
    return 'bad'
  }

  /** One more line for the record that is open. */
  function goOn(end: number, last: boolean): void {
    // Before anything is read: a reader of smaller chunks would give up before it has seen the line's end.
    const outcome = end - start > maxMultiline ? 'bad' : scanOn(scan, buffer, end)
    openLines++
    if (outcome === 'more' && !last) return
    if (outcome !== 'complete') {
      giveUp()
      return
    }
    open = false
    const piece = isPiece(start, openIndented)
    const at = piece ? takePiece() : takeOpen(end)
    start = at
    if (at < end) takeRecords(at, end, last, piece ? 'damage' : 'record')
    else if (buffer[end - 1] === NEWLINE) line++
  }

  function takeOpen(end: number): number {
    if (openGlued) report('line-glued', 'loses', base + start, 'second record on the same line')
    report('line-break-inside', 'cosmetic', base + start, `record over ${openLines + 1} lines`)
    const firstLine = line
    line += openLines
    const { before, afterDamage } = openPlace
    return emitEntry(start, scan, end, firstLine, { before, afterDamage: afterDamage || endedDamage })
  }

  /** Kept in one gap: what is inside a complete object is no record either. */
  function takePiece(): number {
    gap('cut', start, scan.position)
    report('line-cut', 'loses', base + start, 'fragment of a truncated record')
    line += openLines
    return scan.position
  }

  /** The open record is none: its first line is damaged, and the lines behind it are looked at again, each for itself. */
  function giveUp(): void {
    open = false
    amidDamage = true
    const until = base + scan.position
    if (!failed || until > failed.until) failed = { starts: absoluteStarts(scan, base), until }
    const firstEnd = indexOf(buffer, NEWLINE, start, fill) + 1
    start = salvage(start, firstEnd, false, scan)
    if (start < firstEnd) takeRecords(start, firstEnd, false, 'damage')
    else line++
    searched = start
  }

  /** A damaged record begins at `from`: is there a good one behind it on the same line? Returns where to go on. */
  function salvage(from: number, end: number, last: boolean, broken: Scan): number {
    const found = findRecord({ bytes: buffer, start, end, broken }, from + 1, attempt)
    if (found < 0) {
      const reason = last ? 'half' : 'cut'
      gap(reason, from, end)
      if (last) report('line-half', 'loses', base + from, 'incomplete last line')
      else report('line-cut', 'loses', base + from, 'truncated record')
      return end
    }
    gap('cut', from, found)
    report('line-cut', 'loses', base + from, 'truncated record; the next one starts on the same line')
    return found
  }

  /** Something that is not an object: a comment, another JSON value, or nothing we know. */
  function takeOther(from: number, end: number, last: boolean): number {
    if (buffer[from] === 0x2f && buffer[from + 1] === 0x2f) {
      gap('comment', from, end)
      report('line-comment', 'cosmetic', base + from, 'comment line')
      // JSON has no comments: what follows is no part of the damage above.
      if (!isIndented(from)) amidDamage = false
      return end
    }
    resetScan(attempt, from)
    if (scanOn(attempt, buffer, end) === 'complete' && isBlankTo(buffer, attempt.position, end)) {
      gap('not-object', from, end)
      report('line-not-object', 'loses', base + from, 'valid JSON, but not an object')
      return end
    }
    const found = findRecord({ bytes: buffer, start, end, broken: undefined }, from, attempt)
    const to = found < 0 ? end : found
    amidDamage = true
    gap(last && found < 0 ? 'half' : 'garbage', from, to)
    if (last && found < 0) report('line-half', 'loses', base + from, 'incomplete last line')
    else report('line-garbage', 'loses', base + from, 'not JSON')
    return to
  }

  function emitEntry(at: number, of: Scan, end: number, onLine: number, place: Place): number {
    const entryEnd = of.position
    const ending: LineEnding =
      entryEnd < end && buffer[entryEnd] === NEWLINE
        ? '\n'
        : entryEnd + 1 < end && buffer[entryEnd] === CR && buffer[entryEnd + 1] === NEWLINE
          ? '\r\n'
          : ''
    const offset = base + at
    const { before, afterDamage } = place
    const length = entryEnd - at
    const depth = of.maxDepth
    const found: FoundEntry = { kind: 'entry', line: onLine, offset, length, ending, before, afterDamage, depth }
    sink.entry(found, buffer, at, of)
    if (of.invalidUtf8At >= 0) {
      const where = onLine + lineBreaks(buffer, at, of.invalidUtf8At)
      report('line-invalid-utf8', 'cosmetic', base + of.invalidUtf8At, 'invalid UTF-8', where)
    }
    if (of.loneSurrogateAt >= 0) {
      const where = onLine + lineBreaks(buffer, at, of.loneSurrogateAt)
      report('line-lone-surrogate', 'cosmetic', base + of.loneSurrogateAt, 'lone surrogate', where)
    }
    if (of.maxDepth > MAX_DEPTH)
      report('line-too-deep', 'cosmetic', offset, `nested ${of.maxDepth} levels deep; kept, but not decoded`, onLine)
    return entryEnd + ending.length
  }

  function gap(reason: GapReason, from: number, to: number): void {
    sink.gap({ kind: 'gap', reason, line, offset: base + from, length: to - from }, buffer, from)
  }

  function report(code: string, severity: Finding['severity'], offset: number, message: string, onLine = line): void {
    sink.finding({ code, severity, line: onLine, offset, message })
  }
}

function absoluteStarts(scan: Scan, base: number): Float64Array {
  return scan.starts.slice(0, scan.depth).map(start => start + base)
}

function contains(sorted: Float64Array, value: number): boolean {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const here = sorted[middle]!
    if (here === value) return true
    if (here < value) low = middle + 1
    else high = middle - 1
  }
  return false
}
