// Is there a good record on this line, behind the damage?

import { isOpenAt, resetScan, type Scan, scanOn } from './json/scan.js'
import { indexOf, OPEN, skipBlank } from './line-bytes.js'
import { looksLikeRecord } from './record-shape.js'

/** A line in which something is broken. */
export interface DamagedLine {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** The scan that failed on it, for what it had open. */
  readonly broken: Scan | undefined
}

/**
 * The first good record at or behind `from` on this line, or -1. An object that a failed scan had still open fails
 * again at the same byte, and nothing inside a complete one is a record: so this stays linear.
 */
export function findRecord({ bytes, start, end, broken }: DamagedLine, from: number, attempt: Scan): number {
  const failing = new Set<number>()
  let budget = (end - from) * 32 + 4096
  let at = from
  for (;;) {
    at = indexOf(bytes, OPEN, at, end)
    if (at < 0 || budget < 0) return -1
    if ((broken && isOpenAt(broken, at)) || failing.delete(at)) {
      at++
      continue
    }
    resetScan(attempt, at)
    const outcome = scanOn(attempt, bytes, end)
    budget -= attempt.position - at
    if (outcome !== 'complete') {
      for (let i = 1; i < attempt.depth; i++) failing.add(attempt.starts[i]!)
      at++
      continue
    }
    const isRecord =
      !goesOnInside(bytes, attempt.position, end) && looksLikeRecord(bytes, at, followsToken(bytes, at, start))
    if (isRecord) return at
    at = attempt.position
  }
}

/** Does the text go on as it does behind a value inside something larger? */
function goesOnInside(bytes: Uint8Array, valueEnd: number, end: number): boolean {
  const next = skipBlank(bytes, valueEnd, end)
  return next < end && (bytes[next] === 0x2c || bytes[next] === 0x5d || bytes[next] === 0x7d)
}

/** Behind one of these a record could as well be a value of the broken record: then it must show more. */
function followsToken(bytes: Uint8Array, at: number, start: number): boolean {
  let before = at - 1
  while (before > start && (bytes[before] === 0x20 || bytes[before] === 0x09)) before--
  return bytes[before] === 0x3a || bytes[before] === 0x2c || bytes[before] === 0x5b
}
