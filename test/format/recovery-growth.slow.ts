// Four times the damage takes about four times the time: a square would be sixteen.

import { expect, test } from 'vitest'
import { parseSession } from '../../src/format/session.js'
import { growth, MOST_POWER } from '../cpu-time.js'
import { readInChunks } from './expect-tiles.js'

const COUNT = 100_000
const utf8 = new TextEncoder()
const message = { role: 'user', content: 'hi {"a":1}' }
const good = `${JSON.stringify({ parentUuid: null, sessionId: 's', type: 'user', message, uuid: 'good' })}\n`

const shapes: [string, (n: number) => string, found: number][] = [
  ['braces on one line', n => `${'{'.repeat(n)}\n${good}`, 1],
  ['braces on one line before a record', n => `${'{'.repeat(n)}${good}`, 1],
  ['open objects on one line', n => `${'{"a":'.repeat(n)}\n${good}`, 1],
  ['open objects on one line before a record', n => `${'{"a":'.repeat(n)}${good}`, 1],
  ['open objects behind something else', n => `x${'{"a":'.repeat(n)}${good}`, 1],
  ['open objects in a string', n => `{"a":"x${'{"a":'.repeat(n)}\n${good}`, 1],
  ['open arrays of objects', n => `${'{"a":[1,'.repeat(n)}\n${good}`, 1],
  ['closed objects in a cut record', n => `{"a":[${'{"b":1},'.repeat(n)}\n${good}`, 1],
  ['nested closed objects in a cut record', n => `{"c":${'{"a":'.repeat(n)}1${'}'.repeat(n)}\n${good}`, 1],
  ['open objects, one a line', n => `${'{"a":\n'.repeat(n)}${good}`, 1],
  ['open objects and text, one a line', n => `${'{"a":{"b":"\n'.repeat(n)}${good}`, 1],
  ['indented objects in a cut record', n => `{"a":[\n${'  {\n  },\n'.repeat(n)}oops\n${good}`, 1],
  ['nested closed objects, one a line', n => `{"c":\n${' {"a":\n'.repeat(n)}1${'}\n'.repeat(n)}oops\n${good}`, 1],
  ['lines of something else', n => `${good}${'x\n'.repeat(n)}`, 1],
  ['cut records, one a line, no brace behind them', n => `${good}${'"a\n'.repeat(n)}`, 1],
  ['quotes', n => `${'"'.repeat(n)}\n${good}`, 1],
  ['NULs, one a line', n => `${'\u0000\n'.repeat(n)}${good}`, 1],
  ['glued records', n => '{"a":1}'.repeat(n), -1],
  ['splices', n => `${'{"a":"'.repeat(n)}${good}`, 1],
  ['one record over many lines', n => `{"type":"user","a":[\n${'1,\n'.repeat(n)}1]}\n`, 1],
  ['blank lines', n => `${'\n'.repeat(n)}${good}`, 1],
]

test.each(shapes)('%s', (_, shape, found) => {
  const part = utf8.encode(shape(COUNT / 4))
  const whole = utf8.encode(shape(COUNT))
  expect(parseSession(whole).entries.length).toBe(found < 0 ? COUNT : found)
  expect(growth({ small: () => parseSession(part), large: () => parseSession(whole), times: 4 })).toBeLessThan(
    MOST_POWER,
  )
})

test.each<[string, number, (n: number) => string]>([
  ['one long line in small chunks', 4096, n => `{"type":"user","t":"${'x'.repeat(n * 80)}"}\n`],
  ['a record over many lines in small chunks', 512, n => `{"type":"user","t":[\n${'{"a":[1,\n'.repeat(n)}`],
])('%s', (_, chunk, shape) => {
  const read = (bytes: Uint8Array) => () => readInChunks(bytes, () => chunk)
  const [part, whole] = [utf8.encode(shape(COUNT / 4)), utf8.encode(shape(COUNT))]
  expect(growth({ small: read(part), large: read(whole), times: 4 })).toBeLessThan(MOST_POWER)
})
