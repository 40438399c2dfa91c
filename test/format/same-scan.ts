// The quick scanner and the plain one on the same record: equal where the quick one takes it, and it takes what is good.

import { type QuickScan, quickScan } from '../../src/format/json/quick-scan.js'
import { newScan, resetScan, type Scan, scanOn } from '../../src/format/json/scan.js'

/** The memory of the module has limits: beyond them the plain scanner is asked. */
const MOST_DEPTH = 1024
const MOST_SPANS = 32_768
const MOST_BYTES = 61 * 65_536 - 64

const shared = quickScan(0)

/** Throws where they differ. Was the record, which starts at `at` and ends at or before `end`, taken? */
export function isTaken(bytes: Uint8Array, at = 0, end = bytes.length, quick: QuickScan = shared): boolean {
  const plain = newScan()
  resetScan(plain, at)
  const outcome = scanOn(plain, bytes, end)
  const found = newScan()
  resetScan(found, at)
  const untouched = told(found)
  quick.forget()
  const taken = quick.take(found, bytes, at, end, bytes.length)
  if (taken) {
    check(outcome === 'complete', `taken, but the plain scanner says ${outcome} at ${plain.position}`, bytes)
    check(told(found) === told(plain), `${told(found)} instead of ${told(plain)}`, bytes)
  } else {
    check(told(found) === untouched, 'not taken, but the state was changed', bytes)
    const good = outcome === 'complete' && bytes[at] === 0x7b && isPlain(plain, bytes, at)
    check(!good || end - at > MOST_BYTES, 'a good record was not taken', bytes)
  }
  return taken
}

/** All that a reader learns of a complete scan. */
function told(scan: Scan): string {
  const { position, maxDepth, origin, depth, invalidUtf8At, loneSurrogateAt } = scan
  const spans = [...scan.spans.subarray(0, scan.spanCount)]
  return JSON.stringify({ position, maxDepth, origin, depth, invalidUtf8At, loneSurrogateAt, spans })
}

function isPlain(scan: Scan, bytes: Uint8Array, at: number): boolean {
  if (scan.invalidUtf8At >= 0 || scan.loneSurrogateAt >= 0) return false
  if (scan.maxDepth > MOST_DEPTH || scan.spanCount > MOST_SPANS) return false
  const text = Buffer.from(bytes.subarray(at, scan.position)).toString('latin1')
  return !/\\u[dD][89a-fA-F]/.test(text)
}

function check(truth: boolean, what: string, bytes: Uint8Array): asserts truth {
  if (truth) return
  throw new Error(`${what}: ${JSON.stringify(Buffer.from(bytes.subarray(0, 3000)).toString('latin1'))}`)
}
