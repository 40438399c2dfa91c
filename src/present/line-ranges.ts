// Lines of a file in few words: 3–7, 12, 15–40.

import { count } from './units.js'

/** More than these are only counted: the whole list is in the JSON. */
const MOST = 8

export function lineRanges(lines: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const line of lines) {
    const current = ranges.at(-1)
    if (current && (line === current[1] || line === current[1] + 1)) current[1] = line
    else ranges.push([line, line])
  }
  const shown = ranges.slice(0, MOST).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  const more = ranges.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${count(more, 'more place')}` : '')
}
