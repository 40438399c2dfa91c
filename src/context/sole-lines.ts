// Which records have their line to themselves? Clients up to 2.0 parse a file line by line, so that any other record is
// lost to them. (O1)

import type { FoundEntry, FoundGap } from '../format/found.js'

export interface SoleLines {
  entry(row: number, found: FoundEntry, bytes: Uint8Array, start: number): void
  gap(gap: FoundGap): void
}

/** Adds to `shared` the rows that share a line with something else, or reach over several. */
export function soleLines(shared: Set<number>): SoleLines {
  let endLine = 0 // on which the last record ends
  let last = 0
  let dirtyLine = 0 // on which something stands that is no record
  return {
    entry(row, { line, length }, bytes, start) {
      const breaks = countBreaks(bytes, start, start + length)
      if (line === endLine) shared.add(last)
      if (line === endLine || line === dirtyLine || breaks > 0) shared.add(row)
      endLine = line + breaks
      last = row
    },
    gap({ line, reason }) {
      if (reason === 'blank') return
      if (line === endLine) shared.add(last)
      dirtyLine = line
    },
  }
}

function countBreaks(bytes: Uint8Array, start: number, end: number): number {
  const record = bytes.subarray(start, end)
  let count = 0
  for (let at = record.indexOf(0x0a); at >= 0; at = record.indexOf(0x0a, at + 1)) count++
  return count
}
