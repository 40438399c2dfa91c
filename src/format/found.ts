// What the record reader finds: records, gaps, and the limits within which it looks.

import type { Finding } from './finding.js'
import type { AnswerSlots } from './json/quick-scan.js'
import type { Spans } from './json/spans.js'

export type LineEnding = '\n' | '\r\n' | ''

/** A record: `length` bytes of JSON at `offset`, then its line ending. */
export interface FoundEntry {
  readonly kind: 'entry'
  /** 1-based line on which it begins. */
  readonly line: number
  readonly offset: number
  readonly length: number
  readonly ending: LineEnding
  /** What stands before it on its line; a byte order mark at the beginning of the file counts as blank. */
  readonly before: 'nothing' | 'blank' | 'more'
  /** Damage stands before it, and where this record was not, what follows might be taken for a part of that. */
  readonly afterDamage: boolean
  /** Deepest nesting; beyond MAX_DEPTH the value is not decoded. */
  readonly depth: number
}

export type GapReason =
  | 'blank'
  | 'byte-order-mark'
  | 'nul'
  | 'comment'
  | 'cut'
  | 'garbage'
  | 'not-object'
  | 'half'
  | 'too-long'

/** Bytes that are no record: kept, never interpreted. */
export interface FoundGap {
  readonly kind: 'gap'
  readonly reason: GapReason
  readonly line: number
  readonly offset: number
  readonly length: number
}

export type FoundPart = FoundEntry | FoundGap

export type EntryPlace = Pick<FoundEntry, 'line' | 'offset'>

export interface RecordSink {
  /**
   * `bytes[start, start + entry.length)` is the JSON text. It is only there during the call; to keep it, copy it with
   * `new Uint8Array(bytes.subarray(…))`, not with `slice`, which shares the memory where `bytes` is a Node Buffer.
   * `spans` knows where the record's values end, and is gone with the call as well.
   */
  entry(entry: FoundEntry, bytes: Uint8Array, start: number, spans: Spans): void
  /** `bytes[start, start + gap.length)` is what stands there, during the call; absent for a line that is too long. */
  gap(gap: FoundGap, bytes?: Uint8Array, start?: number): void
  finding(finding: Finding): void
  /** Once, behind the last part. A last line without a line break counts as one. */
  end?(totals: { readonly bytes: number; readonly lines: number }): void
}

export interface AnswerSink extends RecordSink {
  /**
   * For whoever wants answers only: what an entry says of the answer in it, where the quick scanner knows it; `entry` is
   * not called then. Where this is missing, or it does not know, `entry` is.
   */
  answer?(told: AnswerSlots, place: EntryPlace, bytes: Uint8Array, start: number): void
}

/** One byte more and the text would not fit into a JavaScript string. */
export const MAX_RECORD = 0x1fffffe8
/** How far a record may reach over line breaks before it is taken for a cut one. Keeps memory bounded (I5). */
export const MAX_MULTILINE = 16 * 1024 * 1024
/** JSON.stringify and structuredClone overflow the stack at a few thousand levels; nothing real is deeper than 100. */
export const MAX_DEPTH = 1000
