// Which records has a follower told, and what of a new reading of the file goes beyond them?

import type { FoundEntry, RecordSink } from '../format/found.js'
import type { Spans } from '../format/json/spans.js'
import { recordReader } from '../format/records.js'
import { crypto } from './crypto.js'
import type { FileFinding } from './regular-file.js'

export interface FollowSink extends RecordSink {
  /** The file no longer holds what was told from record `kept` (counted from 0) on; what it holds now follows. */
  rewritten?(kept: number): void
  /** The file cannot be read at the moment; it is looked for again at every poll. */
  trouble?(finding: FileFinding): void
}

export interface ToldRecords {
  /** The sink for a reader that begins at the file's first byte. */
  readAnew(): RecordSink
  /** The bytes of the last line, whose line break is missing. */
  unended(bytes: Uint8Array, offset: number, line: number): void
}

const HASH_SIZE = 16

export function toldRecords(sink: FollowSink, silentBefore: number): ToldRecords {
  let hashes = new Uint8Array(HASH_SIZE * 1024)
  let count = 0
  let at = 0 // how many records the present reading has met
  let silentUntil = silentBefore // only in the first reading: afterwards the hashes say what is known
  let seenUntil = 0 // how far the readings have come
  let freshFrom = 0 // gaps and findings before this offset were told by an earlier reading

  return {
    readAnew() {
      at = 0
      if (count > 0) silentUntil = 0
      freshFrom = seenUntil
      return {
        entry(entry, bytes, start, spans) {
          meet(at++, entry, bytes, start, spans)
        },
        gap(gap) {
          if (isFresh(gap.offset)) sink.gap(gap)
          seenUntil = Math.max(seenUntil, gap.offset + gap.length)
        },
        finding(finding) {
          if (isFresh(finding.offset ?? 0)) sink.finding(finding)
        },
      }
    },
    unended(bytes, offset, line) {
      let ahead = 0
      let whole = true
      const reader = recordReader(
        {
          entry(entry, inBytes, start, spans) {
            if (whole) meet(at + ahead++, entry, inBytes, start, spans)
          },
          gap() {
            whole = false
          },
          finding() {},
        },
        { offset, line },
      )
      reader.push(bytes)
      reader.end()
    },
  }

  function meet(index: number, entry: FoundEntry, bytes: Uint8Array, start: number, spans: Spans): void {
    const digest = crypto()
      .hash('sha1', bytes.subarray(start, start + entry.length), 'buffer')
      .subarray(0, HASH_SIZE)
    if (index < count) {
      if (digest.equals(hashes.subarray(index * HASH_SIZE, (index + 1) * HASH_SIZE))) return
      count = index
      freshFrom = seenUntil = entry.offset
      sink.rewritten?.(index)
    }
    remember(digest)
    seenUntil = Math.max(seenUntil, entry.offset + entry.length)
    if (entry.offset + entry.length > silentUntil) sink.entry(entry, bytes, start, spans)
  }

  function remember(digest: Uint8Array): void {
    if ((count + 1) * HASH_SIZE > hashes.length) {
      const larger = new Uint8Array(hashes.length * 2)
      larger.set(hashes)
      hashes = larger
    }
    hashes.set(digest, count * HASH_SIZE)
    count++
  }

  /** Gaps and findings are no part of the sequence: they are told where a reading has left what is known behind. */
  function isFresh(offset: number): boolean {
    return at >= count && offset >= freshFrom && offset >= silentUntil
  }
}
