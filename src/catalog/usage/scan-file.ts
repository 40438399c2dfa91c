// Reads the token events of one transcript.
//
// Every entry that tells of an answer has the word "assistant" in it. Most of the text stands in lines without it: they
// are not scanned. Damage is of interest only where it may have held an answer, so it is counted by the same word.

import { type ReadMemory, readRecords } from '../../disk/read-session.js'
import type { FileFinding } from '../../disk/regular-file.js'
import type { FoundEntry, FoundGap } from '../../format/found.js'
import type { TokenEvent } from '../store.js'
import type { TokenReader } from './token-reader.js'

export interface ScanOptions {
  readonly root?: string
  readonly signal?: AbortSignal
  readonly memory?: ReadMemory
  /** Where to begin: behind a record, at the line that begins there. */
  readonly from?: { readonly offset: number; readonly line: number }
  /** Called with what is read before the end: from behind its last record one can go on when the file grows. */
  readonly settle?: (found: FoundEntry, bytes: Uint8Array, start: number) => void
}

export interface Scanned {
  /** Answers that were damaged, in whole or in part. */
  readonly damaged: number
  readonly problem: FileFinding | undefined
}

export async function scanTokens(
  path: string,
  reader: TokenReader,
  take: (event: TokenEvent) => void,
  options: ScanOptions = {},
): Promise<Scanned> {
  let damaged = 0
  let { settle } = options
  const { problem } = await readRecords(
    path,
    {
      entry(found, bytes, start, spans) {
        const event = reader.read(bytes, start, spans, found.line, found.offset)
        if (event) take(event)
        settle?.(found, bytes, start)
      },
      // Whoever wants to go on from there is told of every record.
      ...(settle
        ? {}
        : {
            answer(told, place, bytes, start) {
              const event = reader.readTold(told, place, bytes, start)
              if (event) take(event)
            },
          }),
      gap(gap, bytes, start) {
        if (isDamagedAnswer(gap, bytes, start)) damaged++
      },
      finding() {},
    },
    {
      ...options,
      answersOnly: true,
      beforeEnd() {
        settle = undefined
      },
    },
  )
  return { damaged, problem }
}

const WORD = Buffer.from('"assistant"')

/** What stands there may have been an answer; a line that is too long to be held may be anything. */
export function isDamagedAnswer({ reason, length }: FoundGap, bytes: Uint8Array | undefined, start = 0): boolean {
  return reason === 'too-long' || (bytes !== undefined && namesAnswer(bytes, start, start + length))
}

function namesAnswer(bytes: Uint8Array, start: number, end: number): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).indexOf(WORD) >= 0
}
