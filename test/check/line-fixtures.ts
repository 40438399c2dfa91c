// Damaged lines: each kind made from a good session.

import type { RecordReaderOptions } from '../../src/format/records.js'
import { last, prompt } from '../conversation/lines.js'
import { encode, session } from './damaged.js'

export const good = session(prompt('u1'), last('a1'), prompt('u2'), last('a2'))
const lines = good.map(entry => JSON.stringify(entry))
/** The last entries are only cut off by damage before them when they are far away; here all are within 5 s (N1). */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const withLine = (line: string): Uint8Array => bytesOf(`${[...lines, line, ''].join('\n')}`)
const side = '{"type":"mode","mode":"plan","sessionId":"s"}'

export const LINE_FIXTURES: Readonly<Record<string, readonly [Uint8Array, number, RecordReaderOptions?]>> = {
  'line-cut': [withLine('{"type":"mode","mode":"pl'), 5],
  'line-half': [bytesOf(`${lines.join('\n')}\n{"type":"mo`), 5],
  'line-glued': [withLine(side + side), 5],
  'line-nul': [withLine(`\0\0\0${side}`), 5],
  'line-garbage': [withLine('oh no'), 5],
  'line-not-object': [withLine('[1, 2]'), 5],
  'line-comment': [withLine('// a note'), 5],
  'line-too-long': [withLine(`{"type":"mode","mode":"${'x'.repeat(1000)}"}`), 5, { maxRecord: 1000 }],
  'line-byte-order-mark': [Uint8Array.from([0xef, 0xbb, 0xbf, ...encode(good)]), 1],
  'line-break-inside': [withLine(JSON.stringify(JSON.parse(side), null, 2)), 5],
  'line-invalid-utf8': [
    Uint8Array.from([...encode(good), ...bytesOf('{"type":"mode","mode":"'), 0xff, ...bytesOf('"}\n')]),
    5,
  ],
  'line-lone-surrogate': [withLine('{"type":"mode","mode":"\\ud83d"}'), 5],
  'line-too-deep': [withLine(`{"type":"mode","mode":${'['.repeat(1001)}${']'.repeat(1001)}}`), 5],
}
