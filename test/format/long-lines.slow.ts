// Lines beyond eight megabytes get their room at once, and give it back: what is found is the same.

import { expect, test } from 'vitest'
import { recordReader } from '../../src/format/records.js'

const LONG = 9_000_000

function found(pieces: readonly Uint8Array[], size: number | undefined) {
  const told: string[] = []
  const reader = recordReader(
    {
      entry(entry, bytes, start) {
        const ends = [
          bytes.subarray(start, start + 20),
          bytes.subarray(start + entry.length - 20, start + entry.length),
        ]
        told.push(`${entry.offset}+${entry.length}: ${ends.map(end => Buffer.from(end).toString('latin1')).join()}`)
      },
      gap: gap => told.push(`${gap.reason} ${gap.offset}+${gap.length}`),
      finding: finding => told.push(finding.code),
    },
    { size },
  )
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return told
}

test('long lines between short ones', () => {
  const short = (at: number) => `{"type":"user","n":${at}}\n`
  const long = (letter: string, length: number) => `{"type":"user","text":"${letter.repeat(length)}"}\n`
  const text = [
    ...Array.from({ length: 5 }, (_, at) => short(at)),
    long('a', LONG),
    ...Array.from({ length: 20_000 }, (_, at) => short(at)),
    long('b', LONG * 2),
    short(1),
    `{"type":"user","text":"${'c'.repeat(LONG)}`,
  ].join('')
  const bytes = Buffer.from(text)
  const chunk = 300_007
  const pieces = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  )
  const whole = found([bytes], undefined)
  expect(whole.length).toBe(5 + 1 + 20_000 + 1 + 1 + 2)
  // As large as it is, not told, and wrong in either way.
  for (const size of [bytes.length, undefined, 1000, bytes.length * 2]) expect(found(pieces, size)).toEqual(whole)
})
