// The same as of a file, of bytes that stand somewhere in it: for whoever has read and changed them before.

import { recordReader } from '../../format/records.js'
import { searchable } from '../query/words.js'
import type { Figures, ReadSoFar } from '../store.js'
import { boundedReading } from './bounded-reading.js'
import { entryReader, type Gathered } from './entry-reader.js'
import { settlingSink } from './ingest-file.js'
import { piecesOf } from './long-text.js'

export interface IngestedBytes extends Gathered {
  readonly figures: Figures
  readonly open: string
  /** The line that begins behind them. */
  readonly line: number
}

const NEWLINE = 0x0a

/** `before`: what was read up to where they begin. */
export function ingestBytes(bytes: Uint8Array, before: ReadSoFar): IngestedBytes {
  const reader = entryReader(before.figures, before.open)
  const sink = settlingSink(before, boundedReading(reader.see))
  const records = recordReader(sink, { offset: before.offset, line: before.line, size: bytes.length })
  records.push(bytes)
  records.end()
  let line = before.line
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) line++
  const { texts, ...gathered } = reader.take()
  const file = {
    read: (offset: number, length: number) => bytes.subarray(offset - before.offset, offset - before.offset + length),
  }
  const pieces = reader.takeLong().flatMap(long => [...piecesOf(long, file, searchable)])
  const all = [...texts, ...pieces].toSorted((a, b) => a.offset - b.offset)
  return { ...gathered, texts: all, figures: { ...reader.figures(), ...sink.damage() }, open: reader.open(), line }
}
