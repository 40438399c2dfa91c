// The answers in some bytes, which come in pieces of any length: read in full, or with the help of the quick scanner.

import type { TokenEvent } from '../../../src/catalog/store.js'
import { isDamagedAnswer } from '../../../src/catalog/usage/scan-file.js'
import { tokenReader } from '../../../src/catalog/usage/token-reader.js'
import { recordReader } from '../../../src/format/records.js'
import type { Random } from '../../../tools/generator/random.js'

export interface Found {
  readonly events: readonly TokenEvent[]
  readonly damaged: number
  /** So many entries were known to the quick scanner. */
  readonly told: number
}

export function foundIn(bytes: Uint8Array, isQuick: boolean, random: Random): Found {
  const reader = tokenReader()
  const events: TokenEvent[] = []
  let [damaged, told] = [0, 0]
  const records = recordReader(
    {
      entry(found, all, start, spans) {
        const event = reader.read(all, start, spans, found.line, found.offset)
        if (event) events.push(event)
      },
      ...(isQuick
        ? {
            answer(slots, place, all, start) {
              told++
              const event = reader.readTold(slots, place, all, start)
              if (event) events.push(event)
            },
          }
        : {}),
      gap(gap, all, start) {
        if (isDamagedAnswer(gap, all, start)) damaged++
      },
      finding() {},
    },
    { answersOnly: isQuick, quickAfter: 0 },
  )
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + random.pick([1, 7, 64, 1000, 100_000]) + random.int(0, 60))
    records.push(bytes.subarray(at, end))
    at = end
  }
  records.end()
  return { events, damaged, told }
}
