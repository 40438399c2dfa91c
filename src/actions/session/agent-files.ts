// The transcripts of a session's agents, of which there may be thousands: few files are open at a time, and few of their
// conversations held (I5).

import { type SourcePool, sourcePool } from '../../disk/source-pool.js'
import type { RecordSink } from '../../format/found.js'
import { recordReader } from '../../format/records.js'
import { type Shelf, shelf } from './shelf.js'

export interface AgentFiles {
  readonly pool: SourcePool
  readonly shelf: Shelf
}

/** Hardly a session has as many agents; of a few entries each they take some 20 MB. */
const MOST_HELD = 1000
/** Who is asked about one is mostly asked again, about it or the one before. */
const OTHERS_HELD = 8

export function agentFiles(): AgentFiles {
  return { pool: sourcePool(), shelf: shelf(MOST_HELD, OTHERS_HELD) }
}

const PIECE = 1 << 19

/** The same again: as much of the file as was read. Returns what it was told to. */
export function readAgain<Sink extends RecordSink>(
  sink: Sink,
  read: (offset: number, length: number) => Uint8Array,
  size: number,
): Sink {
  const records = recordReader(sink, { size })
  for (let at = 0; at < size; at += PIECE) records.push(read(at, Math.min(PIECE, size - at)))
  records.end()
  return sink
}
