// Every prefix of 40 files is read without a throw, and every record that is complete in it is found. Which ones those
// are is found out with JSON.parse of each line alone.

import { describe, expect, test } from 'vitest'
import { parseSession } from '../../src/format/session.js'
import { DAMAGE_KINDS, damage, mutate } from '../../tools/generator/damage.js'
import { randomSession } from '../../tools/generator/random-session.js'
import { sampleFiles } from '../../tools/samples.js'
import { answersOf } from './through-everything.js'

const FILES = 40
const LARGEST = 32 * 1024
/** Through all commands goes one prefix in so many. */
const RARELY = 211

type NamedFile = readonly [name: string, bytes: Uint8Array]

function files(): readonly NamedFile[] {
  const samples = [...sampleFiles()].flatMap(([path, bytes]): NamedFile[] =>
    path.endsWith('.jsonl') && bytes.length <= LARGEST ? [[path.split('/').at(-1)!, bytes]] : [],
  )
  const small = randomSession(1, { turns: 1, linesOfCode: 2 }).bytes
  const kinds = DAMAGE_KINDS.map((kind, at): NamedFile => [kind, damage(small, at % 4, kind).bytes])
  const damaged = Array.from({ length: FILES }, (_, at): NamedFile => {
    const { bytes } = randomSession(at + 2, { turns: 2, linesOfCode: 2, damage: true })
    return [`damaged session ${at + 2}`, at % 2 === 0 ? bytes : mutate(bytes, at).bytes]
  })
  return [...samples.slice(0, 14), ...kinds, ...damaged].filter(([, bytes]) => bytes.length <= LARGEST).slice(0, FILES)
}

interface Record {
  readonly offset: number
  readonly end: number
}

/** The lines that are an object for JSON.parse. What is indented may be part of a record over several lines. */
function plainRecords(bytes: Uint8Array): readonly Record[] {
  const buffer = Buffer.from(bytes)
  const records: Record[] = []
  for (let start = 0; start < buffer.length; ) {
    const newline = buffer.indexOf(10, start)
    const stop = newline < 0 ? buffer.length : newline
    const text = buffer.toString('latin1', start, stop)
    const offset = start
    start = stop + 1
    if (!text.startsWith('{')) continue
    try {
      JSON.parse(text)
      records.push({ offset, end: offset + text.trimEnd().length })
    } catch {
      // Not a record by itself.
    }
  }
  return records
}

const all = files()

test('there are 40 of them', () => expect(all.length).toBe(FILES))

describe.each(all)('%s', (_, bytes) => {
  test('every prefix', () => {
    const records = plainRecords(bytes)
    for (let length = 0; length <= bytes.length; length++) {
      const found = new Map(parseSession(bytes.subarray(0, length)).entries.map(one => [one.offset, one.length]))
      for (const { offset, end } of records) {
        if (end > length) break
        if (found.get(offset) !== end - offset) expect.fail(`prefix of ${length} bytes: no record at ${offset}`)
      }
    }
  })

  test('some prefixes through all commands', async () => {
    for (let length = 1; length < bytes.length; length += RARELY) {
      for (const { report } of await answersOf(bytes.subarray(0, length), { seeds: [] })) JSON.stringify(report)
    }
  })
})
